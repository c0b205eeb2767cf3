// SPDX-License-Identifier: Apache-2.0
#include "judge/fixes.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "expr/environment.h"
#include "expr/expression.h"
#include "expr/template.h"
#include "judge/subjects.h"
#include "rules/rule.h"
#include "rules/rule_view.h"

namespace rocelint {
namespace {

/// What the subject sees, and `lower` where there is one.
RuleView with_lower(const RuleSubject& subject, const Netdev* netdev) {
  auto view = subject.view;
  view.lower = netdev;
  return view;
}

/// Fixes and verify of a port may name `lower`.
RuleEnvironment bind_fix(const Rule& rule, const RuleView& view) {
  return rule.scope == Scope::port ? bind_lower_fix(view) : bind_scope(rule.scope, view);
}

/// The netdev that a command for the whole lowers is about: the only one, or none.
const Netdev* only_lower(const RuleSubject& subject) {
  return subject.lowers != nullptr && subject.lowers->size() == 1 ? subject.lowers->front()
                                                                  : nullptr;
}

/// One for each netdev of the lowers, or just one.
std::vector<RuleView> views_of(const Fix& fix, const RuleSubject& subject) {
  std::vector<RuleView> views;
  if (!fix.each_lower) {
    views.push_back(with_lower(subject, only_lower(subject)));
  } else if (subject.lowers != nullptr) {
    for (const auto* netdev : *subject.lowers) {
      views.push_back(with_lower(subject, netdev));
    }
  }
  return views;
}

std::string verify_in(const Rule& rule, const expr::Environment& environment) {
  return rule.verify ? expr::render(*rule.verify, environment, expr::Quoting::shell).value_or("")
                     : "";
}

/// What is shown of a step that can't be given as a command. It must stay one comment whatever the
/// host's strings hold.
std::string as_comment(const Fix& fix, const expr::Environment& environment,
                       const std::string& why) {
  const auto text = expr::render(*fix.run, environment, expr::Quoting::message);
  return "# " + why + ": " + (text ? escape_for_terminal(*text) : "a value is not known");
}

struct RenderedFix {
  std::vector<FixStep> steps;
  bool applies = false;  ///< its condition holds at least once
};

RenderedFix render(const Rule& rule, const Fix& fix, const RuleSubject& subject) {
  RenderedFix rendered;
  for (const auto& view : views_of(fix, subject)) {
    const auto environment = bind_fix(rule, view);
    FixStep step{.run = {},
                 .needs = fix.tool,
                 .disrupts = fix.disrupts,
                 .lasts = fix.lasts,
                 .verify = verify_in(rule, environment)};
    const auto holds =
        fix.when ? expr::evaluate(*fix.when, environment).outcome : expr::Outcome::yes;
    if (holds == expr::Outcome::no) {
      continue;
    }
    const auto run = expr::render(*fix.run, environment, expr::Quoting::shell);
    if (holds == expr::Outcome::unknown) {
      step.run = as_comment(fix, environment, "if " + escape_for_terminal(fix.when->text()));
    } else if (!run) {
      step.run = as_comment(fix, environment, "a value is not known");
    } else {
      step.run = *run;
    }
    rendered.applies = rendered.applies || holds == expr::Outcome::yes;
    rendered.steps.push_back(std::move(step));
  }
  return rendered;
}

}  // namespace

std::vector<FixStep> render_fixes(const Rule& rule, const RuleSubject& subject) {
  std::vector<FixStep> maybe;
  std::vector<FixStep> with_tool;
  for (const auto& fix : rule.fixes) {
    auto rendered = render(rule, fix, subject);
    if (!rendered.applies) {
      std::ranges::move(rendered.steps, std::back_inserter(maybe));
    } else if (fix.tool.empty()) {
      std::ranges::move(rendered.steps, std::back_inserter(maybe));
      return maybe;
    } else if (with_tool.empty()) {
      // No fact tells whether the host has the tool: a fix that needs none is better.
      with_tool = std::move(rendered.steps);
    }
  }
  std::ranges::move(with_tool, std::back_inserter(maybe));
  return maybe;
}

std::string render_verify(const Rule& rule, const RuleSubject& subject) {
  const bool known = subject.lowers != nullptr && !subject.lowers->empty();
  const auto view = with_lower(subject, known ? subject.lowers->front() : nullptr);
  return verify_in(rule, bind_fix(rule, view));
}

}  // namespace rocelint

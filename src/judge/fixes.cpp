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
#include "expr/expression.h"
#include "expr/template.h"
#include "judge/host_view.h"
#include "judge/subjects.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using Environment = std::vector<expr::Binding>;

/// What the subject sees, and `w` where there is one.
Environment with_lowers(const RuleSubject& subject, const Netdev* netdev) {
  auto environment = subject.environment;
  if (netdev != nullptr) {
    environment.push_back({.at = netdev, .why = {}, .name = netdev_path(*netdev)});
  } else {
    environment.push_back({.at = nullptr,
                           .why = {.reason = Reason::not_found,
                                   .detail = "the physical netdev is not known",
                                   .sys_errno = 0},
                           .name = "lower"});
  }
  return environment;
}

/// The netdev that a command for the whole lowers is about: the only one, or none.
const Netdev* only_lowers(const RuleSubject& subject) {
  return subject.lowers != nullptr && subject.lowers->size() == 1 ? subject.lowers->front()
                                                                  : nullptr;
}

/// One for each netdev of the lowers, or just one.
std::vector<Environment> environments_of(const Fix& fix, const RuleSubject& subject) {
  std::vector<Environment> environments;
  if (!fix.each_lower) {
    environments.push_back(with_lowers(subject, only_lowers(subject)));
  } else if (subject.lowers != nullptr) {
    for (const auto* netdev : *subject.lowers) {
      environments.push_back(with_lowers(subject, netdev));
    }
  }
  return environments;
}

std::string verify_in(const Rule& rule, const Environment& environment) {
  return rule.verify ? expr::render(*rule.verify, environment, expr::Quoting::shell).value_or("")
                     : "";
}

/// What is shown of a step that can't be given as a command. It must stay one comment whatever the
/// host's strings hold.
std::string as_comment(const Fix& fix, expr::Environment environment, const std::string& why) {
  const auto text = expr::render(fix.run, environment, expr::Quoting::message);
  return "# " + why + ": " + (text ? escape_for_terminal(*text) : "a value is not known");
}

struct RenderedFix {
  std::vector<FixStep> steps;
  bool applies = false;  ///< its condition holds at least once
};

RenderedFix render(const Rule& rule, const Fix& fix, const RuleSubject& subject) {
  RenderedFix rendered;
  for (const auto& environment : environments_of(fix, subject)) {
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
    const auto run = expr::render(fix.run, environment, expr::Quoting::shell);
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
  return verify_in(rule, with_lowers(subject, known ? subject.lowers->front() : nullptr));
}

}  // namespace rocelint

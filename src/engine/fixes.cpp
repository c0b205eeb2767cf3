// SPDX-License-Identifier: Apache-2.0
#include "engine/fixes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "base/text.h"
#include "engine/judged_host.h"
#include "engine/rule.h"
#include "engine/subjects.h"
#include "expr/expression.h"

namespace rocelint {
namespace {

using Environments = std::vector<std::vector<expr::Binding>>;

/// One for each netdev of the wire with `w` bound, or just the subject's own.
Environments environments_of(const Fix& fix, const RuleSubject& subject) {
  if (!fix.each_wire) {
    return {subject.environment};
  }
  Environments environments;
  if (subject.wire != nullptr) {
    for (const auto* netdev : *subject.wire) {
      environments.push_back(subject.environment);
      environments.back().push_back({.at = netdev, .why = {}, .name = netdev_path(*netdev)});
    }
  }
  return environments;
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

RenderedFix render(const Fix& fix, const RuleSubject& subject, const std::string& verify) {
  RenderedFix rendered;
  for (const auto& environment : environments_of(fix, subject)) {
    FixStep step{.run = {},
                 .needs = fix.tool,
                 .disrupts = fix.disrupts,
                 .lasts = fix.lasts,
                 .verify = verify};
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
  const auto verify = render_verify(rule, subject);
  std::vector<FixStep> maybe;
  std::vector<FixStep> with_tool;
  for (const auto& fix : rule.fixes) {
    auto rendered = render(fix, subject, verify);
    if (!rendered.applies) {
      std::move(rendered.steps.begin(), rendered.steps.end(), std::back_inserter(maybe));
    } else if (fix.tool.empty()) {
      std::move(rendered.steps.begin(), rendered.steps.end(), std::back_inserter(maybe));
      return maybe;
    } else if (with_tool.empty()) {
      // No fact tells whether the host has the tool: a fix that needs none is better.
      with_tool = std::move(rendered.steps);
    }
  }
  std::move(with_tool.begin(), with_tool.end(), std::back_inserter(maybe));
  return maybe;
}

std::string render_verify(const Rule& rule, const RuleSubject& subject) {
  if (!rule.verify) {
    return "";
  }
  return expr::render(*rule.verify, subject.environment, expr::Quoting::shell).value_or("");
}

}  // namespace rocelint

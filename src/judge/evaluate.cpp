// SPDX-License-Identifier: Apache-2.0
#include "judge/evaluate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/report.h"

#include "expr/expression.h"
#include "expr/template.h"
#include "judge/finding_evidence.h"
#include "judge/fixes.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/parameter_use.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"
#include "rules/rule_view.h"

namespace rocelint {
namespace {

bool names_unset_parameter(const Rule& rule, const RuleSubject& subject) {
  return subject.resolved != nullptr &&
         std::ranges::any_of(rule.parameters, [&](const std::string& path) {
           return is_unset_parameter(path, subject.resolved->parameters);
         });
}

/// The policy says what the rule would only compare.
bool is_decided_by_policy(const Rule& rule, const RuleSubject& subject) {
  return subject.resolved != nullptr &&
         std::ranges::any_of(rule.left_open, [&](const std::string& name) {
           return !is_unset(name, subject.resolved->parameters);
         });
}

MessagePart::Names names_of(const std::string& value, const Subject& subject) {
  if (value.empty()) {
    return MessagePart::Names::other;
  }
  if (value == subject.netdev) {
    return MessagePart::Names::netdev;
  }
  return value == subject.device ? MessagePart::Names::device : MessagePart::Names::other;
}

void say_what_failed(const Rule& rule, const RuleSubject& subject, Finding& finding) {
  if (!rule.message) {
    finding.message = std::string(rule.title);
    return;
  }
  for (auto& part : expr::fill_message(*rule.message, bind_scope(rule.scope, subject.view))) {
    const auto names = names_of(part.value, finding.subject);
    finding.message += part.literal + part.value;
    finding.message_parts.push_back(
        {.literal = std::move(part.literal), .value = std::move(part.value), .names = names});
  }
}

void explain_failure(const Rule& rule, const RuleSubject& subject, Finding& finding) {
  say_what_failed(rule, subject, finding);
  finding.fix = render_fixes(rule, subject);
  finding.verify = render_verify(rule, subject);
  for (auto& step : finding.fix) {
    if (step.verify.empty()) {
      step.verify = finding.verify;
    }
  }
}

/// "PFC is on" goes on in the middle of a sentence as it is, "The port is up" does not.
std::string as_clause(std::string sentence) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool is_word = sentence.size() > 1 && (is_lower(sentence[1]) || sentence[1] == ' ');
  if (is_word && sentence[0] >= 'A' && sentence[0] <= 'Z') {
    sentence[0] = static_cast<char>(sentence[0] - 'A' + 'a');
  }
  return sentence;
}

/// "dcb.pfc.enabled" of host.netdevs["ens5"].dcb.pfc.enabled: what it is of stands beside.
std::string_view member_path(std::string_view path) {
  const auto element = path.rfind("].");
  const auto start = element == std::string_view::npos ? path.find('.') : element + 1;
  return start == std::string_view::npos ? path : path.substr(start + 1);
}

void say_what_is_unknown(const Rule& rule, Finding& finding) {
  finding.message = "cannot tell whether " + as_clause(std::string(rule.expects));
  const auto unread = std::ranges::find_if(finding.evidence, [](const Evidence& evidence) {
    return evidence.unknown_reason.has_value();
  });
  if (unread != finding.evidence.end()) {
    finding.message += ": " + std::string(member_path(unread->fact)) + " not read (" +
                       in_words(*unread->unknown_reason) + ')';
  }
}

void add_evidence(const Rule& rule, const RuleSubject& subject, const Answer& answer,
                  Finding& finding) {
  const auto environment = bind_scope(rule.scope, subject.view);
  const auto witnesses = expr::explain(*answer.decided_by, environment);
  add_witnesses(witnesses, subject, Witnesses::all, finding);
  if (rule.when && answer.decided_by != &*rule.when) {
    add_witnesses(expr::explain(*rule.when, environment), subject, Witnesses::policy, finding);
  }
}

/// Reports advise on the first unknown fact of a finding: what the policy accepts must not stand
/// before what makes the job stop.
void put_strictest_first(const Rule& rule, const Policy& policy, const std::vector<Reason>& reasons,
                         JudgedFinding& judged) {
  if (reasons.size() < 2) {
    return;
  }
  std::ranges::stable_partition(judged.finding.evidence, [&](const Evidence& evidence) {
    return std::ranges::any_of(reasons, [&](Reason reason) {
      return evidence.unknown_reason == reason &&
             on_unknown(rule, policy, {reason}) == judged.on_unknown;
    });
  });
}

}  // namespace

Finding name_finding(const Rule& rule, const RuleSubject& subject, const RuleTreatment& treatment) {
  Finding finding;
  finding.id = rule.id + '@' + subject.id;
  finding.rule = rule.id;
  finding.title = rule.title;
  finding.expects = rule.expects;
  finding.severity = treatment.severity;
  finding.subject = subject.subject;
  finding.impact = rule.impact;
  finding.runbook = treatment.runbook;
  return finding;
}

bool is_left_to_policy(const Rule& rule, const RuleSubject& subject) {
  return names_unset_parameter(rule, subject) || is_decided_by_policy(rule, subject);
}

Answer ask_rule(const Rule& rule, const RuleSubject& subject) {
  const auto environment = bind_scope(rule.scope, subject.view);
  if (rule.when) {
    auto asked = expr::evaluate(*rule.when, environment);
    if (asked.outcome == expr::Outcome::no) {
      return {};
    }
    if (asked.outcome == expr::Outcome::unknown) {
      return {.outcome = Outcome::unknown,
              .decided_by = &*rule.when,
              .reasons = std::move(asked.reasons)};
    }
  }
  auto decision = expr::evaluate(*rule.assertion, environment);
  Answer answer{.outcome = Outcome::pass, .decided_by = &*rule.assertion, .reasons = {}};
  if (decision.outcome == expr::Outcome::no) {
    answer.outcome = Outcome::fail;
  } else if (decision.outcome == expr::Outcome::unknown) {
    answer.outcome = Outcome::unknown;
    answer.reasons = std::move(decision.reasons);
  }
  return answer;
}

JudgedFinding evaluate_rule(const Rule& rule, const RuleSubject& subject, const Policy& policy,
                            const RuleTreatment& treatment) {
  const auto answer = is_left_to_policy(rule, subject) ? Answer{} : ask_rule(rule, subject);
  return explain_answer(answer, rule, subject, policy, treatment);
}

JudgedFinding explain_answer(const Answer& answer, const Rule& rule, const RuleSubject& subject,
                             const Policy& policy, const RuleTreatment& treatment) {
  JudgedFinding judged;
  judged.rule = &rule;
  judged.subject = &subject;
  judged.severity = treatment.severity;
  judged.finding = name_finding(rule, subject, treatment);
  auto& finding = judged.finding;
  finding.outcome = answer.outcome;
  if (answer.outcome == Outcome::unknown) {
    judged.on_unknown = on_unknown(rule, policy, answer.reasons);
    finding.gates = judged.on_unknown == OnUnknown::gate;
    finding.accepted = judged.on_unknown == OnUnknown::accept;
    add_evidence(rule, subject, answer, finding);
    put_strictest_first(rule, policy, answer.reasons, judged);
    say_what_is_unknown(rule, finding);
  } else if (answer.outcome == Outcome::fail) {
    explain_failure(rule, subject, finding);
    add_evidence(rule, subject, answer, finding);
  }
  return judged;
}

}  // namespace rocelint

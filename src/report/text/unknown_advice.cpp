// SPDX-License-Identifier: Apache-2.0
#include "report/text/unknown_advice.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "facts/fact_path.h"
#include "report/text/finding_groups.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

bool is_absent(Reason reason) {
  return reason == Reason::unsupported || reason == Reason::not_found;
}

/// What rdma_cm shows only in a directory of configfs that somebody has made.
bool is_of_rdma_cm(const Evidence& evidence) {
  const auto& rows = kFields<ConnectionManager>;
  return std::ranges::any_of(rows, [&](const Field& row) { return &row == evidence.field; });
}

/// By the name of the call, which the row of such a fact begins with.
bool is_read_by_verbs(const Evidence& evidence) {
  return evidence.field != nullptr && evidence.field->source.starts_with("ibv_");
}

Advice advise_permission(const RunContext& run_context) {
  if (run_context.is(RunCondition::user_namespace)) {
    return {.why = "permission denied inside a user namespace",
            .remedy =
                "run it on the host itself, or give it a snapshot taken there (--node-facts "
                "FILE); root in this namespace does not help"};
  }
  if (!run_context.is(RunCondition::root)) {
    return {.why = "permission denied" +
                   (run_context.user.empty() ? "" : " (" + run_context.user + ')'),
            .remedy = "run it as root"};
  }
  return {.why = "permission denied, even to root here",
          .remedy =
              "run it on the host, outside the container or service that drops "
              "capabilities, or give it a snapshot taken there (--node-facts FILE); kernel "
              "lockdown refuses some reads to everybody"};
}

Advice advise_absent(const Subject& subject, const RunContext& run_context) {
  if (run_context.is(RunCondition::offline_tree)) {
    return {.why = "an offline sysfs tree (--root) has files only: no netlink, no verbs",
            .remedy =
                "run \"rocelint probe\" on the live host and check what it prints with "
                "\"rocelint check --snapshot\""};
  }
  if (subject.virtual_function) {
    return {.why = "a virtual function: the driver answers on the physical function only",
            .remedy =
                "run it on the host that owns the physical function, or give it a snapshot taken "
                "there (--node-facts FILE); root in this guest does not help"};
  }
  if (run_context.is(RunCondition::network_namespace)) {
    return {.why = "this network namespace does not show it",
            .remedy = "run it on the host, outside the pod or container"};
  }
  return {.why = "not supported by the driver or the kernel",
          .remedy =
              "only a newer driver or kernel helps; the policy may accept it (rules: NAME: "
              "{unknown: accept})"};
}

Advice advise_verbs(const RunContext& run_context) {
  if (run_context.is(RunCondition::verbs_off)) {
    return {.why = "libibverbs was not used (--no-verbs)", .remedy = "run it without --no-verbs"};
  }
  return {.why = "libibverbs could not be opened",
          .remedy =
              "install the host's RDMA user space (Debian: libibverbs1 ibverbs-providers, "
              "Red Hat: libibverbs, or the vendor's OFED)"};
}

Advice advise_not_collected(const Evidence& evidence, const RunContext& run_context) {
  if (run_context.is(RunCondition::job_over_snapshot) && is_within(evidence.fact, "job")) {
    return {.why = "a job file was given with a saved snapshot: what neither has is not known",
            .remedy =
                "run it on the host itself, or take the snapshot there with \"rocelint probe --job "
                "FILE\""};
  }
  return {.why = "the snapshot does not have it",
          .remedy = "take a new one with this version of rocelint"};
}

Advice advise_on_reason(Reason reason, const Evidence& evidence, const Subject& subject,
                        const RunContext& run_context) {
  switch (reason) {
    case Reason::permission:
      return advise_permission(run_context);
    case Reason::needs_deep:
      return {.why = "a plain run does not read it: it is slow, or needs root",
              .remedy = "run it with --deep"};
    case Reason::not_collected:
      return advise_not_collected(evidence, run_context);
    case Reason::unsupported:
    case Reason::not_found:
      return advise_absent(subject, run_context);
    case Reason::timeout:
      return {
          .why = "timed out: a driver, its firmware or a kernel lock hangs",
          .remedy = "look for the device in dmesg and in \"devlink health\", then run it again"};
    case Reason::crashed:
      return {.why = "the check that reads it crashed; what others read stands",
              .remedy = "run it again; if it crashes again, please report a bug of rocelint"};
    case Reason::vanished:
      return {.why = "the device went away while it was read",
              .remedy = "look in dmesg for why it left, then run it again"};
    case Reason::malformed:
      return {.why = "malformed reply",
              .remedy = "please report a bug with the output of \"rocelint probe\""};
    case Reason::not_authoritative:
      return {.why = "the driver answered without asking the device",
              .remedy =
                  "ask the device with its vendor's tool; the policy may accept it (rules: "
                  "NAME: {unknown: accept})"};
    case Reason::io_error:
      break;
  }
  return {.why = "the kernel or the driver answered with an error",
          .remedy = "look for the device in dmesg and in \"devlink health\", then run it again"};
}

// The evidence that is unknown; a finding of an unknown rule has at least one.
Evidence unknown_evidence(const Finding& finding) {
  const auto found = std::ranges::find_if(
      finding.evidence, [](const Evidence& one) { return one.unknown_reason.has_value(); });
  return found == finding.evidence.end() ? Evidence{} : *found;
}

void add_once(std::vector<std::string>& names, std::string name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) {
    names.push_back(std::move(name));
  }
}

Severity worst_of(const UnknownGroup& group) {
  Severity worst = Severity::info;
  for (const auto* finding : group.findings) {
    worst = std::max(worst, finding->severity);
  }
  return worst;
}

UnknownGroup& group_for(std::vector<UnknownGroup>& groups, const Advice& advice) {
  const auto found = std::ranges::find(groups, advice, &UnknownGroup::advice);
  return found != groups.end() ? *found
                               : groups.emplace_back(UnknownGroup{
                                     .advice = advice, .findings = {}, .unread = {}, .detail = {}});
}

std::vector<UnknownGroup> groups_of(const Report& report, bool accepted) {
  std::vector<UnknownGroup> groups;
  for (const auto& finding : report.findings) {
    if (finding.outcome != Outcome::unknown || finding.accepted != accepted) {
      continue;
    }
    const auto evidence = unknown_evidence(finding);
    auto& group = group_for(groups, advise(evidence, finding.subject, report.run_context));
    group.findings.push_back(&finding);
    add_once(group.unread, short_fact(evidence.fact, finding.subject));
    if (group.detail.empty()) {
      group.detail = evidence.unknown_detail;
    }
  }
  std::ranges::stable_sort(groups, std::ranges::greater{}, worst_of);
  return groups;
}

}  // namespace

Advice advise(const Evidence& evidence, const Subject& subject, const RunContext& run_context) {
  const auto reason = evidence.unknown_reason.value_or(Reason::not_collected);
  if (is_within(evidence.fact, "host.custom")) {
    return {.why = "no site file supplies it",
            .remedy =
                "put it into a file in /etc/rocelint/facts.d; where a program there supplies it, "
                "run rocelint with --facts-exec"};
  }
  const bool has_verbs =
      !run_context.is(RunCondition::verbs_off) && !run_context.is(RunCondition::verbs_missing);
  if (is_read_by_verbs(evidence) && !has_verbs &&
      (is_absent(reason) || reason == Reason::not_collected)) {
    return advise_verbs(run_context);
  }
  if (is_of_rdma_cm(evidence) && reason == Reason::not_found &&
      !run_context.is(RunCondition::offline_tree)) {
    return {.why =
                "rdma_cm shows its defaults only in a directory of configfs that somebody creates; "
                "creating it is a write, so rocelint does not",
            .remedy =
                "load rdma_cm and create it: \"cma_roce_mode -d DEVICE -p PORT\", \"cma_roce_tos "
                "-d DEVICE -p PORT\", or mkdir /sys/kernel/config/rdma_cm/DEVICE"};
  }
  return advise_on_reason(reason, evidence, subject, run_context);
}

std::vector<UnknownGroup> unknown_groups(const Report& report) {
  return groups_of(report, false);
}

std::vector<UnknownGroup> accepted_groups(const Report& report) {
  return groups_of(report, true);
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "report/text/unknown_advice.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "report/text/finding_groups.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

Advice advise_permission(const RunContext& run_context) {
  if (mentions(run_context.environment, "user namespace")) {
    return {.why = "the kernel refuses it inside a user namespace",
            .remedy =
                "run it on the host itself, or give it a snapshot taken there (--node-facts "
                "FILE); root in here would not help"};
  }
  if (run_context.user != "root") {
    return {
        .why = "the kernel refuses it to " + (run_context.user.empty() ? "us" : run_context.user),
        .remedy = "run it as root"};
  }
  return {.why = "the kernel refuses it even to root here",
          .remedy =
              "run it on the host, outside the container or service that drops "
              "capabilities, or give it a snapshot taken there (--node-facts FILE); kernel "
              "lockdown refuses some reads to everybody"};
}

Advice advise_absent(const Subject& subject, const RunContext& run_context) {
  if (mentions(run_context.environment, "dead tree")) {
    return {.why = "a dead tree has files only: no netlink, no verbs",
            .remedy =
                "run \"rocelint probe\" on the live host and judge what it prints with "
                "\"rocelint check --snapshot\""};
  }
  if (subject.virtual_function) {
    return {.why = "a virtual function: the driver answers on the physical function only",
            .remedy =
                "run it on the host that owns the physical function, or give it a snapshot taken "
                "there (--node-facts FILE); root in here would not help"};
  }
  if (mentions(run_context.environment, "network namespace")) {
    return {.why = "this network namespace does not show it",
            .remedy = "run it on the host, outside the pod or container"};
  }
  return {.why = "the driver or the kernel does not offer it",
          .remedy =
              "nothing on this host helps but a newer driver or kernel; the policy may "
              "accept it (rules: NAME: {unknown: accept})"};
}

Advice advise_fault(std::string_view reason) {
  if (reason == "timeout") {
    return {.why = "it did not answer in time: a driver, its firmware or a kernel lock hangs",
            .remedy = "look for the device in dmesg and in \"devlink health\", then run it again"};
  }
  if (reason == "crashed") {
    return {.why = "the check module that reads it died; what others read stands",
            .remedy = "run it again; if it stays, it is a fault of rocelint: please report it"};
  }
  if (reason == "vanished") {
    return {.why = "the device went away while it was read",
            .remedy = "look in dmesg why it left, then run it again"};
  }
  if (reason == "malformed") {
    return {.why = "the answer made no sense",
            .remedy = "please report it with the output of \"rocelint probe\""};
  }
  if (reason == "not_authoritative") {
    return {.why = "the driver answered without asking the device",
            .remedy =
                "ask the device with its vendor's tool; the policy may accept it (rules: "
                "NAME: {unknown: accept})"};
  }
  return {.why = "the kernel or the driver answered with an error",
          .remedy = "look for the device in dmesg and in \"devlink health\", then run it again"};
}

Advice advise_verbs(const Evidence& evidence) {
  if (mentions(evidence.unknown_detail, "--no-verbs")) {
    return {.why = "libibverbs was not used: --no-verbs", .remedy = "run it without --no-verbs"};
  }
  return {.why = "libibverbs could not be opened",
          .remedy =
              "install the host's RDMA user space (Debian: libibverbs1 ibverbs-providers, "
              "Red Hat: libibverbs, or the vendor's OFED)"};
}

// The evidence that is unknown; a finding of an unknown rule has at least one.
const Evidence& unknown_evidence(const Finding& finding) {
  static const Evidence kNone{.fact = {},
                              .value = {},
                              .unknown_reason = "not_collected",
                              .unknown_detail = {},
                              .source = {}};
  const auto found = std::ranges::find_if(finding.evidence, is_unknown);
  return found == finding.evidence.end() ? kNone : *found;
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
    const auto& evidence = unknown_evidence(finding);
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
  const std::string_view reason = evidence.unknown_reason;
  if (evidence.fact.starts_with("host.custom")) {
    return {.why = "no file of the site says it",
            .remedy =
                "put it into a file in /etc/rocelint/facts.d; where a program there tells it, run "
                "it with --facts-exec"};
  }
  const bool is_absent = reason == "unsupported" || reason == "not_found";
  if (mentions(run_context.environment, "dead tree") && is_absent) {
    return advise_absent(subject, run_context);
  }
  if (mentions(evidence.unknown_detail, "verbs") && (is_absent || reason == "not_collected")) {
    return advise_verbs(evidence);
  }
  if (reason == "permission") {
    return advise_permission(run_context);
  }
  if (mentions(evidence.unknown_detail, "deep probe")) {
    return {.why = "a plain run does not ask for it: it is slow, or for root only",
            .remedy = "run it with --deep"};
  }
  if (mentions(evidence.unknown_detail, "cma_roce_")) {
    return {.why =
                "rdma_cm shows its defaults only in a directory that somebody has made; making one "
                "is a write, so rocelint does not",
            .remedy =
                "make it: \"cma_roce_mode -d DEVICE -p PORT\", \"cma_roce_tos -d DEVICE -p "
                "PORT\", or mkdir /sys/kernel/config/rdma_cm/DEVICE and leave it there"};
  }
  if (mentions(evidence.unknown_detail, "saved snapshot")) {
    return {.why = "a job file lies over a saved host: what is not in either can't be told",
            .remedy =
                "run it on the host itself, or take the snapshot there with \"rocelint probe --job "
                "FILE\""};
  }
  if (reason == "not_collected") {
    return {.why = "the snapshot does not have it",
            .remedy = "take a new one with this version of rocelint"};
  }
  return is_absent ? advise_absent(subject, run_context) : advise_fault(reason);
}

std::vector<UnknownGroup> unknown_groups(const Report& report) {
  return groups_of(report, false);
}

std::vector<UnknownGroup> accepted_groups(const Report& report) {
  return groups_of(report, true);
}

}  // namespace rocelint

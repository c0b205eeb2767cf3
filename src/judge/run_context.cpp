// SPDX-License-Identifier: Apache-2.0
#include "judge/run_context.h"

#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

std::string user_of(const Probe& probe) {
  const auto* uid = probe.effective_uid.known();
  if (uid == nullptr) {
    return "";
  }
  return *uid == 0 ? "root" : "uid " + std::to_string(*uid);
}

/// The parts of a job that lay_job_over() can't read beside a saved host.
bool lies_over_snapshot(const Job& job) {
  const auto was_left_out = [](const Unknown* why) {
    return why != nullptr && why->reason == Reason::not_collected;
  };
  const auto* topology = job.topology_file.known();
  return job.settings.known() != nullptr &&
         was_left_out(topology == nullptr ? job.topology_file.unknown() : topology->gpus.unknown());
}

std::vector<RunCondition> conditions_of(const Snapshot& snapshot) {
  const auto& probe = snapshot.probe;
  const auto* uid = probe.effective_uid.known();
  const auto& verbs = snapshot.host.verbs_library;
  const bool verbs_left_out =
      verbs.unknown() != nullptr && verbs.unknown()->reason == Reason::not_collected;
  std::vector<RunCondition> conditions;
  const auto add = [&](bool holds, RunCondition condition) {
    if (holds) {
      conditions.push_back(condition);
    }
  };
  add(uid != nullptr && *uid == 0, RunCondition::root);
  add(uid != nullptr && *uid != 0, RunCondition::unprivileged);
  add(probe.initial_user_namespace.is(false), RunCondition::user_namespace);
  add(probe.host_network_namespace.is(false), RunCondition::network_namespace);
  add(!probe.root.empty(), RunCondition::offline_tree);
  // Of a check that never ran nothing is known, of one that was told to leave verbs alone this is.
  add(verbs_left_out && !verbs.unknown()->detail.empty(), RunCondition::verbs_off);
  add(verbs.is(false), RunCondition::verbs_missing);
  add(lies_over_snapshot(snapshot.job), RunCondition::job_over_snapshot);
  return conditions;
}

std::string environment_of(const Probe& probe) {
  std::string out;
  const auto add = [&](std::string_view words) {
    out += (out.empty() ? "" : ", ") + std::string(words);
  };
  if (!probe.root.empty()) {
    add("offline sysfs tree " + probe.root);
  }
  if (probe.initial_user_namespace.is(false)) {
    add("user namespace");
  }
  if (probe.host_network_namespace.is(false)) {
    add("own network namespace");
  }
  return out;
}

/// A module that failed ran to its end and says why its facts are unknown.
bool ran_to_its_end(const ModuleRun& module) {
  return module.outcome == ModuleOutcome::done || module.outcome == ModuleOutcome::failed;
}

void describe_modules(const Probe& probe, Report& report) {
  const auto* modules = probe.modules.known();
  if (modules == nullptr) {
    report.complete = false;
    report.incomplete.emplace_back("the snapshot does not say which checks ran");
    return;
  }
  for (const auto& module : *modules) {
    if (!ran_to_its_end(module)) {
      report.complete = false;
      report.incomplete.push_back(module.id + ": " + std::string(enum_name(module.outcome)) +
                                  (module.detail.empty() ? "" : " on " + module.detail));
    }
  }
}

}  // namespace

void describe_run_context(const Snapshot& snapshot, Report& report) {
  const auto text = [](const Fact<std::string>& fact) {
    return fact.known() == nullptr ? std::string() : *fact.known();
  };
  auto& run_context = report.run_context;
  run_context.hostname = text(snapshot.host.hostname);
  run_context.kernel_release = text(snapshot.host.kernel_release);
  run_context.taken_at = snapshot.taken_at;
  run_context.user = user_of(snapshot.probe);
  run_context.environment = environment_of(snapshot.probe);
  run_context.conditions = conditions_of(snapshot);
  if (const auto* duration = snapshot.probe.duration_us.known()) {
    run_context.probe_us = *duration;
  }
  describe_modules(snapshot.probe, report);
}

}  // namespace rocelint

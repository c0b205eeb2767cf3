// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"

namespace rocelint {

/// Additive changes keep the number: an absent key reads as not_collected.
inline constexpr std::string_view kSnapshotSchema = "rocelint.snapshot/1";

enum class ModuleOutcome : std::uint8_t { done, failed, timeout, crashed, skipped };
template <>
inline constexpr std::array kEnumNames<ModuleOutcome> = {
    EnumName{0, "done"}, EnumName{1, "failed"}, EnumName{2, "timeout"}, EnumName{3, "crashed"},
    EnumName{4, "skipped"}};

/// How one check module fared.
struct ModuleRun {
  std::string id;
  ModuleOutcome outcome{ModuleOutcome::done};
  std::string detail;
  std::int64_t duration_us = 0;

  bool operator==(const ModuleRun&) const = default;
};
template <>
struct Fields<ModuleRun> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::id>("check module", "checks/*.cpp", FieldRole::key),
      field<&T::outcome>("how it ended", "rocelint"),
      field<&T::detail>("what it was stuck on or died of", "rocelint"),
      field<&T::duration_us>("wall time", "CLOCK_MONOTONIC"),
  };
};

/// A fact that the host could not tell and a file of the site did.
struct SiteFact {
  std::string fact;
  std::string source;
  std::string taken_at;
  std::string file;

  bool operator==(const SiteFact&) const = default;
};
template <>
struct Fields<SiteFact> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::fact>("path of the fact", "rocelint", FieldRole::key),
      field<&T::source>("who read it, in the words of the file", "site file"),
      field<&T::taken_at>("when, UTC, RFC 3339", "site file"),
      field<&T::file>("the file that says so", "rocelint"),
  };
};

/// From where the snapshot was taken: it decides what would make an unknown known.
struct Probe {
  std::string root;
  Fact<std::int64_t> effective_uid;
  Fact<std::vector<std::string>> capabilities;
  Fact<bool> initial_user_namespace;
  Fact<bool> host_network_namespace;
  Fact<std::int64_t> duration_us;
  Fact<bool> interrupted;
  Fact<std::vector<ModuleRun>> modules;
  Fact<std::vector<SiteFact>> site_facts;
  Fact<std::string> host_root;

  bool operator==(const Probe&) const = default;
};
template <>
struct Fields<Probe> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::root>("directory of a dead tree; empty for the live host", "--root"),
      field<&T::effective_uid>("effective user id of the probe", "geteuid"),
      field<&T::capabilities>("effective capabilities that matter to a probe, sorted",
                              "/proc/self/status CapEff"),
      field<&T::initial_user_namespace>("runs in the initial user namespace", "/proc/self/uid_map"),
      field<&T::host_network_namespace>("runs in the network namespace of process 1",
                                        "/proc/1/ns/net"),
      field<&T::duration_us>("wall time of the whole probe", "CLOCK_MONOTONIC"),
      field<&T::interrupted>("a signal ended the probe before its time: it is partial",
                             "SIGINT, SIGTERM"),
      field<&T::modules>("check modules that ran", "rocelint"),
      field<&T::site_facts>("facts that files of the site supplied",
                            "/etc/rocelint/facts.d/*.json"),
      field<&T::host_root>("where the host's files are seen in a container", "--host-root"),
  };
};

/// All facts of one host at one moment. Everything after probing works on this alone.
struct Snapshot {
  std::string schema{kSnapshotSchema};
  std::string tool_version;
  std::string taken_at;
  Probe probe;
  Host host;
  Job job;

  bool operator==(const Snapshot&) const = default;
};
template <>
struct Fields<Snapshot> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::schema>("format of this document", "rocelint"),
      field<&T::tool_version>("rocelint that wrote it", "rocelint"),
      field<&T::taken_at>("UTC, RFC 3339", "CLOCK_REALTIME"),
      field<&T::probe>("from where it was taken", "rocelint"),
      field<&T::host>("the host", "rocelint"),
      field<&T::job>("the job that is to run, where one is named", "rocelint"),
  };
};

/// The snapshot as one JSON document; lists sorted by key, keys in table order.
[[nodiscard]] std::string write_snapshot(const Snapshot& snapshot);

struct SnapshotReading {
  std::optional<Snapshot> snapshot;  ///< absent when there is an error
  Diagnostics errors;
  Diagnostics warnings;  ///< keys that this version does not know: kept out, and said
};

/// Reads one JSON document. `file` only names it in diagnostics. Syntax errors carry line and
/// column, semantic errors a JSON Pointer. A key given twice is an error, and so are two elements
/// of one list with the same name. Lists with a key come back sorted.
[[nodiscard]] SnapshotReading read_snapshot(std::string_view json, std::string_view file);

/// JSON Schema (2020-12) of the snapshot.
[[nodiscard]] std::string snapshot_json_schema();

}  // namespace rocelint

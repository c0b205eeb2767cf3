// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

inline constexpr std::string_view kReportSchema = "rocelint.report/1";

enum class Outcome : std::uint8_t { pass, fail, unknown, not_applicable, waived };
enum class Verdict : std::uint8_t {
  not_ready,            ///< a blocker failed
  degraded,             ///< an error failed
  undetermined,         ///< a gating blocker is unknown
  ready_with_warnings,  ///< a warning failed, or an error rule is unknown
  ready,
};
/// What a caller should do. Act on this, never on a bare non-zero exit.
enum class Gate : std::uint8_t { pass, stop, error };
enum class Disrupts : std::uint8_t { none, link, reset, reboot };
enum class Lasts : std::uint8_t { boot, reboot, persistent, next_boot };

/// What a rule is asked about, and a finding tells.
enum class Scope : std::uint8_t { host, device, port, gid, netdev };
/// A root cause, held against an earlier report.
enum class Standing : std::uint8_t { fresh, known };
/// From where the facts were read, as far as it decides what would help.
enum class RunCondition : std::uint8_t {
  root,
  unprivileged,
  user_namespace,
  network_namespace,  ///< not the one of process 1
  offline_tree,       ///< sysfs files of another host or time (--root)
  verbs_off,          ///< --no-verbs
  verbs_missing,      ///< libibverbs could not be opened
  job_over_snapshot,  ///< a job file, judged with a host that was saved before
};
/// What rules lack that were not run.
enum class NotRunReason : std::uint8_t {
  disabled,
  needs_port,
  needs_job,
  needs_window,
  needs_deep
};

// The spelling of each enumerator in JSON. Part of the report schema: never change one.
template <>
inline constexpr std::array kEnumNames<Severity> = {
    EnumName{0, to_string(Severity::info)}, EnumName{1, to_string(Severity::warning)},
    EnumName{2, to_string(Severity::error)}, EnumName{3, to_string(Severity::blocker)}};
template <>
inline constexpr std::array kEnumNames<Outcome> = {
    EnumName{0, "pass"}, EnumName{1, "fail"}, EnumName{2, "unknown"}, EnumName{3, "not_applicable"},
    EnumName{4, "waived"}};
/// The last two stand for `ready…` where nobody named a policy: see verdict_name().
template <>
inline constexpr std::array kEnumNames<Verdict> = {
    EnumName{0, "not_ready"},    EnumName{1, "degraded"},
    EnumName{2, "undetermined"}, EnumName{3, "ready_with_warnings"},
    EnumName{4, "ready"},        EnumName{3, "consistent_with_warnings"},
    EnumName{4, "consistent"}};
template <>
inline constexpr std::array kEnumNames<Gate> = {EnumName{0, "pass"}, EnumName{1, "stop"},
                                                EnumName{2, "error"}};
template <>
inline constexpr std::array kEnumNames<Disrupts> = {EnumName{0, "none"}, EnumName{1, "link"},
                                                    EnumName{2, "reset"}, EnumName{3, "reboot"}};
template <>
inline constexpr std::array kEnumNames<Lasts> = {EnumName{0, "boot"}, EnumName{1, "reboot"},
                                                 EnumName{2, "persistent"},
                                                 EnumName{3, "next_boot"}};
template <>
inline constexpr std::array kEnumNames<Scope> = {EnumName{0, "host"}, EnumName{1, "device"},
                                                 EnumName{2, "port"}, EnumName{3, "gid"},
                                                 EnumName{4, "netdev"}};
template <>
inline constexpr std::array kEnumNames<Standing> = {EnumName{0, "new"}, EnumName{1, "known"}};
template <>
inline constexpr std::array kEnumNames<RunCondition> = {
    EnumName{0, "root"},           EnumName{1, "unprivileged"},
    EnumName{2, "user_namespace"}, EnumName{3, "network_namespace"},
    EnumName{4, "offline_tree"},   EnumName{5, "verbs_off"},
    EnumName{6, "verbs_missing"},  EnumName{7, "job_over_snapshot"}};
template <>
inline constexpr std::array kEnumNames<NotRunReason> = {
    EnumName{0, "disabled"}, EnumName{1, "needs_port"}, EnumName{2, "needs_job"},
    EnumName{3, "needs_window"}, EnumName{4, "needs_deep"}};

/// What a finding is about. Empty members do not apply to its scope.
struct Subject {
  Scope scope{Scope::host};
  std::string role;
  std::string device;
  std::int64_t port = 0;
  std::string netdev;
  std::string pci_address;
  std::string driver;
  std::string board_id;
  std::string gid;                ///< "index 3"
  std::string peer;               ///< the switch port at the other end: "leaf-05 Ethernet40"
  bool virtual_function = false;  ///< much of it can be read on the physical function only

  bool operator==(const Subject&) const = default;
};

/// One fact that decided: its value as JSON text, or why it is unknown.
struct Evidence {
  std::string fact;  ///< host.netdevs["ens5"].mtu_bytes
  std::string value;
  std::optional<Reason> unknown_reason;
  std::string unknown_detail;
  std::string source;
  const Field* field = nullptr;  ///< its row; null for an element or a computed value

  bool operator==(const Evidence&) const = default;
};

/// One policy parameter that decided.
struct Expected {
  std::string parameter;  ///< pfc.mode
  std::string value;      ///< as JSON text
  std::string from;       ///< file:line, or profile:line

  bool operator==(const Expected&) const = default;
};

struct FixStep {
  std::string run;    ///< a shell line, values quoted; "# …" when a value is not known
  std::string needs;  ///< tool or right that it needs, if any
  Disrupts disrupts{Disrupts::none};
  Lasts lasts{Lasts::reboot};
  std::string verify;

  bool operator==(const FixStep&) const = default;
};

/// The waiver that covers a finding.
struct WaiverNote {
  std::string reason;
  std::string until;  ///< last day, "2027-01-31"
  std::string from;   ///< file:line

  bool operator==(const WaiverNote&) const = default;
};

/// A part of a message: text of the rule, then a value of this host. What two findings of a rule
/// have in common is compared by these.
struct MessagePart {
  enum class Names : std::uint8_t { other, netdev, device };

  std::string literal;
  std::string value;
  Names names{Names::other};  ///< what the value is of the subject, if anything

  bool operator==(const MessagePart&) const = default;
};

/// How the other subjects of the same rule fared.
struct Siblings {
  std::int64_t judged = 0;
  std::int64_t failed = 0;

  bool operator==(const Siblings&) const = default;
};

/// One rule on one subject.
struct Finding {
  std::string id;  ///< stable: pfc-off@0000:9a:00.0/1
  std::string rule;
  std::string title;    ///< the fault
  std::string expects;  ///< the healthy state
  Severity severity{Severity::info};
  Outcome outcome{Outcome::not_applicable};
  Subject subject;
  std::string message;                     ///< what is wrong here, or what can't be told
  std::vector<MessagePart> message_parts;  ///< of a failure with a message of its own
  std::string impact;
  std::vector<Evidence> evidence;
  std::vector<Expected> expected;
  Siblings siblings;
  std::string folded_under;          ///< id of the root cause that this one follows from
  std::vector<std::string> follows;  ///< rules that fold under this one
  std::vector<FixStep> fix;
  std::string verify;
  std::string runbook;
  std::optional<WaiverNote> waiver;  ///< outcome waived
  bool gates = true;                 ///< an unknown of it can stop a job
  std::optional<Standing> baseline;  ///< where an earlier report was given
  bool stops = false;                ///< it alone would make the gate stop, if the policy enforces
  bool accepted = false;             ///< unknown, and the policy lets that be: it weighs nothing

  bool operator==(const Finding&) const = default;
};

struct PortReport {
  std::string device;
  std::int64_t port = 0;
  std::string netdev;
  std::string pci_address;
  bool judged = false;
  std::string role;
  std::string reason;              ///< why it is not judged
  std::optional<Verdict> verdict;  ///< of one that is judged

  bool operator==(const PortReport&) const = default;
};

/// One line of the healthy summary: "link", "400G  RS-FEC …".
struct SummaryLine {
  std::string label;
  std::string text;

  bool operator==(const SummaryLine&) const = default;
};

struct RoleReport {
  std::string role;
  std::int64_t ports_judged = 0;
  std::int64_t ports_ready = 0;
  std::optional<std::int64_t> ports_expected;
  std::string hardware;  ///< "ConnectX-7 fw 28.43.2566  mlx5_core"
  std::vector<SummaryLine> lines;
  Verdict verdict{Verdict::ready};

  bool operator==(const RoleReport&) const = default;
};

/// Rules decided over rules applicable, for one severity.
struct Coverage {
  std::int64_t decided = 0;
  std::int64_t applicable = 0;
  std::int64_t accepted = 0;  ///< not decided, and the policy lets that be wherever they are open

  bool operator==(const Coverage&) const = default;
};

struct SeverityCoverage {
  Coverage blocker{};
  Coverage error{};
  Coverage warning{};
  Coverage info{};

  template <class Self>
  [[nodiscard]] static auto& of(Self& self, Severity severity) {
    switch (severity) {
      case Severity::blocker:
        return self.blocker;
      case Severity::error:
        return self.error;
      case Severity::warning:
        return self.warning;
      case Severity::info:
        break;
    }
    return self.info;
  }

  [[nodiscard]] const Coverage& at(Severity severity) const { return of(*this, severity); }
  [[nodiscard]] Coverage& at(Severity severity) { return of(*this, severity); }

  bool operator==(const SeverityCoverage&) const = default;
};

struct Counts {
  std::int64_t pass = 0;
  std::int64_t fail = 0;     ///< rules that are root causes
  std::int64_t follows = 0;  ///< rules that failed only under one
  std::int64_t unknown = 0;
  std::int64_t waived = 0;
  std::int64_t not_applicable = 0;
  std::int64_t accepted = 0;  ///< of the unknown: the policy lets them be wherever they are open

  bool operator==(const Counts&) const = default;
};

struct Score {
  double value = 0;          ///< 0 to 100, one decimal
  bool upper_bound = false;  ///< an unknown caps it: "<= 59"

  bool operator==(const Score&) const = default;
};

/// Rules not run for want of a job, a window or a source, and what would run them.
struct NotRun {
  std::int64_t rules = 0;
  NotRunReason reason{NotRunReason::disabled};
  std::string would_run;  ///< options, or where the policy disables them

  bool operator==(const NotRun&) const = default;
};

/// The earlier report that findings were held against.
struct BaselineReport {
  std::string file;
  std::int64_t fresh = 0;          ///< failures that were not in it
  std::int64_t known = 0;          ///< failures that were
  std::vector<std::string> fixed;  ///< ids of its failures that are none any more

  bool operator==(const BaselineReport&) const = default;
};

/// Where the facts were read from, for the header and the advice.
struct RunContext {
  std::string hostname;
  std::string kernel_release;
  std::string taken_at;
  std::string user;                      ///< "root", "uid 1000"
  std::string environment;               ///< "", "user namespace", "offline sysfs tree DIR"
  std::vector<RunCondition> conditions;  ///< sorted
  std::int64_t probe_us = 0;
  std::optional<std::int64_t> window_us;  ///< in which counters were seen to grow

  [[nodiscard]] bool is(RunCondition condition) const {
    return std::ranges::find(conditions, condition) != conditions.end();
  }

  bool operator==(const RunContext&) const = default;
};

struct PolicyReport {
  std::string name;
  std::string digest;
  bool is_default = false;  ///< nobody named a policy: the verdict reads "consistent"
  bool undecided = false;   ///< what it asks here can't be told: Report::incomplete says why

  bool operator==(const PolicyReport&) const = default;
};

/// Everything that any output format prints; no format computes anything.
struct Report {
  std::string schema{kReportSchema};
  std::string tool_version;
  std::string rules_digest;
  PolicyReport policy;
  RunContext run_context;
  bool complete = true;  ///< every module ran to its end, and the policy could be decided
  std::vector<std::string> incomplete;  ///< "pfc: timeout on mlx5_3"; groups that were not applied
  Verdict verdict{Verdict::ready};
  Gate gate{Gate::pass};
  std::int64_t exit_code = 0;
  /// Set where the policy says `enforce: false` and the gate would have stopped.
  std::optional<std::int64_t> exit_code_if_enforced;
  Score score;
  SeverityCoverage coverage;
  Counts counts;
  std::vector<RoleReport> roles;
  std::vector<PortReport> ports;
  std::vector<Finding> findings;  ///< worst first; passes too
  std::vector<NotRun> not_run;
  std::optional<BaselineReport> baseline;
  /// Blockers that failed at first and not when they were read again (--confirm), by the ids of
  /// their findings. Absent where nothing was read again.
  std::optional<std::vector<std::string>> unconfirmed;
};

enum class Verbosity : std::uint8_t { quiet, normal, verbose };
enum class Color : std::uint8_t { off, on };

struct TextOptions {
  Verbosity verbosity{Verbosity::normal};
  Color color{Color::off};
  int columns = 80;
};

/// The terminal report, ASCII. Control characters of the host's strings are shown escaped.
[[nodiscard]] std::string write_text(const Report& report, const TextOptions& options);

/// The JSON report: one document, key order fixed, schema kReportSchema. Passes only if verbose.
[[nodiscard]] std::string write_json(const Report& report, Verbosity verbosity);

/// The JSON report of a run that judged nothing: gate "error", with what was wrong.
[[nodiscard]] std::string write_json_error(const Diagnostics& errors, int exit_code);

/// JSON Schema (2020-12) of what write_json and write_json_error write.
[[nodiscard]] std::string report_json_schema();

}  // namespace rocelint

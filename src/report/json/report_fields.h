// SPDX-License-Identifier: Apache-2.0
#pragma once

// The field tables of the report. The JSON report, its schema, NDJSON and the reader of earlier
// reports are all made from them. Consumers may rely on the order of keys, so a new row goes at the
// end of its table.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

namespace rocelint {

/// A text that holds a JSON value: written as it is, null where it is empty.
inline constexpr Type kJsonText = make_type<std::string>();

[[nodiscard]] consteval Type structure(std::string_view name, std::span<const Field> rows) {
  Type type;
  type.kind = Kind::structure;
  type.name = name;
  type.fields = rows;
  return type;
}

[[nodiscard]] consteval Field named(std::string_view name, Field row) {
  row.name = name;
  return row;
}
/// A member of which JSON is told nothing.
template <auto Member>
[[nodiscard]] consteval Field hidden() {
  Field row;
  row.name = member_name<Member>();
  row.role = FieldRole::hidden;
  return row;
}
template <auto Member>
[[nodiscard]] consteval Field json_text(std::string_view doc, FieldRole role = FieldRole::state) {
  auto row = field<Member>(doc, "", role);
  row.type = &kJsonText;
  return row;
}

/// What write_json_error() writes.
struct ErrorPlace {
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string text;
};
struct ErrorReport {
  std::string schema{kReportSchema};
  bool complete = false;
  Gate gate{Gate::error};
  std::int64_t exit_code = 0;
  std::vector<ErrorPlace> errors;
};

template <>
struct Fields<ErrorPlace> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::file>("as it was named; empty when there is none"),
      field<&T::line>("from 1; 0 when not known"),
      field<&T::column>("in bytes from 1; 0 when not known"),
      field<&T::text>("what is wrong"),
  };
};
template <>
struct Fields<ErrorReport> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::schema>("format of this document"),
      field<&T::complete>("false: nothing was judged"),
      field<&T::gate>("error: nothing was judged"),
      field<&T::exit_code>("2 usage, 4 internal; 0 with --on-error pass"),
      field<&T::errors>("what is wrong, and where"),
  };
};

template <>
struct Fields<Subject> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::scope>("what the rule judges each of"),
      field<&T::role>("empty where roles do not matter"),
      field<&T::device>("RDMA device"),
      field<&T::port>("from 1; 0 where it is about no port"),
      field<&T::netdev>("empty when it has none here"),
      named("pci", field<&T::pci_address>("PCI function; empty when it has none")),
      field<&T::driver>("kernel driver"),
      field<&T::board_id>("board, as the driver names it"),
      field<&T::gid>("GID table entry"),
      field<&T::virtual_function>("a virtual function: much of it is read on its PF only"),
      field<&T::peer>("switch port at the other end, as LLDP tells it"),
  };
};
template <>
struct Fields<Evidence> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::fact>("path in the snapshot"),
      json_text<&T::value>("as in the snapshot; absent when unknown", FieldRole::sparse),
      named("unknown", field<&T::unknown_reason>("why it is not known", "", FieldRole::sparse)),
      named("detail", field<&T::unknown_detail>("what was tried, with the kernel's own words", "",
                                                FieldRole::sparse)),
      field<&T::source>("kernel interface that it was read from"),
      hidden<&T::field>(),
  };
};
template <>
struct Fields<Expected> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::parameter>("policy parameter that decided"),
      json_text<&T::value>("what it is"),
      field<&T::from>("where that was written: file:line"),
  };
};
template <>
struct Fields<FixStep> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::run>("shell line; starts with # when a person must act"),
      field<&T::needs>("tool that it needs"),
      field<&T::disrupts>("what it interrupts"),
      field<&T::lasts>("for how long it holds"),
      field<&T::verify>("shell line that shows whether it worked"),
  };
};
template <>
struct Fields<WaiverNote> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::reason>("as the policy gives it"),
      field<&T::until>("last day, UTC"),
      field<&T::from>("file:line"),
  };
};
template <>
struct Fields<Siblings> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::judged>("subjects on which the rule was decided"),
      field<&T::failed>("of these, how many failed"),
  };
};
template <>
struct Fields<Finding> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::id>("stable from run to run: pfc-off@0000:9a:00.0/1"),
      field<&T::rule>("its rule: rocelint explain RULE"),
      field<&T::severity>("how bad a failure is"),
      field<&T::outcome>("what came of it"),
      field<&T::subject>("what it is about; members that do not apply are empty, port 0"),
      field<&T::title>("the fault that the rule looks for"),
      field<&T::expects>("the healthy state"),
      field<&T::message>("what was found, or what can't be told; empty for a pass"),
      field<&T::impact>("what a failure leads to"),
      named("found", field<&T::evidence>("facts that decided")),
      field<&T::expected>("policy parameters that decided"),
      field<&T::siblings>("how this rule fared on all subjects"),
      field<&T::folded_under>("id of the root cause that it follows from; empty for a root cause"),
      field<&T::follows>("rules that failed because of this"),
      field<&T::fix>("steps that fix it"),
      field<&T::verify>("shell line that shows the state"),
      field<&T::runbook>("the site's own page, from the policy"),
      field<&T::waiver>("the waiver that covers it"),
      field<&T::gates>("unknown here can stop a job"),
      field<&T::baseline>("a root cause held against --baseline"),
      field<&T::stops>("it alone makes the gate stop, if the policy enforces"),
      field<&T::accepted>("unknown, and the policy accepts that: it weighs nothing; where gates "
                          "and this are both false, it is a warning"),
      hidden<&T::message_parts>(),
  };
};

template <>
struct Fields<PortReport> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::device>("RDMA device"),
      field<&T::port>("from 1"),
      field<&T::netdev>("empty when it has none here"),
      named("pci", field<&T::pci_address>("PCI function; empty when it has none")),
      field<&T::judged>("a role of the policy picks it"),
      field<&T::role>("empty when it is not judged"),
      field<&T::reason>("why it is not judged"),
      field<&T::verdict>("null when it is not judged"),
  };
};
template <>
struct Fields<SummaryLine> {
  template <class T>
  static constexpr std::array kRows = {field<&T::label>("link, path, gid"),
                                       field<&T::text>("for people")};
};
template <>
struct Fields<RoleReport> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::role>("as the policy names it"),
      field<&T::verdict>("the worst of its ports"),
      field<&T::ports_judged>("how many it picks here"),
      field<&T::ports_ready>("of these, how many are ready"),
      field<&T::ports_expected>("null when the policy does not say"),
      field<&T::hardware>("NICs, firmware and driver"),
      named("summary", field<&T::lines>("what its ports have in common, for people")),
  };
};
template <>
struct Fields<Coverage> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::decided>("rules that pass or fail"),
      field<&T::applicable>("rules that apply here"),
      field<&T::accepted>("not decided, and the policy accepts that wherever they are open"),
  };
};
template <>
struct Fields<SeverityCoverage> {
  template <class T>
  static constexpr std::array kRows = {field<&T::blocker>("blockers"), field<&T::error>("errors"),
                                       field<&T::warning>("warnings"), field<&T::info>("context")};
};
template <>
struct Fields<Counts> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::pass>("rules that pass"),
      field<&T::fail>("rules that are root causes"),
      field<&T::follows>("rules that failed only because of a root cause"),
      field<&T::unknown>("rules that can't be decided"),
      field<&T::waived>("rules that a waiver covers"),
      field<&T::not_applicable>("rules that do not apply, or were not run"),
      field<&T::accepted>("of the unknown, those that the policy accepts wherever they are open"),
  };
};
template <>
struct Fields<Score> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::value>("0 to 100"),
      field<&T::upper_bound>("something unknown caps it: read <= value"),
  };
};
template <>
struct Fields<NotRun> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rules>("how many"),
      field<&T::reason>("what they lack"),
      field<&T::would_run>("options that run them, or where the policy disables them"),
  };
};
template <>
struct Fields<BaselineReport> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::file>("the earlier report"),
      named("new", field<&T::fresh>("failures that were not in it")),
      field<&T::known>("failures that were"),
      field<&T::fixed>("ids of its failures that are none any more"),
  };
};
template <>
struct Fields<PolicyReport> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("name of the policy or profile"),
      field<&T::digest>("of everything that the policy was made from"),
      named("default", field<&T::is_default>("nobody named a policy: baseline judged")),
      field<&T::undecided>("what it asks of some port could not be told, so the host is "
                           "undetermined at best: incomplete says why"),
  };
};

// Two objects show the run context: what the host is, and when it was read.
inline constexpr std::array kHostRows = {
    field<&RunContext::hostname>("empty when it could not be read"),
    field<&RunContext::kernel_release>("empty when it could not be read"),
    field<&RunContext::user>("who read the facts: root, uid 1000"),
    field<&RunContext::environment>(
        "from where, when not from the host itself: user namespace, own network namespace, offline "
        "sysfs tree DIR"),
    field<&RunContext::conditions>("the same for programs"),
};
inline constexpr Type kHostType = structure("Host", kHostRows);
inline constexpr std::array kTimesRows = {
    field<&RunContext::taken_at>("when the facts were read, UTC, RFC 3339"),
    field<&RunContext::probe_us>("how long that took; 0 when not known"),
    field<&RunContext::window_us>("for how long counters were seen to grow; null: not at all"),
};
inline constexpr Type kTimesType = structure("Times", kTimesRows);

[[nodiscard]] consteval Field part_of_run_context(std::string_view name, const Type& type,
                                                  std::string_view doc) {
  auto row = hidden<&Report::run_context>();
  row.name = name;
  row.type = &type;
  row.at = [](void* owner) -> void* { return &static_cast<Report*>(owner)->run_context; };
  row.doc = doc;
  row.role = FieldRole::state;
  return row;
}

/// One row more than Report has members: the run context stands in two.
inline constexpr std::array kReportRows = {
    field<&Report::schema>("format of this document"),
    field<&Report::tool_version>("rocelint that judged"),
    field<&Report::rules_digest>("of all rules that were loaded"),
    field<&Report::policy>("what the host was judged by"),
    part_of_run_context("host", kHostType, "the host, and from where it was seen"),
    part_of_run_context("times", kTimesType, "when it was seen"),
    field<&Report::complete>("every check ran to its end, and the policy could be decided"),
    field<&Report::incomplete>(
        "checks that did not and what of the policy could not be decided, and why"),
    field<&Report::verdict>("of the host"),
    field<&Report::gate>("what a caller should do"),
    field<&Report::exit_code>("of rocelint check: 0 pass, 1 stop, 3 stop because undetermined"),
    field<&Report::exit_code_if_enforced>(
        "set when the policy says enforce: false and would have stopped"),
    field<&Report::score>("for trends and sorting, not for decisions"),
    field<&Report::coverage>("rules decided over rules applicable, by severity"),
    field<&Report::counts>("rules by their worst outcome"),
    field<&Report::not_run>("rules not run for want of a job, a window or a source"),
    field<&Report::roles>("roles of the policy"),
    field<&Report::ports>("every RDMA port, judged or not"),
    field<&Report::findings>("worst first; those that passed or do not apply only with --verbose"),
    field<&Report::baseline>("root causes held against an earlier report"),
    field<&Report::unconfirmed>("ids of blockers that failed at first and not when read again "
                                "(--confirm); null when nothing was read again"),
};
inline constexpr Type kReportType = structure("Report", kReportRows);
static_assert(kReportRows.size() == arity<Report>() + 1, "a member without its row");
static_assert(kHostRows.size() + kTimesRows.size() == arity<RunContext>(),
              "a member without its row");

}  // namespace rocelint

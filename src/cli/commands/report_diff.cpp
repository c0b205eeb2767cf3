// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/report_diff.h"

#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "report/json/json_writer.h"
#include "report/text/wording.h"

namespace rocelint {

namespace cli {

// The members of a report in JSON that are compared; the reader skips the others.
struct HostMember {
  std::string hostname;
};
struct PolicyMember {
  std::string name;
  std::string digest;
};
struct SubjectMember {
  std::string scope;
  std::string device;
  std::int64_t port = 0;
  std::string netdev;
  std::string gid;
};
struct FindingMember {
  std::string id;
  std::string rule;
  std::string severity;
  std::string outcome;
  SubjectMember subject;
  std::string folded_under;
  Fact<bool> accepted;  // reports of before it have none
};
struct ReportMember {
  std::string schema;
  PolicyMember policy;
  HostMember host;
  std::string verdict;
  std::string gate;
  Fact<std::vector<FindingMember>> findings;
};

}  // namespace cli

template <>
struct Fields<cli::HostMember> {
  template <class T>
  static constexpr std::array kRows = {field<&T::hostname>("", "")};
};
template <>
struct Fields<cli::PolicyMember> {
  template <class T>
  static constexpr std::array kRows = {field<&T::name>("", ""), field<&T::digest>("", "")};
};
template <>
struct Fields<cli::SubjectMember> {
  template <class T>
  static constexpr std::array kRows = {field<&T::scope>("", ""), field<&T::device>("", ""),
                                       field<&T::port>("", ""), field<&T::netdev>("", ""),
                                       field<&T::gid>("", "")};
};
template <>
struct Fields<cli::FindingMember> {
  template <class T>
  static constexpr std::array kRows = {field<&T::id>("", ""),       field<&T::rule>("", ""),
                                       field<&T::severity>("", ""), field<&T::outcome>("", ""),
                                       field<&T::subject>("", ""),  field<&T::folded_under>("", ""),
                                       field<&T::accepted>("", "")};
};
template <>
struct Fields<cli::ReportMember> {
  template <class T>
  static constexpr std::array kRows = {field<&T::schema>("", ""), field<&T::policy>("", ""),
                                       field<&T::host>("", ""),   field<&T::verdict>("", ""),
                                       field<&T::gate>("", ""),   field<&T::findings>("", "")};
};

namespace cli {

namespace {

constexpr std::size_t kLongestQuote = 80;

bool counts(std::string_view outcome) {
  return outcome != to_string(Outcome::pass) && outcome != to_string(Outcome::not_applicable);
}

std::string state_of(const FindingBrief& finding) {
  if (finding.outcome == to_string(Outcome::waived)) {
    return "waived";
  }
  if (finding.accepted) {
    return "unknown, accepted";
  }
  const auto what = finding.outcome == to_string(Outcome::fail) ? "fails" : finding.outcome;
  return what + " (" + finding.severity + (finding.follows ? ", follows from another)" : ")");
}

std::string name_of(const SubjectMember& subject) {
  Subject named;
  named.scope = subject.scope;
  named.device = subject.device;
  named.port = subject.port;
  named.netdev = subject.netdev;
  named.gid = subject.gid;
  return subject_name(named);
}

ReportBrief brief_of(const ReportMember& report) {
  ReportBrief brief{.hostname = report.host.hostname,
                    .policy = report.policy.name + '@' + report.policy.digest,
                    .verdict = report.verdict,
                    .gate = report.gate,
                    .findings = {}};
  for (const auto& finding : *report.findings.known()) {
    if (counts(finding.outcome)) {
      brief.findings.push_back({.id = finding.id,
                                .rule = finding.rule,
                                .subject = name_of(finding.subject),
                                .severity = finding.severity,
                                .outcome = finding.outcome,
                                .follows = !finding.folded_under.empty(),
                                .accepted = finding.accepted.is(true)});
    }
  }
  return brief;
}

ReportReading refused(const std::string& file, std::string text) {
  return {.report = std::nullopt,
          .errors = {{.file = file, .line = 0, .column = 0, .text = std::move(text)}}};
}

char sign_of(const FindingChange& change) {
  if (change.before.empty()) {
    return '+';
  }
  return change.after.empty() ? '-' : '~';
}

}  // namespace

ReportBrief brief_of(const Report& report) {
  ReportBrief brief{.hostname = report.run_context.hostname,
                    .policy = report.policy.name + '@' + report.policy.digest,
                    .verdict = std::string(verdict_name(report.verdict, report.policy.is_default)),
                    .gate = std::string(to_string(report.gate)),
                    .findings = {}};
  for (const auto& finding : report.findings) {
    if (counts(to_string(finding.outcome))) {
      brief.findings.push_back({.id = finding.id,
                                .rule = finding.rule,
                                .subject = subject_name(finding.subject),
                                .severity = std::string(to_string(finding.severity)),
                                .outcome = std::string(to_string(finding.outcome)),
                                .follows = !finding.folded_under.empty(),
                                .accepted = finding.accepted});
    }
  }
  return brief;
}

ReportReading read_report(std::string_view json, const std::string& file) {
  ReportMember report;
  auto reading = read_json_value(json, file, kType<ReportMember>, &report, UnknownKeys::warn);
  if (reading.well_formed && report.schema != kReportSchema) {
    return refused(file, "/schema: \"" + shortened(report.schema, kLongestQuote) + "\" is not \"" +
                             std::string(kReportSchema) + '"');
  }
  if (reading.well_formed && report.gate == to_string(Gate::error)) {
    return refused(file, "/gate: this report says that nothing was judged");
  }
  if (!reading.ok) {
    return {.report = std::nullopt, .errors = std::move(reading.errors)};
  }
  if (report.findings.known() == nullptr) {
    return refused(file, "/findings: there are none");
  }
  return {.report = brief_of(report), .errors = {}};
}

std::vector<FindingChange> compare(const ReportBrief& before, const ReportBrief& after) {
  std::map<std::string_view, const FindingBrief*> old;
  for (const auto& finding : before.findings) {
    old.emplace(finding.id, &finding);
  }
  std::vector<FindingChange> changes;
  const auto add = [&](const FindingBrief& finding, std::string was, std::string is) {
    if (was != is) {
      changes.push_back({.id = finding.id,
                         .rule = finding.rule,
                         .subject = finding.subject,
                         .before = std::move(was),
                         .after = std::move(is)});
    }
  };
  for (const auto& finding : after.findings) {
    const auto found = old.find(finding.id);
    add(finding, found == old.end() ? "" : state_of(*found->second), state_of(finding));
    if (found != old.end()) {
      old.erase(found);
    }
  }
  for (const auto& finding : before.findings) {
    if (old.contains(finding.id)) {
      add(finding, state_of(finding), "");
    }
  }
  return changes;
}

std::string verdict_in_words(const std::string& verdict) {
  auto words = verdict;
  for (auto& c : words) {
    c = c == '_' ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return words;
}

std::vector<std::string> lines_of(const std::vector<FindingChange>& changes) {
  struct Entry {
    const FindingChange* first;
    std::vector<std::string> subjects;
  };
  std::vector<Entry> entries;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  for (const auto& change : changes) {
    const auto [place, is_new] =
        places.emplace(std::tie(change.rule, change.before, change.after), entries.size());
    if (is_new) {
      entries.push_back({.first = &change, .subjects = {}});
    }
    entries[place->second].subjects.push_back(change.subject);
  }
  std::vector<std::string> lines;
  for (auto& entry : entries) {
    const auto& change = *entry.first;
    const auto* arrow = sign_of(change) == '~' ? " -> " : "";
    lines.push_back(std::string(1, sign_of(change)) + ' ' + change.rule + ' ' +
                    fold_names(std::move(entry.subjects)) + ": " + change.before + arrow +
                    change.after);
  }
  return lines;
}

void write_changes(JsonWriter& out, const std::vector<FindingChange>& changes) {
  out.open_list();
  for (const auto& change : changes) {
    out.open_object();
    out.key("id").text(change.id);
    out.key("rule").text(change.rule);
    out.key("subject").text(change.subject);
    out.key("before");
    change.before.empty() ? out.null() : out.text(change.before);
    out.key("after");
    change.after.empty() ? out.null() : out.text(change.after);
    out.close_object();
  }
  out.close_list();
}

}  // namespace cli

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/report_diff.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "report/json/json_writer.h"
#include "report/json/report_fields.h"
#include "report/text/wording.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kLongestQuote = 80;

template <std::size_t N>
constexpr std::array<Field, N> rows_of(std::span<const Field> table,
                                       const std::array<std::string_view, N>& names) {
  std::array<Field, N> rows;
  std::ranges::transform(names, rows.begin(), [&](std::string_view name) {
    return *std::ranges::find(table, name, &Field::name);
  });
  return rows;
}

constexpr Type with_rows(Type type, std::span<const Field> rows) {
  type.fields = rows;
  return type;
}

constexpr Field with_type(Field row, const Type& type) {
  row.type = &type;
  return row;
}

// What is compared of the rows of the report; the reader skips the others.
constexpr auto kSubjectRows =
    rows_of<5>(kFields<Subject>, {"scope", "device", "port", "netdev", "gid"});
constexpr Type kSubject = with_rows(kType<Subject>, kSubjectRows);
constexpr auto kFindingRows = [] {
  auto rows = rows_of<7>(kFields<Finding>, {"id", "rule", "severity", "outcome", "subject",
                                            "folded_under", "accepted"});
  rows[4] = with_type(rows[4], kSubject);
  return rows;
}();
constexpr Type kFinding = with_rows(kType<Finding>, kFindingRows);
constexpr Type kFindings = [] {
  auto list = kType<std::vector<Finding>>;
  list.element = &kFinding;
  return list;
}();
constexpr auto kHost = rows_of<1>(kHostRows, {"hostname"});
constexpr Type kHostname = with_rows(kHostType, kHost);
constexpr auto kRows = [] {
  auto rows = rows_of<6>(kReportRows, {"schema", "policy", "host", "verdict", "gate", "findings"});
  rows[2] = with_type(rows[2], kHostname);
  rows[5] = with_type(rows[5], kFindings);
  return rows;
}();
constexpr Type kCompared = with_rows(kReportType, kRows);

bool counts(const Finding& finding) {
  return finding.outcome != Outcome::pass && finding.outcome != Outcome::not_applicable;
}

std::string state_of(const Finding& finding) {
  if (finding.outcome == Outcome::waived) {
    return "waived";
  }
  if (finding.accepted) {
    return "unknown, accepted";
  }
  return fmt::format(
      "{} ({}{})", finding.outcome == Outcome::fail ? "fails" : enum_name(finding.outcome),
      enum_name(finding.severity), finding.folded_under.empty() ? "" : ", follows from another");
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

ReportReading read_report(std::string_view json, const std::string& file) {
  Report report;
  report.schema.clear();
  auto reading = read_json_value(json, file, kCompared, &report, UnknownKeys::warn);
  if (reading.well_formed && report.schema != kReportSchema) {
    return refused(file, "/schema: \"" + shortened(report.schema, kLongestQuote) + "\" is not \"" +
                             std::string(kReportSchema) + '"');
  }
  if (reading.well_formed && report.gate == Gate::error) {
    return refused(file, "/gate: this report says that nothing was judged");
  }
  if (!reading.ok) {
    return {.report = std::nullopt, .errors = std::move(reading.errors)};
  }
  return {.report = std::move(report), .errors = {}};
}

std::vector<FindingChange> compare(const Report& before, const Report& after) {
  std::map<std::string_view, const Finding*> old;
  for (const auto& finding : before.findings) {
    if (counts(finding)) {
      old.emplace(finding.id, &finding);
    }
  }
  std::vector<FindingChange> changes;
  const auto add = [&](const Finding& finding, std::string was, std::string is) {
    if (was != is) {
      changes.push_back({.id = finding.id,
                         .rule = finding.rule,
                         .subject = subject_name(finding.subject),
                         .before = std::move(was),
                         .after = std::move(is)});
    }
  };
  for (const auto& finding : after.findings) {
    if (!counts(finding)) {
      continue;
    }
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

std::string verdict_in_words(const Report& report) {
  std::string words(verdict_name(report.verdict, report.policy.is_default));
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

}  // namespace rocelint::cli

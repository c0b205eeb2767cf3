// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/formats.h"
#include "report/wording.h"

// The common subset that CI systems read: testsuites, testsuite, testcase with failure, error or
// skipped (tests/report/junit.xsd).

namespace rocelint {
namespace {

/// What is written for a character that can't stand for itself; empty for all others.
std::string_view substitute_for(char32_t code) {
  switch (code) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case 0xFFFE:
    case 0xFFFF:
      return "\xEF\xBF\xBD";
    default:
      return "";
  }
}

/// XML 1.0 has no form for most control characters, which are spelled out before, nor for U+FFFE
/// and U+FFFF (production 2, Char).
std::string xml(std::string_view text) {
  const auto safe = escape_for_terminal(text);
  std::string out;
  for (std::size_t at = 0; at < safe.size();) {
    const auto character = utf8_character(safe, at);
    const auto substitute = substitute_for(character.code);
    out += substitute.empty() ? std::string_view(safe).substr(at, character.size) : substitute;
    at += character.size;
  }
  return out;
}

bool is_case(const Finding& finding) {
  return finding.outcome != Outcome::not_applicable;
}

std::string reason_of(const Finding& finding) {
  for (const auto& evidence : finding.evidence) {
    if (is_unknown(evidence)) {
      return evidence.fact + ": " + evidence.unknown_reason +
             (evidence.unknown_detail.empty() ? "" : " (" + evidence.unknown_detail + ')');
    }
  }
  return finding.title;
}

/// What a reader of the CI job needs: the grounds, then the remedy.
std::string details_of(const Finding& finding) {
  std::string text;
  for (const auto& evidence : finding.evidence) {
    if (!is_unknown(evidence)) {
      text += "read    " + xml(evidence.fact + " = " + evidence.value) + '\n';
    }
  }
  for (const auto& wanted : finding.wanted) {
    text += "wanted  " + xml(wanted.parameter + " = " + wanted.value + "  " + wanted.from) + '\n';
  }
  if (!finding.folded_under.empty()) {
    text += "follows from " + xml(finding.folded_under) + '\n';
  }
  for (const auto& step : finding.fix) {
    text += "fix     " + xml(step.run) + '\n';
  }
  return text;
}

std::string write_skipped(std::string_view head, std::string_view why) {
  return fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", head, xml(why));
}

std::string write_case(const Finding& finding) {
  const auto head = fmt::format(R"(    <testcase classname="rocelint.{}" name="{}")",
                                xml(finding.rule), xml(finding.id));
  switch (finding.outcome) {
    case Outcome::fail:
      return fmt::format(
          "{}>\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
          "    </testcase>\n",
          head, to_string(finding.severity), xml(finding.message), details_of(finding));
    case Outcome::unknown:
      if (finding.accepted) {
        return write_skipped(head, "accepted: " + reason_of(finding));
      }
      return fmt::format("{}>\n      <error type=\"{}\" message=\"{}\"/>\n    </testcase>\n", head,
                         to_string(finding.severity), xml(reason_of(finding)));
    case Outcome::waived:
      return write_skipped(head, finding.waiver ? "waived: " + finding.waiver->reason : "waived");
    case Outcome::pass:
    case Outcome::not_applicable:
      break;
  }
  return head + "/>\n";
}

std::size_t count(const Report& report, Outcome outcome) {
  std::size_t found = 0;
  for (const auto& finding : report.findings) {
    found += finding.outcome == outcome ? 1U : 0U;
  }
  return found;
}

}  // namespace

std::string write_junit(const Report& report) {
  const auto failures = count(report, Outcome::fail);
  const auto accepted =
      static_cast<std::size_t>(std::ranges::count_if(report.findings, &Finding::accepted));
  const auto errors = count(report, Outcome::unknown) - accepted;
  const auto skipped = count(report, Outcome::waived) + accepted;
  const auto tests = failures + errors + skipped + count(report, Outcome::pass);
  auto stamp = report.vantage.taken_at;
  if (stamp.ends_with('Z')) {
    stamp.pop_back();  // xs:dateTime of the schema in use has no zone
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"rocelint\" tests=\"{0}\" failures=\"{1}\" errors=\"{2}\">\n"
      "  <testsuite name=\"{3}\" hostname=\"{4}\" timestamp=\"{5}\" time=\"{6:.3f}\" "
      "tests=\"{0}\" failures=\"{1}\" errors=\"{2}\" skipped=\"{7}\">\n",
      tests, failures, errors, xml("rocelint " + report.policy.name), xml(report.vantage.hostname),
      xml(stamp), static_cast<double>(report.vantage.probe_us) / 1e6, skipped);
  for (const auto& finding : report.findings) {
    if (is_case(finding)) {
      out += write_case(finding);
    }
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace rocelint

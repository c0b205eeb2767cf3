// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/report_formats.h"

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

/// What CI makes of a case.
enum class CaseResult : std::uint8_t { none, pass, failure, error, skipped };

/// CI shows a job as failed where a case is, so only what makes the gate stop is a failure or an
/// error.
CaseResult result_of(const Finding& finding, Gate gate) {
  const bool counts = finding.stops && gate == Gate::stop;
  switch (finding.outcome) {
    case Outcome::fail:
      return counts ? CaseResult::failure : CaseResult::skipped;
    case Outcome::unknown:
      return counts ? CaseResult::error : CaseResult::skipped;
    case Outcome::waived:
      return CaseResult::skipped;
    case Outcome::pass:
      return CaseResult::pass;
    case Outcome::not_applicable:
      break;
  }
  return CaseResult::none;
}

std::string reason_of(const Finding& finding) {
  for (const auto& evidence : finding.evidence) {
    if (evidence.unknown_reason) {
      return fmt::format(
          "{}: {}{}", evidence.fact, in_words(*evidence.unknown_reason),
          evidence.unknown_detail.empty() ? "" : " (" + evidence.unknown_detail + ')');
    }
  }
  return finding.message;
}

/// What a reader of the CI job needs: the grounds, then the remedy.
std::string details_of(const Finding& finding) {
  std::string text;
  for (const auto& evidence : finding.evidence) {
    if (!evidence.unknown_reason) {
      text += "found     " + xml(evidence.fact + " = " + evidence.value) + '\n';
    }
  }
  for (const auto& expected : finding.expected) {
    text += "expected  " + xml(expected.parameter + " = " + expected.value + "  " + expected.from) +
            '\n';
  }
  if (!finding.folded_under.empty()) {
    text += "follows from " + xml(finding.folded_under) + '\n';
  }
  for (const auto& step : finding.fix) {
    text += "fix       " + xml(step.run) + '\n';
  }
  return text;
}

std::string why_skipped(const Finding& finding) {
  if (finding.outcome == Outcome::waived) {
    return finding.waiver ? "waived: " + finding.waiver->reason : "waived";
  }
  if (finding.outcome == Outcome::unknown) {
    return (finding.accepted
                ? "accepted: "
                : fmt::format("unknown {}, stops nothing: ", to_string(finding.severity))) +
           reason_of(finding);
  }
  return fmt::format("failed {}, stops nothing: {}", to_string(finding.severity), finding.message);
}

std::string write_skipped(std::string_view why) {
  return fmt::format("      <skipped message=\"{}\"/>\n", xml(why));
}

std::string write_skipped(const Finding& finding) {
  auto text = write_skipped(why_skipped(finding));
  if (finding.outcome == Outcome::fail) {
    text += fmt::format("      <system-out>{}</system-out>\n", details_of(finding));
  }
  return text;
}

std::string write_error(Severity severity, std::string_view why) {
  return fmt::format("      <error type=\"{}\" message=\"{}\"/>\n", to_string(severity), xml(why));
}

std::string write_case(std::string_view area, std::string_view name, std::string_view result) {
  const auto head = fmt::format(R"(    <testcase classname="{}" name="{}")", xml(area), xml(name));
  return result.empty() ? head + "/>\n" : fmt::format("{}>\n{}    </testcase>\n", head, result);
}

std::string write_case(const Finding& finding, CaseResult result) {
  std::string inside;
  switch (result) {
    case CaseResult::none:
      return "";
    case CaseResult::failure:
      inside = fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                           to_string(finding.severity), xml(finding.message), details_of(finding));
      break;
    case CaseResult::error:
      inside = write_error(finding.severity, reason_of(finding));
      break;
    case CaseResult::skipped:
      inside = write_skipped(finding);
      break;
    case CaseResult::pass:
      break;
  }
  return write_case("rocelint." + finding.rule, finding.id, inside);
}

/// What no rule tells: what should be asked of the ports is not known, or there are none.
CaseResult result_of_question(const Report& report, bool is_explained) {
  const bool stops = report.gate == Gate::stop;
  if (stops && !is_explained) {
    return CaseResult::error;
  }
  if (!report.policy.undecided) {
    return CaseResult::none;
  }
  return stops && report.verdict == Verdict::undetermined ? CaseResult::error : CaseResult::skipped;
}

std::string write_question(const Report& report, CaseResult result) {
  if (!report.policy.undecided) {
    return write_case("rocelint", "no-port",
                      write_error(Severity::blocker, "no RoCE port was judged"));
  }
  const auto why = join(report.incomplete, "; ");
  return write_case("rocelint", "policy-undecided",
                    result == CaseResult::error ? write_error(Severity::blocker, why)
                                                : write_skipped("undecided: " + why));
}

}  // namespace

std::string write_junit(const Report& report) {
  std::map<CaseResult, std::size_t> count;
  std::string cases;
  for (const auto& finding : report.findings) {
    const auto result = result_of(finding, report.gate);
    ++count[result];
    cases += write_case(finding, result);
  }
  const bool is_explained = count[CaseResult::failure] + count[CaseResult::error] > 0;
  if (const auto result = result_of_question(report, is_explained); result != CaseResult::none) {
    ++count[result];
    cases += write_question(report, result);
  }
  const auto tests = count[CaseResult::pass] + count[CaseResult::failure] +
                     count[CaseResult::error] + count[CaseResult::skipped];
  auto stamp = report.run_context.taken_at;
  if (stamp.ends_with('Z')) {
    stamp.pop_back();  // xs:dateTime of the schema in use has no zone
  }
  const auto out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"rocelint\" tests=\"{0}\" failures=\"{1}\" errors=\"{2}\">\n"
      "  <testsuite name=\"{3}\" hostname=\"{4}\" timestamp=\"{5}\" time=\"{6:.3f}\" "
      "tests=\"{0}\" failures=\"{1}\" errors=\"{2}\" skipped=\"{7}\">\n",
      tests, count[CaseResult::failure], count[CaseResult::error],
      xml("rocelint " + report.policy.name), xml(report.run_context.hostname), xml(stamp),
      static_cast<double>(report.run_context.probe_us) / 1e6, count[CaseResult::skipped]);
  return out + cases + "  </testsuite>\n</testsuites>\n";
}

}  // namespace rocelint

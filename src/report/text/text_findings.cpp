// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "report/text/finding_groups.h"
#include "report/text/page.h"
#include "report/text/text_parts.h"
#include "report/text/wording.h"

namespace rocelint {

namespace {

constexpr std::size_t kLabelIndent = 3;
constexpr std::size_t kTextColumn = 13;
constexpr std::size_t kMostValues = 4;
constexpr std::size_t kMostCommands = 4;
constexpr std::size_t kLongestValue = 48;

Margin labelled(std::string_view label) {
  return {.indent = kLabelIndent, .label = label, .hang = kTextColumn};
}

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::blocker:
    case Severity::error:
      return Ink::bad;
    case Severity::warning:
      return Ink::caution;
    case Severity::info:
      return Ink::plain;
  }
  return Ink::plain;
}

// A value on the left, where it comes from on the right.
struct Reading {
  std::string value;
  std::string origin;

  bool operator==(const Reading&) const = default;
};

std::string value_of(const Evidence& evidence) {
  if (!evidence.unknown_reason) {
    return clipped(printable(value_in_words(evidence.value)), kLongestValue);
  }
  const auto detail = evidence.unknown_detail.empty() ? "" : ": " + evidence.unknown_detail;
  return fmt::format("unknown ({}{})", in_words(*evidence.unknown_reason), detail);
}

Reading reading_of(const Evidence& evidence, const Subject& subject) {
  return {.value = short_fact(evidence.fact, subject) + ": " + value_of(evidence),
          .origin = evidence.source};
}

template <class T>
void add_once(std::vector<T>& list, T item) {
  if (std::ranges::find(list, item) == list.end()) {
    list.push_back(std::move(item));
  }
}

// Values that all subjects of an entry share appear once.
std::vector<Reading> readings_of(const FaultEntry& entry) {
  std::vector<Reading> readings;
  for (const auto* finding : entry.findings) {
    for (const auto& evidence : finding->evidence) {
      add_once(readings, reading_of(evidence, finding->subject));
    }
  }
  return readings;
}

std::vector<Reading> wishes_of(const Finding& finding) {
  std::vector<Reading> wishes;
  wishes.reserve(finding.expected.size());
  for (const auto& expected : finding.expected) {
    wishes.push_back({.value = expected.parameter + ": " +
                               clipped(printable(value_in_words(expected.value)), kLongestValue),
                      .origin = expected.from});
  }
  return wishes;
}

std::size_t width_of(const std::vector<Reading>& readings) {
  constexpr std::size_t kWidest = 34;
  std::size_t width = 0;
  for (const auto& reading : readings) {
    const auto length = printable(reading.value).size();
    width = length <= kWidest ? std::max(width, length) : width;
  }
  return width;
}

void write_readings(Page& page, std::string_view label, const std::vector<Reading>& readings,
                    std::size_t width) {
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto margin = labelled(i == 0 ? label : "");
    if (i == kMostValues && readings.size() > kMostValues + 1) {
      page.prose(margin, fmt::format("and {} more: --format json", readings.size() - i));
      return;
    }
    page.columns(margin, readings[i].value, width, readings[i].origin);
  }
}

// "(5 of 8 ports; the other 3 pass)".
std::string share_of(const Report& report, const FaultEntry& entry) {
  const auto& first = entry.first();
  const auto judged = first.siblings.judged;
  if (judged <= 1) {
    return "";
  }
  const auto failed = static_cast<std::int64_t>(entry.findings.size());
  const auto others = judged - failed;
  const auto passed = count_passed(report, first.rule);
  const auto contrast =
      others > 0 && passed == others
          ? fmt::format("; the other {} {}", others, others == 1 ? "passes" : "pass")
          : "";
  return fmt::format("({} of {} {}{})", failed, judged,
                     plural(enum_name(first.subject.scope), judged), contrast);
}

void write_title(Page& page, const Report& report, const FaultEntry& entry, std::size_t number) {
  const auto& first = entry.first();
  std::vector<Chunk> chunks{
      {.text = std::string(severity_word(first.severity)), .ink = ink_of(first.severity)},
      {.text = first.rule},
      {.text = subjects_of(entry.findings)},
  };
  const auto standing = first.baseline ? enum_name(*first.baseline) : std::string_view();
  for (const auto& text : {std::string(standing), share_of(report, entry)}) {
    if (!text.empty()) {
      chunks.push_back({.text = text});
    }
  }
  page.chunks({.label = std::to_string(number), .hang = kLabelIndent}, chunks);
  page.prose({.indent = kLabelIndent, .hang = kLabelIndent}, message_of(entry));
}

std::string place_of_subject(const Subject& subject) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& part) {
    if (!part.empty() && std::ranges::find(parts, part) == parts.end()) {
      parts.push_back(part);
    }
  };
  add(subject.netdev);
  add(subject.pci_address);
  add(subject.driver);
  add(subject.virtual_function ? "virtual function" : "");
  add(subject.role.empty() ? "" : "role " + subject.role);
  return join(parts, ", ") + (subject.peer.empty() ? "" : " -> " + subject.peer);
}

// " -> leaf-05 Ethernet40-47" where the switch port of each is known.
std::string peers_of(const FaultEntry& entry) {
  std::vector<std::string> peers;
  for (const auto* finding : entry.findings) {
    if (finding->subject.peer.empty()) {
      return "";
    }
    peers.push_back(finding->subject.peer);
  }
  return " -> " + fold_names(std::move(peers));
}

// One subject: everything that leads to it. Several: their netdevs, and what they share.
void write_where(Page& page, const FaultEntry& entry) {
  const auto& subject = entry.first().subject;
  if (entry.findings.size() == 1) {
    const auto place = place_of_subject(subject);
    if (!place.empty()) {
      page.prose(labelled("where"), place);
    }
    return;
  }
  std::vector<std::string> netdevs;
  for (const auto* finding : entry.findings) {
    if (!finding->subject.netdev.empty()) {
      netdevs.push_back(finding->subject.netdev);
    }
  }
  const auto role = subject.role.empty() ? "" : ", role " + subject.role;
  if (!netdevs.empty()) {
    page.prose(labelled("where"), fold_names(std::move(netdevs)) + role + peers_of(entry));
  }
}

void write_reason(Page& page, const Finding& finding) {
  std::string why = finding.impact;
  std::ranges::replace(why, '\n', ' ');
  if (!why.empty()) {
    page.prose(labelled("impact"), why);
  }
  if (!finding.follows.empty()) {
    page.prose(labelled(why.empty() ? "impact" : ""),
               "Follows from it: " + join(finding.follows, ", "));
  }
}

std::vector<std::string> fix_commands(const FaultEntry& entry) {
  std::vector<std::string> commands;
  for (const auto* finding : entry.findings) {
    for (const auto& step : finding->fix) {
      add_once(commands, step.run);
    }
  }
  return commands;
}

std::vector<std::string> verify_commands(const FaultEntry& entry) {
  std::vector<std::string> commands;
  for (const auto* finding : entry.findings) {
    add_once(commands, finding->verify);
    for (const auto& step : finding->fix) {
      add_once(commands, step.verify);
    }
  }
  std::erase(commands, "");
  return commands;
}

void write_commands(Page& page, std::string_view label, const std::vector<std::string>& commands) {
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (i == kMostCommands && commands.size() > kMostCommands + 1) {
      page.prose(labelled(""), fmt::format("# and {} more: --format json", commands.size() - i));
      return;
    }
    page.command(labelled(i == 0 ? label : ""), commands[i]);
  }
}

void write_cost_of_fix(Page& page, const std::vector<FixStep>& steps) {
  const auto& step = steps.front();
  const auto worst = std::ranges::max(steps, {}, &FixStep::disrupts).disrupts;
  std::vector<Chunk> chunks;
  const auto interruption = disruption(worst);
  if (!interruption.empty()) {
    chunks.push_back({.text = std::string(interruption), .ink = Ink::caution});
  }
  chunks.push_back({.text = std::string(duration(step.lasts))});
  if (!step.needs.empty()) {
    chunks.push_back({.text = "Needs " + step.needs + '.'});
  }
  page.chunks(labelled(""), chunks);
}

// A fix that is only a comment ("# check the cable") costs nothing that could be said.
bool fixes_by_command(const Finding& finding) {
  return std::ranges::any_of(finding.fix,
                             [](const FixStep& step) { return !step.run.starts_with('#'); });
}

void write_fix(Page& page, const FaultEntry& entry) {
  write_commands(page, "fix", fix_commands(entry));
  if (fixes_by_command(entry.first())) {
    write_cost_of_fix(page, entry.first().fix);
  }
  write_commands(page, "verify", verify_commands(entry));
  if (!entry.first().runbook.empty()) {
    page.prose(labelled("runbook"), entry.first().runbook);
  }
}

void write_entry(Page& page, const Report& report, const FaultEntry& entry, std::size_t number) {
  page.blank();
  write_title(page, report, entry, number);
  write_where(page, entry);
  const auto readings = readings_of(entry);
  const auto wishes = wishes_of(entry.first());
  const auto width = std::max(width_of(readings), width_of(wishes));
  write_readings(page, "found", readings, width);
  write_readings(page, "expected", wishes, width);
  write_reason(page, entry.first());
  write_fix(page, entry);
}

// Context, not a fault: one line each unless asked for more.
void write_note(Page& page, const FaultEntry& entry) {
  const auto& first = entry.first();
  page.prose({.indent = 2, .label = "note", .hang = 8},
             first.rule + ' ' + subjects_of(entry.findings) + ": " + message_of(entry));
}

}  // namespace

void write_faults(Page& page, const Report& report, Verbosity verbosity) {
  std::size_t number = 0;
  std::vector<FaultEntry> notes;
  for (auto& entry : fault_entries(report)) {
    if (entry.first().severity == Severity::info && verbosity != Verbosity::verbose) {
      notes.push_back(std::move(entry));
    } else {
      write_entry(page, report, entry, ++number);
    }
  }
  if (!notes.empty()) {
    page.blank();
  }
  for (const auto& note : notes) {
    write_note(page, note);
  }
}

}  // namespace rocelint

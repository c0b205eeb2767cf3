// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/snapshot.h"

#include "base/text.h"
#include "base/text_file.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/report_diff.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "facts/json/facts_json.h"
#include "facts/snapshot_diff.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"
#include "report/text/wording.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Two snapshots (rocelint probe): prints each fact that differs, one a line.
Renamed devices are matched by PCI address, then by GUID. The times at which
the snapshots were taken, and how long that took, are not compared.
Two reports (rocelint check --format json): prints findings that appeared,
disappeared or changed.

Examples:
  rocelint diff before.json after.json
  rocelint diff before.json after.json --ignore '*_count' --ignore 'probe.*'
  rocelint check --format json | rocelint diff yesterday.json -

Exit codes: 0 no difference, 1 differences, 2 usage error or a file that is
neither, 4 internal error.)";

constexpr std::size_t kLongestValue = 160;
constexpr std::array<std::string_view, 3> kClocks = {"taken_at", "probe.duration_us",
                                                     "probe.modules.duration_us"};

struct DiffSettings {
  std::string before;
  std::string after;
  std::vector<std::string> ignored;
  Format format{Format::text};
};

struct Side {
  std::string file;
  std::string text;
  [[nodiscard]] bool is_report() const {
    // Which of the two it is; whether it is sound is for the reader to say.
    return text.find("\"rocelint.report/") < text.find("\"rocelint.snapshot/");
  }
};

std::string value_in_text(std::string_view json) {
  constexpr std::string_view kUnknown = R"({"unknown":")";
  if (!json.starts_with(kUnknown)) {
    return clipped(printable(json), kLongestValue);
  }
  json.remove_prefix(kUnknown.size());
  return "unknown (" + printable(json.substr(0, json.find('"'))) + ')';
}

std::string line_of(const FactChange& change) {
  const auto path = clipped(printable(change.path), kLongestValue);
  switch (change.kind) {
    case ChangeKind::appeared:
      return path + ": appeared" + (change.is_named ? "" : ' ' + value_in_text(change.after));
    case ChangeKind::vanished:
      return path + ": vanished" + (change.is_named ? "" : ' ' + value_in_text(change.before));
    case ChangeKind::changed:
      break;
  }
  return path + ": " + value_in_text(change.before) + " -> " + value_in_text(change.after);
}

std::string_view word_for(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::appeared:
      return "appeared";
    case ChangeKind::vanished:
      return "vanished";
    case ChangeKind::changed:
      break;
  }
  return "changed";
}

bool is_ignored(const FactChange& change, const std::vector<std::string>& globs) {
  const auto dot = change.fact.rfind('.');
  const auto last = dot == std::string::npos ? change.fact : change.fact.substr(dot + 1);
  return std::ranges::any_of(globs, [&](const std::string& glob) {
    return glob_match(change.path, glob) || glob_match(change.fact, glob) || glob_match(last, glob);
  });
}

void write_side(JsonWriter& out, std::string_view key, const std::string& file,
                std::string_view hostname) {
  out.key(key).open_object();
  out.key("file").text(file);
  out.key("hostname").text(hostname);
  out.close_object();
}

std::string hostname_of(const Snapshot& snapshot) {
  const auto* name = snapshot.host.hostname.known();
  return name == nullptr ? "" : *name;
}

std::string as_json(const std::vector<FactChange>& changes, std::size_t ignored,
                    const std::array<std::string, 2>& files,
                    const std::array<std::string, 2>& hostnames) {
  JsonWriter out;
  out.open_object();
  out.key("schema").text("rocelint.diff/1");
  out.key("of").text("snapshots");
  write_side(out, "before", files[0], hostnames[0]);
  write_side(out, "after", files[1], hostnames[1]);
  out.key("ignored").integer(static_cast<std::int64_t>(ignored));
  out.key("differences").open_list();
  for (const auto& change : changes) {
    out.open_object();
    out.key("path").text(change.path);
    out.key("fact").text(change.fact);
    out.key("change").text(word_for(change.kind));
    out.key("before").raw(change.before);
    out.key("after").raw(change.after);
    out.close_object();
  }
  out.close_list().close_object();
  return out.take() + '\n';
}

CommandOutput diff_facts(const Side& before, const Side& after, const DiffSettings& settings) {
  const auto old = read_snapshot(before.text, before.file);
  const auto young = read_snapshot(after.text, after.file);
  if (!old.snapshot || !young.snapshot) {
    return usage_error(old.snapshot ? young.errors : old.errors);
  }
  auto changes = diff_snapshots(*old.snapshot, *young.snapshot);
  std::erase_if(changes, [](const FactChange& change) {
    return std::ranges::find(kClocks, change.fact) != kClocks.end();
  });
  const auto ignored = std::erase_if(
      changes, [&](const auto& change) { return is_ignored(change, settings.ignored); });
  CommandOutput output{.err = lines_of(old.warnings) + lines_of(young.warnings),
                       .exit_code = changes.empty() ? kExitPass : kExitStop};
  if (settings.format == Format::json) {
    output.out = as_json(changes, ignored, {before.file, after.file},
                         {hostname_of(*old.snapshot), hostname_of(*young.snapshot)});
    return output;
  }
  for (const auto& change : changes) {
    output.out += line_of(change) + '\n';
  }
  output.out += counted(changes.size(), "difference") +
                (ignored == 0 ? "" : fmt::format(", {} ignored", ignored)) + '\n';
  return output;
}

CommandOutput diff_reports(const Side& before, const Side& after, const DiffSettings& settings) {
  const auto old = read_report(before.text, before.file);
  const auto young = read_report(after.text, after.file);
  if (!old.report || !young.report) {
    return usage_error(old.report ? young.errors : old.errors);
  }
  const auto changes = compare(*old.report, *young.report);
  const bool same_verdict = verdict_in_words(*old.report) == verdict_in_words(*young.report);
  CommandOutput output{.exit_code = changes.empty() && same_verdict ? kExitPass : kExitStop};
  if (settings.format == Format::json) {
    JsonWriter out;
    out.open_object();
    out.key("schema").text("rocelint.diff/1");
    out.key("of").text("reports");
    write_side(out, "before", before.file, old.report->run_context.hostname);
    write_side(out, "after", after.file, young.report->run_context.hostname);
    out.key("verdict").open_object();
    out.key("before").text(verdict_name(old.report->verdict, old.report->policy.is_default));
    out.key("after").text(verdict_name(young.report->verdict, young.report->policy.is_default));
    out.close_object();
    out.key("differences");
    write_changes(out, changes);
    out.close_object();
    output.out = out.take() + '\n';
    return output;
  }
  for (const auto& line : lines_of(changes)) {
    output.out += printable(line) + '\n';
  }
  if (!same_verdict) {
    output.out += verdict_in_words(*old.report) + " -> " + verdict_in_words(*young.report) + '\n';
  }
  output.out += counted(changes.size(), "difference") + '\n';
  return output;
}

CommandOutput diff(const DiffSettings& settings) {
  std::array<Side, 2> sides{Side{.file = settings.before, .text = {}},
                            Side{.file = settings.after, .text = {}}};
  for (auto& side : sides) {
    auto text = read_input(side.file, kMaxJsonBytes, kWindowPatience);
    if (!text) {
      return usage_error(Diagnostics{text.error()});
    }
    side.text = std::move(*text);
  }
  const auto& [before, after] = sides;
  if (before.is_report() != after.is_report()) {
    const auto& report = before.is_report() ? before : after;
    return usage_error(
        Diagnostics{{.file = report.file,
                     .line = 0,
                     .column = 0,
                     .text = "this is a report and the other file is not: compare two "
                             "snapshots or two reports"}});
  }
  return before.is_report() ? diff_reports(before, after, settings)
                            : diff_facts(before, after, settings);
}

}  // namespace

void declare_diff(CommandLine& command) {
  const auto settings = std::make_shared<DiffSettings>();
  command.options = {{.names = "BEFORE",
                      .help = "snapshot or JSON report; - is stdin",
                      .target = &settings->before,
                      .required = true,
                      .check = validate_name},
                     {.names = "AFTER",
                      .help = "the same kind of file, later or of another host",
                      .target = &settings->after,
                      .required = true,
                      .check = validate_name},
                     {.names = "--ignore",
                      .value = "GLOB",
                      .help = "facts to ignore, by path or name: host.netdevs.ifindex, '*_count'",
                      .target = &settings->ignored}};
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return diff(*settings); };
}

}  // namespace rocelint::cli

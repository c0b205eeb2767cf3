// SPDX-License-Identifier: Apache-2.0
#include "cli/io/output_files.h"

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/write_all.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/report_format.h"

namespace rocelint::cli {
namespace {

constexpr std::string_view kSnapshotFormat = "snapshot";

struct Output {
  std::string format;
  std::string file;
};

Output output_of(const std::string& text) {
  const auto equals = text.find('=');
  return {.format = text.substr(0, equals),
          .file = equals == std::string::npos ? "" : text.substr(equals + 1)};
}

/// "" where it is right.
std::string diagnostic_about(const std::string& text) {
  const auto output = output_of(text);
  if (output.file.empty()) {
    return text + " is not FORMAT=FILE, such as json=report.json";
  }
  if (output.file == "-") {
    return "writes to a file; --format writes to standard output";
  }
  if (output.format != kSnapshotFormat && !report_format(output.format)) {
    auto formats = report_format_names();
    formats.push_back(kSnapshotFormat);
    return fmt::format("unknown format {} ({}){}", output.format, fmt::join(formats, ", "),
                       did_you_mean(output.format, formats));
  }
  return "";
}

Diagnostic failed(const std::string& file, int error) {
  return {.file = file,
          .line = 0,
          .column = 0,
          .text = "can't be written: " + std::generic_category().message(error)};
}

/// The errno of what failed, or 0.
int write_to(const std::string& file, int flags, std::string_view text) {
  const int fd =
      ::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0644);  // NOLINT(*-vararg): open(2)
  if (fd < 0) {
    return errno;
  }
  int error = write_all(fd, text);
  if (::close(fd) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

int write_beside_and_move(const std::string& file, std::string_view text) {
  const auto beside = file + ".new." + std::to_string(::getpid());
  ::unlink(beside.c_str());  // left by a run that was killed
  // Exclusive: in a directory of everybody's a link of that name could lead to any file of root's.
  int error = write_to(beside, O_CREAT | O_EXCL, text);
  if (error == 0 && std::rename(beside.c_str(), file.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    ::unlink(beside.c_str());
  }
  return error;
}

std::optional<Diagnostic> replace_file(const std::string& file, std::string_view text) {
  // What is no plain file (/dev/stdout, a pipe) is written to as it is.
  struct stat status{};
  const bool in_place = ::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  const int error = in_place ? write_to(file, 0, text) : write_beside_and_move(file, text);
  return error == 0 ? std::nullopt : std::optional(failed(file, error));
}

}  // namespace

Option output_option(std::vector<std::string>& outputs) {
  return {.names = "--output",
          .value = "FORMAT=FILE",
          .help =
              "also write the report to FILE, in one of these formats, or the snapshot (format "
              "snapshot); may be given again",
          .target = &outputs,
          .check = diagnostic_about};
}

Diagnostics write_outputs(const std::vector<std::string>& outputs, const Report& report,
                          const Snapshot& snapshot, Verbosity verbosity) {
  Diagnostics errors;
  for (const auto& text : outputs) {
    const auto output = output_of(text);
    const auto written =
        output.format == kSnapshotFormat
            ? write_snapshot(snapshot) + '\n'
            : write_report(report, report_format(output.format).value_or(ReportFormat::json),
                           {.verbosity = verbosity, .color = Color::off, .columns = 80});
    if (auto error = replace_file(output.file, written)) {
      errors.push_back(*std::move(error));
    }
  }
  return errors;
}

}  // namespace rocelint::cli

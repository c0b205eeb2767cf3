// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>

#include "rocelint/report.h"

#include "report/text/page.h"
#include "report/text/text_parts.h"

namespace rocelint {

namespace {

// A healthy host must not scroll the screen.
constexpr std::size_t kMostHealthyLines = 15;

Page page_of(const Report& report, const TextOptions& options, Detail detail) {
  Page page(options);
  write_header(page, report);
  page.blank();
  write_faults(page, report, options.verbosity);
  write_unknowns(page, report, options.verbosity);
  write_roles(page, report, detail);
  if (options.verbosity == Verbosity::verbose) {
    write_details(page, report);
  }
  page.blank();
  write_summary(page, report, detail);
  return page;
}

}  // namespace

std::string write_text(const Report& report, const TextOptions& options) {
  if (options.verbosity == Verbosity::quiet) {
    Page page(options);
    write_quiet(page, report);
    return page.take();
  }
  if (options.verbosity == Verbosity::verbose) {
    return page_of(report, options, Detail::all).take();
  }
  auto page = page_of(report, options, Detail::full);
  for (const auto detail : {Detail::brief, Detail::least}) {
    if (report.verdict == Verdict::ready && page.lines() > kMostHealthyLines) {
      page = page_of(report, options, detail);
    }
  }
  return page.take();
}

}  // namespace rocelint

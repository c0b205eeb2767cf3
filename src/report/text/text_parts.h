// SPDX-License-Identifier: Apache-2.0
#pragma once

// The sections of the terminal report, from top to bottom.

#include <cstdint>

#include "rocelint/report.h"

#include "report/text/page.h"

namespace rocelint {

/// How much room the roles and the closing lines may take.
enum class Detail : std::uint8_t { all, full, brief, least };

/// Verdict, host, score; then from where and when it was read.
void write_header(Page& page, const Report& report);
/// The whole report in one line.
void write_quiet(Page& page, const Report& report);
/// Root causes, worst first, with evidence and fix.
void write_faults(Page& page, const Report& report, Verbosity verbosity);
/// What could not be read, grouped by what would make it readable here.
void write_unknowns(Page& page, const Report& report, Verbosity verbosity);
/// The roles, what they run on, and the ports that nobody judges.
void write_roles(Page& page, const Report& report, Detail detail);
/// Every port and every passed rule, on request.
void write_details(Page& page, const Report& report);
/// How many rules passed, what was waived, what could not run.
void write_summary(Page& page, const Report& report, Detail detail);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// The report for other programs than the reader's own eyes; one file each. JSON is in
// rocelint/report.h.

#include <string>

#include "rocelint/report.h"

namespace rocelint {

/// One JSON document a line, for log shippers: first the report without its findings and ports,
/// then each port, then each finding. All carry the schema, the kind and the host.
[[nodiscard]] std::string write_ndjson(const Report& report, Verbosity verbosity);

/// JUnit XML, for CI: one suite, one case for each rule and subject that was decided or should have
/// been. What fails without stopping anything is a failure too; what can't be told is an error.
[[nodiscard]] std::string write_junit(const Report& report);

/// Text exposition format, for node_exporter's textfile collector.
[[nodiscard]] std::string write_prometheus(const Report& report);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// The report for other programs than the reader's own eyes; one file each. JSON is in
// rocelint/report.h.

#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

namespace rocelint {

/// One JSON document a line, for log shippers: first the report without its findings and ports,
/// then each port, then each finding. All carry the schema, the kind and the host.
[[nodiscard]] std::string write_ndjson(const Report& report, Verbosity verbosity);

/// JUnit XML, for CI: one suite, one case for each rule and subject that was decided or should have
/// been. Only what makes the gate stop is a failure or, where it can't be told, an error; all else
/// that did not pass is skipped and says why.
[[nodiscard]] std::string write_junit(const Report& report);

/// Text exposition format, for node_exporter's textfile collector.
[[nodiscard]] std::string write_prometheus(const Report& report);

/// What fixes the failures of the report, worst first, as a bash script that is meant to be read:
/// one block a finding, what it interrupts in capitals. What hands must do and what could not be
/// read are comments. Whatever the host's strings hold, they stay inside a comment or a quoted
/// word.
[[nodiscard]] std::string write_script(const Report& report);

/// For scripts without a JSON parser, three lines: the gate; where it is `stop` the reason, as in
/// "rocelint:pfc-off mlx5_3,5 +1" (one more rule) or "rocelint:pfc-off mlx5_3 unknown"; whether the
/// probe ran to its end, "complete" or "incomplete".
[[nodiscard]] std::string write_gate(const Report& report);

/// The same where nothing was judged: "error", and what was wrong.
[[nodiscard]] std::string write_gate_error(const Diagnostics& errors);

}  // namespace rocelint

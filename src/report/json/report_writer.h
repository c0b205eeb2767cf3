// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "report/json/json_writer.h"

namespace rocelint {

/// Writes members of a report as their field tables say. Findings that passed or do not apply are
/// left out unless verbose, and verdicts read as verdict_name() has them.
struct ReportWriter {
  JsonWriter& out;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members): lives for one call
  bool no_policy = false;
  Verbosity verbosity{Verbosity::normal};

  void value(const Type& type, const void* at);
  /// With its key; nothing for a row that JSON is not told of.
  void member_of(const Field& field, const void* owner);

 private:
  void list(const Type& type, const void* at);
};

/// Passes and what does not apply only if verbose.
[[nodiscard]] bool is_shown(const Finding& finding, Verbosity verbosity);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// The members of the JSON report, for the formats that are made of them.

#include <optional>
#include <string>
#include <vector>

#include "rocelint/report.h"

#include "report/json/json_writer.h"

namespace rocelint {

/// Everything but roles, ports and findings, into an open object.
void write_head(JsonWriter& out, const Report& report);
void write_role(JsonWriter& out, const RoleReport& role, bool no_policy);
void write_port(JsonWriter& out, const PortReport& port, bool no_policy);
void write_finding(JsonWriter& out, const Finding& finding);
/// With its key.
void write_baseline(JsonWriter& out, const std::optional<BaselineReport>& baseline);
void write_unconfirmed(JsonWriter& out, const std::optional<std::vector<std::string>>& ids);

/// Passes and what does not apply only if verbose.
[[nodiscard]] bool is_shown(const Finding& finding, Verbosity verbosity);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the report's values are called, for people and for JSON.

#include <string>
#include <string_view>

#include "rocelint/report.h"

namespace rocelint {

/// The verdict in JSON: without a policy nobody has said what ready means, so "ready" reads
/// "consistent" and "ready_with_warnings" reads "consistent_with_warnings".
[[nodiscard]] std::string_view verdict_name(Verdict verdict, bool no_policy);

/// "NOT READY", "READY (warnings)", "CONSISTENT (no policy)".
[[nodiscard]] std::string_view verdict_words(Verdict verdict, bool no_policy);

/// "BLOCKER".
[[nodiscard]] std::string_view severity_word(Severity severity);

/// What a finding is about, short: "mlx5_0", "mlx5_0/2" (second port), "ens5", "host".
[[nodiscard]] std::string subject_name(const Subject& subject);

/// How many of a scope: "port" / "ports".
[[nodiscard]] std::string plural(std::string_view word, std::int64_t count);

/// A fact's path without what the subject says already:
/// host.netdevs["ens5"].dcb.pfc.enabled → dcb.pfc.enabled (of ens5) or ens5 dcb.pfc.enabled.
[[nodiscard]] std::string short_fact(std::string_view path, const Subject& subject);

/// JSON text as people write it: [] → none, [3,4] → [3, 4], "rs" → rs.
[[nodiscard]] std::string value_in_words(std::string_view json);

/// "TAKES THE LINK DOWN: drain the node first."; empty for none.
[[nodiscard]] std::string_view disruption(Disrupts disrupts);

/// "Lasts until reboot."
[[nodiscard]] std::string_view duration(Lasts lasts);

}  // namespace rocelint

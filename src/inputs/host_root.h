// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"

namespace rocelint {

/// Why the host's files below `directory` must not be mixed with netlink and verbs of this process,
/// or nothing: they speak of one host only where the host's process 1 has our network namespace.
/// `in_host_network` is what is known of that without the directory.
[[nodiscard]] std::optional<Diagnostic> diagnostic_about_host_root(
    const std::string& directory, const Fact<bool>& in_host_network);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "rocelint/check.h"

#include "os/probe_env.h"

namespace rocelint {

/// How a worker gets its kernel interfaces; called in the forked worker.
using MakeParts = std::function<ProbeEnv::Parts()>;

/// Runs modules in workers, by `needs`, each under its deadline. Whatever a module that hung, died
/// or failed would have provided becomes unknown with the reason; the rest goes on in a fresh
/// worker.
[[nodiscard]] Snapshot collect(std::span<const Check* const> checks, const ProbeOptions& options,
                               const MakeParts& make_parts);

}  // namespace rocelint

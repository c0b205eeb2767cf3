// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "rocelint/facts/fact.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// Opening some sockets and device nodes loads the module behind them, and a probe must not change
/// the host: sysfs is asked first. Nothing where one of `signs` shows that the module is loaded,
/// `not_loaded` where there is none of them, and else why sysfs does not tell.
[[nodiscard]] std::optional<Unknown> why_not_loaded(const Files& files,
                                                    std::initializer_list<std::string_view> signs,
                                                    const Unknown& not_loaded);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a module's file says of itself: the section .modinfo of an ELF object, "key=value" strings
// that end with a NUL (include/linux/moduleparam.h).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "os/read.h"

namespace rocelint {

/// The first value of each key.
using ModuleInfo = std::map<std::string, std::string, std::less<>>;

/// Reads at most so many bytes from an offset on; fewer at the end of the file.
using ReadPart = std::function<Read<std::string>(std::uint64_t offset, std::size_t size)>;

/// A module is megabytes long and .modinfo near its end, so only the parts that lead there are
/// read.
[[nodiscard]] Read<ModuleInfo> read_module_info(const ReadPart& read);

/// The path of each module by its name with underscores, out of modules.dep: "kernel/…/mlx5_ib.ko".
[[nodiscard]] std::map<std::string, std::string, std::less<>> parse_modules_dep(
    std::string_view text);

}  // namespace rocelint

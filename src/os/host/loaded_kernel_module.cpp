// SPDX-License-Identifier: Apache-2.0
#include "os/host/loaded_kernel_module.h"

#include <initializer_list>
#include <optional>
#include <string_view>

#include "rocelint/facts/fact.h"

#include "os/sysfs/files.h"

namespace rocelint {

std::optional<Unknown> why_not_loaded(const Files& files,
                                      std::initializer_list<std::string_view> signs,
                                      const Unknown& not_loaded) {
  std::optional<Unknown> hidden;
  for (const auto sign : signs) {
    const auto found = files.real_path(sign);
    if (found) {
      return std::nullopt;
    }
    if (found.error().reason != Reason::not_found) {
      hidden = found.error();
    }
  }
  return hidden ? hidden : not_loaded;
}

}  // namespace rocelint

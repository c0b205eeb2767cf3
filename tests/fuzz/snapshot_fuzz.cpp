// SPDX-License-Identifier: Apache-2.0

// The snapshot reader takes any bytes: it never crashes, it either refuses with an error or reads,
// and what it has read it writes and reads again without a difference.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rocelint/snapshot.h"

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are characters
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto first = rocelint::read_snapshot(json, "fuzz");
  require(first.snapshot.has_value() == first.errors.empty());
  if (!first.snapshot) {
    return 0;
  }
  const auto written = rocelint::write_snapshot(*first.snapshot);
  const auto second = rocelint::read_snapshot(written, "fuzz");
  require(second.snapshot.has_value() && second.warnings.empty());
  require(*second.snapshot == *first.snapshot);
  require(rocelint::write_snapshot(*second.snapshot) == written);
  return 0;
}

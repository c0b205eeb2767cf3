// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"

namespace rocelint {

/// What a read from the kernel yields: the value, or the Unknown that its facts become.
template <class T>
using Read = tl::expected<T, Unknown>;

/// The reason that an errno stands for where nothing better is known: EPERM and EACCES are
/// permission, EOPNOTSUPP is unsupported, ENOENT is not_found, ENODEV and ENXIO are vanished, the
/// rest is io_error. `detail` says what was tried.
[[nodiscard]] Unknown unknown_from_errno(int sys_errno, std::string detail);

template <class T>
[[nodiscard]] Fact<T> to_fact(Read<T> read) {
  if (read) {
    return Fact<T>(*std::move(read));
  }
  return Fact<T>(std::move(read).error());
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a fact is not known, and what becomes of one that may not be.

#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

[[nodiscard]] Unknown not_collected(std::string detail);
/// Only a deep probe reads it, and this is none.
[[nodiscard]] Unknown needs_deep();
[[nodiscard]] Unknown unsupported(std::string detail);
[[nodiscard]] Unknown not_found(std::string detail);
[[nodiscard]] Unknown vanished(std::string detail);
[[nodiscard]] Unknown io_error(std::string detail);
[[nodiscard]] Unknown malformed(std::string detail);
[[nodiscard]] Unknown not_authoritative(std::string detail);

/// What `make`, a function or a member, yields of the value: a plain value or a fact. What is
/// unknown stays so, for the same reason.
template <class T, class Make>
[[nodiscard]] auto map(const Fact<T>& fact, Make make) {
  using Made = std::remove_cvref_t<std::invoke_result_t<Make&, const T&>>;
  using Result = Fact<typename FactTraits<Made>::Value>;
  return fact.known() == nullptr ? Result(*fact.unknown())
                                 : Result(std::invoke(make, *fact.known()));
}

}  // namespace rocelint

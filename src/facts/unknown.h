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

[[nodiscard]] inline Unknown not_collected(std::string detail) {
  return {.reason = Reason::not_collected, .detail = std::move(detail), .sys_errno = 0};
}
/// Only a deep probe reads it, and this is none.
[[nodiscard]] inline Unknown needs_deep() {
  return {.reason = Reason::needs_deep, .detail = "", .sys_errno = 0};
}
[[nodiscard]] inline Unknown unsupported(std::string detail) {
  return {.reason = Reason::unsupported, .detail = std::move(detail), .sys_errno = 0};
}
[[nodiscard]] inline Unknown not_found(std::string detail) {
  return {.reason = Reason::not_found, .detail = std::move(detail), .sys_errno = 0};
}
[[nodiscard]] inline Unknown vanished(std::string detail) {
  return {.reason = Reason::vanished, .detail = std::move(detail), .sys_errno = 0};
}
[[nodiscard]] inline Unknown io_error(std::string detail) {
  return {.reason = Reason::io_error, .detail = std::move(detail), .sys_errno = 0};
}
[[nodiscard]] inline Unknown malformed(std::string detail) {
  return {.reason = Reason::malformed, .detail = std::move(detail), .sys_errno = 0};
}
[[nodiscard]] inline Unknown not_authoritative(std::string detail) {
  return {.reason = Reason::not_authoritative, .detail = std::move(detail), .sys_errno = 0};
}

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

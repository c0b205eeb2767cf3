// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "expr/scratch.h"
#include "expr/static_type.h"
#include "expr/value.h"

namespace rocelint::expr {

/// What an argument must be.
enum class Parameter : std::uint8_t { none, text, integer, scalar, sized };

enum class CallStyle : std::uint8_t {
  function,  ///< glob(s, p)
  method,    ///< s.contains(p)
  either,    ///< size(x), x.size()
};

inline constexpr std::size_t kMaxArguments = 2;
using Arguments = std::array<Value, kMaxArguments>;

/// A function of the language; macros are not in this table.
struct Function {
  std::string_view name;
  CallStyle style{};
  std::array<Parameter, kMaxArguments> parameters{};
  StaticType result;
  /// Only called with known arguments of the right type.
  Value (*run)(Scratch& scratch, const Arguments& arguments) = nullptr;
  /// What is wrong with a literal as the last argument, or "".
  std::string (*refuse)(std::string_view literal) = nullptr;
  std::string_view doc;
  std::string_view example;  ///< an expression that is true

  [[nodiscard]] std::size_t arity() const { return parameters[1] == Parameter::none ? 1 : 2; }
};

/// All of them, sorted by name.
[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] const Function* find_function(std::string_view name);

/// A scalar as string() and templates spell it.
[[nodiscard]] std::string to_text(const Value& value);

/// Whether a value of `type` may stand for `parameter`.
[[nodiscard]] bool accepts(Parameter parameter, const StaticType& type);
[[nodiscard]] std::string_view describe(Parameter parameter);

}  // namespace rocelint::expr

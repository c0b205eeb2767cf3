// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "expr/op.h"
#include "expr/scratch.h"
#include "expr/static_type.h"
#include "expr/value.h"

namespace rocelint::expr {

/// What an argument must be.
enum class Parameter : std::uint8_t { none, text, integer, integers, scalar, sized };

enum class CallStyle : std::uint8_t {
  function,  ///< glob(s, p)
  method,    ///< s.contains(p)
  either,    ///< size(x), x.size()
};

inline constexpr std::size_t kMaxArguments = 2;
using Arguments = std::array<Value, kMaxArguments>;

/// A function of the language.
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

/// What binds a variable to each element of a list: list.all(x, …).
struct ListMacro {
  std::string_view name;
  Op op;
  std::string_view doc;
  std::string_view example;
};

/// A name for the numbers from 0 to `size` - 1.
struct NamedList {
  std::string_view name;
  std::int64_t size = 0;
  std::string_view doc;
  std::string_view example;
};

/// All of them, each sorted by name.
[[nodiscard]] std::span<const Function> functions();
[[nodiscard]] std::span<const ListMacro> list_macros();
[[nodiscard]] std::span<const NamedList> named_lists();
[[nodiscard]] const Function* find_function(std::string_view name);
[[nodiscard]] const NamedList* find_named_list(std::string_view name);

/// A scalar as string() and templates spell it.
[[nodiscard]] std::string to_text(const Value& value);

/// Whether a value of `type` may stand for `parameter`.
[[nodiscard]] bool accepts(Parameter parameter, const StaticType& type);
[[nodiscard]] std::string_view describe(Parameter parameter);

}  // namespace rocelint::expr

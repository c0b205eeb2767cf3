// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/reflect.h"

#include "base/json_text.h"

namespace rocelint {

/// Appends the value at `at` as JSON. Lists with a key are written in the order of the key. An
/// unknown fact stands in the value's place as {"unknown":"permission","detail":"…","errno":13}; a
/// member that was not collected is left out. A fact whose value has no JSON form (an enum value
/// without a name, a double that is not finite) is written as unknown(malformed).
void write_json_value(std::string& out, const Type& type, const void* at);

/// Larger documents are refused.
inline constexpr std::size_t kMaxJsonBytes = 200'000'000;

enum class UnknownKeys : std::uint8_t {
  warn,    ///< a newer writer: keep going, say so
  refuse,  ///< hand-written input: a slip of the fingers
};

/// What a plain member (one that is not a fact) is when its key is not there.
enum class Missing : std::uint8_t {
  refuse,         ///< the document is damaged
  default_value,  ///< hand-written input that names only what matters, as the tests of rules do
};

struct JsonRules {
  // NOLINTNEXTLINE(google-explicit-constructor): the second knob is seldom turned
  constexpr JsonRules(UnknownKeys keys, Missing members = Missing::refuse)
      : unknown_keys(keys), missing(members) {}

  UnknownKeys unknown_keys;
  Missing missing;
};

struct JsonReading {
  bool ok = false;
  bool well_formed = false;  ///< it is JSON: errors, if any, are about what it says
  Diagnostics errors;        ///< the first 20 or so
  Diagnostics warnings;      ///< unknown keys, each once, however many elements have it
};

/// Reads JSON into the object of `type` at `into`, which should be a fresh one; after an error it
/// is of no use. Syntax errors carry line and column, semantic errors a JSON Pointer.
[[nodiscard]] JsonReading read_json_value(std::string_view json, std::string_view file,
                                          const Type& type, void* into, JsonRules rules);

/// JSON Schema (2020-12) of `type`.
[[nodiscard]] std::string json_schema(const Type& type, std::string_view title);

}  // namespace rocelint

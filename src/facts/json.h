// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/reflect.h"

#include "base/json_text.h"

namespace rocelint {

/// Appends the value at `at` as JSON. An unknown fact stands in the value's place as
/// {"unknown":"permission","detail":"…","errno":13}; one that was not collected is left out.
void write_json_value(std::string& out, const Type& type, const void* at);

enum class UnknownKeys : std::uint8_t {
  warn,    ///< a newer writer: keep going, say so
  refuse,  ///< hand-written input: a slip of the fingers
};

struct JsonReading {
  bool ok = false;
  Diagnostics errors;
  Diagnostics warnings;
};

/// Reads JSON into the object of `type` at `into`.
[[nodiscard]] JsonReading read_json_value(std::string_view json, std::string_view file,
                                          const Type& type, void* into, UnknownKeys unknown_keys);

/// JSON Schema (2020-12) of `type`.
[[nodiscard]] std::string json_schema(const Type& type, std::string_view title);

}  // namespace rocelint

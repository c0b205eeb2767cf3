// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// Appends `text` as a JSON string (RFC 8259). Bytes that are not UTF-8 become U+FFFD; whatever a
/// terminal would act on is escaped.
void write_json_text(std::string& out, std::string_view text);

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace rocelint {

namespace {

bool is_plain_in_json(char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void append_unit(std::string& out, unsigned unit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += kHex[unit >> static_cast<unsigned>(shift) & 0xFU];
  }
}

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      append_unit(out, static_cast<unsigned>(code));  // none of them is above U+FFFF
  }
}

}  // namespace

void write_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const auto start = i;
    while (i < text.size() && is_plain_in_json(text[i])) {
      ++i;
    }
    out += text.substr(start, i - start);
    if (i == text.size()) {
      break;
    }
    const auto character = utf8_character(text, i);
    if (!character.valid) {
      out += "\xEF\xBF\xBD";
    } else if (character.code < 0x80 || is_terminal_control(character.code)) {
      append_escaped(out, character.code);
    } else {
      out += text.substr(i, character.size);
    }
    i += character.size;
  }
  out += '"';
}

}  // namespace rocelint

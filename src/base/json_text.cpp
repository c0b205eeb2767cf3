// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace rocelint {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

bool in_range(unsigned char byte, unsigned char low, unsigned char high) {
  return byte >= low && byte <= high;
}

// Length of the well-formed UTF-8 sequence at `at`, 0 if there is none. The ranges are those of
// table 3-7 of the Unicode standard: no overlong form, no surrogate, nothing above U+10FFFF.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto first = byte_at(text, at);
  const auto second = byte_at(text, at + 1);
  const bool third_ok = in_range(byte_at(text, at + 2), 0x80, 0xBF);
  if (first < 0x80) {
    return 1;
  }
  if (in_range(first, 0xC2, 0xDF)) {
    return in_range(second, 0x80, 0xBF) ? 2 : 0;
  }
  if (in_range(first, 0xE0, 0xEF)) {
    const unsigned char low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned char high = first == 0xED ? 0x9F : 0xBF;
    return in_range(second, low, high) && third_ok ? 3 : 0;
  }
  if (in_range(first, 0xF0, 0xF4)) {
    const unsigned char low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xF4 ? 0x8F : 0xBF;
    const bool fourth_ok = in_range(byte_at(text, at + 3), 0x80, 0xBF);
    return in_range(second, low, high) && third_ok && fourth_ok ? 4 : 0;
  }
  return 0;
}

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void write_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
}

}  // namespace

void write_json_text(std::string& out, std::string_view text) {
  out += '"';
  std::size_t at = 0;
  while (at < text.size()) {
    const auto plain = at;
    while (at < text.size() && is_plain(text[at])) {
      ++at;
    }
    out += text.substr(plain, at - plain);
    if (at == text.size()) {
      break;
    }
    const auto length = utf8_length(text, at);
    if (length == 0) {
      out += kReplacement;
    } else if (length == 1) {
      write_escaped(out, text[at]);
    } else {
      out += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  out += '"';
}

}  // namespace rocelint

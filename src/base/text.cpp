// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

std::uint8_t byte_at(std::string_view text, std::size_t offset) {
  return static_cast<std::uint8_t>(text[offset]);
}

void append_hex_byte(std::string& out, std::uint8_t byte) {
  out += kHex[byte >> 4U];
  out += kHex[byte & 0xFU];
}

void append_code(std::string& out, char32_t code) {
  out += "\\u{";
  if (code > 0xFFFF) {
    append_hex_byte(out, static_cast<std::uint8_t>(code >> 16U));
  }
  append_hex_byte(out, static_cast<std::uint8_t>(code >> 8U & 0xFFU));
  append_hex_byte(out, static_cast<std::uint8_t>(code & 0xFFU));
  out += '}';
}

/// What the second byte of a sequence may be, by its first (Unicode 15, table 3-7).
struct SecondByte {
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
};

SecondByte second_byte_after(std::uint8_t first) {
  switch (first) {
    case 0xE0:
      return {.low = 0xA0, .high = 0xBF};
    case 0xED:
      return {.low = 0x80, .high = 0x9F};
    case 0xF0:
      return {.low = 0x90, .high = 0xBF};
    case 0xF4:
      return {.low = 0x80, .high = 0x8F};
    default:
      return {};
  }
}

std::size_t sequence_length(std::uint8_t first) {
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return 2;
  }
  if (first >= 0xE0 && first <= 0xEF) {
    return 3;
  }
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

bool is_plain_in_shell(char c) {
  constexpr std::string_view kPlain = "_@%+=:,./-";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kPlain.find(c) != std::string_view::npos;
}

bool has_terminal_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto character = utf8_character(text, i);
    if (!character.valid || is_terminal_control(character.code)) {
      return true;
    }
    i += character.size;
  }
  return false;
}

/// Octal has always three digits, so that a digit after it can't be taken for a part of it.
void append_octal(std::string& out, std::uint8_t byte) {
  out += '\\';
  out += static_cast<char>('0' + (byte >> 6U));
  out += static_cast<char>('0' + (byte >> 3U & 7U));
  out += static_cast<char>('0' + (byte & 7U));
}

void append_ansi_c(std::string& out, std::string_view character, bool shown) {
  if (!shown) {
    for (const char c : character) {
      append_octal(out, static_cast<std::uint8_t>(c));
    }
    return;
  }
  if (character == "'" || character == "\\") {
    out += '\\';
  }
  out += character;
}

std::string quote_ansi_c(std::string_view word) {
  std::string out = "$'";
  for (std::size_t i = 0; i < word.size();) {
    const auto character = utf8_character(word, i);
    if (word[i] == '\n') {
      out += "\\n";
    } else if (word[i] == '\t') {
      out += "\\t";
    } else if (word[i] == '\0') {
      out += "\\\\0";
    } else {
      append_ansi_c(out, word.substr(i, character.size),
                    character.valid && !is_terminal_control(character.code));
    }
    i += character.size;
  }
  return out + '\'';
}

constexpr std::size_t kLongestName = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

using DistanceRow = std::array<std::size_t, kLongestName + 1>;

/// Whether the letters that end at `i` and `j` are two neighbours, swapped.
bool are_swapped(std::string_view a, std::string_view b, std::size_t i, std::size_t j) {
  return i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
}

/// How many letters are wrong, missing, in excess or swapped with their neighbour (optimal string
/// alignment). Upper and lower case are one.
std::size_t typing_distance(std::string_view a, std::string_view b) {
  std::array<DistanceRow, 3> rows{};
  auto* before = rows.data();
  auto* last = &rows[1];
  auto* row = &rows[2];
  std::iota(last->begin(), last->end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t wrong = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      const std::size_t swapped = are_swapped(a, b, i, j) ? (*before)[j - 2] + 1 : kLongestName;
      (*row)[j] = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, (*last)[j - 1] + wrong, swapped});
    }
    auto* const oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return (*last)[b.size()];
}

}  // namespace

Utf8Character utf8_character(std::string_view text, std::size_t offset) {
  const auto first = byte_at(text, offset);
  const auto size = sequence_length(first);
  if (size == 1) {
    return {.code = first, .size = 1, .valid = true};
  }
  if (size == 0 || text.size() - offset < size) {
    return {.code = first};
  }
  auto code = static_cast<char32_t>(first & (0xFFU >> (size + 1)));
  auto allowed = second_byte_after(first);
  for (std::size_t i = 1; i < size; ++i) {
    const auto next = byte_at(text, offset + i);
    if (next < allowed.low || next > allowed.high) {
      return {.code = first};
    }
    code = code << 6U | (next & 0x3FU);
    allowed = {};
  }
  return {.code = code, .size = size, .valid = true};
}

bool is_terminal_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape_for_terminal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto character = utf8_character(text, i);
    if (character.code == '\n') {
      out += "\\n";
    } else if (character.code == '\t') {
      out += "\\t";
    } else if (!character.valid || (character.code < 0x80 && is_terminal_control(character.code))) {
      out += "\\x";
      append_hex_byte(out, byte_at(text, i));
    } else if (is_terminal_control(character.code)) {
      append_code(out, character.code);
    } else {
      out += text.substr(i, character.size);
    }
    i += character.size;
  }
  return out;
}

std::string shell_quote(std::string_view word) {
  if (has_terminal_control(word)) {
    return quote_ansi_c(word);
  }
  // zsh expands a leading "=".
  if (!word.empty() && word.front() != '=' && std::ranges::all_of(word, is_plain_in_shell)) {
    return std::string(word);
  }
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + '\'';
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() < 2 || name.size() > kLongestName) {
    return "";
  }
  std::string_view best;
  auto limit = std::clamp<std::size_t>(name.size() / 3, 1, 3) + 1;
  for (const auto candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestName) {
      continue;
    }
    const auto distance = typing_distance(name, candidate);
    if (distance < limit && distance < candidate.size()) {
      limit = distance;
      best = candidate;
    }
  }
  if (!best.empty()) {
    return best;
  }
  const auto whole = std::string(name) + '_';
  const auto longer =
      std::ranges::find_if(candidates, [&](std::string_view c) { return c.starts_with(whole); });
  return longer == candidates.end() ? "" : *longer;
}

bool glob_match(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  auto star = std::string_view::npos;  // the last `*`, and what it has swallowed so far
  std::size_t swallowed = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      t += utf8_character(text, t).size;
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++t;
      ++p;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      swallowed += utf8_character(text, swallowed).size;
      t = swallowed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kCut = "...";
  if (text.size() <= bytes) {
    return std::string(text);
  }
  const auto room = bytes - std::min(bytes, kCut.size());
  std::size_t end = 0;
  while (end < room && end + utf8_character(text, end).size <= room) {
    end += utf8_character(text, end).size;
  }
  return std::string(text.substr(0, end)).append(kCut.substr(0, bytes));
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) {
    if (&part != parts.data()) {
      out += separator;
    }
    out += part;
  }
  return out;
}

std::string counted(std::size_t count, std::string_view word) {
  return std::to_string(count) + ' ' + std::string(word) + (count == 1 ? "" : "s");
}

Place place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  const auto newline = before.rfind('\n');
  return {
      .line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
      .column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline};
}

}  // namespace rocelint

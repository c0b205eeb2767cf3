// SPDX-License-Identifier: Apache-2.0
#include "facts/json/json_syntax.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"

namespace rocelint {
namespace {

struct SyntaxError {
  std::size_t offset = 0;
  std::string text;
};

/// Reads characters and counts them where its owner can see it, which gives every event a place.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  CountingIterator(std::string_view json, std::size_t& position)
      : json_(json), position_(&position) {}

  reference operator*() const { return json_[*position_]; }
  CountingIterator& operator++() {
    ++*position_;
    return *this;
  }
  CountingIterator operator++(int) {
    const auto before = *this;
    ++*position_;
    return before;
  }
  [[nodiscard]] bool at_end() const { return *position_ >= json_.size(); }
  /// Only ever compared with the end, as input iterators are.
  bool operator==(const CountingIterator& /*end*/) const { return at_end(); }

 private:
  std::string_view json_;
  std::size_t* position_;
};

/// Stops at the first thing that the fast parser may have refused.
class Inspector : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Inspector(const std::size_t& position) : position_(position) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    if (text.find_first_of(".eE") != std::string::npos) {
      return true;
    }
    // The lexer has read one character beyond the number.
    return complain(position_ - std::min(position_, text.size() + 1),
                    "the integer is out of range");
  }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return enter(); }
  bool key(string_t& /*name*/) override { return true; }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t /*size*/) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t position, const std::string& /*last_token*/,
                   const nlohmann::json::exception& error) override {
    return complain(position - std::min<std::size_t>(position, 1), words_of(error));
  }

  [[nodiscard]] const std::optional<SyntaxError>& diagnostic() const { return diagnostic_; }

 private:
  bool complain(std::size_t offset, std::string text) {
    diagnostic_ = {.offset = offset, .text = std::move(text)};
    return false;
  }
  bool enter() {
    if (++depth_ > kMaxJsonDepth) {
      return complain(position_ - 1,
                      "nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
    }
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  /// "[json.exception.…] parse error at line 1, column 2: " is said by the diagnostic itself, and
  /// the last token may be as long as the document.
  static std::string words_of(const nlohmann::json::exception& error) {
    std::string text = error.what();
    if (const auto end = text.find("] "); end != std::string::npos) {
      text.erase(0, end + 2);
    }
    if (const auto end = text.find(": ");
        text.starts_with("parse error at") && end != std::string::npos) {
      text.erase(0, end + 2);
    }
    return text;
  }

  const std::size_t& position_;
  std::size_t depth_ = 0;
  std::optional<SyntaxError> diagnostic_;
};

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto character = utf8_character(text, i);
    if (!character.valid) {
      return i;
    }
    i += character.size;
  }
  return std::nullopt;
}

/// What JSON parsers see differently or not at all.
std::optional<SyntaxError> look_at_bytes(std::string_view json) {
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return SyntaxError{.offset = json.size(), .text = "the document is empty"};
  }
  if (const auto bom = json.find("\xEF\xBB\xBF"); bom == 0) {
    return SyntaxError{.offset = bom, .text = "the document starts with a byte order mark"};
  }
  if (const auto nul = json.find('\0'); nul != std::string_view::npos) {
    return SyntaxError{.offset = nul, .text = "a NUL byte is not JSON"};
  }
  if (const auto bad = first_invalid_utf8(json)) {
    return SyntaxError{.offset = *bad, .text = "not valid UTF-8"};
  }
  return std::nullopt;
}

std::optional<SyntaxError> look_at_grammar(std::string_view json) {
  std::size_t position = 0;
  Inspector inspector(position);
  nlohmann::json::sax_parse(CountingIterator(json, position), CountingIterator(json, position),
                            &inspector);
  return inspector.diagnostic();
}

}  // namespace

Diagnostic explain_json_syntax(std::string_view json, std::string_view file,
                               std::string_view diagnostic) {
  constexpr std::size_t kLongestText = 200;
  Diagnostic out{.file = std::string(file), .text = std::string(diagnostic)};
  auto found = look_at_bytes(json);
  if (!found) {
    found = look_at_grammar(json);
  }
  if (found) {
    const auto place = place_of(json, found->offset);
    out.line = place.line;
    out.column = place.column;
    out.text = shortened(found->text, kLongestText);
  }
  return out;
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "report/text/wrap.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

namespace {

// Where the shell would split words: blanks that no quote and no backslash protects. A backslash
// protects in $'…' too, which is how shell_quote() writes control characters. A comment at the end
// is one word: on a line of its own the rest of it would run.
std::vector<std::string_view> shell_words(std::string_view command) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  char quote = 0;
  bool has_escapes = true;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (c == '\\' && has_escapes) {
      ++at;
    } else if (quote != 0) {
      has_escapes = has_escapes || c == quote;
      quote = c == quote ? '\0' : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
      has_escapes = c == '"' || (at > begin && command[at - 1] == '$');
    } else if (c == '#' && at == begin) {
      break;
    } else if (c == ' ') {
      words.push_back(command.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  words.push_back(command.substr(std::min(begin, command.size())));
  std::erase(words, std::string_view{});
  return words;
}

/// The next word of `text`, which loses it; empty where there is none.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const auto word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// "149", "7/8", "12.4", "(+2".
bool is_number(std::string_view word) {
  constexpr std::string_view kDigits = "0123456789";
  word.remove_prefix(std::min(word.find_first_not_of("(+-"), word.size()));
  return word.find_first_not_of("0123456789./,") == std::string_view::npos &&
         word.find_first_of(kDigits) == 0 && word.find_last_of(kDigits) == word.size() - 1;
}

/// "n/a", "Gb/s", "%": what a number before it counts, or might.
bool is_unit(std::string_view word) {
  const char first = word.empty() ? ' ' : word.front();
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '%';
}

/// The next word of `text`; a number and the unit after it, where a line can hold both.
std::string take_together(std::string_view& text, std::size_t width) {
  std::string kept(take_word(text));
  auto rest = text;
  const auto unit = is_number(kept) ? take_word(rest) : std::string_view{};
  if (is_unit(unit) && kept.size() + 1 + unit.size() <= width) {
    text = rest;
    kept += ' ' + std::string(unit);
  }
  return kept;
}

}  // namespace

std::vector<std::string> wrap_words(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (auto kept = take_together(text, width); !kept.empty(); kept = take_together(text, width)) {
    if (!line.empty() && line.size() + 1 + kept.size() > width) {
      lines.push_back(std::exchange(line, {}));
    }
    std::string_view rest = kept;
    for (; rest.size() > width; rest.remove_prefix(width)) {
      lines.emplace_back(rest.substr(0, width));
    }
    line += (line.empty() ? "" : " ") + std::string(rest);
  }
  if (!line.empty()) {
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> wrap_comment(std::string_view text, std::size_t width) {
  constexpr std::string_view kMark = "# ";
  auto lines = wrap_words(text, width - kMark.size());
  for (auto& line : lines) {
    line.insert(0, kMark);
  }
  return lines;
}

std::optional<std::vector<std::string>> wrap_command(std::string_view command, std::size_t width) {
  if (command.size() <= width) {
    return std::vector{std::string(command)};
  }
  if (command.starts_with('#')) {
    return wrap_comment(command.substr(std::min(command.find_first_not_of("# "), command.size())),
                        width);
  }
  constexpr std::string_view kGoesOn = " \\";
  constexpr std::string_view kIndent = "  ";
  std::vector<std::string> lines;
  std::string line;
  for (const auto word : shell_words(command)) {
    if (kIndent.size() + word.size() + kGoesOn.size() > width) {
      return std::nullopt;
    }
    if (!line.empty() && line.size() + 1 + word.size() + kGoesOn.size() > width) {
      lines.push_back(std::move(line += kGoesOn));
      line = std::string(kIndent) + std::string(word);
    } else {
      line += (line.empty() ? "" : " ") + std::string(word);
    }
  }
  lines.push_back(std::move(line));
  return lines;
}

}  // namespace rocelint

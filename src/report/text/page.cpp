// SPDX-License-Identifier: Apache-2.0
#include "report/text/page.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/text/wrap.h"

namespace rocelint {

namespace {

constexpr int kLeastColumns = 40;
constexpr std::size_t kLeastRoom = 16;  // for text beside a margin
constexpr std::string_view kEllipsis = "...";
constexpr std::size_t kChunkGap = 2;
constexpr std::size_t kMostLines = 12;  // of one text: a hostile name must not flood the screen

std::string_view color_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::good:
      return "\x1b[1;32m";
    case Ink::caution:
      return "\x1b[1;33m";
    case Ink::bad:
      return "\x1b[1;31m";
  }
  return "";
}

}  // namespace

std::string printable(std::string_view text) {
  const auto safe = escape_for_terminal(text);
  std::string out;
  out.reserve(safe.size());
  for (std::size_t at = 0; at < safe.size();) {
    const auto character = utf8_character(safe, at);
    if (character.size == 1) {
      out += safe[at];
    } else {
      out += fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(character.code));
    }
    at += character.size;
  }
  return out;
}

std::string clipped(std::string_view text, std::size_t length) {
  if (text.size() <= length) {
    return std::string(text);
  }
  const auto kept = length - std::min(length, kEllipsis.size());
  const auto tail = kept / 2;
  return fmt::format("{}{}{}", text.substr(0, kept - tail), kEllipsis,
                     text.substr(text.size() - tail));
}

std::vector<Chunk> chunks_of(std::string_view text) {
  std::vector<Chunk> chunks;
  while (!text.empty()) {
    const auto part = text.substr(0, text.find("  "));
    text.remove_prefix(std::min(text.size(), part.size() + kChunkGap));
    if (!part.empty()) {
      chunks.push_back({.text = std::string(part)});
    }
  }
  return chunks;
}

struct Page::Line {
  std::string text;       // with colors
  std::size_t width = 0;  // without
  bool has_words = false;
};

Page::Page(const TextOptions& options)
    : columns_(static_cast<std::size_t>(std::max(options.columns, kLeastColumns))),
      color_(options.color) {}

void Page::blank() {
  if (!out_.empty() && !out_.ends_with("\n\n")) {
    out_ += '\n';
    ++lines_;
  }
}

// The same margin, narrower where it would leave no room for text on a terminal like this one.
Margin Page::fitted(const Margin& margin) const {
  const auto widest = columns_ - kLeastRoom;
  return {.indent = std::min(margin.indent, widest),
          .label = margin.label,
          .hang = std::min(margin.hang, widest)};
}

std::size_t Page::room_beside(const Margin& margin) const {
  return columns_ - std::max(margin.hang, margin.indent);
}

void Page::start(Line& line, const Margin& margin) {
  line = {};
  line.text.append(margin.indent, ' ');
  if (margin.hang > margin.indent) {
    const auto room = margin.hang - margin.indent;
    line.text += fmt::format("{:<{}}", clipped(printable(margin.label), room - 1), room);
  }
  line.width = std::max(margin.hang, margin.indent);
}

void Page::put(Line& line, const Margin& margin, const Chunk& chunk, std::size_t gap) {
  if (line.has_words && line.width + gap + chunk.text.size() > columns_) {
    end(line);
    start(line, {.indent = margin.hang, .label = {}, .hang = margin.hang});
  }
  const auto blanks = line.has_words ? gap : 0;
  line.text.append(blanks, ' ');
  const auto color = color_ == Color::on ? color_of(chunk.ink) : std::string_view{};
  line.text += color;
  line.text += chunk.text;
  line.text += color.empty() ? "" : "\x1b[0m";
  line.width += blanks + chunk.text.size();
  line.has_words = true;
}

void Page::end(const Line& line) {
  const auto last = line.text.find_last_not_of(' ');
  out_ += std::string_view(line.text).substr(0, last == std::string::npos ? 0 : last + 1);
  out_ += '\n';
  ++lines_;
}

void Page::chunks(const Margin& expected, std::span<const Chunk> chunks) {
  const auto margin = fitted(expected);
  Line line;
  start(line, margin);
  const auto room = room_beside(margin);
  for (const auto& chunk : chunks) {
    for (auto& part : wrap_words(clipped(printable(chunk.text), 2 * room), room)) {
      put(line, margin, {.text = std::move(part), .ink = chunk.ink}, kChunkGap);
    }
  }
  end(line);
}

bool Page::fits(std::span<const Chunk> chunks) const {
  std::size_t width = 0;
  for (const auto& chunk : chunks) {
    width += (width == 0 ? 0 : kChunkGap) + printable(chunk.text).size();
  }
  return width <= columns_;
}

void Page::prose(const Margin& expected, std::string_view text) {
  const auto margin = fitted(expected);
  auto parts = wrap_words(printable(text), room_beside(margin));
  if (parts.size() > kMostLines) {
    parts.resize(kMostLines);
    parts.push_back(clipped("... (--format json)", room_beside(margin)));
  }
  Line line;
  start(line, margin);
  for (const auto& part : parts) {
    put(line, margin, {.text = part}, columns_);
  }
  end(line);
}

void Page::columns(const Margin& expected, std::string_view left, std::size_t width,
                   std::string_view right) {
  const auto margin = fitted(expected);
  const auto value = fmt::format("{:<{}}", printable(left), width);
  const auto origin = clipped(printable(right), 2 * columns_);
  const auto room = room_beside(margin);
  if (value.size() + kChunkGap + origin.size() > room) {
    prose(margin, value);
    if (!origin.empty()) {
      prose({.indent = margin.hang + kChunkGap, .label = {}, .hang = margin.hang + kChunkGap},
            origin);
    }
    return;
  }
  Line line;
  start(line, margin);
  put(line, margin, {.text = value}, kChunkGap);
  put(line, margin, {.text = origin}, kChunkGap);
  end(line);
}

void Page::single_line(std::span<const Chunk> chunks) {
  Line line;
  start(line, {});
  for (const auto& chunk : chunks) {
    const Chunk shown{.text = clipped(printable(chunk.text), columns_), .ink = chunk.ink};
    if (!line.has_words || line.width + kChunkGap + shown.text.size() <= columns_) {
      put(line, {}, shown, kChunkGap);
    }
  }
  end(line);
}

void Page::command(const Margin& expected, std::string_view command) {
  const auto margin = fitted(expected);
  const auto shown = printable(command);
  const auto room = room_beside(margin);
  auto lines = wrap_command(shown, room).value_or(std::vector<std::string>{});
  if (lines.empty() || shown != command || lines.size() > kMostLines) {
    lines =
        wrap_comment("too long to show, --format json has it: " + clipped(shown, 3 * room), room);
  }
  Line line;
  start(line, margin);
  for (const auto& part : lines) {
    put(line, margin, {.text = part}, columns_);
  }
  end(line);
}

}  // namespace rocelint

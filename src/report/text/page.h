// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/report.h"

namespace rocelint {

/// ASCII without a control byte: what escape_for_terminal leaves, with every character beyond ASCII
/// as \u{NNNN}.
[[nodiscard]] std::string printable(std::string_view text);

/// At most `length` characters, the middle replaced by "..." where there are more.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t length);

enum class Ink : std::uint8_t { plain, good, caution, bad };

/// Words that stay together as long as a line can hold them.
struct Chunk {
  std::string text;
  Ink ink{Ink::plain};
};

/// The parts of a line that two blanks set apart.
[[nodiscard]] std::vector<Chunk> chunks_of(std::string_view text);

/// Where a block of lines starts: the first line carries the label, the rest hangs below its text.
struct Margin {
  std::size_t indent = 0;
  std::string_view label = "";
  std::size_t hang = 0;  ///< column of the text, from 0
};

/// The terminal report while it is written, and the one place that keeps its promises: no line is
/// wider than the terminal, ASCII only, nothing but the page's own colors controls the terminal.
/// Whatever is put on it may come from a hostile host.
class Page {
 public:
  explicit Page(const TextOptions& options);

  /// One empty line, unless the page has just begun or has one already.
  void blank();
  /// Chunks two blanks apart; one that does not fit goes to the next line.
  void chunks(const Margin& expected, std::span<const Chunk> chunks);
  /// Whether these chunks fit on one line.
  [[nodiscard]] bool fits(std::span<const Chunk> chunks) const;
  /// Running text, broken at blanks.
  void prose(const Margin& expected, std::string_view text);
  /// Two columns: `left`, then `right` at column `width` of the text, or on the next line where it
  /// does not fit.
  void columns(const Margin& expected, std::string_view left, std::size_t width,
               std::string_view right);
  /// One line of chunks; those that do not fit are left out.
  void single_line(std::span<const Chunk> chunks);
  /// A shell line that may be pasted: broken only where the shell allows it, with a backslash.
  void command(const Margin& expected, std::string_view command);

  [[nodiscard]] std::size_t width() const { return columns_; }
  [[nodiscard]] std::size_t lines() const { return lines_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  struct Line;
  [[nodiscard]] Margin fitted(const Margin& margin) const;
  [[nodiscard]] std::size_t room_beside(const Margin& margin) const;
  static void start(Line& line, const Margin& margin);
  void put(Line& line, const Margin& margin, const Chunk& chunk, std::size_t gap);
  void end(const Line& line);

  std::size_t columns_;
  Color color_;
  std::string out_;
  std::size_t lines_ = 0;
};

}  // namespace rocelint

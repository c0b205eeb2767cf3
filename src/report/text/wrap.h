// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// `text` broken at blanks into lines of at most `width`; a longer word is cut. A number stays with
/// its unit: "149 n/a". Blanks between words become one.
[[nodiscard]] std::vector<std::string> wrap_words(std::string_view text, std::size_t width);

/// Words as a shell comment: "# " before every line.
[[nodiscard]] std::vector<std::string> wrap_comment(std::string_view text, std::size_t width);

/// A shell line broken into lines of at most `width` that still paste as one command: only at
/// blanks outside quotes, with a backslash. A comment stays one on every line. Nothing when a word
/// is too long for that.
[[nodiscard]] std::optional<std::vector<std::string>> wrap_command(std::string_view command,
                                                                   std::size_t width);

}  // namespace rocelint

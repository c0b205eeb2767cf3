// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"

namespace rocelint::cli {

namespace {

Diagnostic failure(const std::string& file, const std::string& text) {
  return {.file = file, .line = 0, .column = 0, .text = text};
}

Result<std::string> read_all(int descriptor, const std::string& file, std::size_t most_bytes) {
  constexpr std::size_t kBlock = 65536;
  std::string text;
  std::array<char, kBlock> block{};
  for (;;) {
    const auto got = read(descriptor, block.data(), block.size());
    if (got == 0) {
      return text;
    }
    if (got < 0 && errno != EINTR) {
      return tl::unexpected(failure(file, std::generic_category().message(errno)));
    }
    text.append(block.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
    if (text.size() > most_bytes) {
      return tl::unexpected(
          failure(file, "is larger than " + std::to_string(most_bytes) + " bytes"));
    }
  }
}

}  // namespace

std::string name_complaint(const std::string& name) {
  return name.empty() ? "the name is empty" : "";
}

Result<std::string> read_input(const std::string& file, std::size_t most_bytes) {
  if (file == "-") {
    return read_all(STDIN_FILENO, file, most_bytes);
  }
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return tl::unexpected(failure(file, std::generic_category().message(errno)));
  }
  auto text = read_all(descriptor, file, most_bytes);
  close(descriptor);
  return text;
}

}  // namespace rocelint::cli

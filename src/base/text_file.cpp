// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/base/diagnostic.h"

#include "base/file_descriptor.h"
#include "base/result.h"

namespace rocelint {
namespace {

using Clock = std::chrono::steady_clock;

tl::unexpected<Diagnostic> cannot_read(const std::string& path, const std::string& why) {
  return tl::unexpected(
      Diagnostic{.file = path, .line = 0, .column = 0, .text = "can't be read: " + why});
}

std::string last_error() {
  return std::generic_category().message(errno);
}

/// Whether there is something to read by then, the end among it. A regular file always has.
bool has_more(int descriptor, Clock::time_point until) {
  using std::chrono::milliseconds;
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  for (;;) {
    const auto left =
        std::max(std::chrono::ceil<milliseconds>(until - Clock::now()), milliseconds(0));
    const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready >= 0 || errno != EINTR) {
      return ready != 0;  // read() says what is wrong with a descriptor that can't be waited for
    }
  }
}

std::string waited_in_vain(std::chrono::seconds patience, bool has_begun) {
  return "waited " + std::to_string(patience.count()) + " s for " +
         (has_begun ? "its end" : "somebody to write to it") +
         "; what takes longer has to go through a file";
}

Result<std::string> read_all(int descriptor, const std::string& path, std::size_t max_bytes,
                             std::chrono::seconds patience) {
  constexpr std::size_t kBlock = 65536;
  const auto until = Clock::now() + patience;
  std::array<char, kBlock> block{};
  std::string bytes;
  while (bytes.size() <= max_bytes) {
    if (!has_more(descriptor, until)) {
      return cannot_read(path, waited_in_vain(patience, !bytes.empty()));
    }
    const auto got = read(descriptor, block.data(), block.size());
    if (got == 0) {
      return bytes;
    }
    if (got < 0 && errno != EINTR && errno != EAGAIN) {
      return cannot_read(path, last_error());
    }
    bytes.append(block.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  }
  return cannot_read(path, "larger than " + std::to_string(max_bytes) + " bytes");
}

Result<std::string> open_and_read(const std::string& path, std::size_t max_bytes,
                                  std::chrono::seconds patience) {
  // Without a writer a FIFO would else not even open.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  return file.is_open() ? read_all(file.get(), path, max_bytes, patience)
                        : cannot_read(path, last_error());
}

/// What is there, for links what they lead to.
Result<std::filesystem::file_type> type_of(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) {
    return cannot_read(path, error.message());
  }
  return status.type();
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes) {
  const auto type = type_of(path);
  if (!type) {
    return tl::unexpected(type.error());
  }
  if (*type != std::filesystem::file_type::regular) {
    return cannot_read(path, "not a regular file");
  }
  return open_and_read(path, max_bytes, std::chrono::seconds(0));
}

bool is_standard_input(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"-", "/dev/stdin", "/dev/fd/0",
                                                   "/proc/self/fd/0"};
  return std::ranges::find(kNames, name) != kNames.end();
}

Result<std::string> read_input(const std::string& name, std::size_t max_bytes,
                               std::chrono::seconds patience) {
  if (is_standard_input(name)) {
    // Not opened: by its path a socket, which is what some services give, can't be.
    return read_all(STDIN_FILENO, name, max_bytes, patience);
  }
  const auto type = type_of(name);
  if (!type) {
    return tl::unexpected(type.error());
  }
  if (*type != std::filesystem::file_type::regular && *type != std::filesystem::file_type::fifo) {
    return cannot_read(name, "neither a regular file nor a pipe");
  }
  return open_and_read(name, max_bytes, patience);
}

}  // namespace rocelint

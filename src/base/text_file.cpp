// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"

namespace rocelint {
namespace {

tl::unexpected<Diagnostic> cannot_read(const std::string& path, const std::string& why) {
  return tl::unexpected(
      Diagnostic{.file = path, .line = 0, .column = 0, .text = "can't be read: " + why});
}

std::string last_error() {
  return errno == 0 ? "input/output error"
                    : std::error_code(errno, std::generic_category()).message();
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) {
    return cannot_read(path, error.message());
  }
  if (!std::filesystem::is_regular_file(status)) {
    return cannot_read(path, "not a regular file");
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return cannot_read(path, last_error());
  }
  std::string bytes(max_bytes + 1, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (stream.bad()) {
    return cannot_read(path, last_error());
  }
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  if (bytes.size() > max_bytes) {
    return cannot_read(path, "larger than " + std::to_string(max_bytes) + " bytes");
  }
  return bytes;
}

}  // namespace rocelint

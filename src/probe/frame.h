// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "rocelint/snapshot.h"

namespace rocelint {

enum class PartKind : std::uint8_t { kept, whole };
template <>
inline constexpr std::array kEnumNames<PartKind> = {EnumName{0, "kept"}, EnumName{1, "whole"}};

/// What a worker tells its parent of one module.
struct PartFrame {
  std::string module;
  PartKind kind{PartKind::whole};
  std::int64_t duration_us = 0;
  Fact<Snapshot> part;  ///< unknown: why the module could read nothing at all

  bool operator==(const PartFrame&) const = default;
};
template <>
struct Fields<PartFrame> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::module>("id of the module", "rocelint"),
      field<&T::kind>("handed over on the way, or all of it", "rocelint"),
      field<&T::duration_us>("how long the module has run", "CLOCK_MONOTONIC"),
      field<&T::part>("the facts", "rocelint"),
  };
};

inline constexpr std::size_t kMaxFrameBytes = std::size_t{64} << 20U;

/// Four bytes of length, then JSON. A part that is too large goes as malformed.
[[nodiscard]] std::string encode_frame(const PartFrame& frame);

/// Cuts a byte stream into frames. The stream comes from a process that may have gone mad.
class FrameReader {
 public:
  void append(std::string_view bytes) { buffer_.append(bytes); }
  /// The next frame, nothing if more bytes are needed, or what is wrong with the stream, which
  /// makes the rest of it worthless.
  [[nodiscard]] tl::expected<std::optional<PartFrame>, std::string> next();

 private:
  std::string buffer_;
};

}  // namespace rocelint

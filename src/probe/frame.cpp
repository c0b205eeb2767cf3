// SPDX-License-Identifier: Apache-2.0
#include "probe/frame.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "facts/json/facts_json.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Length = std::uint32_t;  // in the machine's byte order: both ends are one program

std::string with_length(const std::string& body) {
  const auto length = static_cast<Length>(body.size());
  std::string out(sizeof length, '\0');
  std::memcpy(out.data(), &length, sizeof length);
  return out + body;
}

std::string body_of(const PartFrame& frame) {
  std::string body;
  write_json_value(body, kType<PartFrame>, &frame);
  return body;
}

}  // namespace

std::string encode_frame(const PartFrame& frame) {
  std::string body = body_of(frame);
  if (body.size() > kMaxFrameBytes) {
    body = body_of({.module = frame.module,
                    .kind = frame.kind,
                    .duration_us = frame.duration_us,
                    .part = malformed("the facts take " + std::to_string(body.size()) + " bytes")});
  }
  return with_length(body);
}

tl::expected<std::optional<PartFrame>, std::string> FrameReader::next() {
  Length length = 0;
  if (buffer_.size() < sizeof length) {
    return std::nullopt;
  }
  std::memcpy(&length, buffer_.data(), sizeof length);
  if (length > kMaxFrameBytes) {
    return tl::unexpected("announces " + std::to_string(length) + " bytes");
  }
  if (buffer_.size() - sizeof length < length) {
    return std::nullopt;
  }
  const std::string body = buffer_.substr(sizeof length, length);
  buffer_.erase(0, sizeof length + length);

  PartFrame frame;
  const JsonReading reading =
      read_json_value(body, "", kType<PartFrame>, &frame, UnknownKeys::refuse);
  if (!reading.ok) {
    return tl::unexpected("can't be read: " +
                          (reading.errors.empty() ? "" : reading.errors.front().text));
  }
  return std::optional(std::move(frame));
}

}  // namespace rocelint

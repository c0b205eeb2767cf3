// SPDX-License-Identifier: Apache-2.0
#pragma once

// Netlink attributes (struct nlattr, include/uapi/linux/netlink.h), read without trusting a length
// and without any demand on alignment. The kernel's sizes are the only contract.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "os/read.h"

namespace rocelint {

struct Attribute {
  std::uint16_t type = 0;
  std::string_view bytes;  ///< its payload, in the buffer that was parsed
};

/// The value at the start of `bytes`, or nothing when there are too few. Kernel structs grow at
/// their end, so more is fine.
template <class T>
[[nodiscard]] std::optional<T> value_at_start(std::string_view bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes.size() < sizeof(T)) {
    return std::nullopt;
  }
  std::array<char, sizeof(T)> raw{};
  std::copy_n(bytes.begin(), sizeof(T), raw.begin());
  return std::bit_cast<T>(raw);
}

/// What remains after the fixed header T of a message.
template <class T>
[[nodiscard]] std::string_view after(std::string_view bytes) {
  return bytes.substr(bytes.size() < sizeof(T) ? bytes.size() : sizeof(T));
}

/// The attributes of one message or nest, in their order.
class Attributes {
 public:
  /// Unknown(malformed) unless the attributes fill `bytes` exactly.
  [[nodiscard]] static Read<Attributes> parse(std::string_view bytes);

  [[nodiscard]] const std::vector<Attribute>& all() const { return all_; }
  /// The payload of the first attribute of that type.
  [[nodiscard]] std::optional<std::string_view> find(int type) const;

  // Each of these is not_found when the attribute is missing and malformed when its size is wrong.
  // `name` is the kernel's name of it, for the detail.

  template <class T>
  [[nodiscard]] Read<T> number(int type, std::string_view name) const {
    static_assert(std::is_unsigned_v<T>);
    const auto bytes = exactly(type, sizeof(T), name);
    if (!bytes) {
      return tl::unexpected(bytes.error());
    }
    return *value_at_start<T>(*bytes);
  }
  /// A number as a fact: one that does not fit into 63 bits is malformed.
  template <class T>
  [[nodiscard]] Fact<std::int64_t> integer(int type, std::string_view name) const {
    const auto value = number<T>(type, name);
    return value ? integer_fact(*value, name) : Fact<std::int64_t>(value.error());
  }
  /// The text up to its first NUL.
  [[nodiscard]] Read<std::string> text(int type, std::string_view name) const;
  [[nodiscard]] Read<Attributes> nest(int type, std::string_view name) const;

 private:
  [[nodiscard]] Read<std::string_view> present(int type, std::string_view name) const;
  [[nodiscard]] Read<std::string_view> exactly(int type, std::size_t size,
                                               std::string_view name) const;
  [[nodiscard]] static Fact<std::int64_t> integer_fact(std::uint64_t value, std::string_view name);

  std::vector<Attribute> all_;
};

/// Appends one attribute with its padding.
void append_attribute(std::string& message, int type, std::string_view bytes);

/// The bytes of a plain struct or number, as they go into a message.
template <class T>
[[nodiscard]] std::string bytes_of(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  return {raw.begin(), raw.end()};
}

/// `name` as the NUL-terminated string that the kernel's policies ask for.
[[nodiscard]] std::string text_bytes(std::string_view name);

}  // namespace rocelint

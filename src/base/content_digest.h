// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// FNV-1a, 64 bits: tells contents apart, and is no protection against a forged one. Every part has
/// its length before it, so that no two contents read the same.
class ContentDigest {
 public:
  void add(std::string_view part) {
    mix(std::to_string(part.size()));
    mix(":");
    mix(part);
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void mix(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace rocelint

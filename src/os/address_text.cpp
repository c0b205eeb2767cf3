// SPDX-License-Identifier: Apache-2.0
#include "os/address_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <tl/expected.hpp>

#include "os/read.h"

namespace rocelint {

Read<std::string> address_text(int family, std::string_view bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const std::size_t size = family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr);
  if (bytes.size() != size ||
      ::inet_ntop(family, bytes.data(), text.data(), text.size()) == nullptr) {
    return tl::unexpected(malformed("an address of " + std::to_string(bytes.size()) + " bytes"));
  }
  return std::string(text.data());
}

Read<std::string> prefix_text(int family, std::string_view bytes, std::uint8_t prefix_length) {
  constexpr unsigned kIpv4Bits = 32;
  constexpr unsigned kIpv6Bits = 128;
  auto text = address_text(family, bytes);
  if (text && prefix_length > (family == AF_INET ? kIpv4Bits : kIpv6Bits)) {
    return tl::unexpected(malformed("a prefix length of " + std::to_string(prefix_length)));
  }
  if (text) {
    *text += '/' + std::to_string(prefix_length);
  }
  return text;
}

}  // namespace rocelint

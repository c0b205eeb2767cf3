// SPDX-License-Identifier: Apache-2.0
#include "base/ip_address.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace rocelint {
namespace {

constexpr std::size_t kMappedBits = 96;
constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

/// An address as written: how it was written decides what a prefix length means.
struct Written {
  IpAddress address;
  bool dotted = false;
};

std::optional<Written> parse_written(std::string_view text) {
  if (text.size() > INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string terminated(text);
  Written out;
  auto& bytes = out.address.bytes;
  std::ranges::copy(kMappedPrefix, bytes.begin());
  if (inet_pton(AF_INET, terminated.c_str(), &bytes[kMappedPrefix.size()]) == 1) {
    out.address.ipv4 = true;
    out.dotted = true;
    return out;
  }
  if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) != 1) {
    return std::nullopt;
  }
  out.address.ipv4 =
      std::ranges::equal(kMappedPrefix, std::span(bytes).first<kMappedPrefix.size()>());
  return out;
}

bool same_bits(const IpAddress& a, const IpAddress& b, std::size_t count) {
  for (std::size_t bit = 0; bit < count; bit += 8) {
    const auto differing = static_cast<unsigned>(a.bytes[bit / 8] ^ b.bytes[bit / 8]);
    const auto unused = count - bit < 8 ? 8 - (count - bit) : 0;
    if ((differing >> unused) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool Subnet::holds(const IpAddress& other) const {
  return address.ipv4 == other.ipv4 && same_bits(address, other, prefix_bits);
}

std::string network_text(const Subnet& subnet) {
  auto bytes = subnet.address.bytes;
  for (std::size_t bit = subnet.prefix_bits; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] &= static_cast<std::uint8_t>(~(0x80U >> bit % 8));
  }
  const bool dotted = subnet.address.ipv4;
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(dotted ? AF_INET : AF_INET6, &bytes[dotted ? kMappedPrefix.size() : 0], text.data(),
            text.size());
  return std::string(text.data()) + '/' +
         std::to_string(subnet.prefix_bits - (dotted ? kMappedBits : 0));
}

std::optional<IpAddress> parse_address(std::string_view text) {
  const auto written = parse_written(text);
  return written ? std::optional(written->address) : std::nullopt;
}

std::optional<Subnet> parse_subnet(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  const auto written = parse_written(text.substr(0, slash));
  const auto digits = text.substr(slash + 1);
  const char* const end = digits.data() + digits.size();
  std::size_t bits = 0;
  const auto [rest, problem] = std::from_chars(digits.data(), end, bits);
  if (!written || digits.empty() || problem != std::errc{} || rest != end) {
    return std::nullopt;
  }
  if (bits > (written->dotted ? 32U : 128U)) {
    return std::nullopt;
  }
  Subnet subnet{.address = written->address,
                .prefix_bits = bits + (written->dotted ? kMappedBits : 0)};
  // A prefix that reaches beyond the mapped block is one of IPv6 addresses.
  subnet.address.ipv4 = subnet.address.ipv4 && subnet.prefix_bits >= kMappedBits;
  return subnet;
}

}  // namespace rocelint

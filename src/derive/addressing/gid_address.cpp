// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_address.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <sys/socket.h>

#include "rocelint/facts.h"

#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {

std::optional<GidAddress> GidAddress::parse(const std::string& gid) {
  GidAddress address;
  if (::inet_pton(AF_INET6, gid.c_str(), address.bytes_.data()) != 1) {
    return std::nullopt;
  }
  return address;
}

AddressFamily GidAddress::family() const {
  constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return std::equal(kMapped.begin(), kMapped.end(), bytes_.begin()) ? AddressFamily::ipv4
                                                                    : AddressFamily::ipv6;
}

bool GidAddress::is_zero() const {
  return std::ranges::all_of(bytes_, [](std::uint8_t byte) { return byte == 0; });
}

bool GidAddress::is_link_local() const {
  constexpr std::uint8_t kTopBits = 0xc0;
  return bytes_[0] == 0xfe && (bytes_[1] & kTopBits) == 0x80;
}

bool GidAddress::is_in_link_local_prefix() const {
  constexpr std::array<std::uint8_t, 8> kPrefix{0xfe, 0x80, 0, 0, 0, 0, 0, 0};
  return std::equal(kPrefix.begin(), kPrefix.end(), bytes_.begin());
}

Fact<GidAddress> address_of(const Gid& gid) {
  if (const auto address = GidAddress::parse(gid.gid)) {
    return *address;
  }
  return malformed("GID " + std::to_string(gid.index) + " is no address");
}

bool is_foreign(const Gid& gid) {
  const auto* why = gid.netdev.unknown();
  return why != nullptr && why->reason == Reason::not_found;
}

Fact<bool> is_routable_v2(const Gid& gid, const GidAddress& address) {
  if (!address.is_routable() || is_foreign(gid)) {
    return false;
  }
  if (gid.type.known() != nullptr && !gid.type.is(GidType::roce_v2)) {
    return false;
  }
  return known_unless(any_unknown({gid.type.unknown(), gid.netdev.unknown()}), true);
}

Fact<std::set<AddressFamily>> routable_families(const std::vector<Gid>& gids) {
  std::set<AddressFamily> families;
  std::optional<Unknown> doubt;
  for (const auto& gid : gids) {
    const auto address = address_of(gid);
    if (const auto* why = address.unknown()) {
      add_doubt(doubt, why);
      continue;
    }
    const auto routable = is_routable_v2(gid, *address.known());
    add_doubt(doubt, routable.unknown());
    if (routable.is(true)) {
      families.insert(address.known()->family());
    }
  }
  return known_unless(std::move(doubt), std::move(families));
}

}  // namespace rocelint

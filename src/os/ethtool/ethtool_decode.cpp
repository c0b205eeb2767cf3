// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_decode.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/link.h"

#include "facts/unknown.h"
#include "os/ethtool/ethtool_request.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

namespace {

// In Linux 7.3; older headers lack it.
constexpr int kPauseStormEvents = ETHTOOL_A_PAUSE_STAT_RX_FRAMES + 1;

// ETHTOOL_STAT_NOT_SET of include/linux/ethtool.h.
constexpr std::uint64_t kNotSet = UINT64_MAX;

struct Bit {
  std::string name;
  bool set = false;
};

Read<Bit> decode_bit(std::string_view bytes) {
  const auto bit = Attributes::parse(bytes);
  if (!bit) {
    return tl::unexpected(bit.error());
  }
  auto name = bit->text(ETHTOOL_A_BITSET_BIT_NAME, "ETHTOOL_A_BITSET_BIT_NAME");
  if (!name) {
    return tl::unexpected(malformed("a bit without a name in an ethtool bitset"));
  }
  return Bit{.name = *std::move(name), .set = bit->find(ETHTOOL_A_BITSET_BIT_VALUE).has_value()};
}

// The bits of a bitset in its long form: those of the mask, or with NOMASK those that are set.
Read<std::vector<Bit>> decode_bitset(const Attributes& reply, int type, std::string_view name) {
  const auto bitset = reply.nest(type, name);
  if (!bitset) {
    return tl::unexpected(bitset.error());
  }
  const bool no_mask = bitset->find(ETHTOOL_A_BITSET_NOMASK).has_value();
  const auto list = bitset->nest(ETHTOOL_A_BITSET_BITS, "ETHTOOL_A_BITSET_BITS");
  if (!list) {
    return tl::unexpected(malformed(std::string(name) + " is no bitset in the long form"));
  }
  std::vector<Bit> bits;
  for (const auto& attribute : list->all()) {
    if (attribute.type != ETHTOOL_A_BITSET_BITS_BIT) {
      continue;
    }
    auto bit = decode_bit(attribute.bytes);
    if (!bit) {
      return tl::unexpected(bit.error());
    }
    bit->set = bit->set || no_mask;
    bits.push_back(*std::move(bit));
  }
  return bits;
}

Unknown not_told(std::string_view what) {
  return not_found("the driver tells no " + std::string(what) + " (is the link down?)");
}

// SPEED_UNKNOWN is -1; older drivers leave 0 (include/uapi/linux/ethtool.h, ethtool(8)).
Fact<std::int64_t> decode_speed(const Attributes& reply) {
  const auto speed =
      reply.number<std::uint32_t>(ETHTOOL_A_LINKMODES_SPEED, "ETHTOOL_A_LINKMODES_SPEED");
  if (!speed) {
    return speed.error();
  }
  if (*speed == 0 || *speed == static_cast<std::uint32_t>(SPEED_UNKNOWN)) {
    return not_told("speed");
  }
  return std::int64_t{*speed};
}

Fact<std::int64_t> decode_lanes(const Attributes& reply) {
  if (!reply.find(ETHTOOL_A_LINKMODES_LANES)) {
    return unsupported("the driver tells no lane count");
  }
  auto lanes = reply.integer<std::uint32_t>(ETHTOOL_A_LINKMODES_LANES, "ETHTOOL_A_LINKMODES_LANES");
  return lanes.is(0) ? Fact<std::int64_t>(not_told("lane count")) : lanes;
}

Fact<Duplex> decode_duplex(const Attributes& reply) {
  const auto duplex =
      reply.number<std::uint8_t>(ETHTOOL_A_LINKMODES_DUPLEX, "ETHTOOL_A_LINKMODES_DUPLEX");
  if (!duplex) {
    return duplex.error();
  }
  switch (*duplex) {
    case DUPLEX_HALF:
      return Duplex::half;
    case DUPLEX_FULL:
      return Duplex::full;
    case DUPLEX_UNKNOWN:
      return not_told("duplex");
    default:
      return malformed("ETHTOOL_A_LINKMODES_DUPLEX is " + std::to_string(*duplex));
  }
}

Fact<bool> decode_autoneg(const Attributes& reply) {
  const auto autoneg =
      reply.number<std::uint8_t>(ETHTOOL_A_LINKMODES_AUTONEG, "ETHTOOL_A_LINKMODES_AUTONEG");
  if (!autoneg) {
    return autoneg.error();
  }
  return *autoneg == AUTONEG_ENABLE;
}

Fact<std::int64_t> decode_max_speed(const Attributes& reply) {
  const auto modes = decode_bitset(reply, ETHTOOL_A_LINKMODES_OURS, "ETHTOOL_A_LINKMODES_OURS");
  if (!modes) {
    return modes.error();
  }
  std::int64_t fastest = 0;
  for (const auto& mode : *modes) {
    fastest = std::max(fastest, speed_of_link_mode(mode.name));
  }
  if (fastest == 0) {
    return unsupported("the driver lists no link mode");
  }
  return fastest;
}

std::optional<FecMode> fec_of_name(std::string_view name) {
  // The kernel's names of the link modes, net/ethtool/common.c.
  if (name == "None") {
    return FecMode::none;
  }
  if (name == "BASER") {
    return FecMode::baser;
  }
  if (name == "RS") {
    return FecMode::rs;
  }
  if (name == "LLRS") {
    return FecMode::llrs;
  }
  return std::nullopt;
}

Fact<FecMode> decode_active_fec(const Attributes& reply) {
  if (!reply.find(ETHTOOL_A_FEC_ACTIVE)) {
    return not_told("encoding in use");
  }
  const auto bit = reply.number<std::uint32_t>(ETHTOOL_A_FEC_ACTIVE, "ETHTOOL_A_FEC_ACTIVE");
  if (!bit) {
    return bit.error();
  }
  switch (*bit) {
    case ETHTOOL_LINK_MODE_FEC_NONE_BIT:
      return FecMode::none;
    case ETHTOOL_LINK_MODE_FEC_BASER_BIT:
      return FecMode::baser;
    case ETHTOOL_LINK_MODE_FEC_RS_BIT:
      return FecMode::rs;
    case ETHTOOL_LINK_MODE_FEC_LLRS_BIT:
      return FecMode::llrs;
    default:
      return malformed("ETHTOOL_A_FEC_ACTIVE is link mode " + std::to_string(*bit));
  }
}

Unknown not_counted(std::string_view what) {
  return unsupported("the driver does not count " + std::string(what));
}

Fact<std::int64_t> decode_pause_statistic(const Read<Attributes>& statistics, int type,
                                          std::string_view what) {
  if (!statistics) {
    return statistics.error();
  }
  return statistics->find(type) ? statistics->integer<std::uint64_t>(type, what)
                                : Fact<std::int64_t>(not_counted(what));
}

// The nest, and each statistic in it, is left out when the driver does not count it.
PauseStatistics decode_pause_statistics(const Attributes& reply) {
  auto nest = reply.nest(ETHTOOL_A_PAUSE_STATS, "ETHTOOL_A_PAUSE_STATS");
  if (!reply.find(ETHTOOL_A_PAUSE_STATS)) {
    nest = Attributes();
  }
  return {.rx_frames =
              decode_pause_statistic(nest, ETHTOOL_A_PAUSE_STAT_RX_FRAMES, "pause frames received"),
          .tx_frames =
              decode_pause_statistic(nest, ETHTOOL_A_PAUSE_STAT_TX_FRAMES, "pause frames sent"),
          .tx_storm_events = decode_pause_statistic(nest, kPauseStormEvents, "pause storms")};
}

struct FecCounts {
  Fact<std::int64_t> total;
  Fact<std::vector<std::int64_t>> lanes;
};

FecCounts both(const Unknown& why) {
  return {.total = why, .lanes = why};
}

Fact<std::int64_t> fec_count(std::uint64_t value, std::string_view what) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return value == kNotSet ? not_counted(std::string(what) + " of the whole port")
                            : malformed(std::string(what) + ": " + std::to_string(value));
  }
  return static_cast<std::int64_t>(value);
}

// An array of u64: the whole port, then each lane (fec_stats_recalc() of net/ethtool/fec.c). It is
// empty when the driver does not count it.
FecCounts decode_fec_counts(const Read<Attributes>& statistics, int type, std::string_view what) {
  if (!statistics) {
    return both(statistics.error());
  }
  auto bytes = statistics->find(type).value_or("");
  if (bytes.empty()) {
    return both(not_counted(what));
  }
  if (bytes.size() % sizeof(std::uint64_t) != 0) {
    return both(malformed(std::string(what) + " is no array of 64-bit numbers"));
  }
  const auto take = [&bytes] {
    const auto value = value_at_start<std::uint64_t>(bytes).value_or(kNotSet);
    bytes.remove_prefix(sizeof value);
    return value;
  };
  FecCounts counts{.total = fec_count(take(), what), .lanes = not_counted("by lane")};
  if (!bytes.empty()) {
    counts.lanes.emplace();
  }
  while (!bytes.empty()) {
    const auto lane = fec_count(take(), what);
    if (lane.known() == nullptr) {
      counts.lanes = *lane.unknown();
      break;
    }
    counts.lanes.known()->push_back(*lane.known());
  }
  return counts;
}

FecStatistics decode_fec_statistics(const Attributes& reply) {
  auto nest = reply.nest(ETHTOOL_A_FEC_STATS, "ETHTOOL_A_FEC_STATS");
  if (!reply.find(ETHTOOL_A_FEC_STATS)) {
    nest = Attributes();
  }
  auto corrected = decode_fec_counts(nest, ETHTOOL_A_FEC_STAT_CORRECTED, "corrected blocks");
  auto uncorrectable = decode_fec_counts(nest, ETHTOOL_A_FEC_STAT_UNCORR, "uncorrectable blocks");
  auto bits = decode_fec_counts(nest, ETHTOOL_A_FEC_STAT_CORR_BITS, "corrected bits");
  return {.corrected_blocks = std::move(corrected.total),
          .uncorrectable_blocks = std::move(uncorrectable.total),
          .corrected_bits = std::move(bits.total),
          .lane_corrected_blocks = std::move(corrected.lanes),
          .lane_uncorrectable_blocks = std::move(uncorrectable.lanes),
          .lane_corrected_bits = std::move(bits.lanes)};
}

}  // namespace

NetlinkRequest link_modes_request(std::string_view netdev) {
  return ethtool_request(ETHTOOL_MSG_LINKMODES_GET, netdev, 0);
}

NetlinkRequest pause_request(std::string_view netdev) {
  return ethtool_request(ETHTOOL_MSG_PAUSE_GET, netdev, ETHTOOL_FLAG_STATS);
}

NetlinkRequest fec_request(std::string_view netdev) {
  return ethtool_request(ETHTOOL_MSG_FEC_GET, netdev, ETHTOOL_FLAG_STATS);
}

std::int64_t speed_of_link_mode(std::string_view name) {
  std::int64_t speed = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, speed);
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  return error == std::errc{} && speed > 0 && suffix.starts_with("base") ? speed : 0;
}

Fact<LinkModes> decode_link_modes(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return attributes.error();
  }
  return LinkModes{.speed_mbps = decode_speed(*attributes),
                   .lanes = decode_lanes(*attributes),
                   .duplex = decode_duplex(*attributes),
                   .autoneg = decode_autoneg(*attributes),
                   .max_speed_mbps = decode_max_speed(*attributes)};
}

Fact<Pause> decode_pause(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return attributes.error();
  }
  const auto autoneg =
      attributes->number<std::uint8_t>(ETHTOOL_A_PAUSE_AUTONEG, "ETHTOOL_A_PAUSE_AUTONEG");
  const auto rx = attributes->number<std::uint8_t>(ETHTOOL_A_PAUSE_RX, "ETHTOOL_A_PAUSE_RX");
  const auto tx = attributes->number<std::uint8_t>(ETHTOOL_A_PAUSE_TX, "ETHTOOL_A_PAUSE_TX");
  for (const auto* part : {&autoneg, &rx, &tx}) {
    if (!part->has_value()) {
      return part->error();
    }
  }
  return Pause{.autoneg = *autoneg != 0,
               .rx = *rx != 0,
               .tx = *tx != 0,
               .statistics = decode_pause_statistics(*attributes)};
}

Fact<Fec> decode_fec(std::string_view reply) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return attributes.error();
  }
  const auto modes = decode_bitset(*attributes, ETHTOOL_A_FEC_MODES, "ETHTOOL_A_FEC_MODES");
  if (!modes) {
    return modes.error();
  }
  const auto automatic = attributes->number<std::uint8_t>(ETHTOOL_A_FEC_AUTO, "ETHTOOL_A_FEC_AUTO");
  if (!automatic) {
    return automatic.error();
  }
  Fec fec;
  fec.automatic = *automatic != 0;
  fec.active = decode_active_fec(*attributes);
  fec.statistics = decode_fec_statistics(*attributes);
  for (const auto& mode : *modes) {
    const auto known = fec_of_name(mode.name);
    if (!mode.set) {
      continue;
    }
    if (!known) {
      return malformed("ETHTOOL_A_FEC_MODES has " + mode.name);
    }
    fec.configured.push_back(*known);
  }
  std::ranges::sort(fec.configured);
  const auto repeated = std::ranges::unique(fec.configured);
  fec.configured.erase(repeated.begin(), repeated.end());
  return fec;
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/dcbnl_decode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/dcb.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

namespace {

constexpr std::size_t kPriorities = IEEE_8021Q_MAX_PRIORITIES;
constexpr std::size_t kClasses = IEEE_8021QAZ_MAX_TCS;

// Newer than some distributions' headers (6.2), by number from include/uapi/linux/dcbnl.h.
constexpr int kDcbApp = DCB_ATTR_IEEE_APP + 1;  // DCB_ATTR_DCB_APP is type 2 of DCB_ATTR_IEEE_APP_*

Unknown left_out(std::string_view name) {
  return io_error(std::string(name) +
                  " is left out of the reply: the driver's query failed, or it has none");
}

Unknown wrong_size(std::string_view name, std::size_t size) {
  return malformed(std::string(name) + " has " + std::to_string(size) + " bytes");
}

/// The struct in the attribute, or why there is none.
template <class T>
Read<T> struct_in(const Attributes& ieee, int type, std::string_view name) {
  const auto bytes = ieee.find(type);
  if (!bytes) {
    return tl::unexpected(left_out(name));
  }
  const auto value = value_at_start<T>(*bytes);
  if (!value) {
    return tl::unexpected(wrong_size(name, bytes->size()));
  }
  return *value;
}

template <class T, std::size_t N>
std::vector<std::int64_t> integers(const T (&values)[N], std::size_t count = N) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < std::min(count, N); ++i) {
    out.push_back(static_cast<std::int64_t>(values[i]));
  }
  return out;
}

template <std::size_t N>
bool fit_in_facts(const __u64 (&values)[N]) {
  return std::all_of(std::begin(values), std::end(values), [](std::uint64_t value) {
    return value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  });
}

Fact<Pfc> decode_pfc(const Attributes& ieee) {
  const auto raw = struct_in<ieee_pfc>(ieee, DCB_ATTR_IEEE_PFC, "DCB_ATTR_IEEE_PFC");
  if (!raw) {
    return raw.error();
  }
  if (!fit_in_facts(raw->requests) || !fit_in_facts(raw->indications)) {
    return malformed("DCB_ATTR_IEEE_PFC has a counter over 63 bits");
  }
  Pfc pfc;
  pfc.max_classes = raw->pfc_cap;
  pfc.macsec_bypass = raw->mbc != 0;
  pfc.delay_raw = raw->delay;
  pfc.requests = integers(raw->requests);
  pfc.indications = integers(raw->indications);
  for (std::size_t priority = 0; priority < kPriorities; ++priority) {
    if ((raw->pfc_en & (1U << priority)) != 0) {
      pfc.enabled.push_back(static_cast<std::int64_t>(priority));
    }
  }
  return pfc;
}

std::optional<Tsa> tsa_of(std::uint8_t raw) {
  const auto tsa = static_cast<Tsa>(raw);
  return enum_name(tsa).empty() ? std::nullopt : std::optional(tsa);
}

bool is_all_zero(const Ets& ets) {
  const auto zero = [](std::int64_t value) { return value == 0; };
  return std::ranges::all_of(ets.prio_tc, zero) &&
         std::ranges::all_of(ets.tc_bandwidth_percent, zero) &&
         std::ranges::all_of(ets.tc_tsa, [](Tsa tsa) { return tsa == Tsa::strict; });
}

Fact<Ets> decode_ets(const Attributes& ieee) {
  const auto raw = struct_in<ieee_ets>(ieee, DCB_ATTR_IEEE_ETS, "DCB_ATTR_IEEE_ETS");
  if (!raw) {
    return raw.error();
  }
  if (raw->ets_cap > kClasses) {
    return malformed("DCB_ATTR_IEEE_ETS ets_cap is " + std::to_string(raw->ets_cap));
  }
  // ice hands on the three bits of DCBX, where 0 stands for eight classes (IEEE 802.1Q annex D, ETS
  // Configuration TLV; ice_parse_ieee_etscfg_tlv()).
  const std::size_t classes = raw->ets_cap == 0 ? kClasses : raw->ets_cap;
  Ets ets;
  ets.willing = raw->willing != 0;
  ets.credit_based_shaper = raw->cbs != 0;
  ets.max_classes = static_cast<std::int64_t>(classes);
  ets.prio_tc = integers(raw->prio_tc);
  ets.tc_bandwidth_percent = integers(raw->tc_tx_bw, classes);
  for (std::size_t tc = 0; tc < classes; ++tc) {
    const auto tsa = tsa_of(raw->tc_tsa[tc]);
    if (!tsa) {
      return malformed("DCB_ATTR_IEEE_ETS tc_tsa is " + std::to_string(raw->tc_tsa[tc]));
    }
    ets.tc_tsa.push_back(*tsa);
  }
  const auto is_class = [](std::int64_t tc) { return tc < static_cast<std::int64_t>(kClasses); };
  if (!std::ranges::all_of(ets.prio_tc, is_class)) {
    return malformed("DCB_ATTR_IEEE_ETS prio_tc is over 7");
  }
  if (raw->ets_cap == 0 && is_all_zero(ets)) {
    return malformed("DCB_ATTR_IEEE_ETS is nothing but zeros");
  }
  return ets;
}

Read<AppEntry> decode_app_entry(const Attribute& attribute) {
  const auto raw = value_at_start<dcb_app>(attribute.bytes);
  if (!raw) {
    return tl::unexpected(wrong_size("DCB_ATTR_IEEE_APP", attribute.bytes.size()));
  }
  const AppEntry entry{.selector = static_cast<AppSelector>(raw->selector),
                       .protocol = raw->protocol,
                       .priority = raw->priority};
  if (enum_name(entry.selector).empty() || raw->priority >= kPriorities) {
    return tl::unexpected(malformed("DCB_ATTR_IEEE_APP selector " + std::to_string(raw->selector) +
                                    ", priority " + std::to_string(raw->priority)));
  }
  return entry;
}

Fact<std::vector<AppEntry>> decode_app(const Attributes& ieee) {
  constexpr std::string_view kName = "DCB_ATTR_IEEE_APP_TABLE";
  if (!ieee.find(DCB_ATTR_IEEE_APP_TABLE)) {
    return left_out(kName);
  }
  const auto table = ieee.nest(DCB_ATTR_IEEE_APP_TABLE, kName);
  if (!table) {
    return table.error();
  }
  std::vector<AppEntry> entries;
  for (const auto& attribute : table->all()) {
    if (attribute.type != DCB_ATTR_IEEE_APP && attribute.type != kDcbApp) {
      continue;
    }
    const auto entry = decode_app_entry(attribute);
    if (!entry) {
      return entry.error();
    }
    entries.push_back(*entry);
  }
  const auto key = [](const AppEntry& entry) {
    return std::tuple(entry.selector, entry.protocol, entry.priority);
  };
  std::ranges::sort(entries, [&](const AppEntry& a, const AppEntry& b) { return key(a) < key(b); });
  const auto repeated = std::ranges::unique(entries);
  entries.erase(repeated.begin(), repeated.end());
  return entries;
}

Fact<ReceiveBuffer> decode_buffer(const Attributes& ieee) {
  const auto raw = struct_in<dcbnl_buffer>(ieee, DCB_ATTR_DCB_BUFFER, "DCB_ATTR_DCB_BUFFER");
  if (!raw) {
    return raw.error();
  }
  return ReceiveBuffer{.prio_buffer = integers(raw->prio2buffer),
                       .buffer_size_bytes = integers(raw->buffer_size),
                       .total_size_bytes = raw->total_size};
}

Fact<std::vector<std::int64_t>> decode_max_rate(const Attributes& ieee) {
  const auto raw = struct_in<ieee_maxrate>(ieee, DCB_ATTR_IEEE_MAXRATE, "DCB_ATTR_IEEE_MAXRATE");
  if (!raw) {
    return raw.error();
  }
  if (!fit_in_facts(raw->tc_maxrate)) {
    return malformed("DCB_ATTR_IEEE_MAXRATE has a rate over 63 bits");
  }
  return integers(raw->tc_maxrate);
}

// DCB_ATTR_DCBX is there whenever the driver has the operation: it can't fail.
Fact<Dcbx> decode_dcbx(const Attributes& reply) {
  if (!reply.find(DCB_ATTR_DCBX)) {
    return unsupported("the driver tells no DCBX mode");
  }
  const auto mode = reply.number<std::uint8_t>(DCB_ATTR_DCBX, "DCB_ATTR_DCBX");
  if (!mode) {
    return mode.error();
  }
  const auto has = [&](unsigned bit) { return (*mode & bit) != 0; };
  return Dcbx{.host = has(DCB_CAP_DCBX_HOST),
              .lld_managed = has(DCB_CAP_DCBX_LLD_MANAGED),
              .cee = has(DCB_CAP_DCBX_VER_CEE),
              .ieee = has(DCB_CAP_DCBX_VER_IEEE),
              .static_configured = has(DCB_CAP_DCBX_STATIC)};
}

Unknown not_asked(std::string_view what) {
  return not_authoritative(
      "bnxt_en answers " + std::string(what) +
      " without having asked its firmware, until something sets it through dcbnl");
}

// drivers/net/ethernet/broadcom/bnxt/bnxt_dcb.c, bnxt_dcbnl_ieee_getpfc() and _getets(): in host
// mode they copy what this boot set, or leave the zeros; a failed firmware query leaves them too.
void distrust_bnxt(Dcb& dcb) {
  const Dcbx* dcbx = dcb.dcbx.known();
  const bool firmware_managed = dcbx != nullptr && dcbx->lld_managed && !dcbx->host;
  const Pfc* pfc = dcb.pfc.known();
  if (pfc != nullptr && pfc->enabled.empty() && !firmware_managed) {
    dcb.pfc = not_asked("\"no PFC\"");
  }
  if (const Ets* ets = dcb.ets.known(); ets != nullptr && is_all_zero(*ets)) {
    dcb.ets = not_asked("an ETS of zeros");
  }
}

// These have the IEEE operations but neither dcbnl_getbuffer nor ieee_getmaxrate (Linux 6.1, 7.3),
// so that leaving them out is no failure.
constexpr std::array<std::string_view, 4> kWithoutBufferOrRate{"bnxt_en", "hns3", "i40e", "ice"};

template <class T>
void mark_unsupported(Fact<T>& fact, std::string_view what) {
  const Unknown* why = fact.unknown();
  if (why != nullptr && why->reason == Reason::io_error) {
    fact = unsupported("the driver has no " + std::string(what) + " to tell of");
  }
}

}  // namespace

NetlinkRequest dcb_request(std::string_view netdev) {
  NetlinkRequest request;
  request.type = RTM_GETDCB;
  request.payload = bytes_of(dcbmsg{.dcb_family = 0, .cmd = DCB_CMD_IEEE_GET, .dcb_pad = 0});
  append_attribute(request.payload, DCB_ATTR_IFNAME, text_bytes(netdev));
  return request;
}

Dcb unknown_dcb(const Unknown& why) {
  return {.pfc = why,
          .ets = why,
          .app = why,
          .dcbx = why,
          .buffer = why,
          .tc_max_rate_kbps = why,
          .pfc_storm_prevention_ms = {}};
}

Dcb decode_dcb(std::string_view reply) {
  const auto header = value_at_start<dcbmsg>(reply);
  if (!header || header->cmd != DCB_CMD_IEEE_GET) {
    return unknown_dcb(malformed("the reply is not one to DCB_CMD_IEEE_GET"));
  }
  const auto attributes = Attributes::parse(after<dcbmsg>(reply));
  if (!attributes) {
    return unknown_dcb(attributes.error());
  }
  Dcb dcb;
  const auto ieee = attributes->nest(DCB_ATTR_IEEE, "DCB_ATTR_IEEE");
  if (!ieee) {
    dcb = unknown_dcb(ieee.error().reason == Reason::not_found ? left_out("DCB_ATTR_IEEE")
                                                               : ieee.error());
  } else {
    dcb = {.pfc = decode_pfc(*ieee),
           .ets = decode_ets(*ieee),
           .app = decode_app(*ieee),
           .dcbx = {},
           .buffer = decode_buffer(*ieee),
           .tc_max_rate_kbps = decode_max_rate(*ieee),
           .pfc_storm_prevention_ms = {}};
  }
  dcb.dcbx = decode_dcbx(*attributes);
  return dcb;
}

void apply_driver_knowledge(std::string_view driver, Dcb& dcb) {
  if (driver == "bnxt_en") {
    distrust_bnxt(dcb);
  }
  if (std::ranges::find(kWithoutBufferOrRate, driver) != kWithoutBufferOrRate.end()) {
    mark_unsupported(dcb.buffer, "receive buffer");
    mark_unsupported(dcb.tc_max_rate_kbps, "rate limit");
  }
}

}  // namespace rocelint

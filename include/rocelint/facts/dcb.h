// SPDX-License-Identifier: Apache-2.0
#pragma once

// Data Centre Bridging as the kernel reports it: include/uapi/linux/dcbnl.h, IEEE 802.1Q.

#include <array>
#include <cstdint>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Priority-based flow control, IEEE 802.1Q clause 36.
struct Pfc {
  std::vector<std::int64_t> enabled;
  std::int64_t max_classes = 0;
  bool macsec_bypass = false;
  std::int64_t delay_raw = 0;
  std::vector<std::int64_t> requests;
  std::vector<std::int64_t> indications;

  bool operator==(const Pfc&) const = default;
};
template <>
struct Fields<Pfc> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::enabled>("priorities with PFC on", "DCB_ATTR_IEEE_PFC pfc_en"),
      field<&T::max_classes>("how many traffic classes may have PFC", "DCB_ATTR_IEEE_PFC pfc_cap"),
      field<&T::macsec_bypass>("may a MACsec port send PFC unprotected", "DCB_ATTR_IEEE_PFC mbc"),
      field<&T::delay_raw>("allowance for the round trip: bit times; mlx5 puts cable metres here",
                           "DCB_ATTR_IEEE_PFC delay"),
      field<&T::requests>("PFC frames sent, by priority; stale on mlx5 until statistics are read",
                          "DCB_ATTR_IEEE_PFC requests", FieldRole::counter),
      field<&T::indications>(
          "PFC frames received, by priority; stale on mlx5 until statistics are read",
          "DCB_ATTR_IEEE_PFC indications", FieldRole::counter),
  };
};

/// How a traffic class is scheduled, IEEE 802.1Q table 34-1.
enum class Tsa : std::uint8_t { strict = 0, cb_shaper = 1, ets = 2, vendor = 255 };
template <>
inline constexpr std::array kEnumNames<Tsa> = {EnumName{0, "strict"}, EnumName{1, "cb_shaper"},
                                               EnumName{2, "ets"}, EnumName{255, "vendor"}};

/// Enhanced transmission selection, IEEE 802.1Q clause 37. Lists by traffic class end at
/// max_classes.
struct Ets {
  bool willing = false;
  bool credit_based_shaper = false;
  std::int64_t max_classes = 0;
  std::vector<std::int64_t> prio_tc;
  std::vector<Tsa> tc_tsa;
  std::vector<std::int64_t> tc_bandwidth_percent;

  bool operator==(const Ets&) const = default;
};
template <>
struct Fields<Ets> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::willing>("takes its configuration from the peer", "DCB_ATTR_IEEE_ETS willing"),
      field<&T::credit_based_shaper>("credit-based shaper available", "DCB_ATTR_IEEE_ETS cbs"),
      field<&T::max_classes>("traffic classes of the device", "DCB_ATTR_IEEE_ETS ets_cap"),
      field<&T::prio_tc>("traffic class of each priority", "DCB_ATTR_IEEE_ETS prio_tc"),
      field<&T::tc_tsa>("transmission selection of each traffic class", "DCB_ATTR_IEEE_ETS tc_tsa"),
      field<&T::tc_bandwidth_percent>("transmit share of each traffic class",
                                      "DCB_ATTR_IEEE_ETS tc_tx_bw"),
  };
};

/// What an APP entry matches on, IEEE 802.1Q table D-9 and include/uapi/linux/dcbnl.h.
enum class AppSelector : std::uint8_t {
  ethertype = 1,
  stream_port = 2,
  dgram_port = 3,
  any_port = 4,
  dscp = 5,
  pcp = 255,
};
template <>
inline constexpr std::array kEnumNames<AppSelector> = {
    EnumName{1, "ethertype"}, EnumName{2, "stream_port"}, EnumName{3, "dgram_port"},
    EnumName{4, "any_port"},  EnumName{5, "dscp"},        EnumName{255, "pcp"}};

/// One row of the APP table: traffic that matches goes to `priority`.
struct AppEntry {
  AppSelector selector{AppSelector::ethertype};
  std::int64_t protocol = 0;
  std::int64_t priority = 0;

  bool operator==(const AppEntry&) const = default;
};
template <>
struct Fields<AppEntry> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::selector>("what is matched", "DCB_ATTR_IEEE_APP selector"),
      field<&T::protocol>("the EtherType, port or DSCP; EtherType 0 is the default priority",
                          "DCB_ATTR_IEEE_APP protocol"),
      field<&T::priority>("its priority (ice: its traffic class)", "DCB_ATTR_IEEE_APP priority"),
  };
};

/// Who owns the DCB configuration, and which DCBX version is spoken.
struct Dcbx {
  bool host = false;
  bool lld_managed = false;
  bool cee = false;
  bool ieee = false;
  bool static_configured = false;

  bool operator==(const Dcbx&) const = default;
};
template <>
struct Fields<Dcbx> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::host>("the host negotiates or configures DCB", "DCB_CAP_DCBX_HOST"),
      field<&T::lld_managed>("firmware or driver negotiates DCB", "DCB_CAP_DCBX_LLD_MANAGED"),
      field<&T::cee>("speaks CEE DCBX", "DCB_CAP_DCBX_VER_CEE"),
      field<&T::ieee>("speaks IEEE DCBX", "DCB_CAP_DCBX_VER_IEEE"),
      field<&T::static_configured>("engine is set statically", "DCB_CAP_DCBX_STATIC"),
  };
};

/// Receive buffers of the port. There is no xoff threshold in struct dcbnl_buffer.
struct ReceiveBuffer {
  std::vector<std::int64_t> prio_buffer;
  std::vector<std::int64_t> buffer_size_bytes;
  std::int64_t total_size_bytes = 0;

  bool operator==(const ReceiveBuffer&) const = default;
};
template <>
struct Fields<ReceiveBuffer> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::prio_buffer>("buffer of each priority", "DCB_ATTR_DCB_BUFFER prio2buffer"),
      field<&T::buffer_size_bytes>("size of each buffer", "DCB_ATTR_DCB_BUFFER buffer_size"),
      field<&T::total_size_bytes>("size of all buffers", "DCB_ATTR_DCB_BUFFER total_size"),
  };
};

/// All of it comes from one DCB_CMD_IEEE_GET of the netdev. An attribute that the reply leaves out
/// although the driver answers is io_error: dcbnl_ieee_fill drops what its getter failed on.
struct Dcb {
  Fact<Pfc> pfc;
  Fact<Ets> ets;
  Fact<std::vector<AppEntry>> app;
  Fact<Dcbx> dcbx;
  Fact<ReceiveBuffer> buffer;
  Fact<std::vector<std::int64_t>> tc_max_rate_kbps;
  Fact<std::int64_t> pfc_storm_prevention_ms;

  bool operator==(const Dcb&) const = default;
};
template <>
struct Fields<Dcb> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::pfc>("priority flow control", "DCB_ATTR_IEEE_PFC"),
      field<&T::ets>("transmission selection", "DCB_ATTR_IEEE_ETS"),
      field<&T::app>("classification table", "DCB_ATTR_IEEE_APP_TABLE"),
      field<&T::dcbx>("owner of the configuration", "DCB_ATTR_DCBX"),
      field<&T::buffer>("receive buffers", "DCB_ATTR_DCB_BUFFER"),
      field<&T::tc_max_rate_kbps>("rate limit of each traffic class, 0 is none",
                                  "DCB_ATTR_IEEE_MAXRATE"),
      field<&T::pfc_storm_prevention_ms>("how long the NIC may send pause frames without an end "
                                         "before it stops itself; 0: for ever, "
                                         "65535: as the driver thinks fit",
                                         "ETHTOOL_GTUNABLE ETHTOOL_PFC_PREVENTION_TOUT"),
  };
};

}  // namespace rocelint

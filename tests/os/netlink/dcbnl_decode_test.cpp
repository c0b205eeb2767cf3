// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/dcbnl_decode.h"

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr dcbmsg kHeader{.dcb_family = 0, .cmd = DCB_CMD_IEEE_GET, .dcb_pad = 0};

ieee_pfc pfc_struct() {
  ieee_pfc raw{};
  raw.pfc_cap = 8;
  raw.pfc_en = 0b0100'1000;
  raw.mbc = 1;
  raw.delay = 7;
  raw.requests[3] = 11;
  raw.indications[6] = 22;
  return raw;
}

ieee_ets ets_struct() {
  ieee_ets raw{};
  raw.willing = 1;
  raw.ets_cap = 3;
  for (std::uint8_t i = 0; i < 8; ++i) {
    raw.prio_tc[i] = i % 3;
    raw.tc_tx_bw[i] = i == 2 ? 60 : 40;
    raw.tc_tsa[i] = i == 0 ? 0 : 2;
  }
  return raw;
}

Part app(int type, std::uint8_t selector, std::uint16_t protocol, std::uint8_t priority) {
  return {type,
          bytes_of(dcb_app{.selector = selector, .priority = priority, .protocol = protocol})};
}

std::string whole_reply() {
  ieee_maxrate rate{};
  rate.tc_maxrate[1] = 100'000'000;
  dcbnl_buffer buffer{};
  buffer.prio2buffer[3] = 1;
  buffer.buffer_size[1] = 131008;
  buffer.total_size = 262016;
  return message(
      kHeader,
      {text(DCB_ATTR_IFNAME, "eth0"),
       nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_ETS, bytes_of(ets_struct())},
                            {DCB_ATTR_IEEE_MAXRATE, bytes_of(rate)},
                            {DCB_ATTR_DCB_BUFFER, bytes_of(buffer)},
                            {DCB_ATTR_IEEE_PFC, bytes_of(pfc_struct())},
                            nest(DCB_ATTR_IEEE_APP_TABLE,
                                 {app(DCB_ATTR_IEEE_APP, IEEE_8021QAZ_APP_SEL_DSCP, 26, 3),
                                  app(2, 255, 5, 4),  // DCB_ATTR_DCB_APP: PCP, since 6.2
                                  app(DCB_ATTR_IEEE_APP, IEEE_8021QAZ_APP_SEL_DGRAM, 4791, 3),
                                  app(DCB_ATTR_IEEE_APP, IEEE_8021QAZ_APP_SEL_DSCP, 26, 3),
                                  app(DCB_ATTR_IEEE_APP, IEEE_8021QAZ_APP_SEL_DSCP, 8, 1),
                                  app(DCB_ATTR_IEEE_APP, IEEE_8021QAZ_APP_SEL_ETHERTYPE, 0, 2)})}),
       number(DCB_ATTR_DCBX, std::uint8_t{DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE})});
}

TEST(DecodeDcb, ReadsEverything) {
  const Dcb dcb = decode_dcb(whole_reply());
  const Pfc pfc = value_of(dcb.pfc);
  EXPECT_EQ(pfc.enabled, (Integers{3, 6}));
  EXPECT_EQ(pfc.max_classes, 8);
  EXPECT_TRUE(pfc.macsec_bypass);
  EXPECT_EQ(pfc.delay_raw, 7);
  EXPECT_EQ(pfc.requests, (Integers{0, 0, 0, 11, 0, 0, 0, 0}));
  EXPECT_EQ(pfc.indications, (Integers{0, 0, 0, 0, 0, 0, 22, 0}));

  const Ets ets = value_of(dcb.ets);
  EXPECT_TRUE(ets.willing);
  EXPECT_EQ(ets.max_classes, 3);
  EXPECT_EQ(ets.prio_tc, (Integers{0, 1, 2, 0, 1, 2, 0, 1}));
  EXPECT_EQ(ets.tc_bandwidth_percent, (Integers{40, 40, 60})) << "ends at ets_cap";
  EXPECT_EQ(ets.tc_tsa, (std::vector<Tsa>{Tsa::strict, Tsa::ets, Tsa::ets}));

  EXPECT_EQ(value_of(dcb.app), (std::vector<AppEntry>{{AppSelector::ethertype, 0, 2},
                                                      {AppSelector::dgram_port, 4791, 3},
                                                      {AppSelector::dscp, 8, 1},
                                                      {AppSelector::dscp, 26, 3},
                                                      {AppSelector::pcp, 5, 4}}))
      << "sorted, each once";
  EXPECT_TRUE(value_of(dcb.dcbx).host);
  EXPECT_TRUE(value_of(dcb.dcbx).ieee);
  EXPECT_FALSE(value_of(dcb.dcbx).lld_managed);
  EXPECT_EQ(value_of(dcb.buffer).prio_buffer, (Integers{0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(value_of(dcb.buffer).total_size_bytes, 262016);
  EXPECT_EQ(value_of(dcb.tc_max_rate_kbps), (Integers{0, 100'000'000, 0, 0, 0, 0, 0, 0}));
}

TEST(DecodeDcb, TakesWhatIsLeftOutForAFailedQuery) {
  const Dcb dcb = decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {})}));
  EXPECT_EQ(reason_of(dcb.pfc), Reason::io_error);
  EXPECT_EQ(reason_of(dcb.ets), Reason::io_error);
  EXPECT_EQ(reason_of(dcb.app), Reason::io_error);
  EXPECT_EQ(reason_of(dcb.buffer), Reason::io_error);
  EXPECT_EQ(reason_of(dcb.tc_max_rate_kbps), Reason::io_error);
  EXPECT_EQ(reason_of(dcb.dcbx), Reason::unsupported) << "getdcbx can't fail";
  const Dcb without_nest = decode_dcb(message(kHeader, {number(DCB_ATTR_DCBX, std::uint8_t{8})}));
  EXPECT_EQ(reason_of(without_nest.pfc), Reason::io_error);
  EXPECT_TRUE(value_of(without_nest.dcbx).ieee);
}

TEST(DecodeDcb, KnowsAnEmptyAppTableFromNone) {
  const Dcb dcb =
      decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {nest(DCB_ATTR_IEEE_APP_TABLE, {})})}));
  EXPECT_TRUE(dcb.app.is({}));
}

TEST(DecodeDcb, KnowsThatNoClassesAreEightInDcbx) {
  ieee_ets raw = ets_struct();
  raw.ets_cap = 0;
  const Dcb dcb =
      decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_ETS, bytes_of(raw)}})}));
  const Ets ets = value_of(dcb.ets);
  EXPECT_EQ(ets.max_classes, 8);
  EXPECT_EQ(ets.tc_bandwidth_percent, (Integers{40, 40, 60, 40, 40, 40, 40, 40}));
  EXPECT_EQ(ets.tc_tsa.size(), 8U);
}

struct OddRow {
  const char* name;
  std::string attributes;  // of the DCB_ATTR_IEEE nest
  Reason (*reason)(const Dcb&);
};
void PrintTo(const OddRow& row, std::ostream* out) {
  *out << row.name;
}

class OddDcb : public testing::TestWithParam<OddRow> {};

TEST_P(OddDcb, CostsOneFact) {
  std::string reply = bytes_of(kHeader);
  append_attribute(reply, DCB_ATTR_IEEE, GetParam().attributes);
  append_attribute(reply, DCB_ATTR_DCBX, std::string(1, '\1'));
  const Dcb dcb = decode_dcb(reply);
  EXPECT_EQ(GetParam().reason(dcb), Reason::malformed);
  EXPECT_TRUE(value_of(dcb.dcbx).host);
}

std::string pfc_with(const std::function<void(ieee_pfc&)>& change) {
  ieee_pfc raw = pfc_struct();
  change(raw);
  return attributes({{DCB_ATTR_IEEE_PFC, bytes_of(raw)}});
}
std::string ets_with(const std::function<void(ieee_ets&)>& change) {
  ieee_ets raw = ets_struct();
  change(raw);
  return attributes({{DCB_ATTR_IEEE_ETS, bytes_of(raw)}});
}
std::string table_with(const Part& entry) {
  return attributes({nest(DCB_ATTR_IEEE_APP_TABLE, {entry})});
}
Reason pfc_reason(const Dcb& dcb) {
  return reason_of(dcb.pfc);
}
Reason ets_reason(const Dcb& dcb) {
  return reason_of(dcb.ets);
}
Reason app_reason(const Dcb& dcb) {
  return reason_of(dcb.app);
}
Reason rate_reason(const Dcb& dcb) {
  return reason_of(dcb.tc_max_rate_kbps);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, OddDcb,
    testing::Values(
        OddRow{"pfc_short", attributes({{DCB_ATTR_IEEE_PFC, std::string(100, '\0')}}), pfc_reason},
        OddRow{"pfc_empty", attributes({{DCB_ATTR_IEEE_PFC, ""}}), pfc_reason},
        OddRow{"pfc_counter_over_63_bits", pfc_with([](auto& raw) { raw.requests[0] = ~0ULL; }),
               pfc_reason},
        OddRow{"ets_short", attributes({{DCB_ATTR_IEEE_ETS, "abc"}}), ets_reason},
        OddRow{"ets_of_nine_classes", ets_with([](auto& raw) { raw.ets_cap = 9; }), ets_reason},
        OddRow{"ets_of_zeros", attributes({{DCB_ATTR_IEEE_ETS, bytes_of(ieee_ets{})}}), ets_reason},
        OddRow{"ets_unknown_tsa", ets_with([](auto& raw) { raw.tc_tsa[1] = 77; }), ets_reason},
        OddRow{"ets_class_over_seven", ets_with([](auto& raw) { raw.prio_tc[7] = 8; }), ets_reason},
        OddRow{"app_short", table_with({DCB_ATTR_IEEE_APP, "ab"}), app_reason},
        OddRow{"app_unknown_selector", table_with(app(DCB_ATTR_IEEE_APP, 99, 1, 1)), app_reason},
        OddRow{"app_priority_over_seven", table_with(app(DCB_ATTR_IEEE_APP, 5, 1, 8)), app_reason},
        OddRow{"app_nest_cut", attributes({{DCB_ATTR_IEEE_APP_TABLE, "abcde"}}), app_reason},
        OddRow{"buffer_short", attributes({{DCB_ATTR_DCB_BUFFER, std::string(43, '\0')}}),
               [](const Dcb& dcb) { return reason_of(dcb.buffer); }},
        OddRow{"rate_short", attributes({{DCB_ATTR_IEEE_MAXRATE, std::string(63, '\0')}}),
               rate_reason},
        OddRow{"rate_over_63_bits", attributes({{DCB_ATTR_IEEE_MAXRATE, std::string(64, '\xff')}}),
               rate_reason}),
    [](const auto& row) { return row.param.name; });

TEST(DecodeDcb, TakesStructsThatGrew) {
  const Dcb dcb = decode_dcb(message(
      kHeader, {nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_PFC, bytes_of(pfc_struct()) + "newer"}})}));
  EXPECT_EQ(value_of(dcb.pfc).enabled, (Integers{3, 6}));
}

TEST(DecodeDcb, SurvivesEveryTruncation) {
  const std::string reply = whole_reply();
  for (std::size_t size = 0; size + kPadding < reply.size(); ++size) {
    const Dcb dcb = decode_dcb(std::string_view(reply).substr(0, size));
    // The mode stands last: whatever is cut, it can't be known, and nothing may read as default.
    EXPECT_EQ(dcb.dcbx.known(), nullptr) << size;
    EXPECT_TRUE(dcb.pfc.known() == nullptr || *dcb.pfc.known() == value_of(decode_dcb(reply).pfc));
  }
}

TEST(DecodeDcb, RefusesAReplyToSomethingElse) {
  dcbmsg other = kHeader;
  other.cmd = DCB_CMD_GDCBX;
  EXPECT_EQ(reason_of(decode_dcb(message(other, {})).pfc), Reason::malformed);
}

TEST(DcbRequest, NamesTheNetdev) {
  const auto request = dcb_request("eth0");
  EXPECT_EQ(request.type, RTM_GETDCB);
  EXPECT_FALSE(request.dump);
  EXPECT_EQ(request.payload, message(kHeader, {text(DCB_ATTR_IFNAME, "eth0")}));
}

// What bnxt_en answers in each mode, and whether it may be believed.
struct BnxtRow {
  const char* name;
  const char* driver;
  std::uint8_t dcbx;
  std::uint8_t pfc_en;
  bool pfc_known;
};
void PrintTo(const BnxtRow& row, std::ostream* out) {
  *out << row.name;
}

class BnxtPfc : public testing::TestWithParam<BnxtRow> {};

TEST_P(BnxtPfc, IsBelievedOnlyWhenItWasAsked) {
  ieee_pfc raw{};
  raw.pfc_en = GetParam().pfc_en;
  Dcb dcb = decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_PFC, bytes_of(raw)}}),
                                         number(DCB_ATTR_DCBX, GetParam().dcbx)}));
  apply_driver_knowledge(GetParam().driver, dcb);
  if (GetParam().pfc_known) {
    EXPECT_NE(dcb.pfc.known(), nullptr);
  } else {
    EXPECT_EQ(reason_of(dcb.pfc), Reason::not_authoritative);
  }
}

constexpr std::uint8_t kHost = DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE;
constexpr std::uint8_t kFirmware = DCB_CAP_DCBX_LLD_MANAGED | DCB_CAP_DCBX_VER_IEEE;
INSTANTIATE_TEST_SUITE_P(Rows, BnxtPfc,
                         testing::Values(BnxtRow{"host_zero", "bnxt_en", kHost, 0, false},
                                         BnxtRow{"host_set", "bnxt_en", kHost, 8, true},
                                         BnxtRow{"firmware_zero", "bnxt_en", kFirmware, 0, true},
                                         BnxtRow{"firmware_set", "bnxt_en", kFirmware, 8, true},
                                         BnxtRow{"mlx5_host_zero", "mlx5_core", kHost, 0, true}),
                         [](const auto& row) { return row.param.name; });

TEST(DriverKnowledge, DistrustsAnEtsOfZerosOfBnxt) {
  ieee_ets zeros{};
  zeros.ets_cap = 8;
  const auto decode = [](const ieee_ets& raw, std::uint8_t dcbx) {
    return decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_ETS, bytes_of(raw)}}),
                                        number(DCB_ATTR_DCBX, dcbx)}));
  };
  for (const std::uint8_t dcbx : {kHost, kFirmware}) {
    Dcb dcb = decode(zeros, dcbx);
    apply_driver_knowledge("bnxt_en", dcb);
    EXPECT_EQ(reason_of(dcb.ets), Reason::not_authoritative);
    Dcb set = decode(ets_struct(), dcbx);
    apply_driver_knowledge("bnxt_en", set);
    EXPECT_NE(set.ets.known(), nullptr);
    Dcb other = decode(zeros, dcbx);
    apply_driver_knowledge("ice", other);
    EXPECT_NE(other.ets.known(), nullptr);
  }
}

TEST(DriverKnowledge, KnowsWhoHasNoBufferToTellOf) {
  const auto left_out = [](std::string_view driver) {
    Dcb dcb = decode_dcb(message(kHeader, {nest(DCB_ATTR_IEEE, {})}));
    apply_driver_knowledge(driver, dcb);
    return dcb;
  };
  EXPECT_EQ(reason_of(left_out("ice").buffer), Reason::unsupported);
  EXPECT_EQ(reason_of(left_out("bnxt_en").tc_max_rate_kbps), Reason::unsupported);
  EXPECT_EQ(reason_of(left_out("bnxt_en").pfc), Reason::io_error);
  EXPECT_EQ(reason_of(left_out("mlx5_core").buffer), Reason::io_error);
  EXPECT_EQ(reason_of(left_out("some_new_driver").buffer), Reason::io_error);
  Dcb refused = unknown_dcb({.reason = Reason::timeout, .detail = "stuck"});
  apply_driver_knowledge("bnxt_en", refused);
  EXPECT_EQ(reason_of(refused.buffer), Reason::timeout);
  EXPECT_EQ(reason_of(refused.pfc), Reason::timeout);
}

}  // namespace
}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "rocelint/snapshot.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/check.h"

#include "facts/snapshot_paths.h"
#include "tests/facts/generate.h"

namespace rocelint {
namespace {

std::string errors_of(std::string_view json) {
  const auto reading = read_snapshot(json, "host.json");
  EXPECT_EQ(reading.snapshot.has_value(), reading.errors.empty());
  std::string out;
  for (const auto& error : reading.errors) {
    out += to_string(error) + '\n';
  }
  return out;
}

// ---- round trip

class SnapshotRoundTrip : public testing::TestWithParam<std::uint32_t> {};

TEST_P(SnapshotRoundTrip, IsExact) {
  test::Generator generator(GetParam());
  generator.set_unknown_share(GetParam() % 3 == 0 ? 0 : 2 + GetParam() % 7);
  const auto want = generator.snapshot();
  const auto json = write_snapshot(want);
  const auto reading = read_snapshot(json, "");
  ASSERT_TRUE(reading.snapshot) << to_string(reading.errors.front()) << '\n' << json;
  EXPECT_TRUE(reading.warnings.empty());
  EXPECT_EQ(*reading.snapshot, want) << json;
  EXPECT_EQ(write_snapshot(*reading.snapshot), json);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SnapshotRoundTrip, testing::Range(0U, 200U));

TEST(SnapshotRoundTripOf, TheEmptySnapshot) {
  const Snapshot empty;
  const auto json = write_snapshot(empty);
  EXPECT_EQ(json, R"({"schema":"rocelint.snapshot/1","tool_version":"","taken_at":"",)"
                  R"("probe":{"root":""},"host":{"routing":{"ipv4_all":{},)"
                  R"("ipv4_neighbours":{},"ipv6_neighbours":{}},"gpu":{},"system":{"limits":{},)"
                  R"("systemd_limits":{},"firewall":{}}},"job":{"limits":{}}})");
  EXPECT_EQ(read_snapshot(json, "").snapshot, empty);
}

TEST(SnapshotRoundTripOf, EveryReasonInEveryFact) {
  for (const auto& row : kEnumNames<Reason>) {
    const Unknown why{static_cast<Reason>(row.value), "detail", 5};
    Snapshot want;
    for (const auto* check : all_checks()) {
      mark_missing(want, check->id, why);
    }
    EXPECT_EQ(read_snapshot(write_snapshot(want), "").snapshot, want) << row.name;
    EXPECT_EQ(want.host.netdevs.unknown()->reason, why.reason);
  }
}

TEST(SnapshotRoundTripOf, InvalidUtf8IsTheOnlyLoss) {
  Snapshot snapshot;
  snapshot.host.hostname = std::string("gpu\xFF");
  const auto reading = read_snapshot(write_snapshot(snapshot), "");
  ASSERT_TRUE(reading.snapshot);
  EXPECT_TRUE(reading.snapshot->host.hostname.is("gpu\xEF\xBF\xBD"));
}

TEST(SnapshotRoundTripOf, NothingThatATerminalActsOnIsWritten) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const auto json = write_snapshot(test::Generator(seed).snapshot());
    EXPECT_TRUE(
        std::ranges::none_of(json, [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }));
    EXPECT_EQ(json.find("\xE2\x80\xAE"), std::string::npos);
    EXPECT_EQ(json.find("\xC2\x9B"), std::string::npos);
  }
}

// ---- order

TEST(SnapshotOrder, IsThatOfTheKeysWhateverWasGiven) {
  Snapshot snapshot;
  auto& netdevs = snapshot.host.netdevs.emplace();
  netdevs.resize(3);
  netdevs[0].name = "ens6";
  netdevs[1].name = "ens10";
  netdevs[2].name = "ens5";
  const auto json = write_snapshot(snapshot);
  const auto reading = read_snapshot(json, "");
  sort_lists(snapshot);
  EXPECT_EQ(reading.snapshot, snapshot);
  EXPECT_EQ(write_snapshot(snapshot), json);
}

TEST(SnapshotOrder, UnsortedDocumentsAreSorted) {
  const auto reading = read_snapshot(
      R"({"schema":"rocelint.snapshot/1","tool_version":"","taken_at":"","probe":{"root":""},
          "host":{"netdevs":[{"name":"b"},{"name":"a"}]}})",
      "");
  ASSERT_TRUE(reading.snapshot);
  EXPECT_EQ(reading.snapshot->host.netdevs.known()->front().name, "a");
}

// ---- format and errors

struct ErrorCase {
  std::string name;
  std::string json;
  std::string errors;
};
void PrintTo(const ErrorCase& row, std::ostream* out) {
  *out << row.name;
}

class SnapshotErrors : public testing::TestWithParam<ErrorCase> {};

TEST_P(SnapshotErrors, AreClear) {
  EXPECT_EQ(errors_of(GetParam().json), GetParam().errors);
}

constexpr std::string_view kNoFormat =
    "host.json: /schema: no format is named, so this is not a snapshot of rocelint\n";

INSTANTIATE_TEST_SUITE_P(
    Documents, SnapshotErrors,
    testing::Values(
        ErrorCase{"empty", "", "host.json:1:1: the document is empty\n"},
        ErrorCase{"no_schema", R"({"host":{}})", std::string(kNoFormat)},
        ErrorCase{"list", "[]", std::string(kNoFormat)},
        ErrorCase{"schema_is_no_text", R"({"schema":1})", std::string(kNoFormat)},
        ErrorCase{"next_format", R"({"new":[],"host":7,"schema":"rocelint.snapshot/2"})",
                  "host.json: /schema: the snapshot has the format \"rocelint.snapshot/2\", this "
                  "rocelint reads \"rocelint.snapshot/1\"\n"},
        ErrorCase{"format_with_more_digits", R"({"schema":"rocelint.snapshot/10"})",
                  "host.json: /schema: the snapshot has the format \"rocelint.snapshot/10\", this "
                  "rocelint reads \"rocelint.snapshot/1\"\n"},
        ErrorCase{"report", R"({"schema":"rocelint.report/1"})",
                  "host.json: /schema: \"rocelint.report/1\" is not a snapshot, this rocelint "
                  "reads \"rocelint.snapshot/1\"\n"},
        ErrorCase{"missing_members", R"({"schema":"rocelint.snapshot/1"})",
                  "host.json: /tool_version: missing\nhost.json: /taken_at: missing\n"
                  "host.json: /probe: missing\n"},
        ErrorCase{"two_netdevs_of_one_name",
                  R"({"schema":"rocelint.snapshot/1","tool_version":"","taken_at":"",
                      "probe":{"root":""},"host":{"netdevs":[{"name":"ens5"},{"name":"ens5"}]}})",
                  "host.json: /host/netdevs/1: same name as element 0\n"},
        ErrorCase{"netdev_without_a_name",
                  R"({"schema":"rocelint.snapshot/1","tool_version":"","taken_at":"",
                      "probe":{"root":""},"host":{"netdevs":[{}]}})",
                  "host.json: /host/netdevs/0/name: missing\n"}),
    [](const auto& row) { return row.param.name; });

TEST(SnapshotErrors, ANewerWriterIsReadWithAWarning) {
  const auto reading = read_snapshot(
      R"({"schema":"rocelint.snapshot/1","tool_version":"9","taken_at":"","probe":{"root":""},
          "host":{"gpus":[1,{"a":2}]}})",
      "f");
  ASSERT_TRUE(reading.snapshot);
  ASSERT_EQ(reading.warnings.size(), 1U);
  EXPECT_EQ(to_string(reading.warnings[0]), "f: /host/gpus: unknown key, left out");
}

/// What stood in a file of the first release must stay readable.
TEST(SnapshotErrors, OldDocumentsStayReadable) {
  const auto reading = read_snapshot(
      R"({"schema":"rocelint.snapshot/1","tool_version":"0.1.0","taken_at":"2027-03-02T03:12:44Z",
          "probe":{"root":""},"host":{"hostname":"gpu0417","netdevs":[{"name":"ens5"}]}})",
      "f");
  ASSERT_TRUE(reading.snapshot);
  EXPECT_EQ(reading.snapshot->host.netdevs.known()->front().dcb, Dcb{});
}

/// No single byte can make a reader crash or read something that it would not write.
TEST(SnapshotErrors, OneWrongByteIsRefusedOrReadExactly) {
  test::Generator generator(11);
  generator.set_list_size(1);
  const auto good = write_snapshot(generator.snapshot());
  for (std::size_t i = 0; i < good.size(); i += 3) {
    for (const char wrong : {'\0', '"', '{', '9', '\xFF'}) {
      auto json = good;
      json[i] = wrong;
      const auto reading = read_snapshot(json, "");
      ASSERT_NE(reading.snapshot.has_value(), !reading.errors.empty());
      if (reading.snapshot) {
        ASSERT_EQ(read_snapshot(write_snapshot(*reading.snapshot), "").snapshot, reading.snapshot);
      }
    }
  }
}

}  // namespace
}  // namespace rocelint

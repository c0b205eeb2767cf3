// SPDX-License-Identifier: Apache-2.0
#include "probe/frame.h"

#include <cstring>
#include <ostream>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

PartFrame sample() {
  Snapshot part;
  part.host.hostname = std::string("gpu\"0417\xff\n");
  auto& netdev = part.host.netdevs.emplace().emplace_back();
  netdev.name = "ens1";
  netdev.mtu_bytes = 9000;
  netdev.carrier = Unknown{.reason = Reason::io_error, .detail = "RTM_GETLINK", .sys_errno = 5};
  return {.module = "links", .kind = PartKind::whole, .duration_us = 123, .part = part};
}

TEST(Frame, ComesBackAsItWent) {
  PartFrame frame = sample();
  frame.part.known()->host.hostname = std::string("gpu0417");
  FrameReader reader;
  reader.append(encode_frame(frame));
  const auto back = reader.next();
  ASSERT_TRUE(back && *back);
  EXPECT_EQ(**back, frame);
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(Frame, CarriesWhyNothingCouldBeRead) {
  const PartFrame frame{
      .module = "links",
      .kind = PartKind::whole,
      .duration_us = 1,
      .part = Unknown{.reason = Reason::permission, .detail = "x", .sys_errno = 1}};
  FrameReader reader;
  reader.append(encode_frame(frame));
  const auto back = reader.next();
  ASSERT_TRUE(back && *back);
  EXPECT_EQ(**back, frame);
}

TEST(Frame, MayComeByteByByteAndBackToBack) {
  const std::string stream = encode_frame(sample()) + encode_frame(sample());
  FrameReader reader;
  std::size_t frames = 0;
  for (const char byte : stream) {
    reader.append({&byte, 1});
    const auto next = reader.next();
    ASSERT_TRUE(next);
    frames += *next ? 1U : 0U;
  }
  EXPECT_EQ(frames, 2U);
}

TEST(Frame, OversizedPartGoesAsMalformed) {
  PartFrame frame = sample();
  frame.part.known()->host.hostname = std::string(kMaxFrameBytes + 1, 'x');
  FrameReader reader;
  reader.append(encode_frame(frame));
  const auto back = reader.next();
  ASSERT_TRUE(back && *back);
  ASSERT_NE((*back)->part.unknown(), nullptr);
  EXPECT_EQ((*back)->part.unknown()->reason, Reason::malformed);
}

std::string raw(std::uint32_t length, std::string_view body) {
  std::string out(sizeof length, '\0');
  std::memcpy(out.data(), &length, sizeof length);
  return out.append(body);
}

struct Garbage {
  const char* name;
  std::string bytes;
};
void PrintTo(const Garbage& g, std::ostream* out) {
  *out << g.name;
}

class BadFrame : public testing::TestWithParam<Garbage> {};

TEST_P(BadFrame, IsRefused) {
  FrameReader reader;
  reader.append(GetParam().bytes);
  const auto next = reader.next();
  ASSERT_FALSE(next);
  EXPECT_FALSE(next.error().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Collect, BadFrame,
    testing::Values(
        Garbage{"Text", "Segmentation fault\n"}, Garbage{"TooLong", raw(kMaxFrameBytes + 1, "")},
        Garbage{"Empty", raw(0, "")}, Garbage{"NoJson", raw(4, "nope")},
        Garbage{"CutShort", raw(12, R"({"module":"a)")}, Garbage{"Null", raw(4, "null")},
        Garbage{"NoModule", raw(16, R"({"kind":"whole"})")},
        Garbage{"UnknownKey",
                raw(58, R"({"module":"a","kind":"whole","duration_us":1,"surprise":1})")},
        Garbage{"UnknownKind", raw(45, R"({"module":"a","kind":"none","duration_us":1}  )")},
        Garbage{"WrongType", raw(46, R"({"module":"a","kind":"whole","duration_us":""})")},
        Garbage{"Deep", raw(5000, std::string(5000, '['))}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint

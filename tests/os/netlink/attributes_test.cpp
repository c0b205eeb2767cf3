// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/attributes.h"

#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <linux/netlink.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

TEST(AttributesTest, ReadsWhatWasAppended) {
  const auto bytes =
      attributes({number(1, std::uint8_t{7}), text(2, "eth0"), number(3, std::uint64_t{1} << 40),
                  nest(4 | NLA_F_NESTED, {number(1, std::uint32_t{9})})});
  const auto parsed = Attributes::parse(bytes);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->all().size(), 4U);
  EXPECT_EQ(parsed->number<std::uint8_t>(1, "A"), 7);
  EXPECT_EQ(parsed->text(2, "B"), "eth0");
  EXPECT_TRUE(parsed->integer<std::uint64_t>(3, "C").is(std::int64_t{1} << 40));
  EXPECT_EQ(parsed->nest(4, "D")->number<std::uint32_t>(1, "E"), 9U);
}

TEST(AttributesTest, SaysWhatIsMissingAndWhatIsTheWrongSize) {
  const auto bytes = attributes({number(1, std::uint16_t{7})});
  const auto parsed = Attributes::parse(bytes);
  EXPECT_EQ(parsed->number<std::uint16_t>(2, "IFLA_X").error().reason, Reason::not_found);
  EXPECT_EQ(parsed->text(2, "IFLA_X").error().reason, Reason::not_found);
  EXPECT_EQ(parsed->nest(2, "IFLA_X").error().reason, Reason::not_found);
  const auto wrong = parsed->number<std::uint32_t>(1, "IFLA_X");
  EXPECT_EQ(wrong.error().reason, Reason::malformed);
  EXPECT_EQ(wrong.error().detail, "IFLA_X has 2 bytes, not 4");
}

TEST(AttributesTest, RefusesWhatDoesNotFitIntoAFact) {
  const auto bytes =
      attributes({number(1, std::numeric_limits<std::uint64_t>::max()),
                  number(2, std::uint64_t{1} << 63), number(3, (std::uint64_t{1} << 63) - 1)});
  const auto parsed = Attributes::parse(bytes);
  EXPECT_EQ(reason_of(parsed->integer<std::uint64_t>(1, "X")), Reason::malformed);
  EXPECT_EQ(reason_of(parsed->integer<std::uint64_t>(2, "X")), Reason::malformed);
  EXPECT_TRUE(parsed->integer<std::uint64_t>(3, "X").is(std::numeric_limits<std::int64_t>::max()));
}

TEST(AttributesTest, CutsTextAtItsFirstNul) {
  const auto bytes = attributes({{1, std::string("a\0b", 3)}, {2, "no end"}, {3, ""}});
  const auto parsed = Attributes::parse(bytes);
  EXPECT_EQ(parsed->text(1, "X"), "a");
  EXPECT_EQ(parsed->text(2, "X"), "no end");
  EXPECT_EQ(parsed->text(3, "X"), "");
}

TEST(AttributesTest, IsMalformedWhereverItIsCut) {
  // Each attribute fills its padding, so that only whole ones are well formed.
  const auto bytes = attributes({number(1, std::uint32_t{1}), number(2, std::uint32_t{2})});
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const auto parsed = Attributes::parse(std::string_view(bytes).substr(0, size));
    EXPECT_EQ(parsed.has_value(), size % 8 == 0) << size;
  }
}

TEST(AttributesTest, RefusesLengthsThatLie) {
  for (const unsigned length : {0U, 1U, 3U, 9U, 0xffffU}) {
    std::string bytes = attributes({number(1, std::uint32_t{1})});
    bytes.replace(0, 2, bytes_of(static_cast<std::uint16_t>(length)));
    EXPECT_FALSE(Attributes::parse(bytes)) << length;
  }
}

TEST(AttributesTest, NeedsNoAlignment) {
  const std::string bytes = "x" + attributes({number(1, std::uint32_t{0x01020304})});
  const auto parsed = Attributes::parse(std::string_view(bytes).substr(1));
  EXPECT_EQ(parsed->number<std::uint32_t>(1, "X"), 0x01020304U);
}

}  // namespace
}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netlink_messages.h"

#include <cerrno>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <linux/netlink.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

constexpr std::uint32_t kSequence = 77;
using Progress = ReplyReader::Progress;

std::string netlink_message(std::uint16_t type, const std::string& payload, int flags = 0,
                            std::uint32_t sequence = kSequence) {
  const nlmsghdr header{.nlmsg_len = static_cast<std::uint32_t>(sizeof(nlmsghdr) + payload.size()),
                        .nlmsg_type = type,
                        .nlmsg_flags = static_cast<std::uint16_t>(flags),
                        .nlmsg_seq = sequence,
                        .nlmsg_pid = 0};
  std::string out = bytes_of(header) + payload;
  out.append((4 - out.size() % 4) % 4, '\0');
  return out;
}

std::string error_payload(int error, std::uint32_t request_size = sizeof(nlmsghdr)) {
  nlmsgerr raw{};
  raw.error = error;
  raw.msg.nlmsg_len = request_size;
  return bytes_of(raw);
}

TEST(ReplyReaderTest, TakesOneReplyAndItsAcknowledgement) {
  ReplyReader reader(kSequence, 0);
  EXPECT_EQ(reader.add(netlink_message(20, "abcd")), Progress::more);
  EXPECT_EQ(reader.add(netlink_message(NLMSG_ERROR, error_payload(0))), Progress::complete);
  EXPECT_EQ(reader.take(), NetlinkReplies{"abcd"});
}

TEST(ReplyReaderTest, PutsAMultiPartDumpTogether) {
  ReplyReader reader(kSequence, 0);
  EXPECT_EQ(
      reader.add(netlink_message(20, "a", NLM_F_MULTI) + netlink_message(20, "bb", NLM_F_MULTI)),
      Progress::more);
  EXPECT_EQ(reader.add(netlink_message(20, "ccc", NLM_F_MULTI) +
                       netlink_message(NLMSG_DONE, bytes_of(0), NLM_F_MULTI)),
            Progress::complete);
  EXPECT_EQ(reader.take(), (NetlinkReplies{"a", "bb", "ccc"}));
}

TEST(ReplyReaderTest, CutsTheFamilyHeader) {
  ReplyReader reader(kSequence, 4);
  EXPECT_EQ(reader.add(netlink_message(20, "genlrest")), Progress::more);
  EXPECT_EQ(reader.take(), NetlinkReplies{"rest"});
  EXPECT_EQ(reader.add(netlink_message(20, "gen")).error().reason, Reason::malformed);
}

TEST(ReplyReaderTest, IgnoresWhatAnotherRequestLeftBehind) {
  ReplyReader reader(kSequence, 0);
  EXPECT_EQ(reader.add(netlink_message(20, "old", 0, 76) +
                       netlink_message(NLMSG_ERROR, error_payload(-EIO), 0, 76) +
                       netlink_message(NLMSG_NOOP, "") + netlink_message(20, "new")),
            Progress::more);
  EXPECT_EQ(reader.take(), NetlinkReplies{"new"});
}

TEST(ReplyReaderTest, TellsTheKernelsOwnWords) {
  const std::string ack = attributes({text(NLMSGERR_ATTR_MSG, "no such port")});
  ReplyReader capped(kSequence, 0);
  auto refused = capped.add(
      netlink_message(NLMSG_ERROR, error_payload(-EINVAL) + ack, NLM_F_CAPPED | NLM_F_ACK_TLVS));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, EINVAL);
  EXPECT_EQ(refused.error().detail, "no such port: Invalid argument");

  // Without NLM_F_CAPPED the request stands between.
  ReplyReader whole(kSequence, 0);
  refused = whole.add(netlink_message(
      NLMSG_ERROR, error_payload(-EOPNOTSUPP, sizeof(nlmsghdr) + 8) + "12345678" + ack,
      NLM_F_ACK_TLVS));
  EXPECT_EQ(refused.error().reason, Reason::unsupported);
  EXPECT_EQ(refused.error().detail, "no such port: Operation not supported");
}

TEST(ReplyReaderTest, TellsWhyADumpFailed) {
  ReplyReader reader(kSequence, 0);
  const auto failed = reader.add(
      netlink_message(NLMSG_DONE, bytes_of(-EPERM) + attributes({text(NLMSGERR_ATTR_MSG, "no")}),
                      NLM_F_MULTI | NLM_F_ACK_TLVS));
  EXPECT_EQ(failed.error().reason, Reason::permission);
  EXPECT_EQ(failed.error().detail, "no: Operation not permitted");
}

TEST(ReplyReaderTest, AsksAgainAfterAnInterruptedDump) {
  ReplyReader reader(kSequence, 0);
  EXPECT_EQ(reader.add(netlink_message(20, "a", NLM_F_MULTI | NLM_F_DUMP_INTR) +
                       netlink_message(NLMSG_DONE, bytes_of(0), NLM_F_MULTI)),
            Progress::interrupted);
}

TEST(ReplyReaderTest, RefusesNonsense) {
  const auto fails = [](const std::string& datagram) {
    return !ReplyReader(kSequence, 0).add(datagram);
  };
  EXPECT_TRUE(fails(netlink_message(NLMSG_OVERRUN, "")));
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, "ab")));
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, error_payload(5))));
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, error_payload(-5000))));
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, error_payload(INT32_MIN))));
  // The request's length inside an error may lie: it must not be believed.
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, error_payload(-EIO, UINT32_MAX), NLM_F_ACK_TLVS)));
  EXPECT_TRUE(fails(netlink_message(NLMSG_ERROR, error_payload(-EIO, 0), NLM_F_ACK_TLVS)));
}

TEST(ReplyReaderTest, NoticesEveryTruncation) {
  const std::string datagram = netlink_message(20, "abcd") + netlink_message(20, "efgh");
  const std::size_t half = datagram.size() / 2;
  for (std::size_t size = 1; size < datagram.size(); ++size) {
    ReplyReader reader(kSequence, 0);
    EXPECT_EQ(reader.add(std::string_view(datagram).substr(0, size)).has_value(), size == half)
        << size;
  }
}

}  // namespace
}  // namespace rocelint

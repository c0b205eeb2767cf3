// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netlink_messages.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <linux/netlink.h>
#include <tl/expected.hpp>

#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {

namespace {

// The kernel's own words on a failure: NLMSGERR_ATTR_MSG of NETLINK_EXT_ACK.
std::string extended_ack(const nlmsghdr& header, std::string_view tail) {
  if ((header.nlmsg_flags & NLM_F_ACK_TLVS) == 0) {
    return {};
  }
  const auto attributes = Attributes::parse(tail);
  if (!attributes) {
    return {};
  }
  return attributes->text(NLMSGERR_ATTR_MSG, "NLMSGERR_ATTR_MSG").value_or(std::string{});
}

Read<ReplyReader::Progress> finish(int error, std::string detail) {
  if (error == 0) {
    return ReplyReader::Progress::complete;
  }
  // A negative errno; anything else is not from a kernel.
  constexpr int kMaxErrno = 4095;
  if (error > 0 || error < -kMaxErrno) {
    return tl::unexpected(malformed("netlink error code " + std::to_string(error)));
  }
  return tl::unexpected(unknown_from_errno(-error, std::move(detail)));
}

// NLMSG_ERROR: struct nlmsgerr, then (unless NLM_F_CAPPED) the rest of our request, then the
// extended ack. NLMSG_ERROR with error 0 is the acknowledgement.
Read<ReplyReader::Progress> read_error(const nlmsghdr& header, std::string_view payload) {
  const auto error = value_at_start<nlmsgerr>(payload);
  if (!error) {
    return tl::unexpected(malformed("a netlink error message is cut short"));
  }
  std::string_view tail = after<nlmsgerr>(payload);
  if ((header.nlmsg_flags & NLM_F_CAPPED) == 0) {
    const std::size_t request = std::max<std::size_t>(error->msg.nlmsg_len, sizeof(nlmsghdr));
    tail.remove_prefix(std::min(request - sizeof(nlmsghdr), tail.size()));
  }
  return finish(error->error, extended_ack(header, tail));
}

// NLMSG_DONE carries the dump's result, and since 4.20 an extended ack.
Read<ReplyReader::Progress> read_done(const nlmsghdr& header, std::string_view payload) {
  const int error = value_at_start<int>(payload).value_or(0);
  return finish(std::min(error, 0), extended_ack(header, after<int>(payload)));
}

}  // namespace

Read<ReplyReader::Progress> ReplyReader::add(std::string_view datagram) {
  while (!datagram.empty()) {
    const auto header = value_at_start<nlmsghdr>(datagram);
    if (!header || header->nlmsg_len < sizeof(nlmsghdr) || header->nlmsg_len > datagram.size()) {
      return tl::unexpected(malformed("a netlink message's length runs past its datagram"));
    }
    const std::string_view payload =
        datagram.substr(sizeof(nlmsghdr), header->nlmsg_len - sizeof(nlmsghdr));
    const std::size_t step = NLMSG_ALIGN(std::size_t{header->nlmsg_len});
    datagram.remove_prefix(std::min(step, datagram.size()));
    if (header->nlmsg_seq != sequence_) {
      continue;  // left over from a request that was given up
    }
    interrupted_ = interrupted_ || (header->nlmsg_flags & NLM_F_DUMP_INTR) != 0;
    switch (header->nlmsg_type) {
      case NLMSG_NOOP:
        continue;
      case NLMSG_OVERRUN:
        return tl::unexpected(malformed("netlink data was lost"));
      case NLMSG_ERROR:
        return read_error(*header, payload);
      case NLMSG_DONE: {
        auto done = read_done(*header, payload);
        return done && interrupted_ ? Progress::interrupted : done;
      }
      default:
        break;
    }
    if (payload.size() < family_header_) {
      return tl::unexpected(malformed("a netlink reply is cut short"));
    }
    replies_.emplace_back(payload.substr(family_header_));
  }
  return Progress::more;
}

}  // namespace rocelint

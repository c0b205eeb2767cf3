// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netfilter_decode.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/xfrm.h>
#include <tl/expected.hpp>

#include "rocelint/facts/system.h"

#include "base/text.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"
#include "os/unique.h"

namespace rocelint {
namespace {

constexpr std::uint32_t kDrop = 0;  // NF_DROP
static_assert(kDrop == NF_DROP);

/// nft(8)'s name of the families that see packets for the host; empty: another one.
std::string_view family_name(std::uint8_t family) {
  switch (family) {
    case NFPROTO_INET:
      return "inet";
    case NFPROTO_IPV4:
      return "ip";
    case NFPROTO_IPV6:
      return "ip6";
    default:
      return {};
  }
}

Read<std::uint32_t> big_endian(const Attributes& attributes, int type, std::string_view name) {
  const auto number = attributes.number<std::uint32_t>(type, name);
  return number ? Read<std::uint32_t>(ntohl(*number)) : number;
}

/// Without a hook it is called by other chains only.
Read<bool> filters_input(const Attributes& chain) {
  if (!chain.find(NFTA_CHAIN_HOOK)) {
    return false;
  }
  const auto hook = chain.nest(NFTA_CHAIN_HOOK, "NFTA_CHAIN_HOOK");
  if (!hook) {
    return tl::unexpected(hook.error());
  }
  const auto number = big_endian(*hook, NFTA_HOOK_HOOKNUM, "NFTA_HOOK_HOOKNUM");
  const auto type = chain.text(NFTA_CHAIN_TYPE, "NFTA_CHAIN_TYPE");
  if (!number || !type) {
    return tl::unexpected(!number ? number.error() : type.error());
  }
  return *number == NF_INET_LOCAL_IN && *type == "filter";
}

/// A chain with a hook can't be jumped to, so that its uses are its rules (nf_tables_newrule()).
Read<InputChain> decode_chain(std::string_view family, const Attributes& chain) {
  const auto table = chain.text(NFTA_CHAIN_TABLE, "NFTA_CHAIN_TABLE");
  const auto name = chain.text(NFTA_CHAIN_NAME, "NFTA_CHAIN_NAME");
  const auto policy = big_endian(chain, NFTA_CHAIN_POLICY, "NFTA_CHAIN_POLICY");
  const auto uses = big_endian(chain, NFTA_CHAIN_USE, "NFTA_CHAIN_USE");
  if (!table || !name) {
    return tl::unexpected(!table ? table.error() : name.error());
  }
  if (!policy || !uses) {
    return tl::unexpected(!policy ? policy.error() : uses.error());
  }
  return InputChain{.name = std::string(family) + ' ' + escape_for_terminal(*table + ' ' + *name),
                    .drops = *policy == kDrop,
                    .rules = *uses};
}

Read<std::optional<InputChain>> decode_reply(std::string_view reply) {
  const auto header = value_at_start<nfgenmsg>(reply);
  if (!header) {
    return tl::unexpected(malformed("a message of nfnetlink is cut short"));
  }
  const auto family = family_name(header->nfgen_family);
  if (family.empty()) {
    return std::nullopt;
  }
  const auto chain = Attributes::parse(after<nfgenmsg>(reply));
  if (!chain) {
    return tl::unexpected(chain.error());
  }
  const auto input = filters_input(*chain);
  if (!input) {
    return tl::unexpected(input.error());
  }
  if (!*input) {
    return std::nullopt;
  }
  auto decoded = decode_chain(family, *chain);
  return decoded ? Read<std::optional<InputChain>>(*std::move(decoded))
                 : Read<std::optional<InputChain>>(tl::unexpected(decoded.error()));
}

}  // namespace

NetlinkRequest nft_chains_request() {
  const nfgenmsg header{.nfgen_family = NFPROTO_UNSPEC, .version = NFNETLINK_V0, .res_id = 0};
  return {.type = (NFNL_SUBSYS_NFTABLES << 8U) | NFT_MSG_GETCHAIN,
          .dump = true,
          .payload = bytes_of(header)};
}

Read<std::vector<InputChain>> decode_input_chains(const NetlinkReplies& replies) {
  std::vector<InputChain> chains;
  for (const auto& reply : replies) {
    auto chain = decode_reply(reply);
    if (!chain) {
      return tl::unexpected(chain.error());
    }
    if (*chain) {
      chains.push_back(**std::move(chain));
    }
  }
  sort_unique_by(chains, &InputChain::name);
  return chains;
}

NetlinkRequest xfrm_policies_request() {
  return {.type = XFRM_MSG_GETPOLICY, .dump = true, .payload = bytes_of(xfrm_userpolicy_id{})};
}

Read<std::int64_t> count_xfrm_policies(const NetlinkReplies& replies) {
  std::int64_t count = 0;
  for (const auto& reply : replies) {
    const auto policy = value_at_start<xfrm_userpolicy_info>(reply);
    if (!policy) {
      return tl::unexpected(malformed("a message of xfrm is cut short"));
    }
    count += policy->dir < XFRM_POLICY_MAX ? 1 : 0;
  }
  return count;
}

}  // namespace rocelint

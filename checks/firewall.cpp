// SPDX-License-Identifier: Apache-2.0

// Packet filters and IPsec, as far as they are loaded already: asking a socket of theirs would load
// them. Both need CAP_NET_ADMIN.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "os/host/system_files.h"
#include "os/netlink/netfilter_decode.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 1> kNeeds{"system"};

// Where nothing of nftables is loaded, no chain of it is there.
Fact<std::vector<InputChain>> read_input_chains(ProbeEnv& env, const Firewall& firewall) {
  if (firewall.nf_tables.is(false)) {
    return std::vector<InputChain>{};
  }
  const auto replies = env.ask({.device = "",
                                .operation = "nftables GETCHAIN",
                                .family = NetlinkFamily::netfilter,
                                .request = nft_chains_request()});
  return replies ? to_fact(decode_input_chains(*replies))
                 : Fact<std::vector<InputChain>>(replies.error());
}

// Policies come in through xfrm_user or, on old key daemons, af_key.
Fact<std::int64_t> read_ipsec_policies(ProbeEnv& env) {
  const Files& files = env.files();
  if (read_module_presence(files, "xfrm_user").is(false) &&
      read_module_presence(files, "af_key").is(false)) {
    return 0;
  }
  const auto replies = env.ask({.device = "",
                                .operation = "xfrm GETPOLICY",
                                .family = NetlinkFamily::xfrm,
                                .request = xfrm_policies_request()});
  return replies ? to_fact(count_xfrm_policies(*replies)) : Fact<std::int64_t>(replies.error());
}

std::optional<Unknown> collect_firewall(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const Firewall& known = so_far.host.system.firewall;
  out.host.system.firewall.input_chains = read_input_chains(env, known);
  env.keep(out);
  out.host.system.firewall.ipsec_policies = read_ipsec_policies(env);
  return std::nullopt;
}

}  // namespace

extern const Check firewall{.id = "firewall",
                            .summary = "packet filters and IPsec",
                            .needs = kNeeds,
                            .deep = true,
                            .collect = collect_firewall};

}  // namespace rocelint::checks

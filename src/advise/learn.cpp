// SPDX-License-Identifier: Apache-2.0
#include "advise/learn.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_classes.h"
#include "advise/learn_hosts.h"
#include "advise/learn_lowers.h"
#include "advise/learn_parameters.h"
#include "advise/learn_yaml.h"
#include "advise/policy_fit.h"
#include "base/result.h"
#include "base/text.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "rocelint_version.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

using Hosts = std::vector<LearnedHost>;

/// Of each host how many ports it has of the kind, faulty ones too: they are there.
LearnedValue learn_port_count(const PortKind& kind, const Hosts& hosts) {
  Ballot ballot("host");
  for (const auto& host : hosts) {
    std::size_t own = 0;
    const Unknown* doubt = host.judged.snapshot->host.devices.unknown();
    for (const auto* port : kind.ports) {
      if (port->snapshot == host.judged.snapshot) {
        ++own;
        doubt = port->port->doubt ? &*port->port->doubt : doubt;
      }
    }
    if (doubt != nullptr) {
      ballot.abstain(*doubt, host.voter);
    } else {
      ballot.vote(std::to_string(own), host.voter);
    }
  }
  return ballot.result("expect.ports");
}

bool can_be_a_condition(std::string_view board) {
  return !board.empty() && std::ranges::all_of(board, [](char c) {
    return c > 0x20 && c < 0x7F && c != '"' && c != '\\';
  });
}

/// What each board has by itself goes into the groups of the policy, and the role leaves it open:
/// where the policy takes all of it.
bool split_by_board(const Ballot& ballot, std::string_view parameter, const std::string& role,
                    std::vector<LearnedGroup>& groups) {
  const auto boards = ballot.by_board();
  const bool can = std::ranges::all_of(boards, [&](const auto& entry) {
    return can_be_a_condition(entry.first) && is_within_limits(parameter, entry.second);
  });
  if (boards.empty() || !can) {
    return false;
  }
  for (const auto& [board, value] : boards) {
    auto group = std::ranges::find_if(groups, [&](const LearnedGroup& known) {
      return known.board == board && known.role == role;
    });
    if (group == groups.end()) {
      group = groups.insert(groups.end(), {.board = board, .role = role, .values = {}});
    }
    group->values.push_back({.parameter = std::string(parameter), .value = value});
  }
  return true;
}

void learn_ports(const Ports& sound, const std::string& role, std::vector<LearnedValue>& values,
                 std::vector<LearnedGroup>& groups) {
  for (const auto& parameter : port_parameters()) {
    Ballot ballot;
    for (const auto* port : sound) {
      parameter.poll(*port, ballot);
    }
    const bool idle = ballot.agrees() && ballot.leader() == parameter.says_nothing;
    if (!idle && !split_by_board(ballot, parameter.name, role, groups)) {
      values.push_back(ballot.result(parameter.name));
    }
  }
}

/// Of the host as a whole: in one role, or each finding would be there as often as there are roles.
void learn_hosts(const Hosts& hosts, std::vector<LearnedValue>& values) {
  for (const auto& parameter : host_parameters()) {
    Ballot ballot("host");
    for (const auto& host : hosts) {
      if (host.faults.empty()) {
        parameter.poll(host, ballot);
      }
    }
    values.push_back(ballot.result(parameter.name));
  }
}

/// In the order of the policy's own table, which keeps groups together.
void sort_values(std::vector<LearnedValue>& values) {
  const auto place = [](const LearnedValue& value) {
    const auto fields = kType<RoleParameters>.fields;
    const auto name = std::string_view(value.parameter).substr(0, value.parameter.find('.'));
    return std::ranges::find(fields, name, &Field::name) - fields.begin();
  };
  std::ranges::stable_sort(values, {}, place);
}

/// What nobody tells is one remark for each reason, not a parameter each.
void gather_unread(LearnedRole& role) {
  std::map<std::string, std::vector<std::string>> reasons;
  for (const auto& value : role.values) {
    if (value.value.empty() && !value.note.empty()) {
      reasons["any " + value.unit + " (" + value.note + ')'].push_back(value.parameter);
    }
  }
  std::erase_if(role.values, [](const LearnedValue& value) { return value.value.empty(); });
  for (const auto& [reason, parameters] : reasons) {
    role.unread.push_back("Not told by " + reason + ": " + join(parameters, ", "));
  }
}

std::vector<std::string> remarks_on(const PortKind& kind) {
  std::set<std::string_view> hosts;
  std::map<std::string_view, std::size_t> boards;
  std::map<std::string, std::vector<Voter>> faulty;
  for (const auto* port : kind.ports) {
    hosts.insert(port->voter.host);
    ++boards[port->voter.board];
    if (!port->faults.empty()) {
      faulty[join(port->faults, ", ")].push_back(port->voter);
    }
  }
  std::vector<std::string> names;
  names.reserve(boards.size());
  for (const auto& [board, count] : boards) {
    names.push_back(std::string(board.empty() ? "not known" : board) +
                    (boards.size() > 1 ? " (" + std::to_string(count) + ')' : ""));
  }
  std::vector<std::string> remarks{counted(kind.ports.size(), "port") + " on " +
                                   counted(hosts.size(), "host") + ", board " + join(names, ", ")};
  for (const auto& [rules, voters] : faulty) {
    remarks.push_back("Left out, for they fail " + rules + ": " + in_words(voters));
  }
  return remarks;
}

LearnedRole learn_role(const PortKind& kind, const Hosts& hosts, bool with_hosts,
                       std::vector<LearnedGroup>& groups) {
  LearnedRole role{.name = kind.name(),
                   .ports = kind.selector(),
                   .remarks = remarks_on(kind),
                   .values = {},
                   .unread = {}};
  Ports sound;
  std::ranges::copy_if(kind.ports, std::back_inserter(sound),
                       [](const LearnedPort* port) { return port->faults.empty(); });
  role.values.push_back(learn_port_count(kind, hosts));
  std::ranges::move(learn_classes(sound), std::back_inserter(role.values));
  learn_ports(sound, role.name, role.values, groups);
  if (with_hosts) {
    learn_hosts(hosts, role.values);
  }
  for (auto& value : role.values) {
    keep_within_limits(value);
  }
  sort_values(role.values);
  gather_unread(role);
  return role;
}

/// Ports of such hosts count: only what is of the host as a whole is not asked of them.
std::vector<std::string> remarks_on_faulty(const Hosts& hosts) {
  std::map<std::string, std::vector<Voter>> faulty;
  for (const auto& host : hosts) {
    if (!host.faults.empty()) {
      faulty[join(host.faults, ", ")].push_back(host.voter);
    }
  }
  std::vector<std::string> remarks;
  for (const auto& [rules, voters] : faulty) {
    remarks.push_back("Left out of system.*, for they fail " + rules + ": " + in_words(voters));
  }
  return remarks;
}

LearnedPolicy learn(const Hosts& hosts, const std::vector<PortKind>& kinds) {
  LearnedPolicy policy;
  std::vector<Voter> voters;
  std::vector<Voter> without_driver;
  for (const auto& host : hosts) {
    voters.push_back(host.voter);
    for (const auto& port : host.ports) {
      const bool has_kind = std::ranges::any_of(kinds, [&](const PortKind& kind) {
        return port.port->view.device->driver.is(kind.driver);
      });
      if (!has_kind) {
        without_driver.push_back(port.voter);
      }
    }
  }
  policy.remarks.push_back("Learned by rocelint " + std::string(kVersion) + " from " +
                           counted(hosts.size(), "host") + ": " + in_words(voters) + '.');
  policy.remarks.emplace_back(
      "What all ports of a role share is set; what differs, or is not told by all, is a comment. "
      "That all have it does not make it right: read it through.");
  if (!without_driver.empty()) {
    policy.remarks.push_back("In no role, for their driver is not known: " +
                             in_words(without_driver));
  }
  std::ranges::move(remarks_on_faulty(hosts), std::back_inserter(policy.remarks));
  for (const auto& kind : kinds) {
    policy.roles.push_back(learn_role(kind, hosts, &kind == &kinds.front(), policy.groups));
  }
  return policy;
}

std::vector<Voter> cut_short(std::span<const NamedHost> hosts) {
  std::vector<Voter> voters;
  for (const auto& host : hosts) {
    if (was_cut_short(host)) {
      voters.push_back({.host = host.name, .port = "", .board = ""});
    }
  }
  return voters;
}

Diagnostic diagnostic(std::string text) {
  return {.file = "", .line = 0, .column = 0, .text = std::move(text)};
}

}  // namespace

Result<std::string> learn_policy(std::span<const NamedHost> hosts, const RuleSet& rules) {
  const auto baseline = load_policy({}, shipped_profile_lookup());
  if (!baseline.policy) {
    return tl::unexpected(diagnostic("the profile baseline can't be loaded"));
  }
  const auto looked_at = look_at_hosts(hosts, *baseline.policy, rules);
  const auto kinds = port_kinds(looked_at);
  const auto partial = cut_short(hosts);
  const auto left_out = partial.empty()
                            ? std::string()
                            : "Left out, for a signal cut their probe short: " + in_words(partial);
  if (kinds.empty()) {
    return tl::unexpected(diagnostic("nothing to learn from: no RoCE port with a known driver on " +
                                     counted(looked_at.size(), "host") +
                                     (left_out.empty() ? "" : ". " + left_out)));
  }
  auto learned = learn(looked_at, kinds);
  if (!left_out.empty()) {
    learned.remarks.push_back(left_out);
  }
  return write_learned(learned);
}

}  // namespace rocelint

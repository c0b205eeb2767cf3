// SPDX-License-Identifier: Apache-2.0
// What must hold for every fact and every rule: see docs, rule language, "How it is checked".

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "judge/engine.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing_support::healthy;
using testing_support::judge_with;
using testing_support::profile;
using testing_support::root_causes;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}
const Policy& strict() {
  static const Policy kPolicy = profile("lossless-dscp26", {"expect.ports=4"});
  return kPolicy;
}

/// A fact of a snapshot that can be made unknown.
constexpr std::size_t kOneNic = 2;

struct Place {
  std::string path;
  const Type* type = nullptr;
  void* at = nullptr;
};

void find_facts(const Type& type, void* at, const std::string& path, std::vector<Place>& places) {
  if (type.fact) {
    if (type.known(at) == nullptr) {
      return;
    }
    places.push_back({path, &type, at});
    at = const_cast<void*>(type.known(at));
  }
  if (type.kind == Kind::structure) {
    for (const auto& field : type.fields) {
      find_facts(*field.type, field.at(at), path + '.' + std::string(field.name), places);
    }
  } else if (type.kind == Kind::list) {
    // The NICs of the host are alike: one stands for all, or this takes minutes.
    const bool is_one_of_many = path.find('[') == std::string::npos &&
                                type.element->kind == Kind::structure && type.size(at) > kOneNic;
    for (std::size_t i = is_one_of_many ? kOneNic : 0;
         i < (is_one_of_many ? kOneNic + 1 : type.size(at)); ++i) {
      find_facts(*type.element, const_cast<void*>(type.item(at, i)),
                 path + '[' + std::to_string(i) + ']', places);
    }
  }
}

std::vector<Place> facts_of(Snapshot& snapshot) {
  std::vector<Place> places;
  find_facts(kType<Host>, &snapshot.host, "host", places);
  return places;
}

std::map<std::string, Outcome> outcomes_of(const Report& report) {
  std::map<std::string, Outcome> outcomes;
  for (const auto& finding : report.findings) {
    outcomes[finding.id] = finding.outcome;
  }
  return outcomes;
}

/// Judges the snapshot once for each of its facts, with that fact unknown.
void for_each_unknown(const Snapshot& base, Reason reason, const Policy& policy,
                      const std::function<void(const std::string&, const Report&)>& visit) {
  Snapshot counted = base;
  const auto count = facts_of(counted).size();
  for (std::size_t i = 0; i < count; ++i) {
    Snapshot changed = base;
    const auto place = facts_of(changed)[i];
    place.type->set_unknown(place.at, {.reason = reason, .detail = "test", .sys_errno = 0});
    visit(place.path, judge_with(changed, policy, rules()));
  }
}

Snapshot broken() {
  auto snapshot = healthy();
  auto& netdevs = *snapshot.host.netdevs.known();
  netdevs[1].dcb.app = std::vector<AppEntry>{};
  netdevs[kOneNic].dcb.pfc.known()->enabled = {3, 4};
  netdevs[kOneNic].pause.known()->rx = true;
  auto& device = (*snapshot.host.devices.known())[kOneNic];
  device.ports.known()->front().active_mtu_bytes = 1024;
  return snapshot;
}

TEST(Property, UnknownMovesAFindingOnlyToUnknown) {
  for (const auto& base : {healthy(), broken()}) {
    const auto before = outcomes_of(judge_with(base, strict(), rules()));
    for_each_unknown(base, Reason::permission, strict(),
                     [&](const std::string& path, const Report& report) {
                       for (const auto& [id, outcome] : outcomes_of(report)) {
                         const auto was = before.find(id);
                         if (was != before.end() && was->second != outcome) {
                           EXPECT_EQ(outcome, Outcome::unknown) << path << ": " << id;
                         }
                       }
                     });
  }
}

TEST(Property, UnknownNeverRaisesVerdictOrScore) {
  for (const auto& [reason, name] : {std::pair(Reason::timeout, "lossless-dscp26"),
                                     std::pair(Reason::not_found, "lossless-dscp26"),
                                     std::pair(Reason::unsupported, "lossless-dscp26"),
                                     std::pair(Reason::unsupported, "baseline")}) {
    const auto policy = profile(name);
    const auto before = judge_with(healthy(), policy, rules());
    for_each_unknown(healthy(), reason, policy, [&](const std::string& path, const Report& report) {
      EXPECT_LE(report.verdict, before.verdict) << path;
      EXPECT_LE(report.score.value, before.score.value) << path;
    });
  }
}

/// The facts that blockers of this policy stand on.
TEST(Property, EveryFactOfABlockerMatters) {
  std::vector<std::string> undetermined;
  for_each_unknown(healthy(), Reason::permission, strict(),
                   [&](const std::string& path, const Report& report) {
                     if (report.verdict == Verdict::undetermined) {
                       undetermined.push_back(path);
                       EXPECT_EQ(report.exit_code, 3) << path;
                       EXPECT_TRUE(report.score.upper_bound) << path;
                       EXPECT_LE(report.score.value, 59) << path;
                     } else {
                       EXPECT_GE(report.verdict, Verdict::ready_with_warnings) << path;
                     }
                   });
  for (const auto* fact :
       {"host.devices", "host.netdevs", "host.devices[2].ports", "host.devices[2].protocol",
        "host.devices[2].ports[0].state", "host.devices[2].ports[0].netdev",
        "host.devices[2].ports[0].gids", "host.devices[2].ports[0].gids[3].type",
        "host.devices[2].ports[0].gids[3].netdev", "host.netdevs[2].carrier",
        "host.netdevs[2].lowers", "host.netdevs[2].uppers", "host.netdevs[2].dcb.pfc",
        "host.netdevs[2].dcb.app"}) {
    EXPECT_THAT(undetermined, testing::Contains(fact));
  }
}

std::vector<std::string> in_words(const Report& report) {
  std::vector<std::string> words;
  for (const auto& finding : report.findings) {
    words.push_back(finding.id + ' ' + std::string(enum_name(finding.severity)) + ' ' +
                    std::to_string(static_cast<int>(finding.outcome)) + ' ' + finding.message);
  }
  for (const auto& port : report.ports) {
    words.push_back(port.device + ' ' + port.role + ' ' + port.reason);
  }
  for (const auto& role : report.roles) {
    for (const auto& line : role.lines) {
      words.push_back(line.label + ' ' + line.text);
    }
  }
  words.push_back(std::to_string(report.score.value));
  return words;
}

TEST(Property, OrderOfDevicesAndNetdevsChangesNothing) {
  const auto base = broken();
  const auto expected = in_words(judge_with(base, strict(), rules()));
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same shuffles every time
  for (int round = 0; round < 10; ++round) {
    auto shuffled = base;
    auto& devices = *shuffled.host.devices.known();
    auto& netdevs = *shuffled.host.netdevs.known();
    std::shuffle(devices.begin(), devices.end(), random);
    std::shuffle(netdevs.begin(), netdevs.end(), random);
    EXPECT_EQ(in_words(judge_with(shuffled, strict(), rules())), expected);
  }
}

using Break = std::function<void(Snapshot&, std::size_t)>;

/// Faults that hide no other: a port that is down hides its MTU and GIDs.
const std::vector<Break>& faults() {
  const auto port = [](Snapshot& s, std::size_t i) -> RdmaPort& {
    return (*s.host.devices.known())[i].ports.known()->front();
  };
  const auto netdev = [](Snapshot& s, std::size_t i) -> Netdev& {
    return (*s.host.netdevs.known())[i];
  };
  static const std::vector<Break> kFaults = {
      [=](Snapshot& s, std::size_t i) { port(s, i).active_mtu_bytes = 1024; },
      [=](Snapshot& s, std::size_t i) { port(s, i).gids = std::vector<Gid>{}; },
      [=](Snapshot& s, std::size_t i) { netdev(s, i).carrier = false; },
      [=](Snapshot& s, std::size_t i) {
        auto& pfc = netdev(s, i).dcb.pfc.known()->enabled;
        std::erase(pfc, 3);
      },
      [=](Snapshot& s, std::size_t i) { netdev(s, i).dcb.pfc.known()->enabled.push_back(5); },
      [=](Snapshot& s, std::size_t i) { netdev(s, i).pause.known()->tx = true; },
      [=](Snapshot& s, std::size_t i) { netdev(s, i).dcb.app = std::vector<AppEntry>{}; },
  };
  return kFaults;
}

TEST(Property, ANewFaultNeverRaisesTheScore) {
  std::mt19937 random(11);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same walks every time
  for (int walk = 0; walk < 12; ++walk) {
    std::vector<std::pair<std::size_t, std::size_t>> steps;
    for (std::size_t fault = 0; fault < faults().size(); ++fault) {
      for (std::size_t port = 0; port < 4; ++port) {
        steps.emplace_back(fault, port);
      }
    }
    std::shuffle(steps.begin(), steps.end(), random);
    auto snapshot = healthy();
    auto before = judge_with(snapshot, strict(), rules());
    for (const auto& [fault, port] : steps) {
      faults()[fault](snapshot, port);
      auto after = judge_with(snapshot, strict(), rules());
      ASSERT_LE(after.score.value, before.score.value)
          << "walk " << walk << ", fault " << fault << " on port " << port << ": "
          << testing::PrintToString(root_causes(before)) << " -> "
          << testing::PrintToString(root_causes(after));
      ASSERT_LE(after.verdict, before.verdict);
      before = std::move(after);
    }
  }
}

}  // namespace
}  // namespace rocelint

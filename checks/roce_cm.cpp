// SPDX-License-Identifier: Apache-2.0

// What connections get that ask for nothing: defaults of rdma_cm, and the traffic classes that the
// OFED drivers put in the place of the job's own. rdma_cm shows its defaults only in a directory
// that somebody has made in configfs; making one is a write, so it is left to people.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "base/whole_number.h"
#include "facts/unknown.h"
#include "os/each_port.h"
#include "os/lines.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"
#include "os/sysfs/sysfs_rdma.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 1> kNeeds{"inventory"};

constexpr std::string_view kConfigfs = "/sys/kernel/config/rdma_cm";
constexpr std::int64_t kMostTrafficClass = 255;

// drivers/infiniband/core/cma_configfs.c.
Fact<GidType> read_mode(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  if (!text) {
    return text.error();
  }
  if (*text == "RoCE v2") {
    return GidType::roce_v2;
  }
  if (*text == "IB/RoCE v1") {
    return GidType::roce_v1;
  }
  return malformed(path + " is \"" + *text + '"');
}

Unknown nobody_made(const Files& files, const std::string& device, std::int64_t port) {
  const std::string directory = std::string(kConfigfs) + '/' + device;
  if (files.is_absent(kConfigfs)) {
    return not_found("no " + std::string(kConfigfs) +
                     ": rdma_cm is not loaded, or configfs not mounted");
  }
  const std::string whom = " -d " + device + " -p " + std::to_string(port);
  return not_found("nobody has made " + directory + ": \"cma_roce_mode" + whom +
                   "\" and \"cma_roce_tos" + whom + "\" do, and show it");
}

ConnectionManager read_cm(const Files& files, const std::string& device, std::int64_t port) {
  const std::string directory =
      std::string(kConfigfs) + '/' + device + "/ports/" + std::to_string(port);
  if (files.is_absent(directory)) {
    const auto why = nobody_made(files, device, port);
    return {.default_roce_mode = why, .default_roce_tos = why};
  }
  return {.default_roce_mode = read_mode(files, directory + "/default_roce_mode"),
          .default_roce_tos = read_sysfs_number(files, directory + "/default_roce_tos")};
}

/// "Global tclass=106", or "dst_ip=10.0.0.0/8,tclass=96".
std::optional<TrafficClassRule> parse_rule(std::string_view line) {
  constexpr std::string_view kGlobal = "Global ";
  constexpr std::string_view kKey = "tclass=";
  const auto key = line.rfind(kKey);
  if (key == std::string_view::npos) {
    return std::nullopt;
  }
  const auto traffic_class = whole_number<std::int64_t>(line.substr(key + kKey.size()));
  auto match = line.substr(0, key);
  const bool is_whole = traffic_class && (match == kGlobal || match.ends_with(','));
  if (!is_whole || *traffic_class < 0 || *traffic_class > kMostTrafficClass) {
    return std::nullopt;
  }
  TrafficClassRule rule;
  rule.traffic_class = *traffic_class;
  if (match != kGlobal) {
    match.remove_suffix(1);
    rule.match = match;
  }
  return rule;
}

Fact<std::vector<TrafficClassRule>> read_traffic_classes(const Files& files,
                                                         const std::string& device,
                                                         std::int64_t port) {
  const auto path = rdma_directory(device) + "/tc/" + std::to_string(port) + "/traffic_class";
  const auto text = files.read(path);
  if (!text) {
    return text.error().reason == Reason::not_found
               ? unsupported("no " + path + ": only the OFED drivers have it")
               : text.error();
  }
  std::vector<TrafficClassRule> rules;
  for (const auto line : lines_of(*text)) {
    auto rule = parse_rule(line);
    if (!rule) {
      return malformed(path + " has the line \"" + std::string(line) + '"');
    }
    rules.push_back(*std::move(rule));
  }
  return rules;
}

RdmaPort read_port(ProbeEnv& env, const RdmaDevice& device, std::int64_t number) {
  RdmaPort port;
  port.number = number;
  if (const auto refused = env.begin(device.name, "rdma_cm and tc files")) {
    port.cm = {.default_roce_mode = *refused, .default_roce_tos = *refused};
    port.traffic_classes = *refused;
    return port;
  }
  port.cm = read_cm(env.files(), device.name, number);
  port.traffic_classes = read_traffic_classes(env.files(), device.name, number);
  env.end();
  return port;
}

std::optional<Unknown> collect_roce_cm(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  fill_each_port(env, so_far, out, [&](const RdmaDevice& device, const RdmaPort& port) {
    return read_port(env, device, port.number);
  });
  return std::nullopt;
}

}  // namespace

extern const Check roce_cm{.id = "roce_cm",
                           .summary = "defaults of rdma_cm, and traffic classes that OFED forces",
                           .needs = kNeeds,
                           .collect = collect_roce_cm};

}  // namespace rocelint::checks

// SPDX-License-Identifier: Apache-2.0
#include "os/host/rdma_cgroup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "base/whole_number.h"
#include "facts/unknown.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

struct Group {
  std::string root;  ///< where the hierarchy is mounted
  std::string path;  ///< of the process below it: "/system.slice/sshd.service"
};

// Lines of cgroups(7): "0::/system.slice" of version 2, "5:rdma:/" of a controller of version 1.
// Where version 1 has the controller, version 2 can't have it.
std::optional<Group> find_group(std::string_view text) {
  std::optional<Group> group;
  for (const auto line : lines_of(text)) {
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) {
      continue;
    }
    const auto controllers = line.substr(first + 1, second - first - 1);
    const std::string path(line.substr(second + 1));
    if (std::ranges::count(parts_of(controllers, ","), "rdma") > 0) {
      return Group{.root = "/sys/fs/cgroup/rdma", .path = path};
    }
    if (controllers.empty()) {
      group = Group{.root = "/sys/fs/cgroup", .path = path};
    }
  }
  return group;
}

std::optional<std::int64_t> parse_value(std::string_view text) {
  if (text == "max") {
    return kNoLimit;
  }
  const auto value = whole_number<std::int64_t>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

std::optional<RdmaCgroupLimit> parse_line(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() < 2) {
    return std::nullopt;
  }
  RdmaCgroupLimit limit{
      .device = std::string(words[0]), .hca_handles = kNoLimit, .hca_objects = kNoLimit};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string_view::npos) {
      return std::nullopt;
    }
    const auto value = parse_value(words[i].substr(equals + 1));
    if (!value) {
      return std::nullopt;
    }
    const auto resource = words[i].substr(0, equals);
    if (resource == "hca_handle") {
      limit.hca_handles = *value;
    } else if (resource == "hca_object") {
      limit.hca_objects = *value;
    }
  }
  return limit;
}

using Limits = std::map<std::string, RdmaCgroupLimit, std::less<>>;

void tighten(const std::vector<RdmaCgroupLimit>& level, Limits& limits) {
  for (const auto& limit : level) {
    auto& least = limits.try_emplace(limit.device, limit).first->second;
    least.hca_handles = std::min(least.hca_handles, limit.hca_handles);
    least.hca_objects = std::min(least.hca_objects, limit.hca_objects);
  }
}

// From the group of the process up to the root, which has no such file.
Read<Limits> read_levels(const Files& files, const Group& group) {
  Limits limits;
  for (std::string path = group.path;; path.resize(path.rfind('/'))) {
    const auto text = files.read(group.root + path + "/rdma.max");
    const bool absent = !text && text.error().reason == Reason::not_found;
    if (!text && !absent) {
      return tl::unexpected(text.error());
    }
    if (text) {
      const auto level = parse_rdma_max(*text);
      if (!level) {
        return tl::unexpected(level.error());
      }
      tighten(*level, limits);
    }
    if (path.find('/') == std::string::npos) {
      return limits;
    }
  }
}

}  // namespace

Read<std::vector<RdmaCgroupLimit>> parse_rdma_max(std::string_view text) {
  std::vector<RdmaCgroupLimit> limits;
  for (const auto line : lines_of(text)) {
    auto limit = parse_line(line);
    if (!limit) {
      return tl::unexpected(malformed("rdma.max: \"" + std::string(line) + '"'));
    }
    limits.push_back(*std::move(limit));
  }
  return limits;
}

Fact<std::vector<RdmaCgroupLimit>> read_rdma_cgroup(const Files& files) {
  const auto own = files.read("/proc/self/cgroup");
  if (!own) {
    return own.error();
  }
  const auto group = find_group(*own);
  if (!group || files.is_absent(group->root)) {
    return not_found("no control groups are mounted in /sys/fs/cgroup");
  }
  const auto limits = read_levels(files, *group);
  if (!limits) {
    return limits.error();
  }
  std::vector<RdmaCgroupLimit> limited;
  for (const auto& [device, limit] : *limits) {
    if (limit.hca_handles != kNoLimit || limit.hca_objects != kNoLimit) {
      limited.push_back(limit);
    }
  }
  return limited;
}

}  // namespace rocelint

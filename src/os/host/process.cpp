// SPDX-License-Identifier: Apache-2.0
#include "os/host/process.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

constexpr std::string_view kProc = "/proc";

// The kernel starts kthreadd second (rest_init(), init/main.c), so in the host's own process
// namespace it has the number 2. In a container that number is another's or nobody's; where procfs
// hides what others run (hidepid=2), it is nobody's too.
std::optional<Unknown> why_not_all_processes(const Files& files) {
  const auto second = files.read("/proc/2/comm");
  if (second && *second == "kthreadd") {
    return std::nullopt;
  }
  if (!second && second.error().reason != Reason::not_found) {
    return second.error();
  }
  return not_authoritative("process 2 is not kthreadd: these are not all processes of the host");
}

bool is_number(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Read<std::vector<Process>> list_processes(const Files& files) {
  if (const auto why = why_not_all_processes(files)) {
    return tl::unexpected(*why);
  }
  const auto names = files.list(kProc);
  if (!names) {
    return tl::unexpected(names.error());
  }
  std::vector<Process> processes;
  for (const auto& number : *names) {
    if (!is_number(number)) {
      continue;
    }
    std::string directory = std::string(kProc) + '/' + number;
    // One that is gone by now is none.
    if (auto name = files.read(directory + "/comm")) {
      processes.push_back({.directory = std::move(directory), .name = *std::move(name)});
    }
  }
  return processes;
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "os/host/systemd_limits.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "facts/unknown.h"
#include "os/host/process_limits.h"
#include "os/lines.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {
namespace {

// Of the main file the first counts; of drop-ins with one name too (systemd.syntax(7)).
constexpr std::array<std::string_view, 4> kDirectories{
    "/etc/systemd", "/run/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd"};

struct Settings {
  std::optional<SystemdLimit> memlock;
  std::optional<SystemdLimit> open_files;
};

std::optional<std::int64_t> parse_size(std::string_view text) {
  if (text == "infinity") {
    return std::numeric_limits<std::int64_t>::max();
  }
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): `end` bounds it
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const auto suffix = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (error != std::errc{} || value < 0 || suffix.size() > 1) {
    return std::nullopt;
  }
  constexpr std::string_view kSuffixes = "BKMGTPE";
  const auto power = suffix.empty() ? 0 : kSuffixes.find(suffix.front());
  if (power == std::string_view::npos) {
    return std::nullopt;
  }
  const unsigned shift = 10U * static_cast<unsigned>(power);
  if (value > (std::numeric_limits<std::int64_t>::max() >> shift)) {
    return std::nullopt;
  }
  return value << shift;
}

void take_settings(std::string_view text, Settings& settings) {
  bool in_manager = false;
  for (const auto untrimmed : lines_of(text)) {
    const auto line = trimmed(untrimmed);
    if (line.starts_with('[')) {
      in_manager = line == "[Manager]";
    }
    const auto equals = line.find('=');
    if (!in_manager || equals == std::string_view::npos) {
      continue;
    }
    const auto key = trimmed(line.substr(0, equals));
    const auto value = trimmed(line.substr(equals + 1));
    auto* const setting = key == "DefaultLimitMEMLOCK"  ? &settings.memlock
                          : key == "DefaultLimitNOFILE" ? &settings.open_files
                                                        : nullptr;
    // One that it does not understand systemd leaves out with a warning (config_parse_rlimit()).
    if (const auto limit = parse_systemd_limit(value); setting != nullptr && limit) {
      *setting = limit;
    }
  }
}

// The paths of the files in the order in which they are read: a later one wins.
Read<std::vector<std::string>> configuration_files(const Files& files) {
  std::map<std::string, std::string> drop_ins;
  for (const auto directory : kDirectories) {
    const std::string path = std::string(directory) + "/system.conf.d";
    const auto names = files.list(path);
    if (!names && names.error().reason != Reason::not_found) {
      return tl::unexpected(names.error());
    }
    for (const auto& name : names.value_or(std::vector<std::string>{})) {
      if (name.ends_with(".conf")) {
        drop_ins.emplace(name, path + '/' + name);
      }
    }
  }
  std::vector<std::string> paths;
  for (const auto directory : kDirectories) {
    const std::string path = std::string(directory) + "/system.conf";
    // One that can't be looked at is the one all the same.
    if (!files.is_absent(path)) {
      paths.push_back(path);
      break;
    }
  }
  for (const auto& [name, path] : drop_ins) {
    paths.push_back(path);
  }
  return paths;
}

// systemd's library has its version in its name: libsystemd-shared-252.so, and with what the
// distribution adds, libsystemd-shared-252-64.el9.so.
std::optional<int> systemd_version(const Files& files) {
  constexpr std::string_view kPrefix = "libsystemd-shared-";
  for (const char* directory :
       {"/usr/lib/systemd", "/lib/systemd", "/usr/lib64/systemd",
        "/usr/lib/x86_64-linux-gnu/systemd", "/usr/lib/aarch64-linux-gnu/systemd"}) {
    const auto names = files.list(directory);
    for (const auto& name : names ? *names : std::vector<std::string>{}) {
      int version = 0;
      if (name.starts_with(kPrefix) &&
          std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), version).ec ==
              std::errc{}) {
        return version;
      }
    }
  }
  return std::nullopt;
}

// What man/systemd-system.conf.xml says of each since its version; before that the kernel's own
// default counts, or what started systemd.
struct BuiltIn {
  const char* name = "";
  int since = 0;
  SystemdLimit limit;
};
constexpr BuiltIn kMemlock{"DefaultLimitMEMLOCK", 250, {8 << 20, 8 << 20}};
constexpr BuiltIn kOpenFiles{"DefaultLimitNOFILE", 240, {1024, 512 << 10}};

void fill(const std::optional<SystemdLimit>& set, const BuiltIn& built_in,
          const std::optional<int>& version, Fact<std::int64_t>& soft, Fact<std::int64_t>& hard) {
  if (set || (version && *version >= built_in.since)) {
    const auto& limit = set ? *set : built_in.limit;
    soft = limit.soft;
    hard = limit.hard;
    return;
  }
  const Unknown why =
      not_found(std::string(built_in.name) +
                " is not set: the kernel's default, or that of what started systemd");
  soft = why;
  hard = why;
}

}  // namespace

std::optional<SystemdLimit> parse_systemd_limit(std::string_view text) {
  const auto colon = text.find(':');
  const auto soft = parse_size(text.substr(0, colon));
  const auto hard = colon == std::string_view::npos ? soft : parse_size(text.substr(colon + 1));
  if (!soft || !hard || *soft > *hard) {
    return std::nullopt;
  }
  return SystemdLimit{.soft = *soft, .hard = *hard};
}

ProcessLimits read_systemd_limits(const Files& files) {
  if (files.is_absent("/etc/systemd") && files.is_absent("/usr/lib/systemd")) {
    return unknown_limits(
        unsupported("no systemd: there is neither /etc/systemd nor "
                    "/usr/lib/systemd"));
  }
  const auto paths = configuration_files(files);
  if (!paths) {
    return unknown_limits(paths.error());
  }
  Settings settings;
  for (const auto& path : *paths) {
    const auto text = files.read(path);
    if (!text) {
      return unknown_limits(text.error());
    }
    take_settings(*text, settings);
  }
  const auto version = systemd_version(files);
  ProcessLimits limits;
  fill(settings.memlock, kMemlock, version, limits.memlock_bytes, limits.memlock_hard_bytes);
  fill(settings.open_files, kOpenFiles, version, limits.open_files, limits.open_files_hard);
  return limits;
}

}  // namespace rocelint

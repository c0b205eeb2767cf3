// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_device.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

namespace {

// dddd:bb:dd.f; the domain of a VMD or Hyper-V bus has more digits.
bool is_pci_address(std::string_view name) {
  constexpr std::string_view kPattern = "hh:hh.h";
  const auto colon = name.find(':');
  if (colon == std::string_view::npos || colon < 4 || name.size() - colon - 1 != kPattern.size()) {
    return false;
  }
  const auto is_hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  const std::string_view rest = name.substr(colon + 1);
  for (std::size_t i = 0; i < kPattern.size(); ++i) {
    if (kPattern[i] == 'h' ? !is_hex(rest[i]) : rest[i] != kPattern[i]) {
      return false;
    }
  }
  return std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(colon), is_hex);
}

std::string_view last_component(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

SysfsDevice all_unknown(const Unknown& why, bool has_hardware) {
  return {.driver = why,
          .pci_address = why,
          .virtual_function = why,
          .physical_function = why,
          .has_hardware = has_hardware};
}

}  // namespace

std::string pci_address_in(std::string_view path) {
  while (!path.empty()) {
    const std::string_view name = last_component(path);
    if (is_pci_address(name)) {
      return std::string(name);
    }
    path = path.substr(0, path.size() - name.size());
    path = path.substr(0, path.find_last_not_of('/') + 1);
  }
  return {};
}

Fact<std::string> read_sysfs_driver(const Files& files, const std::string& device_directory) {
  const auto path = files.real_path(device_directory + "/driver");
  if (!path) {
    return path.error();
  }
  const std::string_view name = last_component(*path);
  return std::string(name.substr(0, name.find('.')));
}

SysfsDevice read_sysfs_device(const Files& files, const std::string& class_directory) {
  const auto entries = files.list(class_directory);
  if (!entries) {
    return all_unknown(entries.error(), false);
  }
  if (!contains(*entries, "device")) {
    auto none = all_unknown(not_found("no device is behind it"), false);
    none.virtual_function = false;
    none.physical_function = std::string();
    return none;
  }
  const std::string link = class_directory + "/device";
  const auto path = files.real_path(link);
  if (!path) {
    return all_unknown(path.error(), true);
  }
  SysfsDevice device{.driver = read_sysfs_driver(files, link),
                     .pci_address = {},
                     .virtual_function = {},
                     .physical_function = std::string(),
                     .has_hardware = true};
  const std::string address = pci_address_in(*path);
  device.pci_address = address.empty() ? Fact<std::string>(not_found(*path + " is no PCI device"))
                                       : Fact<std::string>(address);
  const auto parts = files.list(link);
  device.virtual_function =
      parts ? Fact<bool>(contains(*parts, "physfn")) : Fact<bool>(parts.error());
  if (!device.virtual_function.is(false)) {
    const auto physical = files.real_path(link + "/physfn");
    device.physical_function = physical ? Fact<std::string>(pci_address_in(*physical))
                                        : Fact<std::string>(physical.error());
  }
  return device;
}

Fact<std::string> read_sysfs_text(const Files& files, const std::string& path) {
  auto text = files.read(path);
  if (text && text->empty()) {
    return not_found(path + " is empty");
  }
  return to_fact(std::move(text));
}

Read<std::int64_t> parse_leading_number(std::string_view text) {
  const auto wrong = [text] {
    return tl::unexpected(malformed("\"" + std::string(text) + "\" is no number"));
  };
  const bool hexadecimal = text.starts_with("0x");
  const std::string_view digits = text.substr(hexadecimal ? 2 : 0);
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, hexadecimal ? 16 : 10);
  const bool ends_there = rest == end || *rest == ':' || *rest == ' ';
  if (error != std::errc{} || !ends_there) {
    return wrong();
  }
  return value;
}

Fact<std::int64_t> read_sysfs_number(const Files& files, const std::string& path) {
  const auto text = files.read(path);
  if (!text) {
    return text.error();
  }
  auto number = parse_leading_number(*text);
  if (!number) {
    return malformed(path + ": " + number.error().detail);
  }
  return *number;
}

}  // namespace rocelint

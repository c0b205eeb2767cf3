// SPDX-License-Identifier: Apache-2.0
#include "report/text/wording.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

namespace rocelint {

namespace {

// The key of the list element that `path` starts with: netdevs["ens5"].x with list "netdevs" gives
// ens5 and shortens path to x. Empty when it starts with something else.
std::string_view take_element(std::string_view& path, std::string_view list) {
  if (!path.starts_with(list) || !path.substr(list.size()).starts_with('[')) {
    return {};
  }
  const auto open = list.size() + 1;
  const bool quoted = path.substr(open).starts_with('"');
  const auto close = path.find(quoted ? "\"]" : "]", open + (quoted ? 1 : 0));
  if (close == std::string_view::npos) {
    return {};
  }
  const auto begin = open + (quoted ? 1 : 0);
  const auto key = path.substr(begin, close - begin);
  path.remove_prefix(close + (quoted ? 2 : 1));
  if (path.starts_with('.')) {
    path.remove_prefix(1);
  }
  return key;
}

std::string words_of(const nlohmann::json& value);

std::string words_of_list(const nlohmann::json& list) {
  std::string out;
  for (const auto& item : list) {
    out += (out.empty() ? "" : ", ") + words_of(item);
  }
  const bool of_numbers = !list.empty() && list.front().is_number();
  return out.empty() ? "none" : of_numbers ? '[' + out + ']' : out;
}

std::string words_of(const nlohmann::json& value) {
  if (value.is_string()) {
    return value.get_ref<const std::string&>();
  }
  if (value.is_array()) {
    return words_of_list(value);
  }
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string_view verdict_name(Verdict verdict, bool no_policy) {
  if (no_policy && verdict == Verdict::ready) {
    return "consistent";
  }
  if (no_policy && verdict == Verdict::ready_with_warnings) {
    return "consistent_with_warnings";
  }
  return enum_name(verdict);
}

std::string_view verdict_words(Verdict verdict, bool no_policy) {
  switch (verdict) {
    case Verdict::not_ready:
      return "NOT READY";
    case Verdict::degraded:
      return "DEGRADED";
    case Verdict::undetermined:
      return "UNDETERMINED";
    case Verdict::ready_with_warnings:
      return no_policy ? "CONSISTENT (warnings, no policy)" : "READY (warnings)";
    case Verdict::ready:
      return no_policy ? "CONSISTENT (no policy)" : "READY";
  }
  return "";
}

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::blocker:
      return "BLOCKER";
    case Severity::error:
      return "ERROR";
    case Severity::warning:
      return "WARNING";
    case Severity::info:
      return "INFO";
  }
  return "";
}

std::string subject_name(const Subject& subject) {
  if (subject.scope == Scope::host) {
    return "host";
  }
  std::string name = subject.device.empty() ? subject.netdev : subject.device;
  if (subject.scope == Scope::netdev && !subject.netdev.empty()) {
    name = subject.netdev;
  }
  if (subject.port > 1) {
    name += '/' + std::to_string(subject.port);
  }
  return subject.gid.empty() ? name : name + " gid " + subject.gid;
}

std::string plural(std::string_view word, std::int64_t count) {
  return std::string(word) + (count == 1 ? "" : "s");
}

std::string short_fact(std::string_view path, const Subject& subject) {
  constexpr std::string_view kHost = "host.";
  if (path.starts_with(kHost)) {
    path.remove_prefix(kHost.size());
  }
  std::string owner;
  const auto netdev = take_element(path, "netdevs");
  if (!netdev.empty() && netdev != subject.netdev) {
    owner = netdev;
  }
  const auto device = take_element(path, "devices");
  if (!device.empty() && device != subject.device) {
    owner = device;
  }
  const auto port = take_element(path, "ports");
  if (!port.empty() && port != std::to_string(subject.port)) {
    owner += (owner.empty() ? "port " : "/") + std::string(port);
  }
  if (path.empty()) {
    return owner;
  }
  return owner.empty() ? std::string(path) : owner + ' ' + std::string(path);
}

std::string value_in_words(std::string_view json) {
  const auto value = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? std::string(json) : words_of(value);
}

std::string_view disruption(Disrupts disrupts) {
  switch (disrupts) {
    case Disrupts::none:
      return "";
    case Disrupts::link:
      return "TAKES THE LINK DOWN: drain the node first.";
    case Disrupts::reset:
      return "RESETS THE DEVICE: drain the node first.";
    case Disrupts::reboot:
      return "NEEDS A REBOOT: drain the node first.";
  }
  return "";
}

std::string_view duration(Lasts lasts) {
  switch (lasts) {
    case Lasts::boot:
      return "Lasts for this boot.";
    case Lasts::reboot:
      return "Lasts until reboot.";
    case Lasts::persistent:
      return "Survives a reboot.";
    case Lasts::next_boot:
      return "Takes effect at the next boot.";
  }
  return "";
}

}  // namespace rocelint

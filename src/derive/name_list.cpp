// SPDX-License-Identifier: Apache-2.0
#include "derive/name_list.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint {
namespace {

/// What is no number is port 0, as NCCL's atoi() reads it: there is none.
std::int64_t port_of(std::string_view text) {
  std::int64_t port = 0;
  std::from_chars(text.data(), text.data() + text.size(), port);
  return port;
}

NameList::Entry entry_of(std::string_view text) {
  const auto colon = text.find(':');
  NameList::Entry entry{.text = std::string(text), .name = std::string(text.substr(0, colon))};
  if (colon != std::string_view::npos) {
    entry.port = port_of(text.substr(colon + 1));
  }
  return entry;
}

}  // namespace

NameList NameList::parse(std::string_view text) {
  NameList list;
  if (text.starts_with('^')) {
    list.others = true;
    text.remove_prefix(1);
  }
  if (text.starts_with('=')) {
    list.exact = true;
    text.remove_prefix(1);
  }
  while (!text.empty()) {
    const auto part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    auto entry = entry_of(part);
    if (!entry.name.empty()) {
      list.entries.push_back(std::move(entry));
    }
  }
  return list;
}

bool NameList::matches(const Entry& entry, std::string_view name, std::int64_t port) const {
  const bool named = exact ? name == entry.name : name.starts_with(entry.name);
  return named && (entry.port == kEveryPort || port == kEveryPort || entry.port == port);
}

bool NameList::takes(std::string_view name, std::int64_t port) const {
  if (entries.empty()) {
    return true;
  }
  const bool found =
      std::ranges::any_of(entries, [&](const Entry& entry) { return matches(entry, name, port); });
  return found != others;
}

}  // namespace rocelint

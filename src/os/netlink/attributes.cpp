// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/attributes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <linux/netlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"

#include "os/read.h"

namespace rocelint {

Read<Attributes> Attributes::parse(std::string_view bytes) {
  Attributes attributes;
  while (!bytes.empty()) {
    const auto header = value_at_start<nlattr>(bytes);
    if (!header || header->nla_len < sizeof(nlattr) || header->nla_len > bytes.size()) {
      return tl::unexpected(malformed("a netlink attribute's length runs past its message"));
    }
    attributes.all_.push_back(
        {.type = static_cast<std::uint16_t>(header->nla_type & NLA_TYPE_MASK),
         .bytes = bytes.substr(sizeof(nlattr), header->nla_len - sizeof(nlattr))});
    bytes.remove_prefix(std::min<std::size_t>(NLA_ALIGN(header->nla_len), bytes.size()));
  }
  return attributes;
}

std::optional<std::string_view> Attributes::find(int type) const {
  for (const auto& attribute : all_) {
    if (attribute.type == type) {
      return attribute.bytes;
    }
  }
  return std::nullopt;
}

Read<std::string_view> Attributes::present(int type, std::string_view name) const {
  if (const auto bytes = find(type)) {
    return *bytes;
  }
  return tl::unexpected(Unknown{.reason = Reason::not_found,
                                .detail = std::string(name) + " is not in the kernel's reply"});
}

Read<std::string_view> Attributes::exactly(int type, std::size_t size,
                                           std::string_view name) const {
  auto bytes = present(type, name);
  if (bytes && bytes->size() != size) {
    return tl::unexpected(malformed(std::string(name) + " has " + std::to_string(bytes->size()) +
                                    " bytes, not " + std::to_string(size)));
  }
  return bytes;
}

Fact<std::int64_t> Attributes::integer_fact(std::uint64_t value, std::string_view name) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return malformed(std::string(name) + " is " + std::to_string(value) + ", too large");
  }
  return static_cast<std::int64_t>(value);
}

Read<std::string> Attributes::text(int type, std::string_view name) const {
  return present(type, name).map([](std::string_view bytes) {
    return std::string(bytes.substr(0, bytes.find('\0')));
  });
}

Read<Attributes> Attributes::nest(int type, std::string_view name) const {
  return present(type, name).and_then(parse);
}

void append_attribute(std::string& message, int type, std::string_view bytes) {
  const nlattr header{.nla_len = static_cast<std::uint16_t>(sizeof(nlattr) + bytes.size()),
                      .nla_type = static_cast<std::uint16_t>(type)};
  message += bytes_of(header);
  message += bytes;
  message.append(static_cast<std::size_t>(NLA_ALIGN(header.nla_len) - header.nla_len), '\0');
}

std::string text_bytes(std::string_view name) {
  std::string bytes(name);
  bytes.push_back('\0');
  return bytes;
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "inputs/topology_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tl/expected.hpp>

#include "base/whole_number.h"
#include "os/read.h"
#include "os/sysfs/sysfs_pci.h"

namespace rocelint {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// One tag, "<name a="b">" without its brackets.
class Tag {
 public:
  explicit Tag(std::string_view text) : text_(text) {}

  [[nodiscard]] bool closes() const { return text_.starts_with('/'); }
  [[nodiscard]] bool is_empty() const { return text_.ends_with('/'); }
  [[nodiscard]] std::string_view name() const {
    const auto bare = text_.substr(closes() ? 1 : 0);
    return bare.substr(0, bare.find_first_of(" \t\r\n/"));
  }
  [[nodiscard]] std::string_view attribute(std::string_view expected) const {
    auto rest = text_;
    while (const auto quote = next_quote(rest)) {
      const auto key = key_before(rest.substr(0, *quote));
      const char kind = rest[*quote];
      rest.remove_prefix(*quote + 1);
      const auto end = rest.find(kind);
      if (end == std::string_view::npos) {
        return "";
      }
      if (key == expected) {
        return rest.substr(0, end);
      }
      rest.remove_prefix(end + 1);
    }
    return "";
  }

 private:
  static std::optional<std::size_t> next_quote(std::string_view text) {
    const auto quote = text.find_first_of("\"'");
    return quote == std::string_view::npos ? std::nullopt : std::optional(quote);
  }

  /// "class" of " class = ".
  static std::string_view key_before(std::string_view text) {
    const auto trim = [&] { text = text.substr(0, text.find_last_not_of(kBlanks) + 1); };
    trim();
    if (text.ends_with('=')) {
      text.remove_suffix(1);
    }
    trim();
    return text.substr(text.find_last_of(kBlanks) + 1);
  }

  std::string_view text_;
};

/// Nothing for "0", which is what NCCL writes of a function without a link.
std::optional<std::int64_t> lanes(std::string_view width) {
  constexpr std::int64_t kMost = 32;
  const auto lanes = whole_number<std::int64_t>(width);
  return lanes && *lanes > 0 && *lanes <= kMost ? lanes : std::nullopt;
}

/// Where a tag that begins behind "<" ends: at a ">" outside quotes.
std::size_t end_of_tag(std::string_view text) {
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return i;
    }
  }
  return std::string_view::npos;
}

class Counter {
 public:
  void take(const Tag& tag) {
    if (tag.name() == "system") {
      is_topology_ = true;
    } else if (tag.name() == "pci") {
      pci(tag);
    } else if (tag.name() == "nic" && !tag.closes() && depth_ == 0) {
      ++count_.nics;
    }
  }

  [[nodiscard]] Read<TopologyCount> result() const {
    if (!is_topology_) {
      return tl::unexpected(malformed("no <system> in it: not a topology of NCCL"));
    }
    return count_;
  }

 private:
  void pci(const Tag& tag) {
    if (tag.closes()) {
      depth_ -= std::min<std::size_t>(depth_, 1);
      return;
    }
    depth_ += tag.is_empty() ? 0U : 1U;
    note_link(tag);
    const auto code = tag.attribute("class");
    if (code.starts_with("0x03") || code.starts_with("0x12")) {
      ++count_.gpus;
    } else if (code.starts_with("0x02")) {
      ++count_.nics;
    }
  }

  void note_link(const Tag& tag) {
    const auto speed = parse_link_speed_mtps(tag.attribute("link_speed"));
    const auto width = lanes(tag.attribute("link_width"));
    if (speed.known() != nullptr && width) {
      const auto mbps = *speed.known() * *width;
      count_.slowest_link_mbps = std::min(count_.slowest_link_mbps.value_or(mbps), mbps);
    }
  }

  TopologyCount count_;
  std::size_t depth_ = 0;  ///< PCI functions around the place
  bool is_topology_ = false;
};

}  // namespace

Read<TopologyCount> count_topology(std::string_view xml) {
  Counter counter;
  for (;;) {
    const auto start = xml.find('<');
    if (start == std::string_view::npos) {
      return counter.result();
    }
    xml.remove_prefix(start + 1);
    const bool comment = xml.starts_with("!--");
    const auto end = comment ? xml.find("-->") : end_of_tag(xml);
    if (end == std::string_view::npos) {
      return tl::unexpected(malformed(comment ? "a comment has no end" : "a tag has no end"));
    }
    if (!comment) {
      counter.take(Tag(xml.substr(0, end)));
    }
    xml.remove_prefix(end);
  }
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "facts/json/json_pointer.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace rocelint {
namespace {

constexpr std::size_t kLongestKey = 80;

std::string escaped(std::string_view key) {
  std::string out;
  for (const char c : shortened(key, kLongestKey)) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string JsonPointer::spell(Indices indices) const {
  if (parent_ == nullptr) {
    return "";
  }
  auto out = parent_->spell(indices) + '/';
  if (!is_index_) {
    return out + escaped(key_);
  }
  return out + (indices == Indices::folded ? "*" : std::to_string(index_));
}

std::string JsonPointer::text() const {
  return parent_ == nullptr ? "top level" : spell(Indices::shown);
}

std::string JsonPointer::without_indices() const {
  return spell(Indices::folded);
}

}  // namespace rocelint

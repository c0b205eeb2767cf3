// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

constinit const Unknown kNotCollected{};

UnknownHolder::UnknownHolder(Unknown why)
    : why_(why == kNotCollected ? nullptr : std::make_unique<const Unknown>(std::move(why))) {}

UnknownHolder::UnknownHolder(const UnknownHolder& other)
    : why_(other.why_ ? std::make_unique<const Unknown>(*other.why_) : nullptr) {}

UnknownHolder& UnknownHolder::operator=(const UnknownHolder& other) {
  why_ = other.why_ ? std::make_unique<const Unknown>(*other.why_) : nullptr;
  return *this;
}

const char* to_string(Reason reason) {
  const auto name = enum_name(reason);
  return name.empty() ? "malformed"
                      : name.data();  // NOLINT(bugprone-suspicious-stringview-data-usage):
                                      // names are literals
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

const Unknown kNotCollected{};

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

const char* in_words(Reason reason) {
  switch (reason) {
    case Reason::not_collected:
      return "not collected";
    case Reason::unsupported:
      return "not supported";
    case Reason::not_found:
      return "not found";
    case Reason::permission:
      return "permission denied";
    case Reason::timeout:
      return "timed out";
    case Reason::crashed:
      return "the check crashed";
    case Reason::vanished:
      return "the device vanished";
    case Reason::io_error:
      return "I/O error";
    case Reason::malformed:
      return "malformed reply";
    case Reason::not_authoritative:
      return "the driver did not ask the device";
    case Reason::needs_deep:
      return "needs --deep";
  }
  return "malformed reply";
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {

/// Why a fact is not known. "Could not read" is never "fine".
enum class Reason : std::uint8_t {
  not_collected,      ///< nothing tried to read it
  unsupported,        ///< the driver or kernel has no such thing
  not_found,          ///< the object that would hold it is not there
  permission,         ///< the kernel refused us
  timeout,            ///< the read did not come back within its deadline
  crashed,            ///< the module that reads it died
  vanished,           ///< the device went away while it was read
  io_error,           ///< the read failed, see `sys_errno`
  malformed,          ///< the reply makes no sense
  not_authoritative,  ///< the driver answered without asking the device
  needs_deep,         ///< only a deep probe reads it, and nobody asked for one
};

/// The reason's name as it stands in JSON and in policies.
[[nodiscard]] const char* to_string(Reason reason);
/// The same for a sentence: "permission denied".
[[nodiscard]] const char* in_words(Reason reason);

struct Unknown {
  Reason reason = Reason::not_collected;
  std::string detail;          ///< what was tried, with the kernel's own words (extended ack)
  std::int64_t sys_errno = 0;  ///< the errno behind it, 0 if there was none
  /// Of a fact that is made of several: what else leaves it open, one for each further reason.
  /// Facts that were read, and so snapshots, have none.
  std::vector<Unknown> also = {};

  bool operator==(const Unknown&) const = default;
};

/// What a fact says that nothing set.
extern const Unknown kNotCollected;

/// An Unknown in the room of one pointer, for most facts are known. not_collected takes no memory.
class UnknownHolder {
 public:
  UnknownHolder() = default;
  explicit UnknownHolder(Unknown why);
  UnknownHolder(const UnknownHolder& other);
  UnknownHolder(UnknownHolder&&) noexcept = default;
  UnknownHolder& operator=(const UnknownHolder& other);
  UnknownHolder& operator=(UnknownHolder&&) noexcept = default;
  ~UnknownHolder() = default;

  [[nodiscard]] const Unknown& get() const { return why_ ? *why_ : kNotCollected; }
  bool operator==(const UnknownHolder& other) const { return get() == other.get(); }

 private:
  std::unique_ptr<const Unknown> why_;
};

/// What one kernel read yields, or why there is none. It starts as not_collected, so forgetting to
/// set it can't become a 0; there is deliberately no value_or and no unchecked access.
template <class T>
class Fact {
 public:
  using Value = T;

  Fact() = default;
  Fact(T value)  // NOLINT(google-explicit-constructor): a value is a known fact
      : known_(std::move(value)) {}
  Fact(Unknown why)  // NOLINT(google-explicit-constructor): so is its absence
      : unknown_(std::move(why)) {}

  /// The value, or null when it is unknown.
  [[nodiscard]] const T* known() const { return known_ ? &*known_ : nullptr; }
  [[nodiscard]] T* known() { return known_ ? &*known_ : nullptr; }
  /// Why it is unknown, or null when it is known.
  [[nodiscard]] const Unknown* unknown() const { return known_ ? nullptr : &unknown_.get(); }
  /// Makes it known with a default value and returns that, to be filled in.
  T& emplace() {
    unknown_ = {};
    return known_.emplace();
  }

  [[nodiscard]] bool is(const T& value) const { return known() != nullptr && *known() == value; }

  bool operator==(const Fact&) const = default;

 private:
  // Not a variant: what that instantiates for each type is half of the time that a file compiles.
  std::optional<T> known_;
  UnknownHolder unknown_;  ///< as made by default while it is known
};

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

namespace rocelint {

/// Made when it is first asked for. Threads may ask at the same time: what one of them made first
/// is what all get.
template <class T>
class MadeOnce {
 public:
  MadeOnce() = default;
  explicit MadeOnce(std::unique_ptr<const T> made) : made_(made.release()) {}
  MadeOnce(MadeOnce&& other) noexcept : made_(other.made_.exchange(nullptr)) {}
  MadeOnce& operator=(MadeOnce&& other) noexcept {
    const std::unique_ptr<const T> old(made_.exchange(other.made_.exchange(nullptr)));
    return *this;
  }
  MadeOnce(const MadeOnce&) = delete;
  MadeOnce& operator=(const MadeOnce&) = delete;
  ~MadeOnce() { const std::unique_ptr<const T> last(made_.load()); }

  /// `make` gives a std::unique_ptr<const T>, never null.
  template <class Make>
  const T& get(Make make) const {
    const T* made = made_.load(std::memory_order_acquire);
    if (made != nullptr) {
      return *made;
    }
    std::unique_ptr<const T> fresh = make();
    if (made_.compare_exchange_strong(made, fresh.get())) {
      return *fresh.release();
    }
    return *made;
  }

 private:
  mutable std::atomic<const T*> made_ = nullptr;
};

}  // namespace rocelint

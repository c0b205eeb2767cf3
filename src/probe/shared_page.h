// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "os/breadcrumb.h"

namespace rocelint {

/// Memory for one Breadcrumb that a forked child and its parent both see.
class SharedPage {
 public:
  SharedPage();
  SharedPage(SharedPage&& other) noexcept;
  SharedPage& operator=(SharedPage&&) = delete;
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  ~SharedPage();

  /// Null if there was no memory: then hangs have no name.
  [[nodiscard]] Breadcrumb* breadcrumb() const { return breadcrumb_; }

 private:
  Breadcrumb* breadcrumb_ = nullptr;
};

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "probe/shared_page.h"

#include <memory>
#include <utility>

#include <sys/mman.h>

#include "os/breadcrumb.h"

namespace rocelint {

SharedPage::SharedPage() {
  void* memory =
      mmap(nullptr, sizeof(Breadcrumb), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    breadcrumb_ = std::construct_at(static_cast<Breadcrumb*>(memory));
  }
}

SharedPage::SharedPage(SharedPage&& other) noexcept
    : breadcrumb_(std::exchange(other.breadcrumb_, nullptr)) {}

SharedPage::~SharedPage() {
  if (breadcrumb_ != nullptr) {
    munmap(breadcrumb_, sizeof(Breadcrumb));
  }
}

}  // namespace rocelint

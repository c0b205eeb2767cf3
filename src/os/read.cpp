// SPDX-License-Identifier: Apache-2.0
#include "os/read.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "rocelint/facts/fact.h"

namespace rocelint {

namespace {

/// include/linux/errno.h of the kernel: not meant for user space, but some drivers let it out.
constexpr int kKernelNotSupported = 524;

Reason reason_of(int sys_errno) {
  switch (sys_errno) {
    case EPERM:
    case EACCES:
      return Reason::permission;
    case EOPNOTSUPP:
    case kKernelNotSupported:
      return Reason::unsupported;
    case ENOENT:
      return Reason::not_found;
    case ENODEV:
    case ENXIO:
      return Reason::vanished;
    default:
      return Reason::io_error;
  }
}

}  // namespace

Unknown unknown_from_errno(int sys_errno, std::string detail) {
  if (!detail.empty()) {
    detail += ": ";
  }
  detail +=
      std::generic_category().message(sys_errno == kKernelNotSupported ? EOPNOTSUPP : sys_errno);
  return {.reason = reason_of(sys_errno), .detail = std::move(detail), .sys_errno = sys_errno};
}

}  // namespace rocelint

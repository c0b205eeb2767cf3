// SPDX-License-Identifier: Apache-2.0
#include "facts/unknown.h"

#include <string>
#include <utility>

#include "rocelint/facts/fact.h"

namespace rocelint {

Unknown not_collected(std::string detail) {
  return {.reason = Reason::not_collected, .detail = std::move(detail), .sys_errno = 0};
}

Unknown needs_deep() {
  return {.reason = Reason::needs_deep, .detail = "", .sys_errno = 0};
}

Unknown unsupported(std::string detail) {
  return {.reason = Reason::unsupported, .detail = std::move(detail), .sys_errno = 0};
}

Unknown not_found(std::string detail) {
  return {.reason = Reason::not_found, .detail = std::move(detail), .sys_errno = 0};
}

Unknown vanished(std::string detail) {
  return {.reason = Reason::vanished, .detail = std::move(detail), .sys_errno = 0};
}

Unknown io_error(std::string detail) {
  return {.reason = Reason::io_error, .detail = std::move(detail), .sys_errno = 0};
}

Unknown malformed(std::string detail) {
  return {.reason = Reason::malformed, .detail = std::move(detail), .sys_errno = 0};
}

Unknown not_authoritative(std::string detail) {
  return {.reason = Reason::not_authoritative, .detail = std::move(detail), .sys_errno = 0};
}

}  // namespace rocelint

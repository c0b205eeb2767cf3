// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "rocelint/report.h"

// The spelling of each enumerator in JSON. Part of the report schema: never change one.

namespace rocelint {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return "fail";
    case Outcome::unknown:
      return "unknown";
    case Outcome::not_applicable:
      return "not_applicable";
    case Outcome::waived:
      return "waived";
  }
  return "";
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_ready:
      return "not_ready";
    case Verdict::degraded:
      return "degraded";
    case Verdict::undetermined:
      return "undetermined";
    case Verdict::ready_with_warnings:
      return "ready_with_warnings";
    case Verdict::ready:
      return "ready";
  }
  return "";
}

std::string_view to_string(Gate gate) {
  switch (gate) {
    case Gate::pass:
      return "pass";
    case Gate::stop:
      return "stop";
    case Gate::error:
      return "error";
  }
  return "";
}

std::string_view to_string(Disrupts disrupts) {
  switch (disrupts) {
    case Disrupts::none:
      return "none";
    case Disrupts::link:
      return "link";
    case Disrupts::reset:
      return "reset";
    case Disrupts::reboot:
      return "reboot";
  }
  return "";
}

std::string_view to_string(Lasts lasts) {
  switch (lasts) {
    case Lasts::boot:
      return "boot";
    case Lasts::reboot:
      return "reboot";
    case Lasts::persistent:
      return "persistent";
    case Lasts::next_boot:
      return "next_boot";
  }
  return "";
}

}  // namespace rocelint

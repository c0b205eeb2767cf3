// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include <string>

namespace rocelint::cli {

std::string name_complaint(const std::string& name) {
  return name.empty() ? "the name is empty" : "";
}

}  // namespace rocelint::cli

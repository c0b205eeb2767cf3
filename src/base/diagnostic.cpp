// SPDX-License-Identifier: Apache-2.0
#include "rocelint/base/diagnostic.h"

#include <string>

namespace rocelint {

std::string to_string(const Diagnostic& diagnostic) {
  std::string out = diagnostic.file;
  if (diagnostic.line != 0) {
    out += ':' + std::to_string(diagnostic.line);
    if (diagnostic.column != 0) {
      out += ':' + std::to_string(diagnostic.column);
    }
  }
  if (!out.empty()) {
    out += ": ";
  }
  return out + diagnostic.text;
}

}  // namespace rocelint

// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include "rocelint/base/diagnostic.h"

#include "base/text_file.h"

namespace rocelint::bench {

const std::string& sample_json() {
  static const std::string kText = [] {
    auto text = read_text_file(ROCELINT_SAMPLE, 1'000'000);
    if (!text) {
      std::cerr << to_string(text.error()) << '\n';
      std::exit(EXIT_FAILURE);  // NOLINT(concurrency-mt-unsafe): one thread
    }
    return *std::move(text);
  }();
  return kText;
}

}  // namespace rocelint::bench

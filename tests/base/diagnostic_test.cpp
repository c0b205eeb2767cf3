// SPDX-License-Identifier: Apache-2.0
#include "rocelint/base/diagnostic.h"

#include <string>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct DiagnosticCase {
  std::string name;
  Diagnostic diagnostic;
  std::string spelled;
};
void PrintTo(const DiagnosticCase& row, std::ostream* out) {
  *out << row.name;
}

class DiagnosticSpelling : public testing::TestWithParam<DiagnosticCase> {};

TEST_P(DiagnosticSpelling, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_string(GetParam().diagnostic), GetParam().spelled);
}

INSTANTIATE_TEST_SUITE_P(
    Places, DiagnosticSpelling,
    testing::Values(DiagnosticCase{"full", {"a.yaml", 3, 7, "bad"}, "a.yaml:3:7: bad"},
                    DiagnosticCase{"no_column", {"a.yaml", 3, 0, "bad"}, "a.yaml:3: bad"},
                    DiagnosticCase{"no_line", {"a.yaml", 0, 7, "bad"}, "a.yaml: bad"},
                    DiagnosticCase{"no_file", {"", 0, 0, "bad"}, "bad"},
                    DiagnosticCase{"standard_input", {"-", 1, 1, "bad"}, "-:1:1: bad"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint

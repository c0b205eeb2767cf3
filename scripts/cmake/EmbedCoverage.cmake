# rocelint_embed_coverage(OUT_VAR): writes rules/coverage.tsv, for `rocelint explain --coverage`, as
# one C++ source.
function(rocelint_embed_coverage out_source)
  set(table "${PROJECT_SOURCE_DIR}/rules/coverage.tsv")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}")
  # Numbers instead of string literals: those have a length limit (-Woverlength-strings).
  file(READ "${table}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/coverage_table.cpp" @ONLY CONTENT
"// Generated from rules/coverage.tsv by scripts/cmake/EmbedCoverage.cmake. Do not edit.
#include <string_view>

#include \"cli/io/unchecked.h\"

namespace rocelint::cli {

std::string_view coverage_table() {
  static constexpr char kTable[] = {@bytes@};
  return {kTable, sizeof kTable};
}

}  // namespace rocelint::cli
")
  set(${out_source} "${PROJECT_BINARY_DIR}/generated/coverage_table.cpp" PARENT_SCOPE)
endfunction()

# rocelint_embed_samples(OUT_VAR): writes src/cli/samples/*.json, the hosts of `rocelint demo`, as
# one C++ source.
function(rocelint_embed_samples out_source)
  file(GLOB sample_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/samples/*.json")
  list(SORT sample_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sample_files})
  set(arrays "")
  set(entries "")
  foreach(sample_file IN LISTS sample_files)
    get_filename_component(name "${sample_file}" NAME_WE)
    # Numbers instead of string literals: those have a length limit (-Woverlength-strings).
    file(READ "${sample_file}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr char k_${name}[] = {${bytes}};\n")
    string(APPEND entries
           "    Sample{.name = \"${name}\", .snapshot = {k_${name}, sizeof k_${name}}},\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/samples.cpp" @ONLY CONTENT
"// Generated from src/cli/samples/*.json by scripts/cmake/EmbedSamples.cmake. Do not edit.
#include <array>
#include <span>

#include \"cli/samples.h\"

namespace rocelint::cli {
namespace {
@arrays@
}  // namespace

std::span<const Sample> samples() {
  static constexpr std::array kSamples{
@entries@  };
  return kSamples;
}

}  // namespace rocelint::cli
")
  set(${out_source} "${PROJECT_BINARY_DIR}/generated/samples.cpp" PARENT_SCOPE)
endfunction()

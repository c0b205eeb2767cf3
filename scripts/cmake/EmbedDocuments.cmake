# rocelint_embed_documents(OUT_VAR): checks rules/*.yaml and profiles/*.yaml with the engine itself
# and writes them as one C++ source, with their lines and columns. A bad rule fails the build.
function(rocelint_embed_documents out_source)
  file(GLOB rule_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rules/*.yaml")
  file(GLOB profile_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/profiles/*.yaml")
  set(output "${PROJECT_BINARY_DIR}/generated/shipped.cpp")

  add_executable(rocelint_embed "${PROJECT_SOURCE_DIR}/scripts/embed/embed.cpp")
  target_include_directories(rocelint_embed PRIVATE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
  target_link_libraries(rocelint_embed PRIVATE rocelint_core_archive rocelint_dependencies rocelint_warnings
                                               rocelint_sanitizers)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND rocelint_embed "${output}" --rules ${rule_files} --profiles ${profile_files}
    DEPENDS rocelint_embed ${rule_files} ${profile_files}
    VERBATIM)
  set(${out_source} "${output}" PARENT_SCOPE)
endfunction()

# What only CI and scripts/test run: it takes minutes. Longest first, so that two cores stay busy.
function(rocelint_script_test name timeout_seconds)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout_seconds} SKIP_RETURN_CODE 77
                                          COST ${timeout_seconds})
endfunction()

rocelint_script_test(lint.format 120 scripts/lint/format)
rocelint_script_test(lint.shell 120 scripts/lint/shell)
rocelint_script_test(lint.spelling 120 scripts/lint/spelling)
rocelint_script_test(lint.tidy 2400 scripts/lint/tidy "${PROJECT_BINARY_DIR}")
set_tests_properties(lint.tidy PROPERTIES PROCESSORS 2)
rocelint_script_test(sanitizers 2400 tests/sanitizers/run.sh)
set_tests_properties(sanitizers PROPERTIES PROCESSORS 2)
rocelint_script_test(fuzz 1800 tests/fuzz/run.sh 10)
set_tests_properties(fuzz PROPERTIES PROCESSORS 2)

if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/lab/CMakeLists.txt")
  add_subdirectory(lab)
endif()

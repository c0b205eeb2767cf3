# A test that can't run where something is missing says what and exits with 77; a unit test says it with
# GTEST_SKIP. Where nothing may be missing (.ci/run), both fail.
option(ROCELINT_NO_SKIP "Tests that would be skipped fail" OFF)

function(rocelint_may_skip name)
  if(ROCELINT_NO_SKIP)
    set_tests_properties(${name} PROPERTIES FAIL_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
  else()
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()

# What scripts/test and CI run. The unit tests are those of build/asan, so that nothing is compiled
# twice; the rest runs the optimised command of this build. COST starts the longest first.
include(SkippedTests.cmake)

function(rocelint_script_test name timeout_seconds)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout_seconds} COST ${timeout_seconds})
  rocelint_may_skip(${name})
endfunction()

set(unit_shards 8)
math(EXPR last_shard "${unit_shards} - 1")
foreach(shard RANGE ${last_shard})
  rocelint_script_test(unit.${shard} 600 build/asan/tests/rocelint_tests --gtest_brief=1)
  set_tests_properties(unit.${shard} PROPERTIES ENVIRONMENT
    "GTEST_TOTAL_SHARDS=${unit_shards};GTEST_SHARD_INDEX=${shard}")
endforeach()

rocelint_script_test(skip 60 tests/skip/skip_test.sh build/asan/tests/rocelint_tests)

# The same inputs each time; CONTRIBUTING.md tells how to let them look for new ones. A test for each
# target, so that they run side by side.
file(GLOB fuzz_targets RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/fuzz" CONFIGURE_DEPENDS fuzz/*_fuzz.cpp)
foreach(target IN LISTS fuzz_targets)
  string(REPLACE "_fuzz.cpp" "" target "${target}")
  rocelint_script_test(fuzz.${target} 120 tests/fuzz/run.sh same ${target}_fuzz)
  set_tests_properties(fuzz.${target} PROPERTIES ENVIRONMENT ROCELINT_FUZZ_BUILT=1)
endforeach()

# Before the others of its cost: it waits more than it works, and they run beside it.
rocelint_script_test(slurm.drain 300 tests/slurm/drain_test.sh "$<TARGET_FILE:rocelint_cli>")

rocelint_script_test(consumer 300 tests/consumer/install_and_build.sh "${PROJECT_BINARY_DIR}")

rocelint_script_test(lint.format 120 scripts/lint/format)
rocelint_script_test(lint.shell 120 scripts/lint/shell)
rocelint_script_test(lint.spelling 120 scripts/lint/spelling)
rocelint_script_test(lint.cppcheck 600 scripts/lint/cppcheck)
rocelint_script_test(lint.sizes 60 scripts/lint/sizes)

rocelint_script_test(policy.schema 60 tests/policy/validate_profiles.py
                     "$<TARGET_FILE:rocelint_cli>")

# A set of cases in neutral words that lies beside the project; without it the test is skipped.
rocelint_script_test(cases.devset 300 tests/cases/devset.py "$<TARGET_FILE:rocelint_cli>")

# What README.md and docs/ show is what happens.
rocelint_script_test(docs.examples 300 tests/docs/run_examples.py "$<TARGET_FILE:rocelint_cli>")
rocelint_script_test(docs.examples_test 300 tests/docs/run_examples_test.py
                     "$<TARGET_FILE:rocelint_cli>")

rocelint_script_test(report.formats 120 tests/report/check_formats.sh
                     "$<TARGET_FILE:rocelint_cli>" "${PROJECT_BINARY_DIR}")

add_subdirectory(lab)

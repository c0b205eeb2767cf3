# rocelint_dependencies: everything that the library and the command link, all Debian packages. Why
# each is there: docs/dependencies.md. libibverbs and librdmacm are opened at run time, so only their
# headers are needed here.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(simdjson REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(tl-expected REQUIRED)
pkg_check_modules(libnl REQUIRED IMPORTED_TARGET libnl-3.0 libnl-genl-3.0)
find_path(INFINIBAND_INCLUDE_DIR infiniband/verbs.h REQUIRED)

add_library(rocelint_dependencies INTERFACE)
target_include_directories(rocelint_dependencies SYSTEM INTERFACE "${INFINIBAND_INCLUDE_DIR}")
target_link_libraries(rocelint_dependencies INTERFACE
  fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json simdjson::simdjson yaml-cpp tl::expected
  PkgConfig::libnl ${CMAKE_DL_LIBS})

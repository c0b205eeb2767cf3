# cmake --install: the command, the scripts for Slurm, the public library with its headers, and a
# package file, so that `find_package(rocelint)` works outside. There is no ABI promise.
include(CMakePackageConfigHelpers)
set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/rocelint")

install(TARGETS rocelint_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
set(slurm_scripts "${PROJECT_SOURCE_DIR}/scripts/slurm")
install(PROGRAMS "${slurm_scripts}/prolog" "${slurm_scripts}/health_check"
        DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/rocelint/slurm")
install(FILES "${slurm_scripts}/common.sh" "${slurm_scripts}/slurm.conf.example"
        DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/rocelint/slurm")
install(TARGETS rocelint EXPORT rocelint_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rocelint"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT rocelint_targets NAMESPACE rocelint:: DESTINATION "${package_directory}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/scripts/cmake/rocelint-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/rocelint-config.cmake"
                              INSTALL_DESTINATION "${package_directory}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/rocelint-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/rocelint-config.cmake"
              "${PROJECT_BINARY_DIR}/rocelint-config-version.cmake"
        DESTINATION "${package_directory}")

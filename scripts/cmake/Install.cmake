# cmake --install: the command, the public library with its headers, and a package file.
include(CMakePackageConfigHelpers)

install(TARGETS rocelint_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS rocelint EXPORT rocelint_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rocelint"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

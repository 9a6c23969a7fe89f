include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/attn-calc)

install(TARGETS attn EXPORT attn-calcTargets)
if(ATTN_BUILD_CLI)
  # A shared library is found beside the installed binary, wherever the prefix is.
  set_target_properties(attn-calc PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS attn-calc)
  include(cmake/manual.cmake)
endif()
install(DIRECTORY include/attn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE src/render/page/built/LICENSES.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT attn-calcTargets NAMESPACE attn:: DESTINATION ${package_dir})
configure_package_config_file(cmake/attn-calcConfig.cmake.in ${PROJECT_BINARY_DIR}/attn-calcConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/attn-calcConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/attn-calcConfig.cmake ${PROJECT_BINARY_DIR}/attn-calcConfigVersion.cmake
  DESTINATION ${package_dir})

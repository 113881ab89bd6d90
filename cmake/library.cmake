# The library for other programs: a static and a shared one, headers, a CMake package, pkg-config.
#
# Our own programs link the static library. The shared one is compiled a second time, as
# position-independent code, so that the static one stays as fast as it is.

set_target_properties(valise_lib PROPERTIES EXPORT_NAME static)
set(library_targets valise_lib)
if(VALISE_SHARED)
  file(GLOB public_headers CONFIGURE_DEPENDS include/valise/*.h)
  add_custom_command(
    OUTPUT valise.map
    COMMAND awk -f ${PROJECT_SOURCE_DIR}/cmake/exports.awk ${public_headers} >valise.map
    DEPENDS cmake/exports.awk ${public_headers}
    COMMENT "Listing what the shared library exports")
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/valise.map)
  add_library(valise_shared SHARED
    ${core_sources} ${game_sources} ${bot_sources} ${table_sources}
    ${CMAKE_CURRENT_BINARY_DIR}/assets.c ${exports})
  add_dependencies(valise_shared valise_lib) # which makes assets.c
  set_target_properties(valise_shared PROPERTIES
    OUTPUT_NAME valise EXPORT_NAME shared
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    LINK_DEPENDS ${exports})
  target_include_directories(valise_shared
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> PRIVATE src)
  target_link_libraries(valise_shared
    PRIVATE PkgConfig::SODIUM PkgConfig::JANSSON Threads::Threads m)
  # Nobody replaces a function of ours at run time: calls inside the library may be inlined.
  target_compile_options(valise_shared PRIVATE -fno-semantic-interposition)
  target_link_options(valise_shared PRIVATE
    LINKER:--version-script=${exports} LINKER:--no-undefined)
  list(APPEND library_targets valise_shared)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/valise)
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/valiseConfig.cmake.in valiseConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(valiseConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/valise.pc.in valise.pc @ONLY)

install(TARGETS ${library_targets} EXPORT valise
  ARCHIVE LIBRARY
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT valise NAMESPACE valise:: FILE valiseTargets.cmake DESTINATION ${package_folder})
install(DIRECTORY include/valise TYPE INCLUDE)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/valiseConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/valiseConfigVersion.cmake
  DESTINATION ${package_folder})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/valise.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

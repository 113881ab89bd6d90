# The Debian package: the program as a service. Run cpack in the build folder to make it.

# The maintainer of the package is the person who builds it, named as for Debian's own tools.
if(DEFINED ENV{DEBEMAIL})
  set(contact "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else()
  cmake_host_system_information(RESULT host QUERY FQDN)
  set(contact "Valise <valise@${host}>")
endif()
string(STRIP "${contact}" contact)
set(VALISE_CONTACT "${contact}" CACHE STRING "maintainer of the package: Name <address>")

# Debian policy: these files are compressed.
string(TIMESTAMP VALISE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(packaging/debian/changelog.in changelog @ONLY)
foreach(page changelog valise.1)
  execute_process(COMMAND gzip -9nkf ${PROJECT_BINARY_DIR}/${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/valise.1.gz
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/changelog.gz
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

install(FILES packaging/valise.service packaging/valise-backup.service
  packaging/valise-backup.timer DESTINATION lib/systemd/system COMPONENT program)
install(FILES packaging/valise.conf DESTINATION /etc/valise COMPONENT program)
install(FILES README.md docs/operating.md packaging/nginx.conf
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME valise)
set(CPACK_PACKAGE_CONTACT "${VALISE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "travel games at a web table")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Travel games in one case: a web table for
friends and bots, a terminal, a simulator. The web table runs as the service
valise; its settings are in /etc/valise/valise.conf, its matches in
/var/lib/valise.")
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_SET_DESTDIR ON) # for the files in /etc
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME valise)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/packaging/debian/conffiles
  ${PROJECT_SOURCE_DIR}/packaging/debian/preinst
  ${PROJECT_SOURCE_DIR}/packaging/debian/postinst
  ${PROJECT_SOURCE_DIR}/packaging/debian/prerm
  ${PROJECT_SOURCE_DIR}/packaging/debian/postrm)
include(CPack)

# man/NAME.1.scd becomes build/man/NAME.1; scdoc is a small program of its own.
find_program(SCDOC scdoc)
if(SCDOC)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/man/*.1.scd)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man)
  foreach(page ${pages})
    get_filename_component(name ${page} NAME_WLE)
    add_custom_command(
      OUTPUT ${CMAKE_BINARY_DIR}/man/${name}
      COMMAND sh -c "'${SCDOC}' < '${page}' > '${CMAKE_BINARY_DIR}/man/${name}'"
      DEPENDS ${page}
      VERBATIM)
    list(APPEND built ${CMAKE_BINARY_DIR}/man/${name})
  endforeach()
  add_custom_target(man ALL DEPENDS ${built})
  include(GNUInstallDirs)
  install(FILES ${built} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

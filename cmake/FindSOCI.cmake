# SOCI's Debian package ships neither a CMake config nor a pkg-config file.
find_path(SOCI_INCLUDE_DIR soci/soci.h)
find_library(SOCI_CORE_LIBRARY soci_core)
find_library(SOCI_MYSQL_LIBRARY soci_mysql)
find_library(SOCI_SQLITE3_LIBRARY soci_sqlite3)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SOCI REQUIRED_VARS
  SOCI_CORE_LIBRARY SOCI_MYSQL_LIBRARY SOCI_SQLITE3_LIBRARY SOCI_INCLUDE_DIR)

if(SOCI_FOUND AND NOT TARGET SOCI::SOCI)
  add_library(SOCI::SOCI INTERFACE IMPORTED)
  set_target_properties(SOCI::SOCI PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${SOCI_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${SOCI_CORE_LIBRARY};${SOCI_MYSQL_LIBRARY};${SOCI_SQLITE3_LIBRARY}")
endif()

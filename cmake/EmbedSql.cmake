# oneshot_embed_sql(TARGET): compiles sql/ into TARGET as constants named as the files are:
# sql/report_task/claim_due.sql becomes store::sql::report_task::claim_due.
# Binaries read no SQL file at run time.
function(oneshot_embed_sql target)
  file(GLOB_RECURSE statements CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sql/*.sql)
  add_executable(embed_sql ${PROJECT_SOURCE_DIR}/cmake/embed_sql.cpp)
  target_link_libraries(embed_sql PRIVATE oneshot_settings)
  set_target_properties(embed_sql PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
  set(out ${CMAKE_BINARY_DIR}/generated/store_sql)
  file(MAKE_DIRECTORY ${out})
  add_custom_command(
    OUTPUT ${out}/embedded_sql.hpp
    COMMAND embed_sql ${PROJECT_SOURCE_DIR}/sql ${out}/embedded_sql.hpp
    DEPENDS embed_sql ${statements}
    COMMENT "Embedding sql/"
    VERBATIM)
  add_custom_target(${target}_sql DEPENDS ${out}/embedded_sql.hpp)
  add_dependencies(${target} ${target}_sql)
  target_include_directories(${target} PRIVATE ${out})
endfunction()

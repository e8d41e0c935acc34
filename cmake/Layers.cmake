# oneshot_layer(NAME LAYERS below... PRIVATE libraries... SOURCES files...)
#
# One folder of lib/ as one target. Each folder is seen through an include root that holds that
# folder alone, so `#include "store/session.hpp"` finds its header only in a target that names
# store among its LAYERS: an include against the arrows does not compile.
function(oneshot_layer name)
  cmake_parse_arguments(ARG "" "" "LAYERS;PRIVATE;SOURCES" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  add_library(${name} STATIC ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES OUTPUT_NAME oneshot_${name})
  target_include_directories(${name} PUBLIC ${root})
  target_link_libraries(${name} PUBLIC ${ARG_LAYERS} PRIVATE oneshot_settings ${ARG_PRIVATE})
endfunction()

# oneshot_program(NAME LAYERS...): cmd/NAME.cpp as build/bin/NAME.
function(oneshot_program name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE pass ${ARGN} oneshot_settings CLI11::CLI11)
  target_precompile_headers(${name} REUSE_FROM pass)
  install(TARGETS ${name} RUNTIME)
endfunction()

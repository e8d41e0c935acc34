# How every target of the project is compiled. Warnings are errors only for us (ONESHOT_WERROR),
# so that a packager with a newer compiler is not stopped by a new warning.
option(ONESHOT_BUILD_TESTS "build the test suites" ON)
option(ONESHOT_BUILD_BENCH "build the benchmarks; make bench runs them" ${ONESHOT_BUILD_TESTS})
option(ONESHOT_FUZZ "build the fuzz targets; needs Clang" OFF)
option(ONESHOT_WERROR "treat warnings as errors" OFF)
set(ONESHOT_SANITIZE "" CACHE STRING "address (with undefined) or thread; empty for none")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

# ccache must not take the precompiled header's time stamp for a change.
find_program(ONESHOT_CCACHE ccache)
if(ONESHOT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ONESHOT_CCACHE})
endif()

# A program loads what it uses, not all that its layers could.
add_link_options(-Wl,--as-needed)

add_library(oneshot_settings INTERFACE)
target_compile_options(oneshot_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wimplicit-fallthrough -fpch-preprocess
  $<$<BOOL:${ONESHOT_WERROR}>:-Werror>)
target_compile_definitions(oneshot_settings INTERFACE ONESHOT_VERSION="${PROJECT_VERSION}")

if(ONESHOT_SANITIZE STREQUAL "address")
  # SOCI's library hides the type information that the vptr check asks for.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
elseif(ONESHOT_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

# The libraries too: the fuzzer finds its way by the branches that it sees taken.
if(ONESHOT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Headers that nearly every source includes are read once, which takes a quarter off a full build. Not where a compiler
# cache is in use, which keeps whole objects and would keep none of these.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()

set(common <algorithm> <array> <cmath> <functional> <limits> <map> <memory> <optional> <string> <string_view> <utility>
  <vector> <fmt/format.h> <fmt/ranges.h> "${PROJECT_SOURCE_DIR}/include/attn/tensor.hpp")

if(ATTN_BUILD_TESTS)
  target_precompile_headers(attn-tests PRIVATE ${common} <doctest/doctest.h>)
  # Its other half is asked for by a macro before the first #include.
  set_source_files_properties(tests/main.cpp TARGET_DIRECTORY attn-tests PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()

# With optimisation, g++ 12 warns of what it inlines from precompiled headers of the system as if that were ours.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
target_precompile_headers(attn PRIVATE ${common})
# It is compiled once for each instruction set, from its first line on.
set_source_files_properties(src/flash/simd.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
if(ATTN_BUILD_CLI)
  target_precompile_headers(attn-calc PRIVATE ${common} <CLI/CLI.hpp>)
endif()

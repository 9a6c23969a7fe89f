# Results are to be bit-identical on every compiler: a*b + c is two roundings, never one (and never -ffast-math).
add_compile_options(-ffp-contract=off)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wdouble-promotion # float32 arithmetic that silently happens in double
  -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wduplicated-cond -Wlogical-op -Wredundant-decls
    -Wno-restrict) # g++ 12 reports string + string by mistake (gcc.gnu.org/PR105651)
endif()
if(ATTN_WERROR)
  add_compile_options(-Werror)
endif()

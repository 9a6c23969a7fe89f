#include "flash/memory.hpp"

#include <sys/mman.h>

#include <new>

#include "flash/simd.hpp"

namespace attn {

void* allocate_aligned(std::size_t bytes) {
  constexpr std::size_t cache_line = 64;
  constexpr std::size_t huge_page = std::size_t(1) << 21;
  const bool large = bytes >= 2 * huge_page;
  const std::size_t alignment = large ? huge_page : cache_line;
  const std::size_t size = round_up(std::max<std::size_t>(bytes, 1), alignment);
  void* memory = std::aligned_alloc(alignment, size);
  if (!memory) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (large) madvise(memory, size, MADV_HUGEPAGE);  // advice: without it everything works all the same
#endif
  return memory;
}

}  // namespace attn

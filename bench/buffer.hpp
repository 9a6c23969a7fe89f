#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace bench {

enum class Pages { ordinary, huge };

/// Numbers in memory of their own pages. The kernel is asked for huge pages or for none, whatever its default
/// is.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, Pages pages = Pages::ordinary) : size_(size), bytes_{size * sizeof(T)} {
    void* memory =
        mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, size * sizeof(T), pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    data_ = std::unique_ptr<T[], Unmap>(static_cast<T*>(memory), bytes_);
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(T* memory) const { munmap(memory, bytes); }
  };

  std::size_t size_;
  Unmap bytes_;
  std::unique_ptr<T[], Unmap> data_;
};

}  // namespace bench

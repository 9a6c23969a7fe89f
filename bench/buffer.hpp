#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace bench {

enum class Pages { ordinary, huge };

/// Numbers in pages of their own: huge ones or not, whatever the system does by itself.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, Pages pages = Pages::ordinary)
      : size_(size), data_(map(size * sizeof(T), pages), Unmap{size * sizeof(T)}) {}

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

  static T* map(std::size_t bytes, Pages pages) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return static_cast<T*>(memory);
  }

  std::size_t size_;
  std::unique_ptr<T[], Unmap> data_;
};

}  // namespace bench

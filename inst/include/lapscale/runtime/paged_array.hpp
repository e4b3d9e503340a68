#ifndef LAPSCALE_RUNTIME_PAGED_ARRAY_HPP
#define LAPSCALE_RUNTIME_PAGED_ARRAY_HPP

#include <cstddef>
#include <memory>
#include <string>

#include "lapscale/runtime/scratch_memory.hpp"

namespace lapscale {

// `size` values, 0 at first, from a cache line on: in memory or, where a folder is named, in
// scratch memory there. Movable, not copyable.
template <class T>
class PagedArray {
 public:
  PagedArray() = default;
  PagedArray(std::size_t size, const std::string& folder) : size_(size) {
    if (!folder.empty()) {
      scratch_ = std::make_unique<ScratchMemory<T>>(folder, size);
      data_ = scratch_->data();
      return;
    }
    std::size_t room = size * sizeof(T) + line;
    memory_ = std::make_unique<T[]>(size + line / sizeof(T));
    void* start = memory_.get();
    data_ = static_cast<T*>(std::align(line, size * sizeof(T), start, room));
  }

  // In memory, at least `size` values; what was in it is lost when it has to grow.
  void reserve(std::size_t size) {
    if (size <= size_) return;
    *this = PagedArray();
    *this = PagedArray(size, "");
  }

  bool is_paged() const { return scratch_ != nullptr; }
  T* data() { return data_; }
  const T* data() const { return data_; }

  // As ScratchMemory::used().
  void used(std::size_t count, std::size_t size) const {
    if (scratch_) scratch_->used(count, size);
  }

 private:
  static constexpr std::size_t line = 64;

  std::size_t size_ = 0;
  std::unique_ptr<T[]> memory_;
  std::unique_ptr<ScratchMemory<T>> scratch_;
  T* data_ = nullptr;
};

}  // namespace lapscale

#endif

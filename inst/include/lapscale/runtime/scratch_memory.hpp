#ifndef LAPSCALE_RUNTIME_SCRATCH_MEMORY_HPP
#define LAPSCALE_RUNTIME_SCRATCH_MEMORY_HPP

#include <atomic>
#include <cstddef>
#include <string>

#include "lapscale/runtime/scratch_file.hpp"

namespace lapscale {

// `size` values, 0 at first, that need not fit into memory: in a mapped file. What has been used is
// let go of whenever mapped files come to more than `resident` bytes.
template <class T>
class ScratchMemory {
 public:
  // FileError as ScratchFile has it.
  ScratchMemory(const std::string& folder, std::size_t size) : file_(folder, size * sizeof(T)) {}

  T* data() noexcept { return static_cast<T*>(file_.address()); }
  const T* data() const noexcept { return static_cast<const T*>(file_.address()); }

  // Copies `count` values from the one at `first` on; they need not be told to used().
  void read(std::size_t first, std::size_t count, T* out) const {
    file_.read(first * sizeof(T), count * sizeof(T), out);
  }

  // Writes `count` values from the one at `first` on, which need not be told to used() either.
  void write(std::size_t first, std::size_t count, const T* in) {
    file_.write(first * sizeof(T), count * sizeof(T), in);
  }

  // Says that `count` stretches of `size` values were used, from any thread.
  void used(std::size_t count, std::size_t size) const {
    // The system brings in what lies around what is asked for, a large page as a whole; how much
    // that was it tells itself.
    constexpr std::size_t around = std::size_t{1} << 21;
    if (file_.bytes() <= resident) return;
    const std::size_t bytes = count * (size * sizeof(T) + around);
    if (used_.fetch_add(bytes) + bytes < resident / 2) return;
    used_ = 0;
    if (ScratchFile::mapped_bytes() > resident) file_.release();
  }

  // Leaves all to the disk until it is asked for again.
  void release() const { file_.release(); }

 private:
  static constexpr std::size_t resident = std::size_t{1} << 29;

  ScratchFile file_;
  mutable std::atomic<std::size_t> used_{0};
};

}  // namespace lapscale

#endif

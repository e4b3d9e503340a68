#ifndef LAPSCALE_RUNTIME_SCRATCH_MEMORY_HPP
#define LAPSCALE_RUNTIME_SCRATCH_MEMORY_HPP

#include <atomic>
#include <cstddef>
#include <string>

#include "lapscale/runtime/file_error.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#endif

namespace lapscale {

// `size` values, 0 at first, that need not fit into memory: in a file without a name, mapped. The
// file is ours alone and its room on the disk is taken at once, so nobody can cut it short. What
// has been used is let go of whenever mapped files come to more than `resident` bytes.
template <class T>
class ScratchMemory {
 public:
#ifdef _WIN32
  ScratchMemory(const std::string& folder, std::size_t) : bytes_(0) {
    throw FileError(folder, "cannot take what does not fit into memory: not on this system");
  }
#else
  // FileError where the folder cannot be written to, or has not so much room.
  ScratchMemory(const std::string& folder, std::size_t size) : bytes_(size * sizeof(T)) {
    std::string name = folder + "/lapscale-XXXXXX";
    const int file = mkstemp(name.data());
    if (file < 0) throw FileError(folder, "cannot be written to");
    unlink(name.c_str());
    void* address = takes_room(file)
                        ? mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                        : MAP_FAILED;
    close(file);
    if (address == MAP_FAILED) {
      throw FileError(folder, "has no room for " + std::to_string(bytes_) + " bytes");
    }
    data_ = static_cast<T*>(address);
  }
  ~ScratchMemory() {
    munmap(data_, bytes_);
  }
#endif
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  T* data() noexcept {
    return data_;
  }
  const T* data() const noexcept {
    return data_;
  }

  // Says that `count` stretches of `size` values were used, from any thread.
  void used(std::size_t count, std::size_t size) const {
#ifdef _WIN32
    static_cast<void>(count);
    static_cast<void>(size);
#else
    // The system brings in what lies around what is asked for, a large page as a whole; how much
    // that was it tells itself.
    constexpr std::size_t around = std::size_t{1} << 21;
    if (bytes_ <= resident) return;
    const std::size_t bytes = count * (size * sizeof(T) + around);
    if (used_.fetch_add(bytes) + bytes < resident / 2) return;
    used_ = 0;
    if (mapped_bytes() > resident) madvise(data_, bytes_, MADV_DONTNEED);
#endif
  }

 private:
  static constexpr std::size_t resident = std::size_t{1} << 29;

#ifndef _WIN32
  // Of all files that the process has mapped; where that cannot be known, the largest number.
  static std::size_t mapped_bytes() {
    constexpr std::size_t unknown = std::size_t(-1);
    std::FILE* counts = std::fopen("/proc/self/statm", "r");
    if (counts == nullptr) return unknown;
    std::size_t total = 0;
    std::size_t resident_pages = 0;
    std::size_t shared_pages = 0;
    const int found = std::fscanf(counts, "%zu %zu %zu", &total, &resident_pages, &shared_pages);
    std::fclose(counts);
    return found == 3 ? shared_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : unknown;
  }
#endif

#ifdef __APPLE__
  bool takes_room(int file) const {
    const auto size = static_cast<off_t>(bytes_);
    fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, size, 0};
    return fcntl(file, F_PREALLOCATE, &room) != -1 && ftruncate(file, size) == 0;
  }
#elif !defined(_WIN32)
  bool takes_room(int file) const {
    return posix_fallocate(file, 0, static_cast<off_t>(bytes_)) == 0;
  }
#endif

  std::size_t bytes_;
  T* data_ = nullptr;
  mutable std::atomic<std::size_t> used_{0};
};

}  // namespace lapscale

#endif

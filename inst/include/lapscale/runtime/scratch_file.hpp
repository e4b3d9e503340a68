#ifndef LAPSCALE_RUNTIME_SCRATCH_FILE_HPP
#define LAPSCALE_RUNTIME_SCRATCH_FILE_HPP

#include <cstddef>
#include <cstring>
#include <string>

#include "lapscale/runtime/file_error.hpp"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
// Empty words for compilers long gone, and names here.
#undef near
#undef far
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#endif

namespace lapscale {

// A mapped file that is ours alone, zeros at first. It has no name (on Windows one that no other
// process can open) and is removed with the object. Its space is allocated at once, so it cannot be
// cut short. FileError if the folder cannot be written to, or has too little space.
class ScratchFile {
 public:
#ifdef _WIN32
  ScratchFile(const std::string& folder, std::size_t bytes) : folder_(folder), bytes_(bytes) {
    char name[MAX_PATH];
    file_ = GetTempFileNameA(folder.c_str(), "lap", 0, name) == 0
                ? INVALID_HANDLE_VALUE
                : CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                              FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (file_ == INVALID_HANDLE_VALUE) throw FileError(folder, "cannot be written to");
    mapping_ = CreateFileMappingA(file_, nullptr, PAGE_READWRITE, static_cast<DWORD>(bytes >> 32),
                                  static_cast<DWORD>(bytes), nullptr);
    if (mapping_) address_ = MapViewOfFile(mapping_, FILE_MAP_ALL_ACCESS, 0, 0, bytes);
    if (!address_) {
      close();
      throw no_room();
    }
  }
  ~ScratchFile() {
    UnmapViewOfFile(address_);
    close();
  }
#else
  ScratchFile(const std::string& folder, std::size_t bytes) : folder_(folder), bytes_(bytes) {
    std::string name = folder + "/lapscale-XXXXXX";
    file_ = mkstemp(name.data());
    if (file_ < 0) throw FileError(folder, "cannot be written to");
    unlink(name.c_str());
    fcntl(file_, F_SETFD, FD_CLOEXEC);
    address_ = takes_room() ? mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                            : MAP_FAILED;
    if (address_ == MAP_FAILED) {
      ::close(file_);
      throw no_room();
    }
  }
  ~ScratchFile() {
    munmap(address_, bytes_);
    ::close(file_);
  }
#endif
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void* address() const noexcept {
    return address_;
  }
  std::size_t bytes() const noexcept {
    return bytes_;
  }

  // Copies `bytes` bytes from the one at `first` on, without mapping what is around them: what that
  // costs does not grow with the pages that the system keeps together. From any thread.
  void read(std::size_t first, std::size_t bytes, void* out) const {
#ifdef _WIN32
    std::memcpy(out, static_cast<const char*>(address_) + first, bytes);
#else
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t count = pread(file_, static_cast<char*>(out) + done, bytes - done,
                                  static_cast<off_t>(first + done));
      if (count == 0 || (count < 0 && errno != EINTR)) {
        throw FileError(folder_, "cannot be read from");
      }
      if (count > 0) done += static_cast<std::size_t>(count);
    }
#endif
  }

  // Writes `bytes` bytes from the one at `first` on. Through the mapping the system would bring in
  // what lies around each page before it is written over.
  void write(std::size_t first, std::size_t bytes, const void* in) {
#ifdef _WIN32
    std::memcpy(static_cast<char*>(address_) + first, in, bytes);
#else
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t count = pwrite(file_, static_cast<const char*>(in) + done, bytes - done,
                                   static_cast<off_t>(first + done));
      if (count == 0 || (count < 0 && errno != EINTR)) {
        throw FileError(folder_, "cannot be written to");
      }
      if (count > 0) done += static_cast<std::size_t>(count);
    }
#endif
  }

  // Leaves its contents to the disk until they are asked for again.
  void release() const {
#ifdef _WIN32
    // Of memory that is not locked this is what the call does.
    VirtualUnlock(address_, bytes_);
#else
    madvise(address_, bytes_, MADV_DONTNEED);
#endif
  }

  // In memory, of all files that the process has mapped; the largest number where that cannot be
  // known.
  static std::size_t mapped_bytes() {
    constexpr std::size_t unknown = std::size_t(-1);
#ifdef _WIN32
    return unknown;
#else
    std::ifstream counts("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    std::size_t shared = 0;
    if (!(counts >> total >> resident >> shared)) return unknown;
    return shared * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
  }

 private:
  FileError no_room() const {
    return FileError(folder_, "has no room for " + std::to_string(bytes_) + " bytes");
  }

#ifdef _WIN32
  void close() {
    if (mapping_) CloseHandle(mapping_);
    CloseHandle(file_);
  }
#elif defined(__APPLE__)
  bool takes_room() const {
    const auto size = static_cast<off_t>(bytes_);
    fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, size, 0};
    return fcntl(file_, F_PREALLOCATE, &room) != -1 && ftruncate(file_, size) == 0;
  }
#else
  bool takes_room() const {
    return posix_fallocate(file_, 0, static_cast<off_t>(bytes_)) == 0;
  }
#endif

  std::string folder_;
  std::size_t bytes_;
  void* address_ = nullptr;
#ifdef _WIN32
  HANDLE file_ = nullptr;
  HANDLE mapping_ = nullptr;
#else
  int file_ = -1;
#endif
};

}  // namespace lapscale

#endif

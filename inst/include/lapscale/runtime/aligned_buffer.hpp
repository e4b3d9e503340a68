#ifndef LAPSCALE_RUNTIME_ALIGNED_BUFFER_HPP
#define LAPSCALE_RUNTIME_ALIGNED_BUFFER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lapscale {

// `size` doubles that start on a cache line, zero at first. Movable, not copyable.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t size)
      : storage_(std::make_unique<double[]>(size + line)), size_(size) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.get());
    const std::uintptr_t bytes = line * sizeof(double);
    data_ = storage_.get() + ((bytes - address % bytes) % bytes) / sizeof(double);
  }

  double* data() noexcept { return data_; }
  const double* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  double& operator[](std::size_t i) noexcept { return data_[i]; }
  double operator[](std::size_t i) const noexcept { return data_[i]; }

  // At least `size` doubles; what was in it is lost when it has to grow.
  void reserve(std::size_t size) {
    if (size > size_) *this = AlignedBuffer(size);
  }

 private:
  static constexpr std::size_t line = 8;
  std::unique_ptr<double[]> storage_;
  double* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lapscale

#endif

#ifndef LAPSCALE_RUNTIME_SIGNED_VECTOR_HPP
#define LAPSCALE_RUNTIME_SIGNED_VECTOR_HPP

#include <cstddef>
#include <vector>

namespace lapscale {

// A vector whose places are signed numbers.
template <class T>
class SignedVector {
 public:
  explicit SignedVector(std::ptrdiff_t n = 0, T value = T())
      : values_(static_cast<std::size_t>(n), value) {}
  T& operator[](std::ptrdiff_t i) { return values_[static_cast<std::size_t>(i)]; }
  const T& operator[](std::ptrdiff_t i) const { return values_[static_cast<std::size_t>(i)]; }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(values_.size()); }

 private:
  std::vector<T> values_;
};

}  // namespace lapscale

#endif

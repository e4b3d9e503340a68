#ifndef LAPSCALE_RUNTIME_SPAN_HPP
#define LAPSCALE_RUNTIME_SPAN_HPP

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace lapscale {

// A view of `size` contiguous values. This is the subset of std::span (C++20) that we use; replace
// it when we move to C++20.
template <class T>
class Span {
 public:
  constexpr Span() noexcept : Span(nullptr, 0) {}
  constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  // Any contiguous container: std::vector, another Span, an Eigen vector.
  template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                 decltype(std::declval<Container&>().data()), T*>>>
  constexpr Span(Container& c) noexcept : Span(c.data(), static_cast<std::size_t>(c.size())) {}

  // Values in braces, for an argument: they live until the call returns.
  template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
  constexpr Span(std::initializer_list<std::remove_const_t<U>> values) noexcept
      : Span(values.begin(), values.size()) {}

  constexpr T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T* begin() const noexcept { return data_; }
  constexpr T* end() const noexcept { return data_ + size_; }
  constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }
  // Returns values begin to end - 1.
  constexpr Span part(std::size_t begin, std::size_t end) const noexcept {
    return {data_ + begin, end - begin};
  }

 private:
  T* data_;
  std::size_t size_;
};

template <class Container>
Span(Container& c) -> Span<std::remove_pointer_t<decltype(c.data())>>;

}  // namespace lapscale

#endif

#ifndef LAPSCALE_POINTS_POINT_ROWS_HPP
#define LAPSCALE_POINTS_POINT_ROWS_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/scratch_memory.hpp"

namespace lapscale {

// Rows of `dim` numbers that are looked at together, at most.
constexpr std::size_t rows_at_once = 32;

// Points that are rows of `dim` floats or doubles in memory.
template <class Value>
class MemoryRows {
 public:
  using Number = Value;
  static constexpr bool in_memory = true;

  MemoryRows(const Number* x, std::size_t dim) : x_(x), dim_(dim) {}

  std::size_t dim() const { return dim_; }
  const Number* point(std::size_t i) const { return x_ + i * dim_; }
  Number value(std::size_t i, std::size_t k) const { return x_[i * dim_ + k]; }

  // use(point) where point[j] is row row(j), for j below `count` <= rows_at_once.
  template <class Row, class Use>
  void with(std::size_t count, const Row& row, const Use& use) const {
    const Number* point[rows_at_once] = {};
    for (std::size_t j = 0; j < count; ++j) point[j] = this->point(row(j));
    use(point);
  }

  void used(std::size_t) const {}
  void used_in_place(std::size_t) const {}

 private:
  const Number* x_;
  std::size_t dim_;
};

// The same on the disk. Rows that fill pages of their own are copied to memory to be looked at:
// mapped, each would bring in what the system keeps around it, a hundred times as much.
template <class Value>
class ScratchRows {
 public:
  using Number = Value;
  static constexpr bool in_memory = false;
  // With this number of numbers a row fills pages of its own.
  static constexpr std::size_t page_of_numbers = 512;

  // FileError as ScratchMemory has it.
  ScratchRows(const std::string& folder, std::size_t n, std::size_t dim)
      : memory_(folder, n * dim), dim_(dim) {}

  std::size_t dim() const { return dim_; }
  const Number* point(std::size_t i) const { return memory_.data() + i * dim_; }
  Number value(std::size_t i, std::size_t k) const {
    if (!are_copied()) return point(i)[k];
    Number value = 0;
    memory_.read(i * dim_ + k, 1, &value);
    return value;
  }

  // As MemoryRows has it; point[j] stays only as long as use() runs.
  template <class Row, class Use>
  void with(std::size_t count, const Row& row, const Use& use) const {
    if (!are_copied()) return MemoryRows<Number>(memory_.data(), dim_).with(count, row, use);
    copies_.with([] { return std::vector<Number>(); },
                 [&](std::vector<Number>& x) {
                   x.resize(std::max(x.size(), count * dim_));
                   for (std::size_t j = 0; j < count; ++j) {
                     memory_.read(row(j) * dim_, dim_, x.data() + j * dim_);
                   }
                   const auto in_turn = [](std::size_t j) { return j; };
                   MemoryRows<Number>(x.data(), dim_).with(count, in_turn, use);
                 });
  }

  // Puts `count` rows from row `first` on.
  void write(std::size_t first, std::size_t count, const Number* x) {
    memory_.write(first * dim_, count * dim_, x);
  }

  // Says that `count` stretches of `size` points were looked at, from any thread: by with() or
  // value(), or by point(), which is not copied.
  void used(std::size_t count, std::size_t size = 1) const {
    if (!are_copied()) used_in_place(count, size);
  }
  void used_in_place(std::size_t count, std::size_t size = 1) const {
    memory_.used(count, size * dim_);
  }

 private:
  bool are_copied() const { return dim_ >= page_of_numbers; }

  ScratchMemory<Number> memory_;
  std::size_t dim_;
  mutable KeptObjects<std::vector<Number>> copies_;
};

}  // namespace lapscale

#endif

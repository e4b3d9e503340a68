#ifndef LAPSCALE_POINTS_MEDIAN_SPLITS_HPP
#define LAPSCALE_POINTS_MEDIAN_SPLITS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/points/box.hpp"
#include "lapscale/points/point_rows.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Says how a k-d tree bounds and splits rows of floats or doubles (MemoryRows or ScratchRows):
// floats and the same doubles come in the same order.
template <class Rows>
class MedianSplits {
 public:
  using Number = typename Rows::Number;

  explicit MedianSplits(const Rows& points) : points_(points), dim_(points.dim()) {}

  // Writes the box of these rows; returns its widest coordinate.
  std::size_t bound(Span<const std::uint32_t> rows, Number* lower, Number* upper) const {
    std::fill(lower, lower + dim_, std::numeric_limits<Number>::infinity());
    std::fill(upper, upper + dim_, -std::numeric_limits<Number>::infinity());
    for (std::size_t first = 0; first < rows.size(); first += rows_at_once) {
      const std::size_t count = std::min(rows_at_once, rows.size() - first);
      const auto row = [&](std::size_t j) { return rows[first + j]; };
      points_.with(count, row, [&](const Number* const* point) {
        for (std::size_t j = 0; j < count; ++j) {
          for (std::size_t k = 0; k < dim_; ++k) {
            lower[k] = std::min(lower[k], point[j][k]);
            upper[k] = std::max(upper[k], point[j][k]);
          }
        }
      });
      points_.used(count);
    }
    const BoxOf<Number> box{lower, upper};
    std::size_t widest = 0;
    for (std::size_t k = 1; k < dim_; ++k) {
      if (box.high(k) - box.low(k) > box.high(widest) - box.low(widest)) widest = k;
    }
    return widest;
  }

  // Puts rows in the order of their coordinates.
  void sort(Span<std::uint32_t> rows) const {
    in_order_of(rows, 0,
                [](auto first, auto last, const auto& before) { std::sort(first, last, before); });
  }

  // Brings the `left` rows that are smallest in coordinate k, with ties by the others, to the
  // front.
  void split(Span<std::uint32_t> rows, std::size_t left, std::size_t k) const {
    in_order_of(rows, k, [&](auto first, auto last, const auto& before) {
      std::nth_element(first, first + left, last, before);
    });
  }

 private:
  struct Key {
    Number value;
    std::uint32_t row;
  };

  // arrange(first, last, before) for rows by coordinate k, with ties by the others; of points on
  // the disk by copies of that coordinate, which are in memory.
  template <class Arrange>
  void in_order_of(Span<std::uint32_t> rows, std::size_t k, const Arrange& arrange) const {
    const auto before = [&](const Key& a, const Key& b) {
      return a.value < b.value || (a.value <= b.value && stands_before(a.row, b.row));
    };
    if constexpr (Rows::in_memory) {
      const auto key = [&](std::uint32_t i) { return Key{points_.value(i, k), i}; };
      arrange(rows.begin(), rows.end(),
              [&](std::uint32_t a, std::uint32_t b) { return before(key(a), key(b)); });
    } else {
      std::vector<Key> key;
      key.reserve(rows.size());
      for (const std::uint32_t i : rows) {
        key.push_back({points_.value(i, k), i});
        if (key.size() % many == 0) points_.used(many);
      }
      arrange(key.data(), key.data() + key.size(), before);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = key[i].row;
      points_.used(rows.size() % many);
    }
  }

  // Orders by coordinates, then by row.
  bool stands_before(std::uint32_t a, std::uint32_t b) const {
    const Number* x = points_.point(a);
    const Number* y = points_.point(b);
    points_.used_in_place(2);
    const auto differ = std::mismatch(x, x + dim_, y);
    return differ.first == x + dim_ ? a < b : *differ.first < *differ.second;
  }

  // Points between two words about their use.
  static constexpr std::size_t many = 1024;

  const Rows& points_;
  std::size_t dim_;
};

}  // namespace lapscale

#endif

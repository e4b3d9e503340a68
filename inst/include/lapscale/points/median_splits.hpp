#ifndef LAPSCALE_POINTS_MEDIAN_SPLITS_HPP
#define LAPSCALE_POINTS_MEDIAN_SPLITS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/points/box.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// How a k-d tree bounds and splits rows of a dim x n array of floats or doubles: floats and the
// same doubles come in the same order.
template <class Number>
class MedianSplits {
 public:
  //   used  is told how many points were looked at, from any thread; may be empty
  MedianSplits(const Number* points, std::size_t dim, std::function<void(std::size_t count)> used)
      : points_(points), dim_(dim), used_(std::move(used)) {}

  // Writes the box of these rows; returns its widest coordinate.
  std::size_t bound(Span<const std::uint32_t> rows, Number* lower, Number* upper) const {
    std::fill(lower, lower + dim_, std::numeric_limits<Number>::infinity());
    std::fill(upper, upper + dim_, -std::numeric_limits<Number>::infinity());
    std::size_t seen = 0;
    for (const std::size_t i : rows) {
      const Number* point = points_ + i * dim_;
      for (std::size_t k = 0; k < dim_; ++k) {
        lower[k] = std::min(lower[k], point[k]);
        upper[k] = std::max(upper[k], point[k]);
      }
      if (used_ && ++seen % many == 0) used_(many);
    }
    if (used_) used_(seen % many);
    const BoxOf<Number> box{lower, upper};
    std::size_t widest = 0;
    for (std::size_t k = 1; k < dim_; ++k) {
      if (box.high(k) - box.low(k) > box.high(widest) - box.low(widest)) widest = k;
    }
    return widest;
  }

  // Puts rows in the order of their coordinates.
  void sort(Span<std::uint32_t> rows) const {
    std::sort(rows.begin(), rows.end(),
              [&](std::uint32_t a, std::uint32_t b) { return stands_before(a, b); });
  }

  // Brings the `left` rows that are smallest in coordinate k, with ties by the others, to the
  // front.
  void split(Span<std::uint32_t> rows, std::size_t left, std::size_t k) const {
    if (used_) return split_by_keys(rows, left, k);
    std::nth_element(rows.begin(), rows.begin() + left, rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const Number x = points_[a * dim_ + k];
                       const Number y = points_[b * dim_ + k];
                       return x < y || (x <= y && stands_before(a, b));
                     });
  }

 private:
  // The same by copies of one coordinate, which are in memory.
  void split_by_keys(Span<std::uint32_t> rows, std::size_t left, std::size_t k) const {
    struct Key {
      Number value;
      std::uint32_t row;
    };
    std::vector<Key> key;
    key.reserve(rows.size());
    for (const std::uint32_t i : rows) {
      key.push_back({points_[i * dim_ + k], i});
      if (key.size() % many == 0) used_(many);
    }
    std::nth_element(
        key.data(), key.data() + left, key.data() + key.size(), [&](const Key& a, const Key& b) {
          return a.value < b.value || (a.value <= b.value && stands_before(a.row, b.row));
        });
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = key[i].row;
    used_(rows.size() % many);
  }

  // By coordinates, then by row.
  bool stands_before(std::uint32_t a, std::uint32_t b) const {
    const Number* x = points_ + a * dim_;
    const Number* y = points_ + b * dim_;
    const auto differ = std::mismatch(x, x + dim_, y);
    return differ.first == x + dim_ ? a < b : *differ.first < *differ.second;
  }

  // Points between two words about their use.
  static constexpr std::size_t many = 1024;

  const Number* points_;
  std::size_t dim_;
  std::function<void(std::size_t count)> used_;
};

}  // namespace lapscale

#endif

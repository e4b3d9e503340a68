#ifndef LAPSCALE_POINTS_ROUNDING_COPIES_HPP
#define LAPSCALE_POINTS_ROUNDING_COPIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "lapscale/points/point_frame.hpp"

namespace lapscale {

// Finds rows that differ by rounding alone, such as a row and what was read of it from a text file
// with 15 digits. Two rows are one if their numbers differ in every column by no more than the
// fifteenth digit, and by no more than a billionth of the column's range.
class RoundingCopies {
 public:
  explicit RoundingCopies(const PointView& x) : x_(x), half_range_(x.dim), place_(x.n) {
    for (std::size_t k = 0; k < x.dim; ++k) look_at_column(k);
  }

  // Returns for each row the row whose numbers it takes, which does not depend on the order of the
  // rows; empty if rows that are one are equal already.
  std::vector<std::size_t> representatives() const {
    std::vector<std::size_t> order(x_.n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return place_[a] < place_[b]; });
    std::vector<std::size_t> group(x_.n);
    std::vector<std::size_t> first;  // of each group, in that order
    std::size_t near = 0;            // the first group that is near enough
    for (const std::size_t row : order) {
      while (near < first.size() && place_[row] - place_[first[near]] > tolerance_) ++near;
      std::size_t g = near;
      while (g < first.size() && !are_one(row, first[g])) ++g;
      if (g == first.size()) first.push_back(row);
      group[row] = g;
    }
    return with_least_rows(group, first);
  }

 private:
  static constexpr double fifteenth_digit = 1e-14;
  static constexpr double billionth = 1e-9;

  // Adds the column to the sum by which rows are ordered: rows that are one have nearly the same.
  void look_at_column(std::size_t k) {
    double least = x_(0, k);
    double most = least;
    for (std::size_t i = 1; i < x_.n; ++i) {
      least = std::min(least, x_(i, k));
      most = std::max(most, x_(i, k));
    }
    half_range_[k] = most / 2 - least / 2;
    if (!(half_range_[k] > 0)) return;
    // Weights without a common measure, so that few rows that differ have the same sum.
    const double weight = 1 + std::fmod(0.6180339887498949 * static_cast<double>(k + 1), 1.0);
    const double half_size = std::max(std::fabs(least), std::fabs(most)) / 2;
    // Numbers far from 0 are told apart by their differences, and others by their sizes, which do
    // not depend on how far one of them is.
    const bool is_far = half_range_[k] < 1e-3 * half_size;
    double largest = 0;
    for (std::size_t i = 0; i < x_.n; ++i) {
      const double value =
          is_far ? (x_(i, k) / 2 - least / 2) / half_range_[k] : signed_size(x_(i, k));
      largest = std::max(largest, std::fabs(value));
      place_[i] += weight * value;
    }
    const double step =
        is_far ? std::min(fifteenth_digit * half_size / half_range_[k], billionth)
               : 2 * fifteenth_digit;
    const auto terms = static_cast<double>(x_.dim + 4);
    tolerance_ +=
        weight * (step + 2 * terms * std::numeric_limits<double>::epsilon() * (largest + 1));
  }

  // About log2 |x|, with the sign of x: the bits of a number as a whole number. A change of x by a
  // small share changes it by twice the share at most.
  static double signed_size(double x) {
    if (x == 0) return 0.75;
    std::uint64_t bits = 0;
    const double size = std::fabs(x);
    std::memcpy(&bits, &size, sizeof bits);
    // The exponent's bias is taken off first: a double holds no more than 53 bits.
    const std::int64_t unbiased = static_cast<std::int64_t>(bits) - (std::int64_t{1023} << 52);
    const double log_size = static_cast<double>(unbiased) * 0x1p-52;
    return x > 0 ? log_size : 0.25 - log_size;
  }

  bool are_one(std::size_t a, std::size_t b) const {
    for (std::size_t k = 0; k < x_.dim; ++k) {
      const double one = x_(a, k);
      const double other = x_(b, k);
      if (one == other) continue;
      const double apart = std::fabs(one / 2 - other / 2);
      if (apart > billionth * half_range_[k]) return false;
      if (apart > fifteenth_digit * std::max(std::fabs(one), std::fabs(other)) / 2) return false;
    }
    return true;
  }

  // Below 0, 0, or above 0 as row a comes before row b by its coordinates, is equal, or after.
  int compare(std::size_t a, std::size_t b) const {
    for (std::size_t k = 0; k < x_.dim; ++k) {
      if (x_(a, k) != x_(b, k)) return x_(a, k) < x_(b, k) ? -1 : 1;
    }
    return 0;
  }

  std::vector<std::size_t> with_least_rows(const std::vector<std::size_t>& group,
                                           std::vector<std::size_t>& first) const {
    if (first.size() == x_.n) return {};
    bool differ = false;
    for (std::size_t i = 0; i < x_.n; ++i) {
      std::size_t& row = first[group[i]];
      const int order = compare(i, row);
      if (order != 0) differ = true;
      if (order < 0) row = i;
    }
    if (!differ) return {};
    std::vector<std::size_t> representative(x_.n);
    for (std::size_t i = 0; i < x_.n; ++i) representative[i] = first[group[i]];
    return representative;
  }

  const PointView x_;
  std::vector<double> half_range_;
  std::vector<double> place_;
  double tolerance_ = 0;
};

}  // namespace lapscale

#endif

#ifndef LAPSCALE_POINTS_ROUNDING_COPIES_HPP
#define LAPSCALE_POINTS_ROUNDING_COPIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/sparse_points.hpp"

namespace lapscale {

// Rows of a plain matrix, as RoundingCopies reads them.
class PlainTable {
 public:
  explicit PlainTable(const PointView& x) : x_(x) {}

  std::size_t size() const { return x_.n; }
  std::size_t dim() const { return x_.dim; }
  std::size_t most_in_row() const { return x_.dim; }
  std::size_t count_in_column(std::size_t) const { return x_.n; }
  void sort_by_rows() {}

  // Calls use(row, value) for the numbers of a column that are stored.
  template <class Use>
  void each_in_column(std::size_t k, Use use) const {
    for (std::size_t i = 0; i < x_.n; ++i) use(i, x_(i, k));
  }

  // Calls use(one, other, column) for the numbers of two rows, unless neither is stored, until it
  // is false. Returns the last of these.
  template <class Use>
  bool each_in_rows(std::size_t a, std::size_t b, Use use) const {
    for (std::size_t k = 0; k < x_.dim; ++k) {
      if (!use(x_(a, k), x_(b, k), k)) return false;
    }
    return true;
  }

 private:
  PointView x_;
};

// The same of a sparse matrix: numbers that are not stored are 0.
class SparseTable {
 public:
  explicit SparseTable(const SparseColumns& x) : x_(x), begin_(x.n + 1) {
    for (std::size_t e = 0; e < count(); ++e) ++begin_[row(e) + 1];
    most_in_row_ = *std::max_element(begin_.begin(), begin_.end());
    for (std::size_t i = 0; i < x.n; ++i) begin_[i + 1] += begin_[i];
  }

  std::size_t size() const { return x_.n; }
  std::size_t dim() const { return x_.dim; }
  std::size_t most_in_row() const { return most_in_row_; }
  std::size_t count_in_column(std::size_t k) const { return first(k + 1) - first(k); }

  template <class Use>
  void each_in_column(std::size_t k, Use use) const {
    for (std::size_t e = first(k); e < first(k + 1); ++e) use(row(e), x_.value[e]);
  }

  // Two rows can be read from then on.
  void sort_by_rows() {
    entry_.resize(count());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t k = 0; k < x_.dim; ++k) {
      for (std::size_t e = first(k); e < first(k + 1); ++e) {
        entry_[next[row(e)]++] = {k, x_.value[e]};
      }
    }
  }

  template <class Use>
  bool each_in_rows(std::size_t a, std::size_t b, Use use) const {
    std::size_t i = begin_[a];
    std::size_t j = begin_[b];
    while (i < begin_[a + 1] || j < begin_[b + 1]) {
      const std::size_t of_a = i < begin_[a + 1] ? entry_[i].column : x_.dim;
      const std::size_t of_b = j < begin_[b + 1] ? entry_[j].column : x_.dim;
      const double one = of_a <= of_b ? entry_[i++].value : 0;
      const double other = of_b <= of_a ? entry_[j++].value : 0;
      if (!use(one, other, std::min(of_a, of_b))) return false;
    }
    return true;
  }

 private:
  struct Entry {
    std::size_t column;
    double value;
  };

  std::size_t first(std::size_t k) const { return static_cast<std::size_t>(x_.begin[k]); }
  std::size_t count() const { return first(x_.dim); }
  std::size_t row(std::size_t e) const { return static_cast<std::size_t>(x_.row[e]); }

  SparseColumns x_;
  std::vector<std::size_t> begin_;  // of each row in entry_
  std::vector<Entry> entry_;
  std::size_t most_in_row_ = 0;
};

// Finds rows that differ by rounding alone, such as a row and what was read of it from a text file
// with 15 digits. Two rows are one if their numbers differ in every column by no more than the
// fifteenth digit, and by no more than a billionth of the column's range.
template <class Table>
class RoundingCopies {
 public:
  explicit RoundingCopies(Table x) : x_(std::move(x)), half_range_(x_.dim()), place_(x_.size()) {
    for (std::size_t k = 0; k < x_.dim(); ++k) look_at_column(k);
  }

  // Returns for each row the row whose numbers it takes, which does not depend on the order of the
  // rows; empty if rows that are one are equal already.
  std::vector<std::size_t> representatives() {
    std::vector<std::size_t> order(x_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return place_[a] < place_[b]; });
    const auto near_next = std::adjacent_find(
        order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return place_[b] - place_[a] <= tolerance_; });
    if (near_next == order.end()) return {};
    x_.sort_by_rows();
    std::vector<std::size_t> group(x_.size());
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
    const bool has_all = x_.count_in_column(k) == x_.size();
    double least = has_all ? std::numeric_limits<double>::infinity() : 0;
    double most = -least;
    x_.each_in_column(k, [&](std::size_t, double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    });
    half_range_[k] = most / 2 - least / 2;
    if (!(half_range_[k] > 0)) return;
    // Weights without a common measure, so that few rows that differ have the same sum.
    const double weight =
        1 + std::fmod(3.14159265358979 * std::sqrt(static_cast<double>(k + 2)), 1);
    const double half_size = std::max(std::fabs(least), std::fabs(most)) / 2;
    // Numbers far from 0 are told apart by their differences, and others by their sizes, which do
    // not depend on how far one of them is.
    const bool is_far = half_range_[k] < 1e-3 * half_size;
    double largest = 0;
    x_.each_in_column(k, [&](std::size_t i, double x) {
      const double value = is_far ? (x / 2 - least / 2) / half_range_[k] : signed_size(x);
      largest = std::max(largest, std::fabs(value));
      place_[i] += weight * value;
    });
    const double step = is_far ? std::min(fifteenth_digit * half_size / half_range_[k], billionth)
                               : 2 * fifteenth_digit;
    const auto terms = static_cast<double>(x_.most_in_row() + 4);
    tolerance_ +=
        weight * (step + 2 * terms * std::numeric_limits<double>::epsilon() * (largest + 1));
  }

  // About log2 |x|, with the sign of x, less that of 0: the bits of a number as a whole number. A
  // change of x by a small share changes it by twice the share at most.
  static double signed_size(double x) {
    if (x == 0) return 0;
    std::uint64_t bits = 0;
    const double size = std::fabs(x);
    std::memcpy(&bits, &size, sizeof bits);
    // The exponent's bias is taken off first: a double holds no more than 53 bits.
    const std::int64_t unbiased = static_cast<std::int64_t>(bits) - (std::int64_t{1023} << 52);
    const double log_size = static_cast<double>(unbiased) * 0x1p-52;
    return x > 0 ? log_size - 0.75 : -0.5 - log_size;
  }

  bool are_one(std::size_t a, std::size_t b) const {
    return x_.each_in_rows(a, b, [&](double one, double other, std::size_t k) {
      if (one == other) return true;
      const double apart = std::fabs(one / 2 - other / 2);
      return apart <= billionth * half_range_[k] &&
             apart <= fifteenth_digit * std::max(std::fabs(one), std::fabs(other)) / 2;
    });
  }

  // Below 0, 0, or above 0 as row a comes before row b by its coordinates, is equal, or after.
  int compare(std::size_t a, std::size_t b) const {
    int order = 0;
    x_.each_in_rows(a, b, [&](double one, double other, std::size_t) {
      order = one == other ? 0 : one < other ? -1 : 1;
      return order == 0;
    });
    return order;
  }

  std::vector<std::size_t> with_least_rows(const std::vector<std::size_t>& group,
                                           std::vector<std::size_t>& first) const {
    if (first.size() == x_.size()) return {};
    bool differ = false;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      std::size_t& row = first[group[i]];
      const int order = compare(i, row);
      if (order != 0) differ = true;
      if (order < 0) row = i;
    }
    if (!differ) return {};
    std::vector<std::size_t> representative(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) representative[i] = first[group[i]];
    return representative;
  }

  Table x_;
  std::vector<double> half_range_;
  std::vector<double> place_;
  double tolerance_ = 0;
};

inline std::vector<std::size_t> rounding_copies(const PointView& x) {
  return RoundingCopies<PlainTable>(PlainTable(x)).representatives();
}

inline std::vector<std::size_t> rounding_copies(const SparseColumns& x) {
  return RoundingCopies<SparseTable>(SparseTable(x)).representatives();
}

}  // namespace lapscale

#endif

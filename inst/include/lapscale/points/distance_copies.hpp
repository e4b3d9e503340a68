#ifndef LAPSCALE_POINTS_DISTANCE_COPIES_HPP
#define LAPSCALE_POINTS_DISTANCE_COPIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "lapscale/points/point_frame.hpp"

namespace lapscale {

// Finds points that differ by rounding alone, as RoundingCopies does, where only the distances
// between them are known, n x n and symmetric. What rounding makes of a coordinate depends on its
// size, which distances do not show: points are one if they and all their distances differ by no
// more than a hundred units in the fifteenth digit, and no other point is within a billionth. Both
// are shares of the upper quartile of all distances, which few points that are far from all others
// do not change.
class DistanceCopies {
 public:
  explicit DistanceCopies(const PointView& distances) : distance_(distances), root_(distances.n) {
    std::iota(root_.begin(), root_.end(), std::size_t{0});
  }

  std::vector<std::size_t> representatives() {
    const std::size_t n = distance_.n;
    if (!has_near_pair()) return {};
    const double typical = upper_quartile();
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = j + 1; i < n; ++i) {
        if (distance_(i, j) > billionth * typical) continue;
        const auto roots = std::minmax({find_root(i), find_root(j)});
        root_[roots.second] = roots.first;
      }
    }
    // Of each root: whether a point differs from it by more, and whether it differs at all.
    std::vector<char> is_wide(n);
    std::vector<char> differs(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t r = find_root(i);
      if (r == i) continue;
      for (std::size_t k = 0; k < n; ++k) {
        const double one = distance_(k, i);
        const double other = distance_(k, r);
        if (one == other) continue;
        differs[r] = 1;
        if (std::fabs(one - other) > hundred_units * std::max({typical, one, other}))
          is_wide[r] = 1;
      }
    }
    std::vector<std::size_t> representative(n);
    std::iota(representative.begin(), representative.end(), std::size_t{0});
    std::vector<std::uint64_t> least(n);
    bool any = false;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t r = find_root(i);
      if (is_wide[r] || !differs[r]) continue;
      any = true;
      const std::uint64_t key = sum_of_bits(i);
      if (r == i || key < least[r]) {
        least[r] = key;
        representative[r] = i;
      }
    }
    if (!any) return {};
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t r = find_root(i);
      if (!is_wide[r]) representative[i] = representative[r];
    }
    return representative;
  }

 private:
  static constexpr double hundred_units = 1e-12;
  static constexpr double billionth = 1e-9;

  bool has_near_pair() const {
    double largest = 0;
    for (std::size_t j = 0; j < distance_.n; ++j) {
      for (std::size_t i = 0; i < j; ++i) largest = std::max(largest, distance_(i, j));
    }
    for (std::size_t j = 0; j < distance_.n; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (distance_(i, j) <= billionth * largest) return true;
      }
    }
    return false;
  }

  double upper_quartile() const {
    std::vector<double> all;
    all.reserve(distance_.n * (distance_.n - 1) / 2);
    for (std::size_t j = 0; j < distance_.n; ++j) {
      for (std::size_t i = 0; i < j; ++i) all.push_back(distance_(i, j));
    }
    const std::size_t at = all.size() - 1 - all.size() / 4;
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at), all.end());
    return all[at];
  }

  // The first row of those that row i is within a billionth of, from one to the next.
  std::size_t find_root(std::size_t i) {
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }

  // A number that says which of several rows is taken, whatever the order of the rows and the unit.
  std::uint64_t sum_of_bits(std::size_t i) const {
    double largest = 0;
    for (std::size_t k = 0; k < distance_.n; ++k) largest = std::max(largest, distance_(k, i));
    const int exponent = std::ilogb(largest);
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < distance_.n; ++k) {
      const double value = std::ldexp(distance_(k, i), -exponent);
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      sum += bits;
    }
    return sum;
  }

  PointView distance_;
  std::vector<std::size_t> root_;
};

inline std::vector<std::size_t> rounding_copies_of_distances(const PointView& distances) {
  return DistanceCopies(distances).representatives();
}

}  // namespace lapscale

#endif

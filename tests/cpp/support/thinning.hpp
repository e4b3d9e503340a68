#ifndef LAPSCALE_TESTS_THINNING_HPP
#define LAPSCALE_TESTS_THINNING_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/degree_table.hpp"

namespace tests {

// Degrees of a table at some bandwidths, one after the other.
inline std::vector<double> degrees_at(const lapscale::DegreeTable& table,
                                      const std::vector<double>& bandwidths) {
  std::vector<double> degree(bandwidths.size() * table.size());
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    table.powers(bandwidths[g], 1, degree.data() + g * table.size());
  }
  return degree;
}

// Root mean square and mean of relative errors.
struct RelativeError {
  double size;
  double mean;
};

// Of n degrees at the g-th bandwidth.
inline RelativeError error_at(const std::vector<double>& found, const std::vector<double>& exact,
                              std::size_t g, std::size_t n) {
  RelativeError error{0, 0};
  for (std::size_t i = g * n; i < (g + 1) * n; ++i) {
    const double relative = found[i] / exact[i] - 1;
    error.size += relative * relative / static_cast<double>(n);
    error.mean += relative / static_cast<double>(n);
  }
  error.size = std::sqrt(error.size);
  return error;
}

// What a thinning keeps of points at these distances, where mass is what each stands for.
struct Thinning {
  double total = 0;      // of the masses, over the number of points
  std::size_t kept = 0;  // points
  std::size_t near;      // points from the nearest on that are kept as they are
  double steepest = 0;   // mass over rank among the distances, of those that stand for several
};

inline Thinning thinning(const std::vector<double>& mass, const std::vector<double>& distance) {
  const std::size_t n = mass.size();
  std::vector<double> sorted = distance;
  std::sort(sorted.begin(), sorted.end());
  Thinning found;
  found.near = n;
  for (std::size_t i = 0; i < n; ++i) {
    const auto rank = std::lower_bound(sorted.begin(), sorted.end(), distance[i]) - sorted.begin();
    found.total += mass[i] / static_cast<double>(n);
    found.kept += mass[i] > 0 ? 1U : 0U;
    if (mass[i] != 1) found.near = std::min(found.near, static_cast<std::size_t>(rank));
    if (mass[i] > 1) {
      found.steepest = std::max(found.steepest, mass[i] / static_cast<double>(rank));
    }
  }
  return found;
}

}  // namespace tests

#endif

#ifndef LAPSCALE_POINTS_BOX_HPP
#define LAPSCALE_POINTS_BOX_HPP

#include <algorithm>
#include <cstddef>

namespace lapscale {

// A bounding box: lower corner, then upper corner, each of length dim.
struct Box {
  const double* lower;
  const double* upper;
};

// Squared distance between two boxes (0 where they meet).
inline double sq_gap(const Box& a, const Box& b, std::size_t dim) {
  double sum = 0;
  for (std::size_t k = 0; k < dim; ++k) {
    const double gap = std::max(0.0, std::max(a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]));
    sum += gap * gap;
  }
  return sum;
}

// Whether it is above a limit: as soon as that is known.
inline bool gap_exceeds(const Box& a, const Box& b, std::size_t dim, double limit) {
  constexpr std::size_t at_once = 32;
  double sum = 0;
  for (std::size_t first = 0; first < dim; first += at_once) {
    const std::size_t last = std::min(first + at_once, dim);
    for (std::size_t k = first; k < last; ++k) {
      const double gap = std::max(0.0, std::max(a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]));
      sum += gap * gap;
    }
    if (sum > limit) return true;
  }
  return false;
}

}  // namespace lapscale

#endif

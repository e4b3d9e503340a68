#ifndef LAPSCALE_POINTS_BOX_HPP
#define LAPSCALE_POINTS_BOX_HPP

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A bounding box: lower corner, then upper corner, each of length dim.
template <class Number>
struct BoxOf {
  const Number* lower;
  const Number* upper;

  double low(std::size_t k) const { return static_cast<double>(lower[k]); }
  double high(std::size_t k) const { return static_cast<double>(upper[k]); }
};

using Box = BoxOf<double>;
// For a tree, whose boxes may be floats.
using AnyBox = std::variant<BoxOf<double>, BoxOf<float>>;

// The box of a node among those of all nodes, lower and upper corner of one after the other.
template <class Number>
BoxOf<Number> box_at(const std::vector<Number>& corners, std::size_t dim, std::size_t node) {
  const Number* lower = corners.data() + 2 * dim * node;
  return {lower, lower + dim};
}

// Measures how far two boxes lie apart along one coordinate (0 where they meet).
template <class A, class B>
double gap_along(const BoxOf<A>& a, const BoxOf<B>& b, std::size_t k) {
  return std::max(0.0, std::max(a.low(k) - b.high(k), b.low(k) - a.high(k)));
}

// Squared distance between two boxes.
template <class A, class B>
double sq_gap(const BoxOf<A>& a, const BoxOf<B>& b, std::size_t dim) {
  double sum = 0;
  for (std::size_t k = 0; k < dim; ++k) {
    const double gap = gap_along(a, b, k);
    sum += gap * gap;
  }
  return sum;
}

// Tells whether it is above a limit: as soon as that is known.
template <class A, class B>
bool gap_exceeds(const BoxOf<A>& a, const BoxOf<B>& b, std::size_t dim, double limit) {
  constexpr std::size_t at_once = 32;
  double sum = 0;
  for (std::size_t first = 0; first < dim; first += at_once) {
    const std::size_t last = std::min(first + at_once, dim);
    for (std::size_t k = first; k < last; ++k) {
      const double gap = gap_along(a, b, k);
      sum += gap * gap;
    }
    if (sum > limit) return true;
  }
  return false;
}

// The same by the kernels where both are floats: gaps above the limit by less than 1e-6 of it may
// count as within.
template <class A, class B>
bool gap_exceeds(const BoxOf<A>& a, const BoxOf<B>& b, std::size_t dim, double limit,
                 const SimdKernels& kernels) {
  if constexpr (std::is_same_v<A, float> && std::is_same_v<B, float>) {
    return kernels.gap_exceeds(a.lower, a.upper, b.lower, b.upper, dim, limit * (1 + 1e-6));
  } else {
    return gap_exceeds(a, b, dim, limit);
  }
}

// Tells whether two boxes have a point in common.
inline bool boxes_meet(const AnyBox& a, const AnyBox& b, std::size_t dim) {
  return std::visit([&](const auto& x, const auto& y) { return !gap_exceeds(x, y, dim, 0); }, a, b);
}

// Returns the squared distance between its corners.
inline double sq_diagonal(const AnyBox& box, std::size_t dim) {
  return std::visit(
      [&](const auto& own) {
        double sum = 0;
        for (std::size_t k = 0; k < dim; ++k) {
          const double width = own.high(k) - own.low(k);
          sum += width * width;
        }
        return sum;
      },
      box);
}

}  // namespace lapscale

#endif

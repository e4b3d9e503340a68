#ifndef LAPSCALE_GRAPH_HEAT_RATE_HPP
#define LAPSCALE_GRAPH_HEAT_RATE_HPP

#include <cmath>
#include <cstddef>
#include <limits>

#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The eigenvalue of -Delta to an eigenvalue of L = diag(c) (I - P), where a step of the walk P at
// point i is heat flow for the time 1 / c_i: the lambda with
//   sum_i w_i c_i (1 - exp(-lambda / c_i)) = value,
// w_i >= 0 with sum 1. Equal c give -c log(1 - value / c). NaN where there is none, as the
// eigenvalue of the walk is not above 0 by more than rounding.
//   weight  w: the squared entries of the eigenvector of the symmetric form of L
//   rate    c
inline double heat_rate(double value, Span<const double> weight, Span<const double> rate) {
  constexpr double rounding = 1e-14;
  double most = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) most += weight[i] * rate[i];
  if (!(value < most * (1 - rounding))) return std::numeric_limits<double>::quiet_NaN();
  if (!(value > 0)) return 0;
  // The sum is concave and its slope at 0 is 1: Newton's steps from `value` come from below.
  double lambda = value;
  constexpr int max_steps = 10000;
  for (int step = 0; step < max_steps; ++step) {
    double missing = value;
    double slope = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const double gone = -std::expm1(-lambda / rate[i]);
      missing -= weight[i] * rate[i] * gone;
      slope += weight[i] * (1 - gone);
    }
    const double change = missing / slope;
    if (!(change > 4 * std::numeric_limits<double>::epsilon() * lambda)) break;
    lambda += change;
  }
  return lambda;
}

}  // namespace lapscale

#endif

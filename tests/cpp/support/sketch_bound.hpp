#ifndef LAPSCALE_TESTS_SKETCH_BOUND_HPP
#define LAPSCALE_TESTS_SKETCH_BOUND_HPP

#include <cmath>
#include <cstddef>

#include "lapscale/kernel/distance_sketch.hpp"

namespace tests {

// |sketch.heat_sum(h) - S(h)| is at most this, rounding aside, where all masses are positive: the
// remainder of distance_sketch.hpp with the widths of the bins at hand.
inline double error_bound(const lapscale::DistanceSketch& sketch, double bandwidth) {
  const lapscale::LogBins& bins = sketch.bins();
  const double rate = 1 / (bandwidth * bandwidth);
  double bound = 0;
  for (std::size_t b = 0; b + 1 < bins.size(); ++b) {
    const double half_width = (bins.lower(b + 1) - bins.lower(b)) / 2 * rate;
    bound += sketch.count(b) * half_width * half_width / 2 * std::exp(-bins.lower(b) * rate);
  }
  // The last bin is left out of the sum: nothing in it is nearer than its lower edge.
  const std::size_t last = bins.size() - 1;
  return bound + sketch.count(last) * std::exp(-bins.lower(last) * rate);
}

}  // namespace tests

#endif

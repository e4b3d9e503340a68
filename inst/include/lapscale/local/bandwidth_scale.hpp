#ifndef LAPSCALE_LOCAL_BANDWIDTH_SCALE_HPP
#define LAPSCALE_LOCAL_BANDWIDTH_SCALE_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/local/neighborhood.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"

namespace lapscale {

// One bandwidth at which a neighborhood is looked at, and where its eigenvalues go.
struct BandwidthScale {
  double rate;  // 1 / h^2
  double sq_radius;
  std::size_t count;  // so many of the nearest hold all within the radius
  double* out;
};

// A sum of weights times squared distances below it is taken for 0.
constexpr double smallest_moment = 1e-280;

// The squared distances of the first `count` neighbors, 0 in the padding.
inline void copy_sq_distances(const Neighborhood& near, std::size_t count, AlignedBuffer& out) {
  out.reserve(padded(count));
  std::copy_n(near.sq_dist(), count, out.data());
  std::fill(out.data() + count, out.data() + padded(count), 0.0);
}

}  // namespace lapscale

#endif

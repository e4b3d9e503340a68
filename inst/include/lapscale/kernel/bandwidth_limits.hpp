#ifndef LAPSCALE_KERNEL_BANDWIDTH_LIMITS_HPP
#define LAPSCALE_KERNEL_BANDWIDTH_LIMITS_HPP

#include <algorithm>
#include <vector>

namespace lapscale {

// Coordinates are of size 1 in the frame: a bandwidth whose square is no double changes no weight,
// and is moved to where it is one.
inline double with_square(double bandwidth) {
  return std::clamp(bandwidth, 1e-150, 1e150);
}

inline std::vector<double> with_squares(std::vector<double> bandwidths) {
  for (double& h : bandwidths) h = with_square(h);
  return bandwidths;
}

}  // namespace lapscale

#endif

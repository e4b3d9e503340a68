#ifndef LAPSCALE_POINTS_DISTANCE_ERROR_HPP
#define LAPSCALE_POINTS_DISTANCE_ERROR_HPP

#include <cmath>

namespace lapscale {

// Bounds how far distances that are measured in another way may be off: |measured - d| <= rounding
// * d + slack.
struct DistanceError {
  double rounding = 0;  // far below 1
  double slack = 0;

  // A pair that is measured at sq_dist is nearer than any that is measured beyond what this
  // returns.
  double widened(double sq_dist) const {
    const double distance = std::sqrt(sq_dist) * (1 + 3 * rounding) + 5 * slack;
    return distance * distance;
  }
};

// Adds two such errors, one after the other.
inline DistanceError operator+(const DistanceError& a, const DistanceError& b) {
  return {a.rounding + b.rounding + a.rounding * b.rounding,
          a.slack + b.slack + a.slack * b.rounding};
}

}  // namespace lapscale

#endif

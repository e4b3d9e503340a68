#ifndef LAPSCALE_LINALG_EIGENVALUE_CERTIFICATE_HPP
#define LAPSCALE_LINALG_EIGENVALUE_CERTIFICATE_HPP

#include <algorithm>
#include <cmath>

#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Steps of Lanczos iteration from a random start after which the largest of n eigenvalues exceeds
// the largest Ritz value by more than `share` of the spectrum's width with this chance only,
// whatever the gaps: 1.648 sqrt(n) exp(-sqrt(share) (2 steps - 1)) (Kuczynski, Wozniakowski 1992,
// SIAM J. Matrix Anal. Appl. 13, theorem 4.2).
inline double steps_to_be_sure(Eigen::Index n, double share, double chance = 1e-7) {
  const double needed = std::log(1.648 * std::sqrt(static_cast<double>(n)) / chance);
  return std::ceil((needed / std::sqrt(share) + 1) / 2);
}

// Returns an estimate of the largest eigenvalue of a symmetric map with spectrum in [-1, inf), from
// a random start: below `level` only where we are sure that no eigenvalue reaches it, but for a
// chance of 1e-7. Where that would take too many steps, `level` itself.
LAPSCALE_ONCE double eigenvalue_certificate(const VectorMap& map, const Eigen::VectorXd& start,
                                            double level);
#if LAPSCALE_BODIES
LAPSCALE_ONCE double eigenvalue_certificate(const VectorMap& map, const Eigen::VectorXd& start,
                                            double level) {
  constexpr Eigen::Index most = 100;
  const Eigen::Index n = start.size();
  auto steps = static_cast<Eigen::Index>(steps_to_be_sure(n, 1));
  while (true) {
    const RitzValues ritz = ritz_values(map, start, std::min(steps, n));
    const double top = ritz.values[0];
    if (top >= level || ritz.values.size() < steps) return top;  // nothing new is reached
    const double needed = steps_to_be_sure(n, (level - top) / (level + 1));
    if (needed <= static_cast<double>(steps)) return top;
    if (steps >= most) return level;
    steps = std::min(most, static_cast<Eigen::Index>(std::min(needed, 2.0 * most)));
  }
}
#endif

}  // namespace lapscale

#endif

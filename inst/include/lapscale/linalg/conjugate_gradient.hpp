#ifndef LAPSCALE_LINALG_CONJUGATE_GRADIENT_HPP
#define LAPSCALE_LINALG_CONJUGATE_GRADIENT_HPP

#include <cmath>
#include <limits>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

struct LinearSolution {
  Eigen::VectorXd x;
  int iterations;
  double residual;  // relative, in the norm of the preconditioner
};

// Solves A x = b for a symmetric positive definite map A by conjugate gradients (Hestenes and
// Stiefel 1952) with a preconditioner M ~ A^-1, symmetric positive definite too, from a given
// start. Stops at a relative residual below `tolerance` or after `most` iterations: the residual
// tells which. It is infinite where A or M turns out not to be positive definite.
inline LinearSolution conjugate_gradient(const VectorMap& apply, const VectorMap& precondition,
                                         const Eigen::VectorXd& b, const Eigen::VectorXd& start,
                                         double tolerance, int most) {
  constexpr double broken = std::numeric_limits<double>::infinity();
  LinearSolution solution{start, 0, 0};
  if ((b.array() == 0).all()) {
    solution.x.setZero();
    return solution;
  }
  solution.residual = broken;
  const double scale = b.dot(precondition(b));
  if (!(scale > 0) || !std::isfinite(scale)) return solution;
  Eigen::VectorXd residual = b - apply(start);
  Eigen::VectorXd direction;
  double before = 0;
  for (;; ++solution.iterations) {
    const Eigen::VectorXd better = precondition(residual);
    const double now = residual.dot(better);
    solution.residual = now >= 0 && std::isfinite(now) ? std::sqrt(now / scale) : broken;
    if (!(solution.residual > tolerance) || solution.residual == broken ||
        solution.iterations == most) {
      return solution;
    }
    direction =
        solution.iterations == 0 ? better : Eigen::VectorXd(better + now / before * direction);
    const Eigen::VectorXd image = apply(direction);
    const double curvature = direction.dot(image);
    if (!(curvature > 0)) {
      solution.residual = broken;
      return solution;
    }
    const double step = now / curvature;
    solution.x += step * direction;
    residual -= step * image;
    before = now;
  }
}

}  // namespace lapscale

#endif

#ifndef LAPSCALE_CONJUGATE_GRADIENT_HPP
#define LAPSCALE_CONJUGATE_GRADIENT_HPP

#include <algorithm>
#include <cmath>

#include "lapscale/eigen.hpp"
#include "lapscale/ritz_values.hpp"

namespace lapscale {

struct LinearSolution {
  Eigen::VectorXd x;
  int iterations;
  double residual;  // relative, in the norm of the preconditioner
};

// Solves A x = b for a symmetric positive definite map A by conjugate gradients (Hestenes and
// Stiefel 1952) with a preconditioner M ~ A^-1, symmetric positive definite too, from a given
// start. Stops at a relative residual below `tolerance` or after `most` iterations: the residual
// tells which.
inline LinearSolution conjugate_gradient(const VectorMap& apply, const VectorMap& precondition,
                                         const Eigen::VectorXd& b, const Eigen::VectorXd& start,
                                         double tolerance, int most) {
  LinearSolution solution{start, 0, 0};
  const double scale = b.dot(precondition(b));
  if (!(scale > 0)) {
    solution.x.setZero();
    return solution;
  }
  Eigen::VectorXd residual = b - apply(start);
  Eigen::VectorXd direction;
  double before = 0;
  for (;; ++solution.iterations) {
    const Eigen::VectorXd better = precondition(residual);
    const double now = residual.dot(better);
    solution.residual = std::sqrt(std::max(now, 0.0) / scale);
    if (!(solution.residual > tolerance) || solution.iterations == most) return solution;
    direction =
        solution.iterations == 0 ? better : Eigen::VectorXd(better + now / before * direction);
    const Eigen::VectorXd image = apply(direction);
    const double step = now / direction.dot(image);
    solution.x += step * direction;
    residual -= step * image;
    before = now;
  }
}

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LINALG_CONJUGATE_GRADIENT_HPP
#define LAPSCALE_LINALG_CONJUGATE_GRADIENT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

struct LinearSolution {
  Eigen::VectorXd x;
  int iterations;
  double residual;  // relative, in the norm of the preconditioner
};

// The same for several right sides: the most iterations and the largest residual.
struct LinearSolutions {
  Eigen::MatrixXd x;
  int iterations;
  double residual;
};

// One right side of A x = b, A symmetric positive definite, step by step. The caller makes the
// products with A.
class ConjugateGradientSteps {
 public:
  ConjugateGradientSteps(const VectorMap& precondition, const Eigen::VectorXd& b,
                         const Eigen::VectorXd& start)
      : precondition_(precondition), b_(b), solution_{start, 0, 0} {
    if ((b.array() == 0).all()) {
      solution_.x.setZero();
      return;
    }
    solution_.residual = broken;
    scale_ = b.dot(precondition(b));
    is_open_ = scale_ > 0 && std::isfinite(scale_);
  }

  bool is_open() const { return is_open_; }
  const LinearSolution& solution() const { return solution_; }
  const Eigen::VectorXd& direction() const { return direction_; }

  // Takes A times the start.
  void begin(const Eigen::VectorXd& image) { residual_ = b_ - image; }

  // The next direction, unless the residual is small enough or `most` steps were made.
  void turn(double tolerance, int most) {
    const Eigen::VectorXd better = precondition_(residual_);
    const double now = residual_.dot(better);
    solution_.residual = now >= 0 && std::isfinite(now) ? std::sqrt(now / scale_) : broken;
    is_open_ = solution_.residual > tolerance && solution_.residual != broken &&
               solution_.iterations != most;
    if (!is_open_) return;
    direction_ =
        solution_.iterations == 0 ? better : Eigen::VectorXd(better + now / before_ * direction_);
    before_ = now;
  }

  // A step along the direction, given A times it.
  void step(const Eigen::VectorXd& image) {
    const double curvature = direction_.dot(image);
    if (!(curvature > 0)) {
      solution_.residual = broken;
      is_open_ = false;
      return;
    }
    const double length = before_ / curvature;
    solution_.x += length * direction_;
    residual_ -= length * image;
    ++solution_.iterations;
  }

 private:
  static constexpr double broken = std::numeric_limits<double>::infinity();

  const VectorMap& precondition_;
  Eigen::VectorXd b_;
  LinearSolution solution_;
  double scale_ = 0;
  double before_ = 0;
  bool is_open_ = false;
  Eigen::VectorXd residual_;
  Eigen::VectorXd direction_;
};

// Solves A x = b for a symmetric positive definite map A by conjugate gradients (Hestenes and
// Stiefel 1952) with a preconditioner M ~ A^-1, symmetric positive definite too, from a given
// start. Stops at a relative residual below `tolerance` or after `most` iterations: the residual
// tells which. It is infinite where A or M turns out not to be positive definite.
inline LinearSolution conjugate_gradient(const VectorMap& apply, const VectorMap& precondition,
                                         const Eigen::VectorXd& b, const Eigen::VectorXd& start,
                                         double tolerance, int most) {
  ConjugateGradientSteps steps(precondition, b, start);
  if (steps.is_open()) steps.begin(apply(start));
  while (steps.is_open()) {
    steps.turn(tolerance, most);
    if (steps.is_open()) steps.step(apply(steps.direction()));
  }
  return steps.solution();
}

// Does the same for the columns of b, each by itself; a product is made of all that are not done.
inline LinearSolutions conjugate_gradients(const BlockMap& apply, const VectorMap& precondition,
                                           const Eigen::MatrixXd& b, const Eigen::MatrixXd& start,
                                           double tolerance, int most) {
  std::vector<ConjugateGradientSteps> all;
  const Eigen::MatrixXd image = apply(start);
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    all.emplace_back(precondition, b.col(j), start.col(j));
    if (all.back().is_open()) all.back().begin(image.col(j));
  }
  for (;;) {
    std::vector<ConjugateGradientSteps*> open;
    for (ConjugateGradientSteps& steps : all) {
      if (steps.is_open()) steps.turn(tolerance, most);
      if (steps.is_open()) open.push_back(&steps);
    }
    if (open.empty()) break;
    Eigen::MatrixXd directions(b.rows(), static_cast<Eigen::Index>(open.size()));
    for (Eigen::Index j = 0; j < directions.cols(); ++j) {
      directions.col(j) = open[static_cast<std::size_t>(j)]->direction();
    }
    const Eigen::MatrixXd images = apply(directions);
    for (Eigen::Index j = 0; j < directions.cols(); ++j) {
      open[static_cast<std::size_t>(j)]->step(images.col(j));
    }
  }
  LinearSolutions found{Eigen::MatrixXd(b.rows(), b.cols()), 0, 0};
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    const LinearSolution& one = all[static_cast<std::size_t>(j)].solution();
    found.x.col(j) = one.x;
    found.iterations = std::max(found.iterations, one.iterations);
    found.residual = std::max(found.residual, one.residual);
  }
  return found;
}

}  // namespace lapscale

#endif

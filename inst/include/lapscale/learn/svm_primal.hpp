#ifndef LAPSCALE_LEARN_SVM_PRIMAL_HPP
#define LAPSCALE_LEARN_SVM_PRIMAL_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// A support vector machine with the squared hinge loss, in its primal.
struct SvmPrimal {
  Eigen::VectorXd weights;  // decision values are G weights + intercept
  double intercept;
  double gap;  // largest difference between a weight and c_i y_i max(0, 1 - y_i f_i)
  int iterations;
};

// Minimizes sum c_i max(0, 1 - y_i f_i)^2 + w' G w with f = G w + b, by Newton's method: least
// squares on the points within the margin, a step of such length that the objective falls, until
// the set of those points stays (Chapelle 2007; for manifolds Melacci and Belkin 2011).
//   gram   n x n, symmetric, positive semi-definite
//   y      length n, +1 or -1, both present
//   count  c, how often each point counts: length n, > 0
inline SvmPrimal solve_svm_primal(const Eigen::MatrixXd& gram, const Eigen::VectorXd& y,
                                  const Eigen::VectorXd& count, double tolerance, int most) {
  const Eigen::Index n = y.size();
  SvmPrimal found{Eigen::VectorXd::Zero(n), 0, 0, 0};
  Eigen::VectorXd image = Eigen::VectorXd::Zero(n);  // G weights
  const auto slack = [&](const Eigen::VectorXd& f, double b) {
    return Eigen::VectorXd((1 - y.array() * (f.array() + b)).max(0.0));
  };
  const auto objective = [&](const Eigen::VectorXd& w, const Eigen::VectorXd& f, double b) {
    return slack(f, b).cwiseAbs2().dot(count) + w.dot(f);
  };
  for (;; ++found.iterations) {
    const Eigen::VectorXd within = slack(image, found.intercept);
    const Eigen::VectorXd wanted = count.cwiseProduct(y).cwiseProduct(within);
    found.gap = std::max((wanted - found.weights).cwiseAbs().maxCoeff(), std::abs(wanted.sum()));
    if (!(found.gap > tolerance) || found.iterations == most) return found;

    std::vector<Eigen::Index> active;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (within[i] > 0) active.push_back(i);
    }
    const auto size = static_cast<Eigen::Index>(active.size());
    if (size == 0) return found;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(size + 1, size + 1);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(size + 1);
    for (Eigen::Index a = 0; a < size; ++a) {
      const Eigen::Index i = active[static_cast<std::size_t>(a)];
      for (Eigen::Index c = 0; c < size; ++c) {
        system(a, c) = gram(i, active[static_cast<std::size_t>(c)]);
      }
      system(a, a) += 1 / count[i];
      system(a, size) = system(size, a) = 1;
      right[a] = y[i];
    }
    const Eigen::VectorXd solution = solve_by_lu(system, right);
    Eigen::VectorXd target = Eigen::VectorXd::Zero(n);
    for (Eigen::Index a = 0; a < size; ++a) {
      target[active[static_cast<std::size_t>(a)]] = solution[a];
    }
    const Eigen::VectorXd move = target - found.weights;
    const Eigen::VectorXd image_move = times_vector(gram, move);
    const double intercept_move = solution[size] - found.intercept;
    const double before = objective(found.weights, image, found.intercept);
    double step = 1;
    while (step > 1e-10 && objective(found.weights + step * move, image + step * image_move,
                                     found.intercept + step * intercept_move) > before) {
      step /= 2;
    }
    found.weights += step * move;
    image += step * image_move;
    found.intercept += step * intercept_move;
  }
}

// Returns the intercept b that minimizes sum c_i max(0, 1 - y_i (f_i + b)), the middle of the
// minima: the sum is piecewise linear with its corners at y - f.
inline double hinge_intercept(const Eigen::VectorXd& f, const Eigen::VectorXd& y,
                              const Eigen::VectorXd& count) {
  const Eigen::VectorXd corner = y - f;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(y.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return corner[a] < corner[b]; });
  // To the left of all corners only labels +1 lose; every corner adds its count to the slope.
  double slope = -(y.array() > 0).select(count, 0.0).sum();
  std::size_t at = 0;
  while ((slope += count[order[at]]) < 0 && at + 1 < order.size()) ++at;
  const bool is_flat = slope == 0 && at + 1 < order.size();
  return is_flat ? (corner[order[at]] + corner[order[at + 1]]) / 2 : corner[order[at]];
}

}  // namespace lapscale

#endif

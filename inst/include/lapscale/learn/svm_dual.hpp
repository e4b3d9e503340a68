#ifndef LAPSCALE_LEARN_SVM_DUAL_HPP
#define LAPSCALE_LEARN_SVM_DUAL_HPP

#include <algorithm>
#include <cmath>
#include <limits>

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The dual of a support vector machine.
struct SvmDual {
  Eigen::VectorXd alpha;  // from 0 to the count of each point
  double intercept;
  double gap;  // violation of the optimality conditions, in units of the decision value
  int iterations;
};

// Maximizes sum alpha - alpha' Y G Y alpha / 2 over 0 <= alpha <= c, sum y alpha = 0, by sequential
// minimal optimization (Platt 1998) on the pair of Keerthi et al. (2001) with the second-order
// choice of Fan, Chen and Lin (2005). Decision values are G Y alpha + intercept.
//   gram   n x n, symmetric, positive semi-definite
//   y      length n, +1 or -1, both present
//   count  c, how often each point counts: length n, > 0
inline SvmDual solve_svm_dual(const Eigen::MatrixXd& gram, const Eigen::VectorXd& y,
                              const Eigen::VectorXd& count, double tolerance, int most) {
  const Eigen::Index n = y.size();
  constexpr double none = std::numeric_limits<double>::infinity();
  SvmDual dual{Eigen::VectorXd::Zero(n), 0, none, 0};
  Eigen::VectorXd score = y;  // y_i - (G Y alpha)_i: what the intercept has to be
  const auto can_rise = [&](Eigen::Index i) {
    return y[i] > 0 ? dual.alpha[i] < count[i] : dual.alpha[i] > 0;
  };
  const auto can_fall = [&](Eigen::Index i) {
    return y[i] > 0 ? dual.alpha[i] > 0 : dual.alpha[i] < count[i];
  };
  for (;; ++dual.iterations) {
    Eigen::Index up = 0;
    double highest = -none;
    double lowest = none;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (can_rise(i) && score[i] > highest) {
        highest = score[i];
        up = i;
      }
      if (can_fall(i)) lowest = std::min(lowest, score[i]);
    }
    dual.gap = highest - lowest;
    dual.intercept = (highest + lowest) / 2;
    if (!(dual.gap > tolerance) || dual.iterations == most) return dual;

    Eigen::Index down = up;
    double best = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!can_fall(j) || !(score[j] < highest)) continue;
      const double curvature =
          std::max(gram(up, up) + gram(j, j) - 2 * gram(up, j), 1e-12 * gram(up, up));
      const double gain = (highest - score[j]) * (highest - score[j]) / curvature;
      if (gain > best) {
        best = gain;
        down = j;
      }
    }
    const double curvature =
        std::max(gram(up, up) + gram(down, down) - 2 * gram(up, down), 1e-12 * gram(up, up));
    double step = (highest - score[down]) / curvature;
    step = std::min(step, y[up] > 0 ? count[up] - dual.alpha[up] : dual.alpha[up]);
    step = std::min(step, y[down] > 0 ? dual.alpha[down] : count[down] - dual.alpha[down]);
    dual.alpha[up] = std::clamp(dual.alpha[up] + y[up] * step, 0.0, count[up]);
    dual.alpha[down] = std::clamp(dual.alpha[down] - y[down] * step, 0.0, count[down]);
    score -= step * (gram.col(up) - gram.col(down));
  }
}

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LEARN_REGULARIZER_HPP
#define LAPSCALE_LEARN_REGULARIZER_HPP

#include <cmath>
#include <utility>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The regularizer r(M), M = I - S the symmetric normalized Laplacian with spectrum in [0, 2]:
// M^power (iterated Laplacian, Zhou and Belkin 2011), or exp(time M) - I (diffusion).
struct Regularizer {
  int power = 1;
  double time = 0;  // above 0: diffusion

  // r(lambda) for one eigenvalue of M.
  double operator()(double lambda) const {
    return time > 0 ? std::expm1(time * lambda) : std::pow(lambda, power);
  }

  // r(M) v by products with S.
  Eigen::VectorXd apply(const SymmetricOperator& s, Eigen::VectorXd v) const {
    Eigen::VectorXd image(v.size());
    return apply_steps(std::move(v), [&](Eigen::VectorXd& term) {
      s.apply(term.data(), image.data());
      term -= image;
    });
  }

  // Does the same for several columns, whose products with S are made together.
  Eigen::MatrixXd apply(const BlockOperator& s, Eigen::MatrixXd v) const {
    return apply_steps(std::move(v), [&](Eigen::MatrixXd& term) { term -= s.times(term); });
  }

 private:
  //   step  X becomes M X
  template <class Columns, class Step>
  Columns apply_steps(Columns term, const Step& step) const {
    if (time == 0) {
      for (int k = 0; k < power; ++k) step(term);
      return term;
    }
    // The series of exp(time M) has positive terms only, 0 <= M <= 2.
    Columns sum = Columns::Zero(term.rows(), term.cols());
    for (int k = 1; k <= 2000; ++k) {
      step(term);
      term *= time / k;
      sum += term;
      const bool small =
          (term.colwise().norm().array() <= 1e-17 * sum.colwise().norm().array()).all();
      if (k > 2 * time && small) break;
    }
    return sum;
  }
};

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LEARN_LAPLACIAN_REGULARIZATION_HPP
#define LAPSCALE_LEARN_LAPLACIAN_REGULARIZATION_HPP

#include <utility>

#include "lapscale/learn/regularizer.hpp"
#include "lapscale/linalg/conjugate_gradient.hpp"
#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The minimizer f of sum over labeled i of c_i (f_i - y_i)^2 + mu f' D^1/2 r(M) D^1/2 f.
//
// In z = D^1/2 f this is (J / D + mu r(M)) z = D^-1/2 J y, J with the counts c on its diagonal.
// Conjugate gradients, preconditioned by somebody else's solution with a matrix close to this one,
// or on two levels: the leading eigenvectors of S are solved for exactly, the tail of the spectrum
// counts as flat. With all eigenvectors the start is the answer, to the precision that the penalty
// leaves.
class LaplacianRegularization {
 public:
  struct Problem {
    SymmetricOperator walk;   // S = T^-1/2 W T^-1/2, W the weights, T their row sums; may be
                              // empty for solve_together()
    Eigen::VectorXd degree;   // D, the row sums up to a factor, all > 0: length u
    Eigen::VectorXd count;    // c, how often each label counts, 0 where there is none: length u
    Eigen::MatrixXd vectors;  // orthonormal eigenvectors of S, u x K
    Eigen::VectorXd values;   // eigenvalues of M = I - S, length K; those of the components'
                              // own vectors come first and are exactly 0 where known to be
  };

  //   tail    the value of r that stands for the eigenvalues not among the K, > 0
  //   nearly  solves with a matrix close to J / D + mu r(M); empty: two levels
  LaplacianRegularization(Problem problem, const Regularizer& r, double mu, double tail,
                          VectorMap nearly = nullptr)
      : problem_(std::move(problem)), r_(r), mu_(mu), nearly_(std::move(nearly)) {
    mass_ = problem_.count.cwiseQuotient(problem_.degree);
    diagonal_ = (mass_.array() + mu * tail).matrix();
    while (n_null_ < problem_.values.size() && problem_.values[n_null_] == 0) ++n_null_;
    Eigen::MatrixXd coarse =
        transpose_times(problem_.vectors, mass_.asDiagonal() * problem_.vectors);
    for (Eigen::Index k = 0; k < coarse.cols(); ++k) coarse(k, k) += mu * r(problem_.values[k]);
    shrink_ = coarse.diagonal().cwiseSqrt().cwiseInverse();
    coarse = (shrink_.asDiagonal() * coarse * shrink_.asDiagonal()).eval();
    coarse_.compute(coarse);
    two_levels_ = coarse_.info() == Eigen::Success && (coarse_.vectorD().array() > 0).all();
  }

  // f for labels y (length u; those of unlabeled points do not matter).
  LinearSolution solve(const Eigen::VectorXd& y, double tolerance, int most) const {
    const Eigen::VectorXd root = problem_.degree.cwiseSqrt();
    const Eigen::VectorXd b = (mass_.array() * root.array() * y.array()).matrix();
    const VectorMap apply = [this](const Eigen::VectorXd& z) { return matrix(z); };
    const VectorMap near = [this](const Eigen::VectorXd& z) { return precondition(z); };
    LinearSolution solution =
        in_rounds(LinearSolution{on_coarse(b), 0, 0}, tolerance, most,
                  [&](const Eigen::VectorXd& start, int left) {
                    return conjugate_gradient(apply, near, b, start, tolerance, left);
                  });
    solution.x = solution.x.cwiseQuotient(root);
    return solution;
  }

  // Does the same for the columns of y, where a product with S costs hardly more than one for one
  // of them.
  LinearSolutions solve_together(const BlockOperator& walk, const Eigen::MatrixXd& y,
                                 double tolerance, int most) const {
    const Eigen::VectorXd root = problem_.degree.cwiseSqrt();
    const Eigen::MatrixXd b = mass_.cwiseProduct(root).asDiagonal() * y;
    const BlockMap matrix = [&](const Eigen::MatrixXd& z) -> Eigen::MatrixXd {
      return mass_.asDiagonal() * z + mu_ * without_null(r_.apply(walk, without_null(z)));
    };
    const VectorMap near = [this](const Eigen::VectorXd& z) { return precondition(z); };
    LinearSolutions coarse{Eigen::MatrixXd(b.rows(), b.cols()), 0, 0};
    for (Eigen::Index j = 0; j < b.cols(); ++j) coarse.x.col(j) = on_coarse(b.col(j));
    LinearSolutions solution =
        in_rounds(coarse, tolerance, most, [&](const Eigen::MatrixXd& start, int left) {
          return conjugate_gradients(matrix, near, b, start, tolerance, left);
        });
    solution.x = root.cwiseInverse().asDiagonal() * solution.x;
    return solution;
  }

 private:
  // The residual that the iteration carries along drifts away from the true one, so that it starts
  // again from that: once(start, most), three times at most.
  template <class Solution, class Once>
  static Solution in_rounds(Solution solution, double tolerance, int most, const Once& once) {
    for (int round = 0; round < 3; ++round) {
      const int before = solution.iterations;
      solution = once(solution.x, most - before);
      const bool done = solution.iterations == 0 || !(solution.residual <= tolerance);
      solution.iterations += before;
      if (done) break;
    }
    return solution;
  }

  Eigen::VectorXd matrix(const Eigen::VectorXd& z) const {
    return mass_.cwiseProduct(z) + mu_ * without_null(r_.apply(problem_.walk, without_null(z)));
  }
  // Rounding along the vectors that cost nothing, which a large penalty would magnify, goes.
  Eigen::VectorXd without_null(const Eigen::VectorXd& z) const {
    return vector_outside(z, problem_.vectors.leftCols(n_null_));
  }
  Eigen::MatrixXd without_null(const Eigen::MatrixXd& z) const {
    return outside(z, problem_.vectors.leftCols(n_null_));
  }
  Eigen::VectorXd on_coarse(const Eigen::VectorXd& z) const {
    if (!two_levels_) return Eigen::VectorXd::Zero(z.size());
    const Eigen::VectorXd share = shrink_.cwiseProduct(transpose_times_vector(problem_.vectors, z));
    return times_vector(problem_.vectors, shrink_.cwiseProduct(solve_with(coarse_, share)));
  }
  Eigen::VectorXd precondition(const Eigen::VectorXd& z) const {
    if (nearly_) return nearly_(z);
    return on_coarse(z) + z.cwiseQuotient(diagonal_);
  }

  Problem problem_;
  Regularizer r_;
  double mu_;
  VectorMap nearly_;
  Eigen::VectorXd mass_;
  Eigen::VectorXd diagonal_;
  Eigen::Index n_null_ = 0;
  Eigen::VectorXd shrink_;  // brings the coarse matrix to a diagonal of 1
  bool two_levels_ = false;
  Eigen::LDLT<Eigen::MatrixXd> coarse_;
};

}  // namespace lapscale

#endif

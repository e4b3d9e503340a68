#ifndef LAPSCALE_LINALG_LANCZOS_HPP
#define LAPSCALE_LINALG_LANCZOS_HPP

#include "lapscale/runtime/eigen.hpp"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>

#include "lapscale/linalg/ritz_values.hpp"

namespace lapscale {

// Returns orthonormal eigenvectors of the `count` largest eigenvalues of a symmetric map, n x count
// or, if even a loose tolerance is not met, fewer. `size` vectors are kept between restarts;
// tolerance > 0. This is the only header that needs RSpectra, whose Spectra may miss copies of
// multiple eigenvalues: LargestEigenpairs looks for them.
inline Eigen::MatrixXd leading_vectors(const VectorMap& map, const Eigen::VectorXd& start,
                                       Eigen::Index count, Eigen::Index size, double tolerance) {
  struct Operator {
    const VectorMap& map;
    Eigen::Index n;
    Eigen::Index rows() const { return n; }
    Eigen::Index cols() const { return n; }
    void perform_op(const double* x, double* y) const {
      Eigen::Map<Eigen::VectorXd>(y, n) = map(Eigen::Map<const Eigen::VectorXd>(x, n));
    }
  };
  constexpr int restarts = 100;
  Operator op{map, start.size()};
  Spectra::SymEigsSolver<double, Spectra::LARGEST_ALGE, Operator> solver(
      &op, static_cast<int>(count), static_cast<int>(std::min(start.size(), size)));
  Eigen::MatrixXd vectors;
  for (double loose = tolerance; loose < 1 && vectors.cols() < count; loose *= 1e3) {
    solver.init(start.data());
    solver.compute(restarts, loose);
    vectors = solver.eigenvectors();
  }
  return vectors;
}

}  // namespace lapscale

#endif

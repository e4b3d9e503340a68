#ifndef LAPSCALE_RUNTIME_EIGEN_HPP
#define LAPSCALE_RUNTIME_EIGEN_HPP

// Whoever includes this, as most of the core does, needs Eigen.
//
// Eigen's headers give dozens of warnings about vector types with g++; they are not ours to mend.
// A system header may not warn, nor may what it includes.
#pragma GCC system_header

#include <Eigen/Dense>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

// The solvers that most units use, each a few seconds of compilation. A package of several units
// compiles them once, see compiled_once.hpp; its one unit has LAPSCALE_EIGEN_SOLVERS() in namespace
// Eigen. Only calls with a MatrixXd are served.
#define LAPSCALE_EIGEN_SOLVERS(keyword)                                                            \
  keyword template SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(    \
      const EigenBase<MatrixXd>&, int);                                                            \
  keyword template SelfAdjointEigenSolver<MatrixXd>&                                               \
  SelfAdjointEigenSolver<MatrixXd>::computeFromTridiagonal(const VectorXd&, const VectorXd&, int); \
  keyword template LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);            \
  keyword template void HouseholderQR<MatrixXd>::computeInPlace();                                 \
  keyword template void HouseholderSequence<MatrixXd, VectorXd>::applyThisOnTheLeft(               \
      MatrixXd&, VectorXd&, bool) const;

#ifdef LAPSCALE_COMPILED_ONCE
namespace Eigen {
LAPSCALE_EIGEN_SOLVERS(extern)
}
#endif

#endif

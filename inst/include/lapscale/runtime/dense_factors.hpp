#ifndef LAPSCALE_RUNTIME_DENSE_FACTORS_HPP
#define LAPSCALE_RUNTIME_DENSE_FACTORS_HPP

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// What is done with factors of dense matrices, compiled once like dense_products.hpp.

// Q of a QR decomposition, a product of reflections: householderQ() of Eigen's classes.
using Reflections = Eigen::HouseholderSequence<Eigen::MatrixXd, Eigen::VectorXd>;

// m = Q m; Q' m for q.adjoint()
LAPSCALE_ONCE void reflect(const Reflections& q, Eigen::MatrixXd& m);
// The first columns of Q.
LAPSCALE_ONCE Eigen::MatrixXd reflected_axes(const Reflections& q, Eigen::Index count);
// Orthonormal columns that span those of m. What is below `threshold` times the largest pivot is
// rounding.
LAPSCALE_ONCE Eigen::MatrixXd orthonormal_span(const Eigen::MatrixXd& m, double threshold);

// m = L with L L' = m, of which the lower triangle is read; false where m is not positive definite.
// What is above the diagonal stays.
LAPSCALE_ONCE bool cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> m);

// m = U^-1 m, and L^-1 m where L has a diagonal of 1; U and L are triangles of a matrix, of which
// the rest is not read.
LAPSCALE_ONCE void solve_upper(const Eigen::Ref<const Eigen::MatrixXd>& u,
                               Eigen::Ref<Eigen::MatrixXd> m);
LAPSCALE_ONCE void solve_unit_lower(const Eigen::Ref<const Eigen::MatrixXd>& l,
                                    Eigen::Ref<Eigen::MatrixXd> m);

LAPSCALE_ONCE Eigen::VectorXd solve_with(const Eigen::LDLT<Eigen::MatrixXd>& factor,
                                         const Eigen::VectorXd& right);

// m^-1 right by Gaussian elimination, m square; the determinant of such an m
LAPSCALE_ONCE Eigen::VectorXd solve_by_lu(const Eigen::MatrixXd& m, const Eigen::VectorXd& right);
LAPSCALE_ONCE double determinant_by_lu(const Eigen::MatrixXd& m);

#if LAPSCALE_DENSE_BODIES

LAPSCALE_ONCE void reflect(const Reflections& q, Eigen::MatrixXd& m) {
  Eigen::VectorXd workspace(m.cols());
  q.applyThisOnTheLeft(m, workspace, false);
}

LAPSCALE_ONCE Eigen::MatrixXd reflected_axes(const Reflections& q, Eigen::Index count) {
  Eigen::MatrixXd axes = Eigen::MatrixXd::Identity(q.rows(), count);
  Eigen::VectorXd workspace(count);
  q.applyThisOnTheLeft(axes, workspace, q.rows() == count);
  return axes;
}

LAPSCALE_ONCE Eigen::MatrixXd orthonormal_span(const Eigen::MatrixXd& m, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(m);
  qr.setThreshold(threshold);
  return reflected_axes(qr.householderQ(), qr.rank());
}

LAPSCALE_ONCE bool cholesky_in_place(Eigen::Ref<Eigen::MatrixXd> m) {
  return Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>(m).info() == Eigen::Success;
}

LAPSCALE_ONCE void solve_upper(const Eigen::Ref<const Eigen::MatrixXd>& u,
                               Eigen::Ref<Eigen::MatrixXd> m) {
  u.triangularView<Eigen::Upper>().solveInPlace(m);
}

LAPSCALE_ONCE void solve_unit_lower(const Eigen::Ref<const Eigen::MatrixXd>& l,
                                    Eigen::Ref<Eigen::MatrixXd> m) {
  l.triangularView<Eigen::UnitLower>().solveInPlace(m);
}

LAPSCALE_ONCE Eigen::VectorXd solve_with(const Eigen::LDLT<Eigen::MatrixXd>& factor,
                                         const Eigen::VectorXd& right) {
  return factor.solve(right);
}

LAPSCALE_ONCE Eigen::VectorXd solve_by_lu(const Eigen::MatrixXd& m, const Eigen::VectorXd& right) {
  return m.partialPivLu().solve(right);
}

LAPSCALE_ONCE double determinant_by_lu(const Eigen::MatrixXd& m) {
  return m.determinant();
}

#endif

}  // namespace lapscale

#endif

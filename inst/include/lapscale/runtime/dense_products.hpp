#ifndef LAPSCALE_RUNTIME_DENSE_PRODUCTS_HPP
#define LAPSCALE_RUNTIME_DENSE_PRODUCTS_HPP

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Products of dense matrices that are not worth a kernel: each expression of Eigen that has one is
// a family of classes of its own, half a second per unit. Here a package of several units compiles
// them once (compiled_once.hpp). Blocks of columns or rows are read where they are.
using DenseView = Eigen::Ref<const Eigen::MatrixXd>;
using VectorView = Eigen::Ref<const Eigen::VectorXd>;

// A B
LAPSCALE_ONCE Eigen::MatrixXd times(const DenseView& a, const DenseView& b);
// A' B
LAPSCALE_ONCE Eigen::MatrixXd transpose_times(const DenseView& a, const DenseView& b);
// A B'
LAPSCALE_ONCE Eigen::MatrixXd times_transpose(const DenseView& a, const DenseView& b);
// A v
LAPSCALE_ONCE Eigen::VectorXd times_vector(const DenseView& a, const VectorView& v);
// A' v
LAPSCALE_ONCE Eigen::VectorXd transpose_times_vector(const DenseView& a, const VectorView& v);

// C += factor A B, C += factor A B'; C overlaps neither A nor B.
LAPSCALE_ONCE void add_times(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a, const DenseView& b,
                             double factor);
LAPSCALE_ONCE void add_times_transpose(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a,
                                       const DenseView& b, double factor);
// y += factor A v, C += factor u v'
LAPSCALE_ONCE void add_times_vector(Eigen::VectorXd& y, const DenseView& a, const VectorView& v,
                                    double factor);
LAPSCALE_ONCE void add_outer(Eigen::MatrixXd& c, const VectorView& u, const VectorView& v,
                             double factor);

// What of some columns, or of a vector, is outside of the space of orthonormal ones.
LAPSCALE_ONCE Eigen::MatrixXd outside(const Eigen::MatrixXd& columns, const DenseView& orthonormal);
LAPSCALE_ONCE Eigen::VectorXd vector_outside(const Eigen::VectorXd& v,
                                             const DenseView& orthonormal);

#if LAPSCALE_DENSE_BODIES

LAPSCALE_ONCE Eigen::MatrixXd times(const DenseView& a, const DenseView& b) {
  return a * b;
}

LAPSCALE_ONCE Eigen::MatrixXd transpose_times(const DenseView& a, const DenseView& b) {
  return a.transpose() * b;
}

LAPSCALE_ONCE Eigen::MatrixXd times_transpose(const DenseView& a, const DenseView& b) {
  return a * b.transpose();
}

LAPSCALE_ONCE Eigen::VectorXd times_vector(const DenseView& a, const VectorView& v) {
  return a * v;
}

LAPSCALE_ONCE Eigen::VectorXd transpose_times_vector(const DenseView& a, const VectorView& v) {
  return a.transpose() * v;
}

LAPSCALE_ONCE void add_times(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a, const DenseView& b,
                             double factor) {
  c.noalias() += factor * a * b;
}

LAPSCALE_ONCE void add_times_transpose(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a,
                                       const DenseView& b, double factor) {
  c.noalias() += factor * a * b.transpose();
}

LAPSCALE_ONCE void add_times_vector(Eigen::VectorXd& y, const DenseView& a, const VectorView& v,
                                    double factor) {
  y.noalias() += factor * a * v;
}

LAPSCALE_ONCE void add_outer(Eigen::MatrixXd& c, const VectorView& u, const VectorView& v,
                             double factor) {
  for (Eigen::Index j = 0; j < c.cols(); ++j) {
    for (Eigen::Index i = 0; i < c.rows(); ++i) c(i, j) += v[j] * (factor * u[i]);
  }
}

LAPSCALE_ONCE Eigen::MatrixXd outside(const Eigen::MatrixXd& columns,
                                      const DenseView& orthonormal) {
  Eigen::MatrixXd rest = columns;
  add_times(rest, orthonormal, transpose_times(orthonormal, columns), -1);
  return rest;
}

LAPSCALE_ONCE Eigen::VectorXd vector_outside(const Eigen::VectorXd& v,
                                             const DenseView& orthonormal) {
  Eigen::VectorXd rest = v;
  add_times_vector(rest, orthonormal, transpose_times_vector(orthonormal, v), -1);
  return rest;
}

#endif

}  // namespace lapscale

#endif

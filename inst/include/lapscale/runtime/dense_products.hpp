#ifndef LAPSCALE_RUNTIME_DENSE_PRODUCTS_HPP
#define LAPSCALE_RUNTIME_DENSE_PRODUCTS_HPP

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Products of dense matrices that are not worth a kernel: each expression of Eigen that has one is
// a family of classes of its own, half a second per unit. Here a package of several units compiles
// them once (compiled_once.hpp). Blocks of columns or rows are read where they are.
using DenseView = Eigen::Ref<const Eigen::MatrixXd>;

// A B
LAPSCALE_ONCE Eigen::MatrixXd times(const DenseView& a, const DenseView& b);
// A' B
LAPSCALE_ONCE Eigen::MatrixXd transpose_times(const DenseView& a, const DenseView& b);
// A B'
LAPSCALE_ONCE Eigen::MatrixXd times_transpose(const DenseView& a, const DenseView& b);
// A v
LAPSCALE_ONCE Eigen::VectorXd times_vector(const DenseView& a, const Eigen::VectorXd& v);
// A' v
LAPSCALE_ONCE Eigen::VectorXd transpose_times_vector(const DenseView& a, const Eigen::VectorXd& v);

// C += factor A B, C += factor A B'; C overlaps neither A nor B.
LAPSCALE_ONCE void add_times(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a, const DenseView& b,
                             double factor);
LAPSCALE_ONCE void add_times_transpose(Eigen::Ref<Eigen::MatrixXd> c, const DenseView& a,
                                       const DenseView& b, double factor);

// What of some columns, or of a vector, is outside of the space of orthonormal ones.
LAPSCALE_ONCE Eigen::MatrixXd outside(const Eigen::MatrixXd& columns, const DenseView& orthonormal);
LAPSCALE_ONCE Eigen::VectorXd vector_outside(const Eigen::VectorXd& v,
                                             const DenseView& orthonormal);

#if LAPSCALE_BODIES

LAPSCALE_ONCE Eigen::MatrixXd times(const DenseView& a, const DenseView& b) {
  return a * b;
}

LAPSCALE_ONCE Eigen::MatrixXd transpose_times(const DenseView& a, const DenseView& b) {
  return a.transpose() * b;
}

LAPSCALE_ONCE Eigen::MatrixXd times_transpose(const DenseView& a, const DenseView& b) {
  return a * b.transpose();
}

LAPSCALE_ONCE Eigen::VectorXd times_vector(const DenseView& a, const Eigen::VectorXd& v) {
  return a * v;
}

LAPSCALE_ONCE Eigen::VectorXd transpose_times_vector(const DenseView& a, const Eigen::VectorXd& v) {
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

LAPSCALE_ONCE Eigen::MatrixXd outside(const Eigen::MatrixXd& columns,
                                      const DenseView& orthonormal) {
  return columns - orthonormal * (orthonormal.transpose() * columns);
}

LAPSCALE_ONCE Eigen::VectorXd vector_outside(const Eigen::VectorXd& v,
                                             const DenseView& orthonormal) {
  return v - orthonormal * (orthonormal.transpose() * v);
}

#endif

}  // namespace lapscale

#endif

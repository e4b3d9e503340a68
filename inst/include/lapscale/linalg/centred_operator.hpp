#ifndef LAPSCALE_LINALG_CENTRED_OPERATOR_HPP
#define LAPSCALE_LINALG_CENTRED_OPERATOR_HPP

#include <cstddef>
#include <utility>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Returns columns minus their means: H f, H = I - 1 1' / n.
LAPSCALE_ONCE Eigen::MatrixXd centred_columns(const Eigen::MatrixXd& f);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd centred_columns(const Eigen::MatrixXd& f) {
  return f.rowwise() - f.colwise().mean();
}
#endif

// factor H M H.
LAPSCALE_ONCE BlockOperator centred_operator(BlockOperator op, double factor);
#if LAPSCALE_BODIES
LAPSCALE_ONCE BlockOperator centred_operator(BlockOperator op, double factor) {
  const std::size_t n = op.n;
  return {n, [op = std::move(op), factor](const Eigen::MatrixXd& in) -> Eigen::MatrixXd {
            return factor * centred_columns(op.times(centred_columns(in)));
          }};
}
#endif

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LINALG_EIGEN_PAIRS_HPP
#define LAPSCALE_LINALG_EIGEN_PAIRS_HPP

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

struct EigenPairs {
  Eigen::VectorXd values;     // decreasing, length k
  Eigen::MatrixXd vectors;    // orthonormal, n x k
  Eigen::VectorXd residuals;  // |M v - lambda v|, length k
};

}  // namespace lapscale

#endif

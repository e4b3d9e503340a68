#ifndef LAPSCALE_LINALG_LINEAR_MAP_HPP
#define LAPSCALE_LINALG_LINEAR_MAP_HPP

#include <functional>

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// A linear map of vectors, and of several at once: the columns of a matrix.
using VectorMap = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
using BlockMap = std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>;

}  // namespace lapscale

#endif

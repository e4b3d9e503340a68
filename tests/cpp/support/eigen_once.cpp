#include "lapscale/runtime/eigen.hpp"

// Compiled here for all tests, as the package does it.
namespace Eigen {
LAPSCALE_EIGEN_SOLVERS()
}

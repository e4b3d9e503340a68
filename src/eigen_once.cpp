// What LAPSCALE_EIGEN_ONCE leaves out of the other units.
#include "lapscale/runtime/eigen.hpp"

namespace Eigen {
LAPSCALE_EIGEN_SOLVERS()
}

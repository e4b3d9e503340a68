// Compiles the dense algebra that LAPSCALE_COMPILED_ONCE leaves out of the other units.
#define LAPSCALE_DENSE_HERE
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace Eigen {
LAPSCALE_EIGEN_SOLVERS()
}

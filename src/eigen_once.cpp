// Compiles what LAPSCALE_COMPILED_ONCE leaves out of the other units.
#define LAPSCALE_COMPILED_HERE
#include "lapscale/graph/heat_product.hpp"
#include "lapscale/linalg/centred_operator.hpp"
#include "lapscale/linalg/cholesky_solve.hpp"
#include "lapscale/linalg/eigenvalue_certificate.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/gram_schmidt.hpp"
#include "lapscale/linalg/inverse_iteration.hpp"
#include "lapscale/linalg/krylov_eigenpairs.hpp"
#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/neighbors/listed_distances.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/neighbors/radius_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/points/float_panels.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/rotated_points.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace Eigen {
LAPSCALE_EIGEN_SOLVERS()
}

#ifndef LAPSCALE_GRAPH_CELL_WALK_HPP
#define LAPSCALE_GRAPH_CELL_WALK_HPP

#include <cmath>
#include <optional>
#include <utility>

#include "lapscale/graph/cell_groups.hpp"
#include "lapscale/graph/grouped_weights.hpp"
#include "lapscale/graph/heat_product.hpp"
#include "lapscale/linalg/coarse_walk.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Returns the walk between cells of a radius graph's points, as narrow cells as can be solved for
// in the time of a few products with all weights; nothing where these hold few points, or so many
// that skeletons are quicker.
//   base     the eigenvector for the eigenvalue 1
//   seconds  of a product, about
inline std::optional<CoarseWalk> cell_walk(const HeatProduct& product, const Eigen::VectorXd& base,
                                           double seconds, const Runtime& runtime) {
  constexpr double narrowest = 1.5;  // in bandwidths
  constexpr double widest = 6;
  constexpr double least_points = 2.5;
  constexpr double most_points = 64;
  constexpr double few_products = 20;
  const auto n = static_cast<double>(product.size());
  const double h = std::sqrt(product.kernel().sq_bandwidth);
  for (double width = narrowest; width < widest; width *= 1.5) {
    const CellGroups cells(product.index(), width * h);
    const auto count = static_cast<double>(cells.count());
    if (width == narrowest && most_points * count < n) break;
    if (least_points * count > n) continue;
    CoarseWalk walk(cells.by_row(), base);
    const GroupedMatrix weights = GroupedWeights(product, cells, walk.share()).run(runtime);
    if (walk.factorize(weights, few_products * seconds, runtime)) return walk;
  }
  return std::nullopt;
}

}  // namespace lapscale

#endif

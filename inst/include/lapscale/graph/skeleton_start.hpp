#ifndef LAPSCALE_GRAPH_SKELETON_START_HPP
#define LAPSCALE_GRAPH_SKELETON_START_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "lapscale/graph/heat_product.hpp"
#include "lapscale/graph/heat_skeleton.hpp"
#include "lapscale/graph/skeleton_walk.hpp"
#include "lapscale/linalg/centred_operator.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Where the search for the largest eigenvalues of a radius graph's weights may begin: at
// eigenvectors of the walk on its skeleton, where that has far fewer points. Coarser skeletons, on
// which a product takes less, come first; each gives the start for the next.
class SkeletonStart {
 public:
  //   centred  whether the vectors are those of the weights centered on both sides
  SkeletonStart(const HeatProduct& product, bool centred, const Runtime& runtime)
      : product_(product), centred_(centred), runtime_(runtime) {}

  // n x `columns` of which `wanted` matter, or no columns where there is no small skeleton;  least
  // no eigenvalue is below
  Eigen::MatrixXd block(Eigen::Index columns, Eigen::Index wanted, double least,
                        int max_products) const {
    std::unique_ptr<SkeletonWalk> last;
    Eigen::MatrixXd found;
    for (const double tolerance : {1e-1, 1e-3, 1e-5}) {
      if (product_.kernel().sq_cutoff < min_cutoff * min_cutoff) break;
      std::unique_ptr<SkeletonWalk> walk = walk_on(tolerance);
      if (!walk || static_cast<Eigen::Index>(walk->size()) < 4 * columns) break;
      FilteredSubspace search(
          {walk->size(), [&](const Eigen::MatrixXd& in) { return walk->times(in, runtime_); }},
          least,
          last ? walk->to_walk(last->values_at(walk->index(), found, runtime_))
               : uniform_block(static_cast<Eigen::Index>(walk->size()), columns));
      search.solve(wanted, tolerance / 100, max_products);
      found = search.block();
      last = std::move(walk);
    }
    if (!last) return {};
    const std::vector<double>& scale = product_.scale();
    found = Eigen::Map<const Eigen::VectorXd>(scale.data(), static_cast<Eigen::Index>(scale.size()))
                .asDiagonal() *
            last->values_at(product_.index(), found, runtime_);
    return centred_ ? centred_columns(found) : found;
  }

 private:
  // A kernel that is cut nearer is far from smooth.
  static constexpr double min_cutoff = 3;
  // As a share of all points. With more, a product on the skeleton saves too little.
  static constexpr double max_share = 0.6;

  // NULL where it would have too many points.
  std::unique_ptr<SkeletonWalk> walk_on(double tolerance) const {
    const HeatSkeletons skeletons(product_.index(), product_.kernel(), product_.scale(), tolerance);
    if (!is_small(skeletons)) return nullptr;
    std::vector<CellSkeleton> cells(skeletons.n_cells());
    for_blocks(runtime_, cells.size(), [&](std::size_t cell) {
      cells[cell] = skeletons.skeleton(cell, max_of_cell, runtime_);
    });
    return std::make_unique<SkeletonWalk>(product_.index(), product_.kernel(), std::move(cells),
                                          centred_, runtime_);
  }

  // Judges by some of the cells.
  bool is_small(const HeatSkeletons& skeletons) const {
    const std::size_t tried = std::min<std::size_t>(skeletons.n_cells(), 16);
    std::vector<std::size_t> rank(tried);
    std::vector<std::size_t> size(tried);
    for_blocks(runtime_, tried, [&](std::size_t i) {
      const std::size_t cell = (2 * i + 1) * skeletons.n_cells() / (2 * tried);
      size[i] = skeletons.size(cell);
      const std::size_t most = std::min(max_of_cell, size[i] / 2 + 1);
      rank[i] = skeletons.skeleton(cell, most, runtime_).position.size();
      if (rank[i] == most) rank[i] = size[i];
    });
    double points = 0;
    double kept = 0;
    for (std::size_t i = 0; i < tried; ++i) {
      points += static_cast<double>(size[i]);
      kept += static_cast<double>(rank[i]);
    }
    return kept <= max_share * points;
  }

  static constexpr std::size_t max_of_cell = 256;

  const HeatProduct& product_;
  bool centred_;
  const Runtime& runtime_;
};

}  // namespace lapscale

#endif

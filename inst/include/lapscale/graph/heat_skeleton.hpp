#ifndef LAPSCALE_GRAPH_HEAT_SKELETON_HPP
#define LAPSCALE_GRAPH_HEAT_SKELETON_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "lapscale/graph/weighted_sums.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Few points of one cell of the tree such that the heat kernels of the others are combinations of
// theirs.
struct CellSkeleton {
  std::vector<std::size_t> position;
  Eigen::MatrixXd root;      // lower triangular L with L L' = T' diag(s)^2 T, T the combinations
  Eigen::VectorXd constant;  // L^-1 T' s, of a constant function on the cell
};

// Cells no wider than a multiple of the bandwidth, and the skeleton of each: the columns that a
// pivoted Cholesky decomposition of the cell's kernel takes, until the rest of the diagonal is
// below tolerance^2. Each kernel function then differs from its combination by at most `tolerance`
// everywhere.
class HeatSkeletons {
 public:
  //   scale  s, length n, by row
  HeatSkeletons(const PointIndex& index, const CutHeatKernel& kernel,
                const std::vector<double>& scale, double tolerance)
      : index_(index), kernel_(kernel), scale_(scale), tolerance_(tolerance) {
    find_cells();
  }

  std::size_t n_cells() const { return cells_.size(); }

  // Points of a cell.
  std::size_t size(std::size_t cell) const {
    const LeafRun run = cells_[cell];
    return std::min(index_.size(), run.end * leaf_size) - run.begin * leaf_size;
  }

  // Takes at most this number of points; `tolerance` may then not be reached.
  CellSkeleton skeleton(std::size_t cell, std::size_t most, const Runtime& runtime) const;

 private:
  // In units of the bandwidth. Wider cells have fewer skeleton points in all, and take longer.
  static constexpr double widest_cell = 3;
  static constexpr std::size_t max_leaves = 4096 / leaf_size;

  void find_cells() {
    const KdTree& tree = index_.tree();
    std::vector<std::size_t> stack(1, 0);
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      const KdTree::Node& node = tree.nodes()[at];
      const double sq_width = sq_diagonal(tree.box(at), tree.dim());
      const bool small = sq_width <= widest_cell * widest_cell * kernel_.sq_bandwidth &&
                         node.end - node.begin <= max_leaves;
      if (small || node.child == 0) {
        cells_.push_back({node.begin, node.end});
      } else {
        stack.push_back(node.child + 1);
        stack.push_back(node.child);
      }
    }
  }

  // factor  the Cholesky factor, pivots its rows that are lower triangular
  CellSkeleton finish(std::size_t first, const Eigen::MatrixXd& factor,
                      const std::vector<Eigen::Index>& pivots) const;

  const PointIndex& index_;
  CutHeatKernel kernel_;
  const std::vector<double>& scale_;
  double tolerance_;
  std::vector<LeafRun> cells_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE CellSkeleton HeatSkeletons::skeleton(std::size_t cell, std::size_t most,
                                                   const Runtime& runtime) const {
  const LeafRun run = cells_[cell];
  const std::size_t first = run.begin * leaf_size;
  const std::size_t padded = (run.end - run.begin) * leaf_size;
  const SimdKernels kernels = runtime.kernels();
  AlignedBuffer scratch;
  const double* panels = index_.leaf_panels(run.begin, run.end - run.begin, scratch);
  AlignedBuffer block(block_width * index_.dim());
  AlignedBuffer column(block_width * padded);

  Eigen::VectorXd left = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(size(cell)));
  Eigen::MatrixXd factor(left.size(), 16);
  std::vector<Eigen::Index> pivots;
  const auto last = std::min(left.size(), static_cast<Eigen::Index>(most));
  for (Eigen::Index j = 0; j < last; ++j) {
    Eigen::Index pivot = 0;
    if (left.maxCoeff(&pivot) <= tolerance_ * tolerance_) break;
    if (j == factor.cols()) factor.conservativeResize(Eigen::NoChange, 2 * j);
    const std::size_t position = first + static_cast<std::size_t>(pivot);
    index_.pack_block(&position, 1, block.data());
    kernels.sq_distances(panels, index_.dim(), padded / panel_width, block.data(), column.data());
    kernels.quotient_weights(column.data(), padded, kernel_.sq_bandwidth, largest_exponent,
                             column.data());
    factor.col(j) = Eigen::Map<const Eigen::VectorXd>(column.data(), left.size());
    factor.col(j) -= times_vector(factor.leftCols(j), factor.row(pivot).head(j).transpose());
    factor.col(j) /= std::sqrt(left[pivot]);
    left -= factor.col(j).cwiseAbs2();
    left[pivot] = 0;
    pivots.push_back(pivot);
  }
  return finish(first, factor, pivots);
}

LAPSCALE_ONCE CellSkeleton HeatSkeletons::finish(std::size_t first, const Eigen::MatrixXd& factor,
                                                 const std::vector<Eigen::Index>& pivots) const {
  const auto rank = static_cast<Eigen::Index>(pivots.size());
  CellSkeleton skeleton;
  Eigen::MatrixXd corner(rank, rank);
  for (Eigen::Index j = 0; j < rank; ++j) {
    const Eigen::Index pivot = pivots[static_cast<std::size_t>(j)];
    skeleton.position.push_back(first + static_cast<std::size_t>(pivot));
    corner.row(j) = factor.row(pivot).head(rank);
  }
  // T = factor corner^-1
  Eigen::MatrixXd combination = factor.leftCols(rank);
  corner.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(combination);
  for (Eigen::Index i = 0; i < combination.rows(); ++i) {
    combination.row(i) *= scale_[index_.row_of(first + static_cast<std::size_t>(i))];
  }
  Eigen::MatrixXd gram(rank, rank);
  gram.setZero();
  gram.selfadjointView<Eigen::Lower>().rankUpdate(combination.transpose());
  cholesky_in_place(gram);
  skeleton.root = gram.triangularView<Eigen::Lower>();
  skeleton.constant =
      skeleton.root.triangularView<Eigen::Lower>().solve(combination.colwise().sum().transpose());
  return skeleton;
}

#endif

}  // namespace lapscale

#endif

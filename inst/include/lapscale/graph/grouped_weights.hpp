#ifndef LAPSCALE_GRAPH_GROUPED_WEIGHTS_HPP
#define LAPSCALE_GRAPH_GROUPED_WEIGHTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/graph/cell_groups.hpp"
#include "lapscale/graph/heat_product.hpp"
#include "lapscale/linalg/coarse_walk.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// P' M P for weights M that are not stored, in one pass over the pairs.
//   share  P_ig of each row i in its group g
class GroupedWeights {
 public:
  GroupedWeights(const HeatProduct& product, const CellGroups& groups, const Eigen::VectorXd& share)
      : product_(product), index_(product.index()), groups_(groups), value_(index_.size()) {
    for (std::size_t i = 0; i < value_.size(); ++i) {
      const std::size_t row = index_.row_of(i);
      value_[i] = product.scale()[row] * share[static_cast<Eigen::Index>(row)];
    }
  }

  GroupedMatrix run(const Runtime& runtime) const {
    const std::size_t n_leaves = index_.tree().n_leaves();
    std::vector<std::vector<GroupedEntry>> parts(n_leaves);
    for_blocks(runtime, n_leaves, [&](std::size_t leaf) { parts[leaf] = of_leaf(leaf, runtime); });
    return grouped_matrix(parts, groups_.count());
  }

 private:
  // Sums of one leaf's points: a row for each of their groups, a column for each group near.
  struct Sums {
    std::vector<int> place;  // of each group among those near, -1 for the others
    std::vector<int> near;
    std::vector<std::vector<double>> row;

    std::size_t column(int group) {
      int& at = place[static_cast<std::size_t>(group)];
      if (at < 0) {
        at = static_cast<int>(near.size());
        near.push_back(group);
        for (auto& sums : row) sums.push_back(0);
      }
      return static_cast<std::size_t>(at);
    }
  };

  // The entries of the lower half that pairs of this leaf and of those before contribute.
  std::vector<GroupedEntry> of_leaf(std::size_t leaf, const Runtime& runtime) const {
    const std::vector<int>& group = groups_.of_position();
    const std::size_t first = leaf * leaf_size;
    const std::size_t last = std::min(index_.size(), first + leaf_size);
    const auto own = std::minmax_element(group.data() + first, group.data() + last);
    const int lowest = *own.first;
    Sums sums{std::vector<int>(groups_.count(), -1), {}, {}};
    sums.row.resize(static_cast<std::size_t>(*own.second - lowest) + 1);

    const SimdKernels kernels = runtime.kernels();
    const CutHeatKernel& kernel = product_.kernel();
    PairPass pass(index_, runtime);
    pass.select_leaves(index_.tree().leaf_box(leaf),
                       kernel.sq_cutoff * kernel.sq_bandwidth * (1 + 1e-12));
    pass.leave_out({leaf + 1, index_.tree().n_leaves()});
    for_leaf_blocks(index_, leaf, [&](Span<const std::size_t> query) {
      pass.run_together(query, [&](std::size_t from, double* weight, std::size_t pairs) {
        kernels.quotient_weights(weight, block_width * pairs, kernel.sq_bandwidth, kernel.sq_cutoff,
                                 weight);
        const std::size_t count = std::min(pairs, index_.size() - from);
        for (std::size_t j = 0; j < count; ++j) {
          const std::size_t at = from + j;
          const std::size_t column = sums.column(group[at]);
          // Only a leaf that is all one group has pairs of it with leaves before.
          const double value = value_[at] * (at < first && group[at] == lowest ? 2 : 1);
          for (std::size_t q = 0; q < query.size(); ++q) {
            if (at == query[q] && !product_.self_loops()) continue;
            sums.row[static_cast<std::size_t>(group[query[q]] - lowest)][column] +=
                weight[q * pairs + j] * value * value_[query[q]];
          }
        }
      });
    });
    std::vector<GroupedEntry> entries;
    for (std::size_t r = 0; r < sums.row.size(); ++r) {
      for (std::size_t c = 0; c < sums.near.size(); ++c) {
        const int row = lowest + static_cast<int>(r);
        if (sums.near[c] > row || sums.row[r][c] == 0) continue;
        entries.emplace_back(row, sums.near[c], sums.row[r][c]);
      }
    }
    return entries;
  }

  const HeatProduct& product_;
  const PointIndex& index_;
  const CellGroups& groups_;
  std::vector<double> value_;  // by position
};

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LOCAL_THINNED_SEARCH_HPP
#define LAPSCALE_LOCAL_THINNED_SEARCH_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/kernel/thinned_leaves.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The neighbors of a position among very many points, far ones thinned. One object per thread.
class ThinnedSearch {
 public:
  ThinnedSearch(const PointIndex& index, const ThinnedLeaves::Plan& plan, const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        leaves_(index, plan),
        pass_(index, runtime),
        corner_(index.dim()),
        block_(block_width * index.dim()),
        panels_(at_once * index.dim()),
        sq_dist_(block_width * at_once) {}

  // The neighbors within sqrt(sq_radius) and for how many points each stands.
  void find(std::size_t position, double sq_radius, std::vector<Neighbor>& found,
            std::vector<double>& mass) {
    found.clear();
    index_.for_coordinates(position, [&](std::size_t k, double x) { corner_[k] = x; });
    leaves_.select(Box{corner_.data(), corner_.data()}, sq_radius, position);
    pass_.select_leaves(leaves_.whole());
    pass_.run({&position, 1},
              [&](std::size_t, std::size_t first, const double* sq_dist, std::size_t count) {
                for (std::size_t i = 0; i < count && first + i < index_.size(); ++i) {
                  if (sq_dist[i] > sq_radius) continue;
                  found.push_back({static_cast<std::uint32_t>(first + i), sq_dist[i]});
                }
              });
    mass.assign(found.size(), 1);
    index_.pack_block(&position, 1, block_.data());
    for (const ThinnedLeaves::Part& part : leaves_.parts()) {
      for (std::size_t begin = part.begin; begin < part.end; begin += at_once) {
        const std::size_t end = std::min(begin + at_once, part.end);
        const std::size_t n_panels = leaves_.pack(begin, end, panels_.data());
        kernels_.sq_distances(panels_.data(), index_.dim(), n_panels, block_.data(),
                              sq_dist_.data());
        for (std::size_t j = begin; j < end; ++j) {
          const double sq_dist = sq_dist_[j - begin];
          if (sq_dist <= sq_radius) found.push_back({leaves_.position()[j], sq_dist});
        }
      }
      mass.resize(found.size(), part.mass);
    }
  }

 private:
  static constexpr std::size_t at_once = 32 * panel_width;

  const PointIndex& index_;
  SimdKernels kernels_;
  ThinnedLeaves leaves_;
  PairPass pass_;
  std::vector<double> corner_;
  AlignedBuffer block_;
  AlignedBuffer panels_;
  AlignedBuffer sq_dist_;
};

}  // namespace lapscale

#endif

#ifndef LAPSCALE_SELECT_CENTRE_DISTANCES_HPP
#define LAPSCALE_SELECT_CENTRE_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The squared distances from some points to all points of an index that is on the disk, found in
// one pass over it and kept there: what is searched bandwidth by bandwidth is read once.
class CentreDistances {
 public:
  //   centre  positions
  CentreDistances(const PointIndex& index, const std::vector<std::size_t>& centre,
                  const Runtime& runtime)
      : n_(index.size()), sq_dist_(centre.size() * n_, index.folder()) {
    for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
      PairPass pass(index, runtime);
      pass.select_leaves(LeafRun{leaf, leaf + 1});
      for (std::size_t first = 0; first < centre.size(); first += block_width) {
        const std::size_t last = std::min(first + block_width, centre.size());
        pass.run({centre.data() + first, last - first},
                 [&](std::size_t q, std::size_t begin, const double* sq_dist, std::size_t count) {
                   std::copy_n(sq_dist, std::min(count, n_ - begin),
                               sq_dist_.data() + (first + q) * n_ + begin);
                 });
      }
      sq_dist_.used(centre.size(), leaf_size);
    });
  }

  // The neighbours of a centre within sqrt(sq_radius), in order of position.
  void find(std::size_t i, double sq_radius, std::vector<Neighbor>& found) const {
    found.clear();
    const double* sq_dist = sq_dist_.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      if (sq_dist[j] <= sq_radius) found.push_back({static_cast<std::uint32_t>(j), sq_dist[j]});
    }
    sq_dist_.used(1, n_);
  }

 private:
  std::size_t n_;
  PagedArray<double> sq_dist_;  // centre after centre, by position
};

}  // namespace lapscale

#endif

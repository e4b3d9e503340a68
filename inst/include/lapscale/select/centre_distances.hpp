#ifndef LAPSCALE_SELECT_CENTRE_DISTANCES_HPP
#define LAPSCALE_SELECT_CENTRE_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/select/centre_part.hpp"

namespace lapscale {

// The squared distances from some points to all points of an index, found in one pass over it. Of
// points on the disk they are kept there: what is searched bandwidth by bandwidth is read once.
class CentreDistances {
 public:
  //   centre  positions
  CentreDistances(const PointIndex& index, const std::vector<std::size_t>& centre,
                  const Runtime& runtime)
      : n_(index.size()), sq_dist_(centre.size() * n_, index.folder()) {
    for (std::size_t first = 0; first < centre.size(); first += max_together) {
      measure(index, centre, {first, std::min(first + max_together, centre.size())}, runtime);
    }
  }

  // The neighbors of a center within sqrt(sq_radius), in order of position.
  void find(std::size_t i, double sq_radius, std::vector<Neighbor>& found) const {
    found.clear();
    const double* sq_dist = sq_dist_.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      if (sq_dist[j] <= sq_radius) found.push_back({static_cast<std::uint32_t>(j), sq_dist[j]});
    }
    sq_dist_.used(1, n_);
  }

  // Returns those of a center, by position.
  const double* of(std::size_t i) const { return sq_dist_.data() + i * n_; }

 private:
  static constexpr std::size_t max_together = 1024;

  // Measures from some of the centers, which are packed once for all leaves.
  void measure(const PointIndex& index, const std::vector<std::size_t>& centre,
               const CentrePart& part, const Runtime& runtime) {
    const std::size_t dim = index.dim();
    const std::size_t n_blocks = (part.end - part.begin + block_width - 1) / block_width;
    AlignedBuffer blocks(n_blocks * block_width * dim);
    const auto width = [&](std::size_t b) {
      return std::min(block_width, part.end - part.begin - b * block_width);
    };
    for (std::size_t b = 0; b < n_blocks; ++b) {
      index.pack_block(centre.data() + part.begin + b * block_width, width(b),
                       blocks.data() + b * block_width * dim);
    }
    const SimdKernels kernels = runtime.kernels();
    KeptObjects<AlignedBuffer> kept;
    for_blocks(runtime, index.tree().n_leaves(), [&](std::size_t leaf) {
      const std::size_t count = std::min(leaf_size, n_ - leaf * leaf_size);
      kept.with([] { return AlignedBuffer(); },
                [&](AlignedBuffer& scratch) {
                  const bool has_panels = index.has_coordinates();
                  const double* panels =
                      has_panels ? index.leaf_panels(leaf, 1, scratch) : nullptr;
                  double sq_dist[block_width * leaf_size];
                  for (std::size_t b = 0; b < n_blocks; ++b) {
                    const double* block = blocks.data() + b * block_width * dim;
                    const std::size_t* query = centre.data() + part.begin + b * block_width;
                    if (has_panels) {
                      kernels.sq_distances(panels, dim, leaf_size / panel_width, block, sq_dist);
                    } else {
                      copy_known(index, query, width(b), block, leaf, count, sq_dist);
                    }
                    for (std::size_t q = 0; q < width(b); ++q) {
                      const std::size_t i = part.begin + b * block_width + q;
                      std::copy_n(sq_dist + q * leaf_size, count,
                                  sq_dist_.data() + i * n_ + leaf * leaf_size);
                    }
                  }
                });
      sq_dist_.used(part.end - part.begin, leaf_size);
    });
  }

  // The same of points that are known by their distances alone.
  static void copy_known(const PointIndex& index, const std::size_t* query, std::size_t width,
                         const double* block, std::size_t leaf, std::size_t count,
                         double* sq_dist) {
    std::size_t row[block_width];
    std::uint32_t point[leaf_size];
    for (std::size_t q = 0; q < block_width; ++q) row[q] = index.row_of(query[q < width ? q : 0]);
    for (std::size_t j = 0; j < count; ++j) {
      point[j] = static_cast<std::uint32_t>(index.row_of(leaf * leaf_size + j));
    }
    index.source()->sq_distances(*index.source(), row, block, point, count, leaf_size, sq_dist);
  }

  std::size_t n_;
  PagedArray<double> sq_dist_;  // center after center, by position
};

}  // namespace lapscale

#endif

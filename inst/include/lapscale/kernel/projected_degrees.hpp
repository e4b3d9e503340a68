#ifndef LAPSCALE_KERNEL_PROJECTED_DEGREES_HPP
#define LAPSCALE_KERNEL_PROJECTED_DEGREES_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/kernel/thinned_degrees.hpp"
#include "lapscale/kernel/thinned_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The squared distances from the points of some leaves to all points of many columns, far ones
// thinned, in sketches. One object per thread.
class ProjectedSketch {
 public:
  ProjectedSketch(const PointIndex& index, const ProjectedPoints& projected,
                  const ThinnedPoints::Plan& plan, const LogBins& bins, const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        points_(projected, index.size(), plan),
        bins_(bins) {}

  // Calls take(g, position, sum) for all points of these leaves and all bandwidths.
  template <class Take>
  void sums(const LeafRun& own, double sq_radius, std::size_t number,
            const SketchCoefficients& coefficients, const Take& take) {
    const std::size_t first = own.begin * leaf_size;
    const std::size_t last = std::min(own.end * leaf_size, index_.size());
    const std::size_t n_blocks = (last - first + block_width - 1) / block_width;
    while (sketch_.size() < n_blocks) sketch_.emplace_back(bins_, 1);
    pack_queries(first, last);
    points_.select(own, sq_radius, number);
    for (const ThinnedPoints::Part& part : points_.parts()) {
      for (std::size_t begin = part.begin; begin < part.end; begin += at_once) {
        add(begin, std::min(begin + at_once, part.end), part.mass, last - first);
      }
    }
    for (std::size_t b = 0; b < n_blocks; ++b) {
      const std::size_t from = first + b * block_width;
      const std::size_t count = std::min(block_width, last - from);
      sketch_[b].sums(coefficients, 0, kernels_, count,
                      [&](std::size_t q, std::size_t g, double sum) { take(g, from + q, sum); });
      sketch_[b].clear();
    }
  }

 private:
  static constexpr std::size_t at_once = panel_width;

  void pack_queries(std::size_t first, std::size_t last) {
    const std::size_t size = block_width * index_.dim();
    blocks_.reserve((last - first + block_width - 1) / block_width * size);
    for_position_blocks(first, last, [&](Span<const std::size_t> position) {
      index_.pack_block(position.data(), position.size(),
                        blocks_.data() + (position[0] - first) / block_width * size);
    });
  }

  // Adds the selected points of places begin to end - 1 to the sketches of the queries.
  void add(std::size_t begin, std::size_t end, double mass, std::size_t n_queries) {
    const std::size_t dim = index_.dim();
    panels_.reserve(at_once * dim);
    const std::size_t n_panels =
        index_.pack_panels(points_.position().data() + begin, end - begin, panels_.data());
    const std::size_t count = n_panels * panel_width;
    double sq_dist[block_width * at_once];
    for (std::size_t q = 0; q < n_queries; ++q) {
      const std::size_t b = q / block_width;
      if (q % block_width == 0) {
        kernels_.sq_distances(panels_.data(), dim, n_panels, blocks_.data() + q * dim, sq_dist);
      }
      sketch_[b].add_raised(q % block_width, sq_dist + q % block_width * count, count, mass);
    }
  }

  const PointIndex& index_;
  SimdKernels kernels_;
  ThinnedPoints points_;
  LogBins bins_;
  std::vector<SketchBlock> sketch_;  // per block of queries
  AlignedBuffer blocks_;
  AlignedBuffer panels_;
};

// Degrees as thinned_degrees() has them, in many columns.
inline DegreeTable projected_degrees(const PointIndex& index,
                                     const std::vector<std::size_t>& leaves,
                                     const std::vector<double>& bandwidths, double cutoff,
                                     const ThinnedPoints::Plan& plan, const Runtime& runtime) {
  constexpr std::size_t together = 2;  // leaves: what is whole for them is near all their points
  const ProjectedPoints projected(index, runtime);
  const DegreeNodes nodes(bandwidths, cutoff);
  const SketchCoefficients coefficients(nodes.bins, nodes.at, cutoff);
  DegreeTable table(nodes.at, index.size(), index.folder(), nodes.side);
  const std::vector<LeafRun> group = leaf_groups(leaves, together);
  KeptObjects<ProjectedSketch> sketches;
  const auto make = [&] { return ProjectedSketch(index, projected, plan, nodes.bins, runtime); };
  for_blocks(runtime, group.size(), [&](std::size_t at) {
    sketches.with(make, [&](ProjectedSketch& sketch) {
      sketch.sums(group[at], nodes.sq_reach, group[at].begin / together, coefficients,
                  [&](std::size_t g, std::size_t i, double sum) { table.set(g, i, sum); });
    });
    table.was_set((group[at].end - group[at].begin) * leaf_size);
  });
  return table;
}

}  // namespace lapscale

#endif

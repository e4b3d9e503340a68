#ifndef LAPSCALE_KERNEL_PROJECTED_DEGREES_HPP
#define LAPSCALE_KERNEL_PROJECTED_DEGREES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/kernel/degree_table.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/kernel/sketch_block.hpp"
#include "lapscale/kernel/thinned_degrees.hpp"
#include "lapscale/kernel/thinned_points.hpp"
#include "lapscale/points/listed_panels.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/projected_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The squared distances from the points of some leaves to all points of many columns, far ones
// thinned, in sketches. Of points that are floats they are measured in floats, at twice the speed:
// what that rounds is less than what the bins do. One object per thread.
class ProjectedSketch {
 public:
  ProjectedSketch(const PointIndex& index, const ProjectedPoints& projected,
                  const ThinnedPoints::Plan& plan, const LogBins& bins, const Runtime& runtime)
      : index_(index),
        kernels_(runtime.kernels()),
        points_(projected, index.size(), plan),
        bins_(bins),
        in_floats_(index.are_floats() && bins.lower(1) > min_square),
        at_once_(in_floats_ ? float_panel_width : panel_width) {}

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
      for (std::size_t begin = part.begin; begin < part.end; begin += at_once_) {
        add(begin, std::min(begin + at_once_, part.end), part.mass, last - first);
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
  static constexpr double min_square = 1e-24;  // of coordinates about 1: no square underflows

  void pack_queries(std::size_t first, std::size_t last) {
    const std::size_t size = block_width * index_.dim();
    blocks_.reserve((last - first + block_width - 1) / block_width * size);
    for_position_blocks(first, last, [&](Span<const std::size_t> position) {
      index_.pack_block(position.data(), position.size(),
                        blocks_.data() + (position[0] - first) / block_width * size);
    });
    if (!in_floats_) return;
    float_blocks_.reserve(blocks_.size());
    std::transform(blocks_.data(), blocks_.data() + blocks_.size(), float_blocks_.data(),
                   [](double x) { return static_cast<float>(x); });
  }

  // Packs the selected points of places begin to end - 1; returns how many come with the padding.
  std::size_t pack(std::size_t begin, std::size_t end) {
    const std::uint32_t* position = points_.position().data() + begin;
    if (in_floats_) {
      float_panels_.reserve(at_once_ * index_.dim());
      return float_panel_width *
             pack_listed<float_panel_width>(index_, position, end - begin, float_panels_.data());
    }
    panels_.reserve(at_once_ * index_.dim());
    return panel_width * pack_listed<panel_width>(index_, position, end - begin, panels_.data());
  }

  // Adds them to the sketches of the queries.
  void add(std::size_t begin, std::size_t end, double mass, std::size_t n_queries) {
    const std::size_t dim = index_.dim();
    const std::size_t count = pack(begin, end);
    double sq_dist[block_width * float_panel_width];
    for (std::size_t q = 0; q < n_queries; ++q) {
      if (q % block_width == 0 && in_floats_) {
        kernels_.float_distances_within(float_panels_.data(), dim, count / float_panel_width,
                                        float_blocks_.data() + q * dim, nullptr, sq_dist);
      } else if (q % block_width == 0) {
        kernels_.sq_distances(panels_.data(), dim, count / panel_width, blocks_.data() + q * dim,
                              sq_dist);
      }
      sketch_[q / block_width].add_raised(q % block_width, sq_dist + q % block_width * count, count,
                                          mass);
    }
  }

  const PointIndex& index_;
  SimdKernels kernels_;
  ThinnedPoints points_;
  LogBins bins_;
  std::vector<SketchBlock> sketch_;  // per block of queries
  bool in_floats_;
  std::size_t at_once_;  // points
  AlignedBuffer blocks_;
  AlignedBuffer panels_;
  PagedArray<float> float_blocks_;
  PagedArray<float> float_panels_;
};

// Returns degrees as thinned_degrees() has them, in many columns.
inline DegreeTable projected_degrees(const PointIndex& index,
                                     const std::vector<std::size_t>& leaves,
                                     const std::vector<double>& bandwidths, double cutoff,
                                     const ThinnedPoints::Plan& plan, const Runtime& runtime) {
  constexpr std::size_t together = 2;  // leaves: what is whole for them is near all their points
  const DegreeNodes nodes(bandwidths, cutoff);
  const SketchCoefficients coefficients(nodes.bins, nodes.at, cutoff);
  DegreeTable table(nodes.at, index.size(), index.folder(), nodes.side);
  if (leaves.empty()) return table;
  const ProjectedPoints& projected = projected_points(index, runtime);
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

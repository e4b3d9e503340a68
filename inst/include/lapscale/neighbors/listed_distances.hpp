#ifndef LAPSCALE_NEIGHBORS_LISTED_DISTANCES_HPP
#define LAPSCALE_NEIGHBORS_LISTED_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Squared distances of points to those of a list: to the last bit those of a pass over pairs. One
// object per thread; it owns the scratch memory.
class ListedDistances {
 public:
  ListedDistances(const PointIndex& index, const Runtime& runtime)
      : index_(index), kernels_(runtime.kernels()), query_(block_width * index.dim()) {}

  // Measures the neighbors of a position and puts them in order: nearest first, equal ones by
  // row.
  void sort(std::size_t position, Span<Neighbor> list);

 private:
  // Writes those from the packed query to the list, which is padded to `width`.
  void measure_panels(Span<const Neighbor> list, std::size_t width);

  const PointIndex& index_;
  SimdKernels kernels_;
  AlignedBuffer query_;
  AlignedBuffer panels_;
  AlignedBuffer sq_dist_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE void ListedDistances::sort(std::size_t position, Span<Neighbor> list) {
  const std::size_t width = padded(list.size());
  sq_dist_.reserve(block_width * width);
  index_.pack_block(&position, 1, query_.data());
  if (index_.source() != nullptr) {
    std::vector<std::size_t> row(block_width, index_.row_of(position));
    std::vector<std::uint32_t> point;
    for (const Neighbor& one : list) {
      point.push_back(static_cast<std::uint32_t>(index_.row_of(one.point)));
    }
    index_.source()->sq_distances(*index_.source(), row.data(), query_.data(), point.data(),
                                  list.size(), width, sq_dist_.data());
  } else {
    measure_panels(list, width);
  }
  for (std::size_t j = 0; j < list.size(); ++j) list[j].sq_dist = sq_dist_[j];
  std::sort(list.begin(), list.end(), Nearer{index_});
}

LAPSCALE_ONCE void ListedDistances::measure_panels(Span<const Neighbor> list, std::size_t width) {
  const std::size_t dim = index_.dim();
  panels_.reserve(width * dim);
  for (std::size_t j = 0; j < width; ++j) {
    const std::size_t other = list[std::min(j, list.size() - 1)].point;
    double* panel = panels_.data() + j / panel_width * panel_width * dim + j % panel_width;
    index_.for_coordinates(other, [&](std::size_t k, double x) { panel[k * panel_width] = x; });
  }
  kernels_.sq_distances(panels_.data(), dim, width / panel_width, query_.data(), sq_dist_.data());
}

#endif

}  // namespace lapscale

#endif

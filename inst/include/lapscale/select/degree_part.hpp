#ifndef LAPSCALE_SELECT_DEGREE_PART_HPP
#define LAPSCALE_SELECT_DEGREE_PART_HPP

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/thinned_degrees.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/select/degree_factors.hpp"
#include "lapscale/select/local_pass.hpp"

namespace lapscale {

// Returns the leaves that one of several processes looks at. They begin at a multiple of those that
// share a draw, so that how many parts there are does not matter.
inline LeafRun leaves_of_part(std::size_t n_leaves, std::size_t part, std::size_t n_parts) {
  constexpr std::size_t together = ThinnedSketch::together;
  if (part >= n_parts) throw std::invalid_argument("degree_part: no such part");
  const std::size_t n_groups = (n_leaves + together - 1) / together;
  const auto edge = [&](std::size_t p) {
    return std::min(n_leaves, n_groups * p / n_parts * together);
  };
  return {edge(part), edge(part + 1)};
}

// Returns what one of `n_parts` processes finds of the degrees that a LocalPass with these
// arguments looks at: the log degrees of the points of its leaves as DegreeTable::part() has them.
// Empty where that makes no table, or there are fewer leaves than parts.
inline std::vector<float> degree_part(const PointIndex& index, const std::vector<std::size_t>& rows,
                                      const LocalPassOptions& options,
                                      std::vector<double> bandwidths, std::size_t part,
                                      std::size_t n_parts, const Runtime& runtime) {
  const LeafRun own = leaves_of_part(index.tree().n_leaves(), part, n_parts);
  const bool is_made = wants_degree_table(index.size(), bandwidths.size(), options.cutoff);
  if (!is_made || own.begin == own.end) return {};
  bandwidths = with_squares(bandwidths);
  std::vector<std::size_t> centre;
  centre.reserve(rows.size());
  for (const std::size_t row : rows) centre.push_back(index.position_of(row));
  std::sort(centre.begin(), centre.end());
  std::vector<std::size_t> leaves;
  for (const std::size_t leaf : leaves_seen(index, centre, bandwidths, options.cutoff, runtime)) {
    if (leaf >= own.begin && leaf < own.end) leaves.push_back(leaf);
  }
  const DegreeTable table = degree_table(index, leaves, bandwidths, options.degrees(), runtime);
  return table.part(own.begin * leaf_size, std::min(own.end * leaf_size, index.size()));
}

}  // namespace lapscale

#endif

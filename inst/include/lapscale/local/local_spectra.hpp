#ifndef LAPSCALE_LOCAL_LOCAL_SPECTRA_HPP
#define LAPSCALE_LOCAL_LOCAL_SPECTRA_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/local/bandwidth_covariances.hpp"
#include "lapscale/local/local_covariance.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/local/subspace_block.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/panel_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/kept_objects.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

struct LocalSpectraOptions {
  std::size_t n_values = 1;            // how many eigenvalues are wanted, at most the columns
  double cutoff = consistency_cutoff;  // pairs beyond cutoff * h are dropped
  NeighborSample::Plan neighbors = {std::size_t(-1), 0};
};

// Returns what local_spectra() returns, from all distances, for sizes at which no matrix is
// formed.
inline std::vector<double> subspace_spectra(const PointIndex& index,
                                            const std::vector<std::size_t>& position,
                                            const std::vector<double>& bandwidths,
                                            const LocalSpectraOptions& options,
                                            const Runtime& runtime) {
  const std::size_t k = options.n_values;
  const SquaredDistances sq_dist(index, runtime);
  const std::optional<PanelPoints> points = fewer_coordinates(index);
  std::vector<std::size_t> order(position.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return position[a] < position[b]; });
  const std::vector<double> decreasing(bandwidths.rbegin(), bandwidths.rend());
  std::vector<double> values(position.size() * bandwidths.size() * k);
  KeptObjects<SubspaceBlock> blocks;
  const auto make = [&] {
    return SubspaceBlock(&sq_dist, points ? &*points : nullptr, runtime.kernels());
  };
  for_ranges(order.size(), block_width, runtime, [&](std::size_t begin, std::size_t end) {
    std::vector<std::size_t> centre;
    for (std::size_t i = begin; i < end; ++i) centre.push_back(position[order[i]]);
    blocks.with(make, [&](SubspaceBlock& block) {
      block.covariances(centre, decreasing, std::min(options.cutoff, farthest_cutoff), k,
                        [&](std::size_t q, std::size_t g, const Eigen::VectorXd& found) {
                          const std::size_t b = bandwidths.size() - 1 - g;
                          const std::size_t row = order[begin + q] * bandwidths.size() + b;
                          for (std::size_t a = 0; a < k; ++a) {
                            values[row * k + a] =
                                std::max(0.0, found[static_cast<Eigen::Index>(a)]);
                          }
                        });
    });
  });
  return values;
}

// Multiscale local principal components: the leading eigenvalues of the covariance around each of
// some points, weighted by the heat kernel, w_j = exp(-|x_j - x_i|^2 / h^2):
//
//   C_i(h) = sum_j w_j (x_j - m)(x_j - m)' / sum_j w_j,   m = sum_j w_j x_j / sum_j w_j
//
// (the squared singular values of Little, Maggioni, Rosasco, with the kernel in place of balls).
//   position    of these points, m of them
//   bandwidths  increasing, length g, in the frame's unit
//   returns     m x g x n_values: values of one point and bandwidth together, largest first
inline std::vector<double> local_spectra(const PointIndex& index,
                                         const std::vector<std::size_t>& position,
                                         Span<const double> bandwidths,
                                         const LocalSpectraOptions& options,
                                         const Runtime& runtime) {
  const std::size_t g = bandwidths.size();
  const std::size_t k = options.n_values;
  std::vector<double> values(position.size() * g * k, 0.0);
  std::vector<double> grid;
  for (const double h : bandwidths) grid.push_back(with_square(h));
  const bool forms_matrix = LocalCovariance::forms_matrix(index.dim(), index.size(), k);
  const bool from_distances = SquaredDistances::are_few(index) && !forms_matrix;
  if (k <= SubspaceBlock::max_values && (index.source() != nullptr || from_distances)) {
    return subspace_spectra(index, position, grid, options, runtime);
  }
  const double largest = grid.back();
  const double reach = options.cutoff * largest;
  const LogBins bins = bins_for(grid.front(), largest, options.cutoff);
  for_blocks(runtime, position.size(), [&](std::size_t i) {
    NeighborSearch search(index, nullptr, runtime);
    std::vector<Neighbor> found;
    search.find(position[i], reach * reach, found);
    Neighborhood near;
    near.assign(index, position[i], found, bins, options.neighbors.limit);
    double* out = values.data() + i * g * k;
    if (LocalCovariance::max_columns < near.dim() && near.size() <= options.neighbors.limit &&
        LocalCovariance::forms_matrix(near.dim(), near.size(), k)) {
      BandwidthCovariances().leading_values(runtime.kernels(), near, grid, options.cutoff, k, out);
      return;
    }
    LocalCovariance covariance(runtime.kernels(), options.neighbors);
    for (std::size_t b = 0; b < g; ++b, out += k) {
      covariance.at(near, position[i], grid[b], options.cutoff);
      covariance.leading_values(k, out);
    }
  });
  return values;
}

}  // namespace lapscale

#endif

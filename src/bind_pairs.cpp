#include <Rcpp.h>

#include <cmath>
#include <memory>
#include <vector>

#include "lapscale/kernel/pair_sketch.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/neighbor_counts.hpp"
#include "lapscale/select/median_distance.hpp"
#include "r_points.h"
#include "r_runtime.h"

// Sketches the distances from these rows (1-based) to all points, or those of all pairs where no
// row is given. bandwidths: the range that will be asked for, unit of x.
// [[Rcpp::export(rng = false)]]
void cpp_sketch_pairs(SEXP points, const Rcpp::IntegerVector& rows,
                      const Rcpp::NumericVector& bandwidths, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const std::vector<double> range = in_unit(handle->index.frame(), bandwidths);
  auto pairs = std::make_unique<lapscale::PairSketch>(handle->index, range.front(), range.back());
  if (rows.size() == 0) {
    pairs->add_all(runtime_from(runtime));
  } else {
    pairs->add_from(positions_from(handle->index, rows), runtime_from(runtime));
  }
  handle->pairs = std::move(pairs);
}

// The kernel sum over the pairs of the sketch, and its derivative by log h^2: g x 2.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_kernel_sums(SEXP points, const Rcpp::NumericVector& bandwidths) {
  const PointsPtr handle(points);
  const std::vector<double> grid = in_unit(handle->index.frame(), bandwidths);
  Rcpp::NumericMatrix sums(static_cast<int>(grid.size()), 2);
  for (int g = 0; g < sums.nrow(); ++g) {
    sums(g, 0) = handle->pairs->heat_sum(grid[static_cast<std::size_t>(g)]);
    sums(g, 1) = handle->pairs->heat_slope(grid[static_cast<std::size_t>(g)]);
  }
  return sums;
}

// How many points that do not coincide lie within each of the radii (increasing, unit of x) of each
// of the rows (1-based): g x m.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_counts(SEXP points, const Rcpp::IntegerVector& rows,
                                        const Rcpp::NumericVector& radii,
                                        const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const std::vector<double> within = in_unit(handle->index.frame(), radii);
  const std::vector<double> counts = lapscale::neighbor_counts(
      handle->index, positions_from(handle->index, rows), within, runtime_from(runtime));
  return Rcpp::NumericMatrix(static_cast<int>(radii.size()), static_cast<int>(rows.size()),
                             counts.begin());
}

// The distances of each point to its k nearest others, increasing, unit of x: k x n by row.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_distances(SEXP points, int k, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(index, static_cast<std::size_t>(k), runtime_from(runtime));
  Rcpp::NumericMatrix distances(k, static_cast<int>(index.size()));
  for (std::size_t i = 0; i < index.size(); ++i) {
    double* column = distances.begin() + index.row_of(i) * static_cast<std::size_t>(k);
    for (const lapscale::Neighbor& neighbor : lists.of(i)) {
      *column++ = index.frame().from_unit(std::sqrt(neighbor.sq_dist));
    }
  }
  return distances;
}

// Median distance over all pairs, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_median_distance(SEXP points, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  return handle->index.frame().from_unit(
      lapscale::median_distance(handle->index, runtime_from(runtime)));
}

#include <Rcpp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "lapscale/neighbors/component_bridges.hpp"
#include "lapscale/neighbors/nearest_distinct.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/neighbor_counts.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/select/centre_distances.hpp"
#include "r_allocate.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Lists of equal length by position, of positions, as two matrices by row, of rows.
Rcpp::List as_matrices(const lapscale::Adjacency& lists, const lapscale::PointIndex& points,
                       const lapscale::PointIndex& queries, int k) {
  const auto m = static_cast<int>(queries.size());
  Rcpp::IntegerMatrix index = integer_matrix(queries.size(), static_cast<std::size_t>(k));
  Rcpp::NumericMatrix distance = numeric_matrix(queries.size(), static_cast<std::size_t>(k));
  for (int q = 0; q < m; ++q) {
    const auto list = lists.of(queries.position_of(static_cast<std::size_t>(q)));
    for (int j = 0; j < k; ++j) {
      const lapscale::Neighbor& neighbor = list[static_cast<std::size_t>(j)];
      index(q, j) = static_cast<int>(points.row_of(neighbor.point)) + 1;
      distance(q, j) = std::sqrt(neighbor.sq_dist);
    }
  }
  return Rcpp::List::create(Rcpp::Named("index") = index, Rcpp::Named("distance") = distance);
}

// The leaves of the part-th of n_parts (from 0).
lapscale::LeafRun leaves_of(int part, int n_parts, const lapscale::PointIndex& index) {
  check_part(part, n_parts);
  const std::size_t n_leaves = index.tree().n_leaves();
  const auto end_of = [&](int number) {
    return n_leaves * static_cast<std::size_t>(number) / static_cast<std::size_t>(n_parts);
  };
  return {end_of(part), end_of(part + 1)};
}

}  // namespace

// The k nearest other points of each point: index and distance n x k, the latter in cpp_unit().
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nearest(SEXP points, int k, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  return as_matrices(
      lapscale::nearest_neighbors(index, static_cast<std::size_t>(k), runtime_from(runtime)), index,
      index, k);
}

// The k nearest other points of a part of the points, the part-th of n_parts (from 0): row, which
// these are, and index, length(row) x k.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nearest_part(SEXP points, int k, int part, int n_parts, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  if (!handle->search) {
    handle->search = std::make_shared<const lapscale::NearestSearch>(handle->index, run);
  }
  const auto& search = *static_cast<const lapscale::NearestSearch*>(handle->search.get());
  const lapscale::PointIndex& searched = search.searched();
  const lapscale::LeafRun leaves = leaves_of(part, n_parts, searched);
  const std::size_t first = std::min(searched.size(), leaves.begin * lapscale::leaf_size);
  const std::size_t last = std::min(searched.size(), leaves.end * lapscale::leaf_size);
  Rcpp::IntegerVector row = integer_vector(last - first);
  Rcpp::IntegerMatrix found = integer_matrix(last - first, static_cast<std::size_t>(k));
  for (std::size_t i = first; i < last; ++i) {
    row[static_cast<int>(i - first)] = static_cast<int>(searched.row_of(i)) + 1;
  }
  int* const out = found.begin();
  search.run(static_cast<std::size_t>(k), leaves, run,
             [&](std::size_t of, const std::vector<lapscale::Neighbor>& list) {
               const std::size_t at = searched.position_of(of) - first;
               for (std::size_t j = 0; j < list.size(); ++j) {
                 const std::size_t other = handle->index.row_of(list[j].point);
                 out[j * (last - first) + at] = static_cast<int>(other) + 1;
               }
             });
  return Rcpp::List::create(Rcpp::Named("row") = row, Rcpp::Named("index") = found);
}

// How long the search for the k nearest neighbours of all points would take, from some parts of
// n_parts (from 0); seconds.
// [[Rcpp::export(rng = false)]]
double cpp_nearest_seconds(SEXP points, int k, const Rcpp::IntegerVector& parts, int n_parts,
                           const Rcpp::List& runtime) {
  using Clock = std::chrono::steady_clock;
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const auto start = Clock::now();
  const lapscale::NearestSearch search(handle->index, run);
  const auto ready = Clock::now();
  for (const int part : parts) {
    search.run(static_cast<std::size_t>(k), leaves_of(part, n_parts, search.searched()), run,
               [](std::size_t, const std::vector<lapscale::Neighbor>&) {});
  }
  const std::chrono::duration<double> making = ready - start;
  const std::chrono::duration<double> searching = Clock::now() - ready;
  return making.count() +
         searching.count() * static_cast<double>(n_parts) / static_cast<double>(parts.size());
}

// The k points nearest to each row of `at` (m x r), one that coincides with it included: index and
// distance m x k, the latter in cpp_unit().
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_query_nearest(SEXP points, const Rcpp::NumericMatrix& at, int k,
                             const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(index, at, run);
  return as_matrices(lapscale::query_neighbors(index, queries, static_cast<std::size_t>(k), run),
                     index, queries, k);
}

// The distances of each point to its k nearest others, increasing, unit of x: k x n by row.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_distances(SEXP points, int k, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(index, static_cast<std::size_t>(k), runtime_from(runtime));
  Rcpp::NumericMatrix distances = numeric_matrix(static_cast<std::size_t>(k), index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    double* column = distances.begin() + index.row_of(i) * static_cast<std::size_t>(k);
    for (const lapscale::Neighbor& neighbor : lists.of(i)) {
      *column++ = index.frame().from_unit(std::sqrt(neighbor.sq_dist));
    }
  }
  return distances;
}

// Distance from each row of `at` (m x r) to the nearest point that does not coincide with it, unit
// of x; Inf if there is none. at = NULL: from each of the points.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_nearest_distinct(SEXP points, const Rcpp::Nullable<Rcpp::NumericMatrix>& at,
                                         const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::PointFrame& frame = index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  std::vector<double> nearest;
  if (at.isNull()) {
    nearest = lapscale::nearest_distinct(index, index, run);
  } else {
    const Rcpp::NumericMatrix rows(at.get());
    const lapscale::PointIndex queries = queries_from(index, rows, run);
    nearest = lapscale::nearest_distinct(index, queries, run);
  }
  Rcpp::NumericVector result = numeric_vector(nearest.size());
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    result[static_cast<R_xlen_t>(i)] = frame.from_unit(std::sqrt(nearest[i]));
  }
  return result;
}

// How many points that do not coincide lie within each of the radii (increasing, unit of x) of each
// of the rows (1-based): g x m.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_counts(SEXP points, const Rcpp::IntegerVector& rows,
                                        const Rcpp::NumericVector& radii,
                                        const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::vector<double> within = grid_from(handle->index, radii);
  check_that(std::is_sorted(within.begin(), within.end()), "Radii in order are expected.");
  const std::vector<double> counts = lapscale::neighbor_counts(
      handle->index, positions_from(handle->index, rows), within, runtime_from(runtime));
  return as_matrix(counts, within.size(), static_cast<std::size_t>(rows.size()));
}

// The union of the k nearest neighbours as a handle, for cpp_consistency().
// [[Rcpp::export(rng = false)]]
SEXP cpp_neighbor_graph(SEXP points, int k, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(handle->index, static_cast<std::size_t>(k), run);
  return hold(std::make_shared<const NeighborGraph>(
      NeighborGraph{handle, lapscale::symmetric(lists, lapscale::Symmetry::either, true, run)}));
}

// The shortest edges that join the components: rows `a`, `b` and their distance in cpp_unit().
//   membership length n, 1-based
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_component_bridges(SEXP points, const Rcpp::IntegerVector& membership,
                                 const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::size_t n = handle->index.size();
  check_size("membership", membership.size(), n);
  const std::vector<lapscale::Bridge> bridges =
      lapscale::component_bridges(handle->index, rows_from(membership, n), runtime_from(runtime));
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> distance;
  for (const lapscale::Bridge& bridge : bridges) {
    a.push_back(static_cast<double>(bridge.a) + 1);
    b.push_back(static_cast<double>(bridge.b) + 1);
    distance.push_back(std::sqrt(bridge.sq_dist));
  }
  return Rcpp::List::create(Rcpp::Named("a") = as_vector(a), Rcpp::Named("b") = as_vector(b),
                            Rcpp::Named("distance") = as_vector(distance));
}

// Distances from rows (1-based) to all points, in cpp_unit(): n x m.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_distances_from(SEXP points, const Rcpp::IntegerVector& rows,
                                       const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::CentreDistances found(index, positions_from(index, rows), runtime_from(runtime));
  const auto m = static_cast<std::size_t>(rows.size());
  Rcpp::NumericMatrix distance = numeric_matrix(index.size(), m);
  for (std::size_t i = 0; i < m; ++i) {
    double* column = distance.begin() + i * index.size();
    for (std::size_t j = 0; j < index.size(); ++j) {
      column[index.row_of(j)] = std::sqrt(found.of(i)[j]);
    }
  }
  return distance;
}

#include <Rcpp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "lapscale/neighbors/component_bridges.hpp"
#include "lapscale/neighbors/linkage_height.hpp"
#include "lapscale/neighbors/listed_neighbors.hpp"
#include "lapscale/neighbors/nearest_distinct.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/neighbor_counts.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/neighbors/triangle_noise.hpp"
#include "lapscale/points/deflated_distances.hpp"
#include "lapscale/select/centre_distances.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_places.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Returns lists by position, of positions, as lists by row, of rows: list of row q: [begin[q],
// begin[q + 1]) of `index` (1-based) and `distance`.
Rcpp::List as_lists(const lapscale::Adjacency& lists, const lapscale::PointIndex& points,
                    const lapscale::PointIndex& queries) {
  Rcpp::IntegerVector begin = integer_vector(queries.size() + 1);
  Rcpp::IntegerVector index = integer_vector(lists.neighbors.size());
  Rcpp::NumericVector distance = numeric_vector(lists.neighbors.size());
  R_xlen_t at = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    for (const lapscale::Neighbor& neighbor : lists.of(queries.position_of(q))) {
      index[at] = static_cast<int>(points.row_of(neighbor.point)) + 1;
      distance[at] = std::sqrt(neighbor.sq_dist);
      ++at;
    }
    begin[static_cast<R_xlen_t>(q) + 1] = static_cast<int>(at);
  }
  return named_list({{"begin", begin}, {"index", index}, {"distance", distance}});
}

// Tells how many neighbors there may be.
std::size_t max_from(double most) {
  check_between("most", most, 0.0, 0x1p53);
  return static_cast<std::size_t>(most);
}

// Returns the leaves of the part-th of n_parts (from 0).
lapscale::LeafRun leaves_of(int part, int n_parts, const lapscale::PointIndex& index) {
  check_part(part, n_parts);
  const std::size_t n_leaves = index.tree().n_leaves();
  const auto end_of = [&](int number) {
    return n_leaves * static_cast<std::size_t>(number) / static_cast<std::size_t>(n_parts);
  };
  return {end_of(part), end_of(part + 1)};
}

}  // namespace

// Returns the k nearest other points of each point, with all ties: lists, distances in cpp_unit().
// Throws lapscale::TooManyNeighbors if they are more than `most` in all.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nearest(SEXP points, int k, double most, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  return as_lists(
      lapscale::nearest_neighbors(index, static_cast<std::size_t>(k), lapscale::Ties::all,
                                  runtime_from(runtime), max_from(most)),
      index, index);
}

// Does the same for a part of the points, the part-th of n_parts (from 0): row, which these are,
// size, how many neighbors each has, and index, one list after another.
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
  std::vector<std::vector<std::size_t>> found(last - first);
  search.run(static_cast<std::size_t>(k), lapscale::Ties::all, leaves, run,
             [&](std::size_t of, const std::vector<lapscale::Neighbor>& list) {
               std::vector<std::size_t>& own = found[searched.position_of(of) - first];
               for (const lapscale::Neighbor& neighbor : list) {
                 own.push_back(handle->index.row_of(neighbor.point));
               }
             });
  std::vector<std::size_t> row;
  std::vector<std::size_t> neighbor;
  Rcpp::IntegerVector size = integer_vector(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    row.push_back(searched.row_of(first + i));
    neighbor.insert(neighbor.end(), found[i].begin(), found[i].end());
    size[static_cast<R_xlen_t>(i)] = static_cast<int>(found[i].size());
  }
  return named_list({{"row", rows_to(row)}, {"size", size}, {"index", rows_to(neighbor)}});
}

// Returns the same k nearest of those that are listed: index, n x k or more, rows.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nearest_listed(SEXP points, const Rcpp::IntegerMatrix& index, int k,
                              const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& all = handle->index;
  const auto n = static_cast<std::size_t>(index.nrow());
  const auto columns = static_cast<std::size_t>(index.ncol());
  const std::vector<std::size_t> given = rows_from(index, all.size());
  std::vector<std::size_t> begin;
  std::vector<std::size_t> row;
  for (std::size_t i = 0; i <= n; ++i) begin.push_back(i * columns);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      row.push_back(given[j * n + i]);
    }
  }
  return as_lists(
      lapscale::listed_neighbors(all, {begin.data(), begin.size()}, {row.data(), row.size()},
                                 static_cast<std::size_t>(k), runtime_from(runtime)),
      all, all);
}

// Tells how long the search for the k nearest neighbors of all points would take, from some parts
// of n_parts (from 0); seconds.
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
    search.run(static_cast<std::size_t>(k), lapscale::Ties::all,
               leaves_of(part, n_parts, search.searched()), run,
               [](std::size_t, const std::vector<lapscale::Neighbor>&) {});
  }
  const std::chrono::duration<double> making = ready - start;
  const std::chrono::duration<double> searching = Clock::now() - ready;
  return making.count() +
         searching.count() * static_cast<double>(n_parts) / static_cast<double>(parts.size());
}

// Returns the k points nearest to each row of `at` (m x r), one that coincides with it included,
// with all ties: lists, distances in cpp_unit().
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_query_nearest(SEXP points, SEXP at, int k, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(index, at, run);
  return as_lists(
      lapscale::query_neighbors(index, queries, static_cast<std::size_t>(k), lapscale::Ties::all,
                                run, std::numeric_limits<int>::max()),
      index, queries);
}

// Returns the distances of each point to its k nearest others, increasing, unit of x: k x n by row.
// Where places are counted, these are k other places, or as many as there are.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_distances(SEXP points, int k, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const Places* const places = handle->places.get();
  const lapscale::PointIndex& index = places ? places->index : handle->index;
  check_between("k", k, 1, handle->index.size() - 1);
  const std::size_t most = std::min(static_cast<std::size_t>(k), most_neighbors(*handle));
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(index, most, lapscale::Ties::any, runtime_from(runtime));
  const std::size_t n = handle->index.size();
  Rcpp::NumericMatrix distances = numeric_matrix(most, n);
  for (std::size_t row = 0; row < n; ++row) {
    double* column = distances.begin() + row * most;
    for (const lapscale::Neighbor& neighbor :
         lists.of(index.position_of(places ? places->of_row[row] : row))) {
      *column++ = index.frame().from_unit(std::sqrt(neighbor.sq_dist));
    }
  }
  return distances;
}

// Distance from each row of `at` (m x r) to the nearest point that does not coincide with it, unit
// of x; Inf if there is none. at = NULL: from each of the points.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_nearest_distinct(SEXP points, SEXP at, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::PointFrame& frame = index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  std::vector<double> nearest;
  if (Rf_isNull(at)) {
    nearest = lapscale::nearest_distinct(index, index, run);
  } else {
    const lapscale::PointIndex queries = queries_from(index, at, run);
    nearest = lapscale::nearest_distinct(index, queries, run);
  }
  Rcpp::NumericVector result = numeric_vector(nearest.size());
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    result[static_cast<R_xlen_t>(i)] = frame.from_unit(std::sqrt(nearest[i]));
  }
  return result;
}

// Tells how many points that do not coincide lie within each of the radii (increasing, unit of x)
// of each of the rows (1-based), each as often as its mass says (length n, or a single one for
// all): g x m.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_neighbor_counts(SEXP points, const Rcpp::IntegerVector& rows,
                                        const Rcpp::NumericVector& radii,
                                        const Rcpp::NumericVector& mass,
                                        const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  std::vector<double> by_position;
  if (mass.size() > 1) {
    check_size("mass", mass.size(), handle->index.size());
    for (std::size_t i = 0; i < handle->index.size(); ++i) {
      by_position.push_back(mass[static_cast<R_xlen_t>(handle->index.row_of(i))]);
    }
  }
  const std::vector<double> within = grid_from(handle->index, radii);
  check_that(std::is_sorted(within.begin(), within.end()), "Radii in order are expected.");
  const std::vector<double> counts =
      lapscale::neighbor_counts(handle->index, positions_from(handle->index, rows), within,
                                by_position, runtime_from(runtime));
  return as_matrix(counts, within.size(), static_cast<std::size_t>(rows.size()));
}

// Returns the union of the k nearest neighbors, with all ties, as a handle, for cpp_consistency().
// Throws lapscale::TooManyNeighbors if their lists hold more than `most` in all.
// [[Rcpp::export(rng = false)]]
SEXP cpp_neighbor_graph(SEXP points, int k, double most, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::Adjacency lists = lapscale::nearest_neighbors(
      handle->index, static_cast<std::size_t>(k), lapscale::Ties::all, run, max_from(most));
  return hold(std::make_shared<const NeighborGraph>(
      NeighborGraph{handle, lapscale::symmetric(lists, lapscale::Symmetry::either, true, run)}));
}

// Returns the shortest edges that join the components, with all ties: rows `a`, `b` and their
// distance in cpp_unit(). Throws lapscale::TooManyNeighbors if they are more than `most`.
//   membership length n, 1-based
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_component_bridges(SEXP points, const Rcpp::IntegerVector& membership, double most,
                                 const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::size_t n = handle->index.size();
  check_size("membership", membership.size(), n);
  const std::vector<lapscale::Bridge> bridges = lapscale::component_bridges(
      handle->index, rows_from(membership, n), runtime_from(runtime), max_from(most));
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> distance;
  for (const lapscale::Bridge& bridge : bridges) {
    a.push_back(static_cast<double>(bridge.a) + 1);
    b.push_back(static_cast<double>(bridge.b) + 1);
    distance.push_back(std::sqrt(bridge.sq_dist));
  }
  return named_list({{"a", as_vector(a)}, {"b", as_vector(b)}, {"distance", as_vector(distance)}});
}

// Returns distances from rows (1-based) to all points, in cpp_unit(): n x m.
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

// Returns what the triangles with the k nearest neighbors of each point say of its noise: noise,
// its squared length; kth and nearest, the rows of the k-th and of the nearest, and their squared
// distances, sq_kth and sq_nearest; squares of cpp_unit().
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_triangle_noise(SEXP points, int k, double most, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  check_between("k", k, 2, index.size() - 1);
  const auto size = static_cast<std::size_t>(k);
  const lapscale::Adjacency lists = lapscale::nearest_neighbors(
      index, std::min(2 * size, index.size() - 1), lapscale::Ties::any, run, max_from(most));
  const std::vector<double> found = lapscale::TriangleNoise(index, lists).run(size, run);
  Rcpp::NumericVector noise = numeric_vector(index.size());
  Rcpp::NumericVector sq_kth = numeric_vector(index.size());
  Rcpp::NumericVector sq_nearest = numeric_vector(index.size());
  Rcpp::IntegerVector kth = integer_vector(index.size());
  Rcpp::IntegerVector nearest = integer_vector(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto row = static_cast<R_xlen_t>(index.row_of(i));
    const auto list = lists.of(i);
    noise[row] = found[i];
    const lapscale::Neighbor& last = list[size - 1];
    sq_kth[row] = last.sq_dist;
    kth[row] = static_cast<int>(index.row_of(last.point)) + 1;
    sq_nearest[row] = list[0].sq_dist;
    nearest[row] = static_cast<int>(index.row_of(list[0].point)) + 1;
  }
  return named_list({{"noise", noise},
                     {"kth", kth},
                     {"sq_kth", sq_kth},
                     {"nearest", nearest},
                     {"sq_nearest", sq_nearest}});
}

// Returns the points with the noise of both ends (by row, squares of cpp_unit()) taken off squared
// distances: a handle of cpp_points() whose distances are all that is known.
// [[Rcpp::export(rng = false)]]
SEXP cpp_deflated_points(SEXP points, const Rcpp::NumericVector& noise, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  check_size("noise", noise.size(), handle->index.size());
  const std::vector<double> own(noise.begin(), noise.end());
  check_that(std::all_of(own.begin(), own.end(), [](double s) { return s >= 0; }),
             "Noise of 0 or more is expected.");
  return hold(std::make_shared<const Points>(
      Points{lapscale::DeflatedDistances::index(handle->index, own, runtime_from(runtime))}));
}

// Returns lapscale::linkage_heights() in the unit of x.
//   mass  by row;  shares  increasing
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_linkage_heights(SEXP points, const Rcpp::NumericVector& mass,
                                        const Rcpp::NumericVector& shares,
                                        const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  check_size("mass", mass.size(), handle->index.size());
  check_that(shares.size() > 0, "Shares are expected.");
  std::vector<double> heights = lapscale::linkage_heights(
      handle->index, view(mass), {shares.begin(), shares.end()}, runtime_from(runtime));
  for (double& height : heights) height = handle->index.frame().from_unit(height);
  return as_vector(heights);
}

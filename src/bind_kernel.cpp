#include <Rcpp.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/heat_kernel.hpp"
#include "lapscale/kernel/heat_sums.hpp"
#include "lapscale/kernel/normalized_sums.hpp"
#include "lapscale/kernel/pair_sketch.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

struct Sketch {
  static constexpr const char* kind = "a sketch of pairs";
  std::shared_ptr<const Points> points;
  lapscale::PairSketch pairs;
};

Rcpp::NumericMatrix as_rows(const std::vector<double>& values, std::size_t rows) {
  return as_matrix(values, rows, values.size() / rows);
}

lapscale::FunctionValues functions_from(const lapscale::PointIndex& points,
                                        const Rcpp::NumericMatrix& f_points,
                                        const lapscale::PointIndex& queries,
                                        const Rcpp::NumericMatrix& f_at) {
  const auto count = static_cast<std::size_t>(f_points.ncol());
  check_size("f_points", f_points.size(), points.size() * count);
  check_size("f_at", f_at.size(), queries.size() * count);
  return {count, view(f_points), view(f_at)};
}

}  // namespace

// Returns the core's cut-offs in bandwidths: beyond `graph` weights are no edges, beyond
// `consistency` they do not count in local metrics and covariances.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_cutoffs() {
  return Rcpp::NumericVector::create(Rcpp::Named("graph") = lapscale::graph_cutoff,
                                     Rcpp::Named("consistency") = lapscale::consistency_cutoff);
}

// Returns the heat kernel between the rows of `at` (m x r) and the points: m x n.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_heat_kernel(SEXP points, SEXP at, double bandwidth,
                                    const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(handle->index, at, run);
  Rcpp::NumericMatrix kernel = numeric_matrix(queries.size(), handle->index.size());
  lapscale::heat_kernel(handle->index, queries, frame.to_unit(bandwidth), run,
                        {kernel.begin(), static_cast<std::size_t>(kernel.size())});
  return kernel;
}

// Sums over the points around each row of `at` (m x r), for functions known at the points (n x q)
// and there (m x q): weight m x g (no columns if not wanted), difference m x (g q), square m x g'.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_heat_sums(SEXP points, SEXP at, const Rcpp::NumericMatrix& f_points,
                         const Rcpp::NumericMatrix& f_at, const Rcpp::NumericVector& bandwidths,
                         const Rcpp::NumericVector& square_bandwidths, bool weight,
                         const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(handle->index, at, run);
  const std::vector<double> grid = lapscale::with_squares(grid_from(handle->index, bandwidths));
  const std::vector<double> squares = lapscale::with_squares(in_unit(frame, square_bandwidths));
  const lapscale::FunctionValues f = functions_from(handle->index, f_points, queries, f_at);
  const lapscale::HeatSums sums =
      lapscale::HeatSumsPass(handle->index, queries, f, {grid, squares, weight}).run(run);
  const std::size_t m = queries.size();
  return named_list({{"weight", as_rows(sums.weight, m)},
                     {"difference", as_rows(sums.difference, m)},
                     {"square", as_rows(sums.square, m)}});
}

// Mean of f(x_i) - f(y) over a step of the random walk from each row y of `at`: m x q, per
// bandwidth; NaN where no point is near.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_normalized_differences(SEXP points, SEXP at,
                                               const Rcpp::NumericMatrix& f_points,
                                               const Rcpp::NumericMatrix& f_at, double bandwidth,
                                               double alpha, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(handle->index, at, run);
  const lapscale::FunctionValues f = functions_from(handle->index, f_points, queries, f_at);
  return as_rows(lapscale::normalized_differences(handle->index, queries, f,
                                                  frame.to_unit(bandwidth), alpha, run),
                 queries.size());
}

// Returns what one of n_parts processes, from 0, finds for cpp_sketch_pairs() with the same rows
// and bandwidths: a list of vectors.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_pair_moments(SEXP points, const Rcpp::IntegerVector& rows,
                            const Rcpp::NumericVector& bandwidths, int part, int n_parts,
                            const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::vector<double> range = grid_from(handle->index, bandwidths);
  check_part(part, n_parts);
  const lapscale::PairSketch sketch(handle->index, range.front(), range.back());
  const std::vector<std::size_t> position = positions_from(handle->index, rows);
  const auto edge = [&](int p) {
    return sketch.n_parts(position) * static_cast<std::size_t>(p) /
           static_cast<std::size_t>(n_parts);
  };
  const std::vector<std::vector<double>> moment =
      sketch.moments(position, edge(part), edge(part + 1), runtime_from(runtime));
  Rcpp::List found(static_cast<R_xlen_t>(moment.size()));
  for (std::size_t i = 0; i < moment.size(); ++i) {
    found[static_cast<R_xlen_t>(i)] = as_vector(moment[i]);
  }
  return found;
}

// Sketches the distances from these rows (1-based) to all points, or those of all pairs where no
// row is given: a handle for cpp_kernel_sums().
//   bandwidths  the range that will be asked for, unit of x
//   moments     of cpp_pair_moments(), all in their order; none: found here
// [[Rcpp::export(rng = false)]]
SEXP cpp_sketch_pairs(SEXP points, const Rcpp::IntegerVector& rows,
                      const Rcpp::NumericVector& bandwidths, const Rcpp::List& moments,
                      const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::vector<double> range = grid_from(handle->index, bandwidths);
  const auto sketch = std::make_shared<Sketch>(
      Sketch{handle, lapscale::PairSketch(handle->index, range.front(), range.back())});
  if (moments.size() == 0) {
    sketch->pairs.add(positions_from(handle->index, rows), runtime_from(runtime));
  } else {
    const auto found = Rcpp::as<std::vector<std::vector<double>>>(moments);
    if (found.size() != sketch->pairs.n_parts(positions_from(handle->index, rows))) {
      Rcpp::stop("Moments of the pairs are missing.");
    }
    sketch->pairs.add_moments(found);
  }
  return hold<Sketch>(sketch);
}

// Returns the kernel sum over the pairs of a sketch, and its derivative by log h^2: g x 2.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_kernel_sums(SEXP sketch, const Rcpp::NumericVector& bandwidths) {
  const auto handle = held<Sketch>(sketch);
  const std::vector<double> grid = in_unit(handle->points->index.frame(), bandwidths);
  Rcpp::NumericMatrix sums = numeric_matrix(grid.size(), 2);
  for (int g = 0; g < sums.nrow(); ++g) {
    sums(g, 0) = handle->pairs.heat_sum(grid[static_cast<std::size_t>(g)]);
    sums(g, 1) = handle->pairs.heat_slope(grid[static_cast<std::size_t>(g)]);
  }
  return sums;
}

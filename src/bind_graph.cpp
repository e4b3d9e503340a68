#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "lapscale/graph/heat_graph.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "r_graph.h"
#include "r_points.h"
#include "r_runtime.h"

namespace {

// Compressed rows as R's vectors; the weights are those of the heat kernel.
Rcpp::List compressed(const lapscale::Adjacency& edges, double n_replaced,
                      const lapscale::Runtime& runtime) {
  const std::size_t n = edges.size();
  const auto count = static_cast<R_xlen_t>(edges.neighbors.size());
  Rcpp::IntegerVector p(static_cast<R_xlen_t>(n + 1));
  Rcpp::IntegerVector i(count);
  Rcpp::NumericVector x(count);
  std::copy(edges.begin.begin(), edges.begin.end(), p.begin());
  int* column = i.begin();
  double* weight = x.begin();
  constexpr std::size_t block = 8192;
  const std::size_t n_blocks = (edges.neighbors.size() + block - 1) / block;
  const lapscale::SimdKernels kernels = runtime.kernels();
  lapscale::for_blocks(runtime, n_blocks, [&](std::size_t b) {
    std::vector<double> exponent(block, std::numeric_limits<double>::infinity());
    std::vector<double> kernel(block);
    const std::size_t first = b * block;
    const std::size_t size = std::min(block, edges.neighbors.size() - first);
    for (std::size_t e = 0; e < size; ++e) {
      column[first + e] = static_cast<int>(edges.neighbors[first + e].point);
      exponent[e] = edges.neighbors[first + e].sq_dist;
    }
    kernels.heat_weights(exponent.data(), block, 1, std::numeric_limits<double>::infinity(),
                         kernel.data());
    std::copy(kernel.begin(), kernel.begin() + static_cast<std::ptrdiff_t>(size), weight + first);
  });
  return Rcpp::List::create(Rcpp::Named("p") = p, Rcpp::Named("i") = i, Rcpp::Named("x") = x,
                            Rcpp::Named("n_replaced") = n_replaced);
}

}  // namespace

// A sparse heat-kernel graph as compressed columns p, i, x (0-based, symmetric), and how many local
// scales were replaced; NULL if it would have more than options$most entries.
// [[Rcpp::export(rng = false)]]
SEXP cpp_sparse_graph(SEXP points, const Rcpp::List& options, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::Runtime run = runtime_from(runtime);
  lapscale::HeatGraphOptions graph;
  graph.within_radius = Rcpp::as<bool>(options["within_radius"]);
  graph.k = static_cast<std::size_t>(Rcpp::as<int>(options["k"]));
  graph.symmetry = symmetry_from(options);
  graph.cutoff = Rcpp::as<double>(options["cutoff"]);
  graph.self_loops = Rcpp::as<bool>(options["self_loops"]);
  graph.most = static_cast<std::size_t>(Rcpp::as<double>(options["most"]));
  const lapscale::LocalScale scale = scale_from(handle->index, options, run);
  try {
    return compressed(lapscale::heat_graph(handle->index, scale, graph, run),
                      static_cast<double>(scale.n_replaced), run);
  } catch (const lapscale::TooManyNeighbors&) {
    return R_NilValue;
  }
}

// All weights, n x n.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_dense_graph(SEXP points, const Rcpp::List& options, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::LocalScale scale = scale_from(index, options, run);
  const bool self_loops = Rcpp::as<bool>(options["self_loops"]);
  const std::size_t n = index.size();
  Rcpp::NumericMatrix weights(static_cast<int>(n), static_cast<int>(n));
  double* w = weights.begin();
  const double everywhere = std::numeric_limits<double>::infinity();
  const lapscale::SimdKernels kernels = run.kernels();
  lapscale::for_blocks(run, index.tree().n_leaves(), [&](std::size_t leaf) {
    lapscale::PairPass pass(index, run);
    pass.aim(index.tree().leaf_box(leaf), everywhere);
    std::vector<double> exponent;
    lapscale::for_leaf_blocks(index, leaf, [&](lapscale::Span<const std::size_t> position) {
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 double* column = w + index.row_of(position[q]) * n;
                 const std::size_t size = std::min(count, n - first);
                 exponent.assign(sq_dist, sq_dist + count);
                 for (std::size_t j = 0; j < size; ++j) {
                   exponent[j] /= scale.bandwidth[position[q]] * scale.bandwidth[first + j];
                 }
                 kernels.heat_weights(exponent.data(), count, 1, everywhere, exponent.data());
                 for (std::size_t j = 0; j < size; ++j)
                   column[index.row_of(first + j)] = exponent[j];
               });
      for (const std::size_t at : position) {
        if (!self_loops) w[index.row_of(at) * (n + 1)] = 0;
      }
    });
  });
  return Rcpp::List::create(Rcpp::Named("weights") = weights,
                            Rcpp::Named("n_replaced") = static_cast<double>(scale.n_replaced));
}

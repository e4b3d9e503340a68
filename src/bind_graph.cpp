#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/graph/components.hpp"
#include "lapscale/graph/heat_graph.hpp"
#include "lapscale/graph/laplacian.hpp"
#include "lapscale/graph/pseudo_diameter.hpp"
#include "lapscale/graph/shortest_paths.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "r_graph.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

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
  const auto handle = held<Points>(points);
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
  const auto handle = held<Points>(points);
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
    pass.select_leaves(index.tree().leaf_box(leaf), everywhere);
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

// Row sums of a symmetric dgCMatrix.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_row_sums(const Rcpp::S4& matrix, const Rcpp::List& runtime) {
  return Rcpp::wrap(lapscale::row_sums(sparse_view(matrix), runtime_from(runtime)));
}

// The entries of diag(s) M diag(s) with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_scaled_entries(const Rcpp::S4& matrix, const Rcpp::NumericVector& degree,
                                       double power, const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(matrix);
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericVector out(static_cast<R_xlen_t>(view.value.size()));
  lapscale::scale_both_sides(view, lapscale::scaling(t, power), runtime_from(runtime),
                             {out.begin(), view.value.size()});
  return out;
}

// diag(s) M diag(s) of a plain symmetric matrix with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_scaled_matrix(const Rcpp::NumericMatrix& matrix,
                                      const Rcpp::NumericVector& degree, double power,
                                      const Rcpp::List& runtime) {
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericMatrix out(Rcpp::no_init(matrix.nrow(), matrix.ncol()));
  lapscale::scale_both_sides(matrix.begin(), lapscale::scaling(t, power), runtime_from(runtime),
                             out.begin());
  return out;
}

// membership (1-based) and sizes of the connected components of a symmetric dgCMatrix.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_components(const Rcpp::S4& matrix) {
  const lapscale::Components found = lapscale::connected_components(sparse_view(matrix));
  Rcpp::IntegerVector membership(static_cast<R_xlen_t>(found.membership.size()));
  for (std::size_t i = 0; i < found.membership.size(); ++i) {
    membership[static_cast<R_xlen_t>(i)] = static_cast<int>(found.membership[i]) + 1;
  }
  return Rcpp::List::create(
      Rcpp::Named("membership") = membership,
      Rcpp::Named("sizes") = Rcpp::IntegerVector(found.sizes.begin(), found.sizes.end()));
}

// How many edges lie between the ends of a graph.
// [[Rcpp::export(rng = false)]]
double cpp_pseudo_diameter(const Rcpp::S4& matrix) {
  return static_cast<double>(lapscale::pseudo_diameter(sparse_view(matrix)));
}

// Lengths of the shortest paths from each of l vertices (1-based): n x l, Inf where none leads.
//   graph  symmetric dgCMatrix of lengths
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_shortest_paths(const Rcpp::S4& graph, const Rcpp::IntegerVector& from,
                                       const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(graph);
  const std::vector<std::size_t> rows = rows_from(from);
  Rcpp::NumericMatrix lengths(static_cast<int>(view.size()), static_cast<int>(rows.size()));
  lapscale::shortest_paths(view, {rows.data(), rows.size()}, runtime_from(runtime),
                           {lengths.begin(), static_cast<std::size_t>(lengths.size())});
  return lengths;
}

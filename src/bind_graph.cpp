#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "lapscale/graph/components.hpp"
#include "lapscale/graph/compressed_weights.hpp"
#include "lapscale/graph/dense_graph.hpp"
#include "lapscale/graph/doubly_stochastic.hpp"
#include "lapscale/graph/extension_rule.hpp"
#include "lapscale/graph/free_laplacian.hpp"
#include "lapscale/graph/heat_graph.hpp"
#include "lapscale/graph/heat_rate.hpp"
#include "lapscale/graph/laplacian.hpp"
#include "lapscale/graph/nystrom_extension.hpp"
#include "lapscale/graph/shortest_paths.hpp"
#include "lapscale/graph/slow_modes.hpp"
#include "lapscale/neighbors/listed_neighbors.hpp"
#include "lapscale/neighbors/local_scale.hpp"
#include "r_allocate.h"
#include "r_graph.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_sparse.h"
#include "r_views.h"

namespace {

// Compressed rows as R's vectors; the weights are those of the heat kernel.
Rcpp::List compressed(const lapscale::Adjacency& edges, double n_replaced,
                      const lapscale::Runtime& runtime) {
  const std::size_t count = edges.neighbors.size();
  Rcpp::IntegerVector p = integer_vector(edges.begin.size());
  Rcpp::IntegerVector i = integer_vector(count);
  Rcpp::NumericVector x = numeric_vector(count);
  std::copy(edges.begin.begin(), edges.begin.end(), p.begin());
  lapscale::compressed_weights(edges, runtime, {i.begin(), count}, {x.begin(), count});
  return named_list({{"p", p}, {"i", i}, {"x", x}, {"n_replaced", n_replaced}});
}

lapscale::Adjacency listed_from(const lapscale::PointIndex& index, const Rcpp::List& listed,
                                std::size_t k, const lapscale::Runtime& runtime) {
  const Rcpp::IntegerVector begin = listed["begin"];
  const Rcpp::IntegerVector rows = listed["index"];
  check_lists(begin, index.size(), rows.size());
  const std::vector<std::size_t> first(begin.begin(), begin.end());
  const std::vector<std::size_t> row = rows_from(rows, index.size());
  const bool whole = listed.containsElementNamed("whole");
  return lapscale::listed_neighbors(index, {first.data(), first.size()}, {row.data(), row.size()},
                                    whole ? 1 : k, runtime, whole);
}

// Of the points, where the rule asks for them.
std::vector<double> known_sq_kth(const Points& points, std::size_t k, bool relative,
                                 const lapscale::Runtime& runtime) {
  if (k == 0 || relative) return {};
  std::vector<double>& known = points.sq_kth[k];
  if (known.empty()) known = sq_kth_of(points, k, runtime);
  return known;
}

// options  scale: see scale_from();  query_scale: the same of the queries, where it is known;
//          distance: of SmoothScale, by row, in the unit of x
//   scale    of the points, by position;  at: the queries as R gave them
std::vector<double> query_bandwidth(const Points& points, const lapscale::PointIndex& queries,
                                    SEXP at, const Rcpp::List& options,
                                    const std::vector<double>& scale,
                                    const lapscale::Runtime& runtime) {
  const lapscale::PointIndex& index = points.index;
  const auto k = static_cast<std::size_t>(Rcpp::as<int>(options["local_scale"]));
  const double factor = Rcpp::as<double>(options["bandwidth"]);
  if (options.containsElementNamed("query_scale")) {
    std::vector<double> own = by_position(queries, options, "query_scale");
    for (double& s : own) s = factor * index.frame().to_unit(s);
    return own;
  }
  if (k == 0) return std::vector<double>(queries.size(), scale[0]);
  std::vector<double> distance = by_position(index, options, "distance");
  if (distance.empty() && points.places) {
    return lapscale::neighbor_scale(query_sq_kth_of(points, queries, at, k, runtime), factor)
        .bandwidth;
  }
  if (distance.empty()) return lapscale::query_scale(index, queries, scale, factor, k, runtime);
  for (double& r : distance) r = index.frame().to_unit(r);
  std::vector<double> smooth = smooth_query_scale_of(points, queries, at, distance, k, runtime);
  for (double& s : smooth) s *= factor;
  return smooth;
}

//   at  the queries as R gave them
lapscale::ExtensionRule rule_from(const Points& points, const lapscale::PointIndex& queries,
                                  SEXP at, const Rcpp::List& options,
                                  const lapscale::Runtime& runtime) {
  const std::vector<double> scale = scale_from(points, options, runtime).bandwidth;
  const lapscale::HeatGraphOptions graph = graph_options_from(options);
  const bool relative = Rcpp::as<bool>(options["relative"]);
  lapscale::ExtensionRule rule = lapscale::extension_rule(
      points.index, queries, graph, scale,
      query_bandwidth(points, queries, at, options, scale, runtime),
      known_sq_kth(points, graph.k, relative, runtime), relative, runtime);
  if (graph.k > 0 && points.places) {
    rule.query_sq_kth = query_sq_kth_of(points, queries, at, graph.k, runtime);
  }
  return rule;
}

}  // namespace

// Returns a sparse heat-kernel graph as compressed columns p, i, x (0-based, symmetric), and how
// many local scales were replaced; NULL if it would have more than options$most entries. The k
// nearest are those of options$listed where there is one: lists as cpp_nearest() has them, cut
// after k unless they have an element `whole`.
// [[Rcpp::export(rng = false)]]
SEXP cpp_sparse_graph(SEXP points, const Rcpp::List& options, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  lapscale::HeatGraphOptions graph = graph_options_from(options);
  graph.most = static_cast<std::size_t>(Rcpp::as<double>(options["most"]));
  const lapscale::LocalScale scale = scale_from(*handle, options, run);
  const bool is_listed = options.containsElementNamed("listed");
  const lapscale::Adjacency listed =
      is_listed ? listed_from(handle->index, options["listed"], graph.k, run)
                : lapscale::Adjacency();
  try {
    return compressed(
        lapscale::heat_graph(handle->index, scale, graph, run, is_listed ? &listed : nullptr),
        static_cast<double>(scale.n_replaced), run);
  } catch (const lapscale::TooManyNeighbors&) {
    return R_NilValue;
  }
}

// Returns all weights, n x n.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_dense_graph(SEXP points, const Rcpp::List& options, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::LocalScale scale = scale_from(*handle, options, run);
  const std::size_t n = handle->index.size();
  Rcpp::NumericMatrix weights = numeric_matrix(n, n);
  lapscale::dense_graph(handle->index, scale.bandwidth, Rcpp::as<bool>(options["self_loops"]), run,
                        {weights.begin(), static_cast<std::size_t>(weights.size())});
  return named_list({{"weights", weights}, {"n_replaced", static_cast<double>(scale.n_replaced)}});
}

// Returns what is wrong with weights, n x n, a dgCMatrix or a plain matrix: NULL, or in words.
// `values`: whether the entries are looked at too, which must be finite and at least 0.
// [[Rcpp::export(rng = false)]]
SEXP cpp_weights_fault(const SEXP& weights, double n, bool values) {
  std::string fault;
  if (Rf_isS4(weights)) {
    try {
      const lapscale::SparseView view = sparse_view(Rcpp::S4(weights));
      if (static_cast<double>(view.size()) != n) fault = "it is of another size";
      if (values && !all_weights(view.value.data(), view.value.size())) {
        fault = "an entry is negative, infinite or missing";
      }
    } catch (const Rcpp::exception& error) {
      fault = error.what();
    }
  } else if (TYPEOF(weights) != REALSXP || !Rf_isMatrix(weights) ||
             Rf_nrows(weights) != Rf_ncols(weights)) {
    fault = "it is no square matrix of numbers";
  } else if (Rf_nrows(weights) != n) {
    fault = "it is of another size";
  } else if (values && !all_weights(REAL(weights), static_cast<std::size_t>(Rf_xlength(weights)))) {
    fault = "an entry is negative, infinite or missing";
  }
  return fault.empty() ? R_NilValue : Rcpp::wrap(fault);
}

// Returns the row sums of a symmetric dgCMatrix.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_row_sums(const Rcpp::S4& matrix, const Rcpp::List& runtime) {
  return as_vector(lapscale::row_sums(sparse_view(matrix), runtime_from(runtime)));
}

// Returns the entries of diag(s) M diag(s) with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_scaled_entries(const Rcpp::S4& matrix, const Rcpp::NumericVector& degree,
                                       double power, const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(matrix);
  check_size("degree", degree.size(), view.size());
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericVector out = numeric_vector(view.value.size());
  lapscale::scale_both_sides(view, lapscale::scaling(t, power), runtime_from(runtime),
                             {out.begin(), view.value.size()});
  return out;
}

// diag(s) M diag(s) of a plain symmetric matrix with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_scaled_matrix(const Rcpp::NumericMatrix& matrix,
                                      const Rcpp::NumericVector& degree, double power,
                                      const Rcpp::List& runtime) {
  check_shape("matrix", matrix, degree.size(), degree.size());
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericMatrix out = unset_matrix<REALSXP>(t.size(), t.size());
  lapscale::scale_both_sides(matrix.begin(), lapscale::scaling(t, power), runtime_from(runtime),
                             out.begin());
  return out;
}

// Returns the factors by which symmetric weights, a plain matrix or a dgCMatrix, are doubly
// stochastic: scale, and density and residual, see lapscale::DoublyStochastic. mass: length n.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_doubly_stochastic(const SEXP& matrix, const Rcpp::NumericVector& mass,
                                 const Rcpp::List& runtime) {
  const auto list = [](const lapscale::DoublyStochastic& found) {
    return named_list({{"scale", as_vector(found.scale)},
                       {"density", as_vector(found.density)},
                       {"residual", found.residual}});
  };
  const lapscale::Runtime run = runtime_from(runtime);
  if (Rf_isS4(matrix)) {
    const lapscale::SparseRows rows{sparse_view(Rcpp::S4(matrix))};
    check_size("mass", mass.size(), rows.size());
    return list(lapscale::doubly_stochastic(rows, view(mass), run));
  }
  const Rcpp::NumericMatrix m(matrix);
  check_shape("matrix", m, mass.size(), mass.size());
  const lapscale::DenseRows rows{m.begin(), static_cast<std::size_t>(m.nrow())};
  return list(lapscale::doubly_stochastic(rows, view(mass), run));
}

// membership (1-based) and sizes of the connected components of symmetric weights, a plain matrix
// or a dgCMatrix. Those of at most `faint` of the sizes that they join (of their geometric mean, or
// of the smaller) do not count; size: length n, or 0 where all above zero count.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_components(const SEXP& matrix, const Rcpp::NumericVector& size, double faint,
                          bool by_smaller) {
  const lapscale::EdgeRule rule{vector_map(size), faint, by_smaller};
  const auto check = [&](std::size_t n) {
    if (size.size() > 0) check_size("size", size.size(), n);
  };
  lapscale::Components found;
  if (Rf_isS4(matrix)) {
    const lapscale::SparseView view = sparse_view(Rcpp::S4(matrix));
    check(view.size());
    found = lapscale::connected_components(view, listening(), rule);
  } else {
    const Rcpp::NumericMatrix plain(matrix);
    check_shape("matrix", plain, plain.nrow(), plain.nrow());
    check(static_cast<std::size_t>(plain.nrow()));
    found = lapscale::connected_components(matrix_map(plain), listening(), rule);
  }
  Rcpp::IntegerVector sizes = integer_vector(found.sizes.size());
  std::copy(found.sizes.begin(), found.sizes.end(), sizes.begin());
  return named_list({{"membership", rows_to(found.membership)}, {"sizes", sizes}});
}

// Returns the k smallest eigenpairs of diag(rowSums(W)) - W by the masses, as many as weak links
// make: W plain or a dgCMatrix, unit: the largest of its rates.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_slow_pairs(const SEXP& weights, const Rcpp::NumericVector& mass, double unit, int k,
                          int most) {
  const lapscale::Runtime run = listening();
  const auto m = vector_map(mass);
  const auto at_most = static_cast<std::size_t>(most);
  lapscale::SlowModes found;
  if (Rf_isS4(weights)) {
    const lapscale::SparseView view = sparse_view(Rcpp::S4(weights));
    check_size("mass", mass.size(), view.size());
    found = lapscale::slow_pairs(view, m, unit, k, at_most, run);
  } else {
    const Rcpp::NumericMatrix plain(weights);
    check_shape("weights", plain, mass.size(), mass.size());
    const auto map = matrix_map(plain);
    found = lapscale::slow_pairs(map, m, unit, k, at_most, run);
  }
  return named_list({{"values", as_vector(found.values)},
                     {"vectors", as_matrix(found.vectors)},
                     {"error", found.error}});
}

// Returns the rows and columns `rows` (1-based, increasing) of diag(degree) - M for a symmetric
// dgCMatrix M, as its slots p, i, x.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_free_laplacian(const Rcpp::S4& matrix, const Rcpp::NumericVector& degree,
                              const Rcpp::IntegerVector& rows, const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(matrix);
  check_size("degree", degree.size(), view.size());
  const std::vector<std::size_t> at = rows_from(rows, view.size());
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::FreeLaplacian laplacian(
      view, {degree.begin(), static_cast<std::size_t>(degree.size())}, {at.data(), at.size()}, run);
  const std::vector<int>& begin = laplacian.begin();
  const auto count = static_cast<std::size_t>(begin.back());
  Rcpp::IntegerVector i = integer_vector(count);
  Rcpp::NumericVector x = numeric_vector(count);
  laplacian.fill({i.begin(), count}, {x.begin(), count});
  return named_list({{"p", Rcpp::IntegerVector(begin.begin(), begin.end())}, {"i", i}, {"x", x}});
}

// Lengths of the shortest paths from each of l vertices (1-based): n x l, Inf where none leads.
//   graph  symmetric dgCMatrix of lengths
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_shortest_paths(const Rcpp::S4& graph, const Rcpp::IntegerVector& from,
                                       const Rcpp::List& runtime) {
  const lapscale::SparseView view = lengths_view(graph);
  const std::vector<std::size_t> rows = rows_from(from, view.size());
  Rcpp::NumericMatrix lengths = numeric_matrix(view.size(), rows.size());
  lapscale::shortest_paths(view, {rows.data(), rows.size()}, runtime_from(runtime),
                           {lengths.begin(), static_cast<std::size_t>(lengths.size())});
  return lengths;
}

// Returns sums over the neighbors that the rows of `at` (m x r) have among the points, by the rule
// that made a graph of them (as in cpp_sparse_graph): bandwidth of the row itself, degree and mass
// of length m, sum m x c. With `relative` weights are relative to the largest, and the k nearest
// are those of the row alone.
//   mass length n, value n x c
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nystrom_extension(SEXP points, SEXP at, const Rcpp::List& options,
                                 const Rcpp::NumericVector& mass, const Rcpp::NumericMatrix& value,
                                 const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  check_size("mass", mass.size(), index.size());
  check_size("value", value.nrow(), index.size());
  const lapscale::PointIndex queries = queries_from(index, at, run);
  const lapscale::ExtensionRule rule = rule_from(*handle, queries, at, options, run);
  const lapscale::Extension found =
      lapscale::NystromExtension(index, queries, rule, view(mass), view(value)).run(run);
  Rcpp::NumericVector bandwidth = numeric_vector(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    bandwidth[static_cast<R_xlen_t>(queries.row_of(q))] =
        std::ldexp(rule.query_bandwidth[q], index.frame().exponent);
  }
  return named_list(
      {{"bandwidth", bandwidth},
       {"degree", as_vector(found.degree)},
       {"mass", as_vector(found.mass)},
       {"sum", as_matrix(found.sum, queries.size(), static_cast<std::size_t>(value.ncol()))}});
}

// Returns the scales of lapscale::SmoothScale by row, in the unit of x: scale, distance, and
// n_replaced, dimension; NULL if the k nearest of all points would be more than `most`.
// [[Rcpp::export(rng = false)]]
SEXP cpp_local_scales(SEXP points, int k, double most, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const std::size_t n = index.size();
  check_between("k", k, 1, n - 1);
  lapscale::SmoothScale found;
  try {
    found = lapscale::smooth_scale(index, static_cast<std::size_t>(k), runtime_from(runtime),
                                   static_cast<std::size_t>(most));
  } catch (const lapscale::TooManyNeighbors&) {
    return R_NilValue;
  }
  const auto by_row = [&](const std::vector<double>& values) {
    Rcpp::NumericVector row = numeric_vector(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      row[static_cast<R_xlen_t>(index.row_of(i))] = index.frame().from_unit(values[i]);
    }
    return row;
  };
  return named_list({{"scale", by_row(found.scale)},
                     {"distance", by_row(found.distance)},
                     {"dimension", found.dimension},
                     {"n_replaced", static_cast<double>(found.n_replaced)}});
}

// Returns lapscale::heat_rate() of each eigenvalue.
//   weight  n x k;  rate: length n
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_heat_rates(const Rcpp::NumericVector& values,
                                   const Rcpp::NumericMatrix& weight,
                                   const Rcpp::NumericVector& rate) {
  check_size("rate", rate.size(), weight.nrow());
  check_size("values", values.size(), weight.ncol());
  const auto n = static_cast<std::size_t>(weight.nrow());
  Rcpp::NumericVector result = numeric_vector(static_cast<std::size_t>(values.size()));
  for (R_xlen_t j = 0; j < values.size(); ++j) {
    const lapscale::Span<const double> w{weight.begin() + static_cast<std::size_t>(j) * n, n};
    result[j] = lapscale::heat_rate(values[j], w, view(rate));
  }
  return result;
}

#include <Rcpp.h>

#include <cmath>
#include <vector>

#include "lapscale/graph/nystrom_extension.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "r_graph.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Bandwidths of new points in a graph of local scales; where the k-th neighbour coincides with the
// point, that of the point it coincides with.
std::vector<double> query_scale(const lapscale::PointIndex& index,
                                const lapscale::PointIndex& queries,
                                const std::vector<double>& bandwidth, double factor, std::size_t k,
                                const lapscale::Runtime& runtime) {
  std::vector<double> scale = lapscale::sq_neighbor_distances(index, queries, k, runtime);
  const lapscale::Adjacency nearest = lapscale::query_neighbors(index, queries, 1, runtime);
  for (std::size_t q = 0; q < scale.size(); ++q) {
    scale[q] = scale[q] > 0 ? factor * std::sqrt(scale[q]) : bandwidth[nearest.of(q)[0].point];
  }
  return scale;
}

lapscale::ExtensionRule rule_from(const lapscale::PointIndex& index,
                                  const lapscale::PointIndex& queries, const Rcpp::List& options,
                                  const lapscale::Runtime& runtime) {
  lapscale::ExtensionRule rule;
  rule.bandwidth = scale_from(index, options, runtime).bandwidth;
  const auto local = static_cast<std::size_t>(Rcpp::as<int>(options["local_scale"]));
  rule.query_bandwidth = local > 0
                             ? query_scale(index, queries, rule.bandwidth,
                                           Rcpp::as<double>(options["bandwidth"]), local, runtime)
                             : std::vector<double>(queries.size(), rule.bandwidth[0]);
  rule.within_radius = Rcpp::as<bool>(options["within_radius"]);
  rule.cutoff = Rcpp::as<double>(options["cutoff"]);
  rule.k = static_cast<std::size_t>(Rcpp::as<int>(options["k"]));
  rule.symmetry = symmetry_from(options);
  rule.self_loops = Rcpp::as<bool>(options["self_loops"]);
  rule.relative = Rcpp::as<bool>(options["relative"]);
  if (rule.k == 0) return rule;
  rule.query_sq_kth = lapscale::sq_neighbor_distances(index, queries, rule.k, runtime);
  if (rule.relative) return rule;
  const lapscale::Adjacency lists = lapscale::nearest_neighbors(index, rule.k, runtime);
  for (std::size_t i = 0; i < index.size(); ++i) {
    rule.sq_kth.push_back(lists.of(i)[rule.k - 1].sq_dist);
  }
  return rule;
}

}  // namespace

// Sums over the neighbours that the rows of `at` (m x r) have among the points, by the rule that
// made a graph of them (as in cpp_sparse_graph): degree and mass of length m, sum m x c. With
// `relative` weights are relative to the largest, and the k nearest are those of the row alone.
//   mass length n, value n x c
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_nystrom_extension(SEXP points, const Rcpp::NumericMatrix& at,
                                 const Rcpp::List& options, const Rcpp::NumericVector& mass,
                                 const Rcpp::NumericMatrix& value, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(index.frame(), point_view(at), run);
  const lapscale::ExtensionRule rule = rule_from(index, queries, options, run);
  const lapscale::Extension found =
      lapscale::NystromExtension(index, queries, rule, view(mass), view(value)).run(run);
  return Rcpp::List::create(
      Rcpp::Named("degree") = found.degree, Rcpp::Named("mass") = found.mass,
      Rcpp::Named("sum") = Rcpp::NumericMatrix(at.nrow(), value.ncol(), found.sum.begin()));
}

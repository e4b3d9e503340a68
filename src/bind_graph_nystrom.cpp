#include <Rcpp.h>

#include <vector>

#include "lapscale/graph/extension_rule.hpp"
#include "lapscale/graph/nystrom_extension.hpp"
#include "r_graph.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

lapscale::ExtensionRule rule_from(const lapscale::PointIndex& index,
                                  const lapscale::PointIndex& queries, const Rcpp::List& options,
                                  const lapscale::Runtime& runtime) {
  const std::vector<double> scale = scale_from(index, options, runtime).bandwidth;
  const auto local = static_cast<std::size_t>(Rcpp::as<int>(options["local_scale"]));
  return lapscale::extension_rule(
      index, queries, graph_options_from(options), scale,
      local > 0 ? lapscale::query_scale(index, queries, scale,
                                        Rcpp::as<double>(options["bandwidth"]), local, runtime)
                : std::vector<double>(queries.size(), scale[0]),
      Rcpp::as<bool>(options["relative"]), runtime);
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

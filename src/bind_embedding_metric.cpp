#include <Rcpp.h>

#include <vector>

#include "lapscale/embed/embedding_metric.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "r_runtime.h"
#include "r_views.h"

// The metric at each point of an embedding f (s x n): cometric and metric n x s x s, stretch n x d.
//   walk  dgCMatrix of symmetric pattern whose entries are those of P, row after row
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_embedding_metric(const Rcpp::S4& walk, const Rcpp::NumericMatrix& f, double scale,
                                int d, const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  const lapscale::EmbeddingMetric found = lapscale::embedding_metric(
      sparse_view(walk), points, scale, static_cast<std::size_t>(d), runtime_from(runtime));
  return Rcpp::List::create(Rcpp::Named("cometric") = found.cometric,
                            Rcpp::Named("metric") = found.metric,
                            Rcpp::Named("stretch") = found.stretch);
}

// Lengths of the edges of a graph (dgCMatrix of symmetric pattern) in that metric, entry by entry.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_metric_lengths(const Rcpp::S4& graph, const Rcpp::NumericMatrix& f,
                                       const Rcpp::NumericVector& metric,
                                       const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  return Rcpp::wrap(
      lapscale::metric_lengths(sparse_view(graph), points, view(metric), runtime_from(runtime)));
}

#ifndef LAPSCALE_R_GRAPH_H
#define LAPSCALE_R_GRAPH_H

#include <Rcpp.h>

#include <string>

#include "lapscale/heat_graph.hpp"
#include "lapscale/symmetric_operator.hpp"

// A symmetric dgCMatrix: its compressed columns are its compressed rows.
inline lapscale::SparseView sparse_view(const Rcpp::S4& matrix) {
  const Rcpp::IntegerVector p = matrix.slot("p");
  const Rcpp::IntegerVector i = matrix.slot("i");
  const Rcpp::NumericVector x = matrix.slot("x");
  return {{p.begin(), static_cast<std::size_t>(p.size())},
          {i.begin(), static_cast<std::size_t>(i.size())},
          {x.begin(), static_cast<std::size_t>(x.size())}};
}

inline lapscale::Symmetry symmetry_from(const Rcpp::List& options) {
  return Rcpp::as<std::string>(options["symmetry"]) == "mutual" ? lapscale::Symmetry::both
                                                                : lapscale::Symmetry::either;
}

// bandwidth in the unit of x; with local_scale = k > 0 a pure factor of the distance to the k-th
// neighbour.
inline lapscale::LocalScale scale_from(const lapscale::PointIndex& index,
                                       const Rcpp::List& options,
                                       const lapscale::Runtime& runtime) {
  const auto k = static_cast<std::size_t>(Rcpp::as<int>(options["local_scale"]));
  const double bandwidth = Rcpp::as<double>(options["bandwidth"]);
  if (k > 0) return lapscale::neighbor_scale(index, bandwidth, k, runtime);
  return lapscale::constant_scale(index, index.frame().to_unit(bandwidth));
}

#endif

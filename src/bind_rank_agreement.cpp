#include <Rcpp.h>

#include <vector>

#include "lapscale/embed/trustworthiness.hpp"
#include "r_runtime.h"
#include "r_views.h"

// Agreement of the neighbourhoods in x (n x r) and y (n x s) at some rows (1-based): intruders,
// missing, shared, each as long as `points`.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_trustworthiness(const Rcpp::NumericMatrix& x, const Rcpp::NumericMatrix& y,
                               const Rcpp::IntegerVector& points, int k,
                               const Rcpp::List& runtime) {
  const std::vector<std::size_t> rows = rows_from(points);
  const lapscale::RankAgreement found =
      lapscale::trustworthiness(point_view(x), point_view(y), {rows.data(), rows.size()},
                                static_cast<std::size_t>(k), runtime_from(runtime));
  return Rcpp::List::create(Rcpp::Named("intruders") = found.intruders,
                            Rcpp::Named("missing") = found.missing,
                            Rcpp::Named("shared") = found.shared);
}

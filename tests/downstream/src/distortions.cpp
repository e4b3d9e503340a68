#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <lapscale/door/distortions.hpp>
#include <vector>

extern "C" SEXP distortions(SEXP x, SEXP d, SEXP bandwidth) {
  BEGIN_RCPP
  const Rcpp::NumericMatrix m(x);
  const lapscale::PointSet points(m.begin(), static_cast<std::size_t>(m.nrow()),
                                  static_cast<std::size_t>(m.ncol()));
  const std::vector<double> found = lapscale::distortions(
      points, {Rcpp::as<double>(bandwidth)}, static_cast<std::size_t>(Rcpp::as<int>(d)));
  return Rcpp::NumericVector(found.begin(), found.end());
  END_RCPP
}

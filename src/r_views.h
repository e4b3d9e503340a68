#ifndef LAPSCALE_R_VIEWS_H
#define LAPSCALE_R_VIEWS_H

#include <Rcpp.h>

#include <cstddef>
#include <vector>

#include "lapscale/point_frame.hpp"
#include "lapscale/span.hpp"

// R memory as core views and back: the only place where indices shift by one.

// n x dim, a point per row.
inline lapscale::PointView point_view(const Rcpp::NumericMatrix& x) {
  const auto n = static_cast<std::size_t>(x.nrow());
  return {x.begin(), n, static_cast<std::size_t>(x.ncol()), 1, n};
}

inline lapscale::Span<const double> view(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// 1-based row numbers, already checked, as 0-based ones.
inline std::vector<std::size_t> rows_from(const Rcpp::IntegerVector& rows) {
  std::vector<std::size_t> result;
  result.reserve(static_cast<std::size_t>(rows.size()));
  for (const int row : rows) result.push_back(static_cast<std::size_t>(row) - 1);
  return result;
}

#endif

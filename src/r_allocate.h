#ifndef LAPSCALE_R_ALLOCATE_H
#define LAPSCALE_R_ALLOCATE_H

#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

// R's vectors and matrices whose length grows with the data. Where there is no memory for them R's
// error unwinds the frames of C++: a plain allocation would jump over their destructors.

// To be filled by the caller.
template <int type>
Rcpp::Vector<type> unset_vector(std::size_t size) {
  const Rcpp::Shield<SEXP> made(Rcpp::unwindProtect(
      [size]() -> SEXP { return Rf_allocVector(type, static_cast<R_xlen_t>(size)); }));
  return Rcpp::Vector<type>(static_cast<SEXP>(made));
}

template <int type>
Rcpp::Matrix<type> unset_matrix(std::size_t rows, std::size_t columns) {
  const Rcpp::Shield<SEXP> made(Rcpp::unwindProtect([rows, columns]() -> SEXP {
    return Rf_allocMatrix(type, static_cast<int>(rows), static_cast<int>(columns));
  }));
  return Rcpp::Matrix<type>(static_cast<SEXP>(made));
}

// Zeros.
template <class Values>
Values zeroed(Values values) {
  std::fill(values.begin(), values.end(), 0);
  return values;
}

inline Rcpp::NumericVector numeric_vector(std::size_t size) {
  return zeroed(unset_vector<REALSXP>(size));
}

inline Rcpp::IntegerVector integer_vector(std::size_t size) {
  return zeroed(unset_vector<INTSXP>(size));
}

inline Rcpp::RawVector raw_vector(std::size_t size) {
  return zeroed(unset_vector<RAWSXP>(size));
}

inline Rcpp::NumericMatrix numeric_matrix(std::size_t rows, std::size_t columns) {
  return zeroed(unset_matrix<REALSXP>(rows, columns));
}

inline Rcpp::IntegerMatrix integer_matrix(std::size_t rows, std::size_t columns) {
  return zeroed(unset_matrix<INTSXP>(rows, columns));
}

inline Rcpp::NumericVector as_vector(const std::vector<double>& values) {
  Rcpp::NumericVector result = unset_vector<REALSXP>(values.size());
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

// By column.
inline Rcpp::NumericMatrix as_matrix(const std::vector<double>& values, std::size_t rows,
                                     std::size_t columns) {
  Rcpp::NumericMatrix result = unset_matrix<REALSXP>(rows, columns);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

#endif

#ifndef LAPSCALE_R_VIEWS_H
#define LAPSCALE_R_VIEWS_H

#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "r_allocate.h"
#include "r_checks.h"
#include "r_sparse.h"

// R memory as core views and back: the only place where indices shift by one.

// n x dim, a point per row.
inline lapscale::PointView point_view(const Rcpp::NumericMatrix& x) {
  const auto n = static_cast<std::size_t>(x.nrow());
  return {x.begin(), n, static_cast<std::size_t>(x.ncol()), 1, n};
}

inline lapscale::Span<const double> view(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline Eigen::Map<const Eigen::MatrixXd> matrix_map(const Rcpp::NumericMatrix& m) {
  return {m.begin(), m.nrow(), m.ncol()};
}

inline Eigen::Map<const Eigen::VectorXd> vector_map(const Rcpp::NumericVector& v) {
  return {v.begin(), static_cast<Eigen::Index>(v.size())};
}

inline Rcpp::NumericMatrix as_matrix(const Eigen::MatrixXd& m) {
  Rcpp::NumericMatrix result =
      unset_matrix<REALSXP>(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  std::copy(m.data(), m.data() + m.size(), result.begin());
  return result;
}

inline Rcpp::NumericVector as_vector(const Eigen::VectorXd& v) {
  Rcpp::NumericVector result = unset_vector<REALSXP>(static_cast<std::size_t>(v.size()));
  std::copy(v.begin(), v.end(), result.begin());
  return result;
}

template <class Index>
Rcpp::IntegerVector rows_to(const std::vector<Index>& rows) {
  Rcpp::IntegerVector result = unset_vector<INTSXP>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result[static_cast<R_xlen_t>(i)] = static_cast<int>(rows[i]) + 1;
  }
  return result;
}

// Returns a symmetric dgCMatrix: its compressed columns are its compressed rows.
inline lapscale::SparseView sparse_view(const Rcpp::S4& matrix) {
  return sound_columns(matrix, /* square = */ true);
}

// Returns the same where the core relies on it: entries on both sides, each column in order of row,
// so that those of a row come column by column.
inline lapscale::SparseView symmetric_view(const Rcpp::S4& matrix) {
  const lapscale::SparseView view = sparse_view(matrix);
  std::vector<int> next(view.begin.begin(), view.begin.end());
  bool sound = true;
  for (std::size_t j = 0; j < view.size() && sound; ++j) {
    for (int e = view.begin[j]; e < view.begin[j + 1] && sound; ++e) {
      const auto i = static_cast<std::size_t>(view.column[static_cast<std::size_t>(e)]);
      const int across = next[i]++;
      sound = across < view.begin[i + 1] &&
              view.column[static_cast<std::size_t>(across)] == static_cast<int>(j);
    }
  }
  check_that(sound, "A matrix of symmetric pattern is expected, its columns in order.");
  return view;
}

// Does the same for lengths of edges: a search for paths ends where none is negative.
inline lapscale::SparseView lengths_view(const Rcpp::S4& graph) {
  const lapscale::SparseView view = sparse_view(graph);
  const auto negative = [](double length) { return length < 0; };
  check_that(std::none_of(view.value.begin(), view.value.end(), negative),
             "Lengths of 0 or more are expected.");
  return view;
}

// Returns a symmetric matrix, plain or a dgCMatrix, by its products.
inline lapscale::SymmetricOperator operator_view(const SEXP& matrix,
                                                 const lapscale::Runtime& runtime) {
  if (Rf_isS4(matrix)) return lapscale::sparse_operator(sparse_view(Rcpp::S4(matrix)), runtime);
  if (TYPEOF(matrix) != REALSXP || !Rf_isMatrix(matrix) || Rf_nrows(matrix) != Rf_ncols(matrix)) {
    Rcpp::stop("A square matrix of doubles expected.");
  }
  return lapscale::dense_operator(REAL(matrix), static_cast<std::size_t>(Rf_nrows(matrix)),
                                  runtime);
}

#endif

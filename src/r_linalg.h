#ifndef LAPSCALE_R_LINALG_H
#define LAPSCALE_R_LINALG_H

#include <Rcpp.h>

#include <cstddef>
#include <memory>

#include "lapscale/linalg/inverse_iteration.hpp"
#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/linalg/supernodal_factor.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "r_views.h"

// Any dgCMatrix.
inline lapscale::SparseColumns sparse_columns(const Rcpp::S4& matrix) {
  const Rcpp::IntegerVector dim = matrix.slot("Dim");
  const lapscale::SparseView view = sound_columns(matrix, /* square = */ false);
  return {dim[0],
          dim[1],
          static_cast<Eigen::Index>(view.value.size()),
          view.begin.data(),
          view.column.data(),
          view.value.data()};
}

// A Cholesky factor in R's vectors, which are kept alive with it.
class RCholeskyFactor {
 public:
  explicit RCholeskyFactor(const Rcpp::List& parts)
      : order_(parts["order"]),
        first_column_(parts["super"]),
        row_begin_(parts["pi"]),
        value_begin_(parts["px"]),
        row_(parts["s"]),
        value_(parts["x"]) {}

  lapscale::SupernodalFactor view() const {
    return {span(order_),       span(first_column_), span(row_begin_),
            span(value_begin_), span(row_),          ::view(value_)};
  }

 private:
  static lapscale::Span<const int> span(const Rcpp::IntegerVector& x) {
    return {x.begin(), static_cast<std::size_t>(x.size())};
  }

  Rcpp::IntegerVector order_;
  Rcpp::IntegerVector first_column_;
  Rcpp::IntegerVector row_begin_;
  Rcpp::IntegerVector value_begin_;
  Rcpp::IntegerVector row_;
  Rcpp::NumericVector value_;
};

// What R's cholesky_solver() gives: the parts of a factor, or a function of a matrix that R
// computes, on the main thread; empty for NULL.
inline lapscale::BlockMap block_solver(const SEXP& solver, const lapscale::Runtime& runtime) {
  if (Rf_isNull(solver)) return nullptr;
  if (Rf_isFunction(solver)) {
    return [f = Rcpp::Function(solver)](const Eigen::MatrixXd& b) -> Eigen::MatrixXd {
      const Rcpp::NumericMatrix x = f(as_matrix(b));
      return matrix_map(x);
    };
  }
  const auto factor = std::make_shared<const RCholeskyFactor>(Rcpp::List(solver));
  return [factor, runtime](const Eigen::MatrixXd& b) {
    return lapscale::cholesky_solve(factor->view(), b, runtime);
  };
}

inline lapscale::VectorMap vector_solver(const SEXP& solver, const lapscale::Runtime& runtime) {
  const lapscale::BlockMap solve = block_solver(solver, runtime);
  if (!solve) return nullptr;
  return [solve](const Eigen::VectorXd& b) -> Eigen::VectorXd { return solve(b); };
}

#endif

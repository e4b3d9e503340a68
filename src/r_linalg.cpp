#include "r_linalg.h"

#include <cstddef>
#include <memory>

#include "lapscale/linalg/cholesky_solve.hpp"
#include "lapscale/linalg/supernodal_factor.hpp"
#include "lapscale/runtime/span.hpp"
#include "r_views.h"

namespace {

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

}  // namespace

lapscale::BlockMap block_solver(const SEXP& solver, const lapscale::Runtime& runtime) {
  if (Rf_isNull(solver)) return nullptr;
  const auto factor = std::make_shared<const RCholeskyFactor>(Rcpp::List(solver));
  return [factor, runtime](const Eigen::MatrixXd& b) {
    return lapscale::cholesky_solve(factor->view(), b, runtime);
  };
}

lapscale::VectorMap vector_solver(const SEXP& solver, const lapscale::Runtime& runtime) {
  const lapscale::BlockMap solve = block_solver(solver, runtime);
  if (!solve) return nullptr;
  return [solve](const Eigen::VectorXd& b) -> Eigen::VectorXd { return solve(b); };
}

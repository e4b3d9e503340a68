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
  RCholeskyFactor(const Rcpp::List& parts, std::size_t n)
      : order_(parts["order"]),
        first_column_(parts["super"]),
        row_begin_(parts["pi"]),
        value_begin_(parts["px"]),
        row_(parts["s"]),
        value_(parts["x"]) {
    check_size("order", order_.size(), n);
    for (const int row : order_) check_between("order", row, 0, n - 1);
    check_that(first_column_.size() > 0, "A supernode is expected.");
    const auto count = static_cast<std::size_t>(first_column_.size()) - 1;
    check_lists(first_column_, count, static_cast<R_xlen_t>(n), 1);
    check_lists(row_begin_, count, row_.size());
    check_lists(value_begin_, count, value_.size());
    for (R_xlen_t s = 0; s + 1 < first_column_.size(); ++s) {
      const double width = first_column_[s + 1] - first_column_[s];
      const double height = row_begin_[s + 1] - row_begin_[s];
      check_that(height >= width && value_begin_[s + 1] - value_begin_[s] == height * width,
                 "Supernodes with room for their values are expected.");
    }
    for (const int row : row_) check_between("s", row, 0, n - 1);
  }

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

lapscale::BlockMap block_solver(const SEXP& solver, std::size_t n,
                                const lapscale::Runtime& runtime) {
  if (Rf_isNull(solver)) return nullptr;
  const auto factor = std::make_shared<const RCholeskyFactor>(Rcpp::List(solver), n);
  return [factor, runtime](const Eigen::MatrixXd& b) {
    return lapscale::cholesky_solve(factor->view(), b, runtime);
  };
}

lapscale::VectorMap vector_solver(const SEXP& solver, std::size_t n,
                                  const lapscale::Runtime& runtime) {
  const lapscale::BlockMap solve = block_solver(solver, n, runtime);
  if (!solve) return nullptr;
  return [solve](const Eigen::VectorXd& b) -> Eigen::VectorXd { return solve(b); };
}

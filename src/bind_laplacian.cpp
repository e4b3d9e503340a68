#include <Rcpp.h>

#include <cmath>
#include <optional>
#include <vector>

#include "lapscale/graph/components.hpp"
#include "lapscale/graph/laplacian.hpp"
#include "lapscale/graph/pseudo_diameter.hpp"
#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/largest_eigenpairs.hpp"
#include "r_runtime.h"
#include "r_views.h"

// Row sums of a symmetric dgCMatrix.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_row_sums(const Rcpp::S4& matrix, const Rcpp::List& runtime) {
  return Rcpp::wrap(lapscale::row_sums(sparse_view(matrix), runtime_from(runtime)));
}

// The entries of diag(s) M diag(s) with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_scaled_entries(const Rcpp::S4& matrix, const Rcpp::NumericVector& degree,
                                       double power, const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(matrix);
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericVector out(static_cast<R_xlen_t>(view.value.size()));
  lapscale::scale_both_sides(view, lapscale::scaling(t, power), runtime_from(runtime),
                             {out.begin(), view.value.size()});
  return out;
}

// diag(s) M diag(s) of a plain symmetric matrix with s = degree^-power.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_scaled_matrix(const Rcpp::NumericMatrix& matrix,
                                      const Rcpp::NumericVector& degree, double power,
                                      const Rcpp::List& runtime) {
  const std::vector<double> t(degree.begin(), degree.end());
  Rcpp::NumericMatrix out(Rcpp::no_init(matrix.nrow(), matrix.ncol()));
  lapscale::scale_both_sides(matrix.begin(), lapscale::scaling(t, power), runtime_from(runtime),
                             out.begin());
  return out;
}

// membership (1-based) and sizes of the connected components of a symmetric dgCMatrix.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_components(const Rcpp::S4& matrix) {
  const lapscale::Components found = lapscale::connected_components(sparse_view(matrix));
  Rcpp::IntegerVector membership(static_cast<R_xlen_t>(found.membership.size()));
  for (std::size_t i = 0; i < found.membership.size(); ++i) {
    membership[static_cast<R_xlen_t>(i)] = static_cast<int>(found.membership[i]) + 1;
  }
  return Rcpp::List::create(
      Rcpp::Named("membership") = membership,
      Rcpp::Named("sizes") = Rcpp::IntegerVector(found.sizes.begin(), found.sizes.end()));
}

// How the rows of a symmetric dgCMatrix are eliminated best (1-based), and what its Cholesky factor
// then costs, if it has at most so many entries.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_cholesky_plan(const Rcpp::S4& matrix, double most) {
  lapscale::CholeskyPlan plan = lapscale::plan_cholesky(sparse_view(matrix), most);
  for (int& row : plan.order) ++row;
  return Rcpp::List::create(Rcpp::Named("order") = plan.order,
                            Rcpp::Named("entries") = plan.entries,
                            Rcpp::Named("products") = plan.products);
}

// How many edges lie between the ends of a graph.
// [[Rcpp::export(rng = false)]]
double cpp_pseudo_diameter(const Rcpp::S4& matrix) {
  return static_cast<double>(lapscale::pseudo_diameter(sparse_view(matrix)));
}

// The k largest eigenvalues of a symmetric matrix with spectrum in [-1, 1], a dgCMatrix or a plain
// matrix. known: n x c orthonormal eigenvectors for the eigenvalue 1; solve: NULL, or the function
// v -> (I - M + shift I)^-1 v.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_largest_eigenpairs(const SEXP& matrix, int k, const Rcpp::NumericMatrix& known,
                                  const Rcpp::Nullable<Rcpp::Function>& solve, double shift,
                                  const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SymmetricOperator op = operator_view(matrix, run);
  const Eigen::Map<const Eigen::MatrixXd> start(known.begin(), known.nrow(), known.ncol());
  std::optional<lapscale::ShiftedInverse> inverse;
  if (solve.isNotNull()) inverse = lapscale::ShiftedInverse{r_vector_map(solve), shift};
  const lapscale::EigenPairs pairs =
      lapscale::LargestEigenpairs(op, static_cast<std::size_t>(k), start, inverse).solve();
  Rcpp::NumericMatrix vectors(static_cast<int>(pairs.vectors.rows()), k);
  std::copy(pairs.vectors.data(), pairs.vectors.data() + pairs.vectors.size(), vectors.begin());
  return Rcpp::List::create(
      Rcpp::Named("values") = std::vector<double>(pairs.values.data(), pairs.values.data() + k),
      Rcpp::Named("vectors") = vectors,
      Rcpp::Named("residuals") =
          std::vector<double>(pairs.residuals.data(), pairs.residuals.data() + k));
}

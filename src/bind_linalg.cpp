#include <Rcpp.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/largest_eigenpairs.hpp"
#include "lapscale/linalg/matrix_product.hpp"
#include "r_runtime.h"
#include "r_views.h"

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

// A'B for A m x r and B m x p.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_cross_product(const Rcpp::NumericMatrix& a, const Rcpp::NumericMatrix& b,
                                      const Rcpp::List& runtime) {
  return as_matrix(lapscale::cross_product(matrix_map(a), matrix_map(b), runtime_from(runtime)));
}

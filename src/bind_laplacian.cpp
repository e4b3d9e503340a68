#include <Rcpp.h>

#include <cmath>
#include <vector>

#include "lapscale/components.hpp"
#include "lapscale/laplacian.hpp"
#include "lapscale/largest_eigenpairs.hpp"
#include "r_graph.h"
#include "r_runtime.h"

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

// The k largest eigenvalues of a symmetric matrix with spectrum in [-1, 1], a dgCMatrix or a plain
// matrix. known: n x c orthonormal eigenvectors for the eigenvalue 1.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_largest_eigenpairs(const SEXP& matrix, int k, const Rcpp::NumericMatrix& known,
                                  const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const bool sparse = Rf_isS4(matrix);
  const lapscale::SymmetricOperator op =
      sparse
          ? lapscale::sparse_operator(sparse_view(Rcpp::S4(matrix)), run)
          : lapscale::dense_operator(REAL(matrix), static_cast<std::size_t>(Rf_nrows(matrix)), run);
  const Eigen::Map<const Eigen::MatrixXd> start(known.begin(), known.nrow(), known.ncol());
  const lapscale::EigenPairs pairs =
      lapscale::LargestEigenpairs(op, static_cast<std::size_t>(k), start).solve();
  Rcpp::NumericMatrix vectors(static_cast<int>(pairs.vectors.rows()), k);
  std::copy(pairs.vectors.data(), pairs.vectors.data() + pairs.vectors.size(), vectors.begin());
  return Rcpp::List::create(
      Rcpp::Named("values") = std::vector<double>(pairs.values.data(), pairs.values.data() + k),
      Rcpp::Named("vectors") = vectors,
      Rcpp::Named("residuals") =
          std::vector<double>(pairs.residuals.data(), pairs.residuals.data() + k));
}

#include <Rcpp.h>

// The first value of a matrix that is not finite, row by row within a column: NULL if there is
// none, else its kind ("NA", "NaN", "Inf"), row and column (1-based), and how many there are.
// [[Rcpp::export(rng = false)]]
SEXP cpp_first_not_finite(const Rcpp::NumericMatrix& x) {
  const R_xlen_t rows = x.nrow();
  R_xlen_t first = -1;
  double count = 0;
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    if (R_FINITE(x[i])) continue;
    if (first < 0) first = i;
    ++count;
  }
  if (first < 0) return R_NilValue;
  const char* kind = R_IsNA(x[first]) ? "NA" : R_IsNaN(x[first]) ? "NaN" : "Inf";
  return Rcpp::List::create(
      Rcpp::Named("kind") = kind, Rcpp::Named("row") = static_cast<double>(first % rows + 1),
      Rcpp::Named("column") = static_cast<double>(first / rows + 1), Rcpp::Named("count") = count);
}

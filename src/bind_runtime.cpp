#include <Rcpp.h>

#include <cmath>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/side_thread.hpp"
#include "lapscale/runtime/simd_level.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_views.h"

// Returns the best instruction level of this machine: 0 baseline, 1 avx2, 2 avx512.
// [[Rcpp::export(rng = false)]]
int cpp_simd_level() {
  return static_cast<int>(lapscale::best_simd_level());
}

// Returns when no thread that outlived its call runs any more.
// [[Rcpp::export(rng = false)]]
void cpp_wait_for_side_thread() {
  lapscale::SideThread::shared().wait();
}

// n numbers uniform on [0, 1). Number i depends on seed, stream and i alone, so the first numbers
// are the same however many are asked for.
//   seed, stream  whole numbers in [0, 2^53)
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_uniform(int n, double seed, double stream) {
  const lapscale::CounterRandom random(static_cast<std::uint64_t>(seed));
  const auto column = static_cast<std::uint64_t>(stream);
  const auto size = static_cast<std::size_t>(n);
  Rcpp::NumericVector u = numeric_vector(size);
  double* out = u.begin();
  for (std::size_t i = 0; i < size; ++i) out[i] = random.uniform(i, column);
  return u;
}

// `size` distinct row numbers of [1, n]; seed a whole number in [0, 2^53).
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_sample_rows(double n, double size, double seed) {
  const std::vector<std::size_t> row =
      lapscale::sample_rows(static_cast<std::size_t>(n), static_cast<std::size_t>(size),
                            static_cast<std::uint64_t>(seed));
  return rows_to(row);
}

// Returns the first value of a matrix that is not finite, row by row within a column: NULL if there
// is none, else its kind ("NA", "NaN", "Inf"), row and column (1-based), and how many there are.
// [[Rcpp::export(rng = false)]]
SEXP cpp_first_not_finite(const Rcpp::NumericMatrix& x) {
  const R_xlen_t rows = x.nrow();
  R_xlen_t first = -1;
  double count = 0;
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i])) continue;
    if (first < 0) first = i;
    ++count;
  }
  if (first < 0) return R_NilValue;
  const char* kind = R_IsNA(x[first]) ? "NA" : R_IsNaN(x[first]) ? "NaN" : "Inf";
  return named_list({{"kind", kind},
                     {"row", static_cast<double>(first % rows + 1)},
                     {"column", static_cast<double>(first / rows + 1)},
                     {"count", count}});
}

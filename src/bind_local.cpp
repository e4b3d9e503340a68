#include <Rcpp.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "lapscale/local/local_spectra.hpp"
#include "r_allocate.h"
#include "r_points.h"
#include "r_runtime.h"

// Returns the leading eigenvalues of the local covariances at rows (1-based), unit of x squared,
// largest first: a plain vector, n_values x g x m.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_local_spectra(SEXP points, const Rcpp::IntegerVector& rows,
                                      const Rcpp::NumericVector& bandwidths,
                                      const Rcpp::List& options, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  lapscale::LocalSpectraOptions plan;
  const auto n_values = Rcpp::as<int>(options["n_values"]);
  check_between("n_values", n_values, 1, index.dim());
  plan.n_values = static_cast<std::size_t>(n_values);
  plan.cutoff = Rcpp::as<double>(options["cutoff"]);
  plan.neighbors = {static_cast<std::size_t>(Rcpp::as<double>(options["max_neighbors"])),
                    static_cast<std::uint64_t>(Rcpp::as<double>(options["seed"]))};
  const std::vector<double> grid = grid_from(index, bandwidths);
  const std::vector<double> values = lapscale::local_spectra(index, positions_from(index, rows),
                                                             grid, plan, runtime_from(runtime));
  Rcpp::NumericVector result = numeric_vector(values.size());
  double* out = result.begin();
  for (const double v : values) *out++ = std::ldexp(v, 2 * index.frame().exponent);
  return result;
}

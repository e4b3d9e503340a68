#include <Rcpp.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "lapscale/local/boundary_offsets.hpp"
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

// Returns what a boundary does to the neighbors of rows (1-based), over the bandwidth: the length
// of their mean offset and its standard error, how far they reach to the other side, and how many
// these are.
//   degree   length n, by row
//   tangent  m x dim x d, as cpp_local_metrics() has it
//   options  bandwidth, cutoff, reach_radius (in bandwidths), d
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_boundary_offsets(SEXP points, const Rcpp::IntegerVector& rows,
                                const Rcpp::NumericVector& degree,
                                const Rcpp::NumericVector& tangent, const Rcpp::List& options,
                                const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  check_that(index.has_coordinates(), "Coordinates are expected.");
  check_size("degree", degree.size(), index.size());
  const std::vector<std::size_t> position = positions_from(index, rows);
  const std::size_t m = position.size();
  const auto d = Rcpp::as<int>(options["d"]);
  check_between("d", d, 1, index.dim());
  check_size("tangent", tangent.size(), m * index.dim() * static_cast<std::size_t>(d));
  std::vector<Eigen::MatrixXd> planes(m);
  for (std::size_t q = 0; q < m; ++q) {
    planes[q].resize(static_cast<Eigen::Index>(index.dim()), d);
    for (std::size_t e = 0; e < index.dim() * static_cast<std::size_t>(d); ++e) {
      planes[q].data()[e] = tangent[static_cast<R_xlen_t>(e * m + q)];
    }
  }
  std::vector<double> by_position(index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    by_position[i] = degree[static_cast<R_xlen_t>(index.row_of(i))];
  }
  const lapscale::BoundaryOffsets offsets(
      index, index.frame().to_unit(Rcpp::as<double>(options["bandwidth"])),
      Rcpp::as<double>(options["cutoff"]), Rcpp::as<double>(options["reach_radius"]),
      {by_position.data(), by_position.size()});
  const std::vector<lapscale::BoundaryOffset> found =
      offsets.run({position.data(), m}, planes, runtime_from(runtime));
  Rcpp::NumericVector length = numeric_vector(m);
  Rcpp::NumericVector noise = numeric_vector(m);
  Rcpp::NumericVector reach = numeric_vector(m);
  Rcpp::NumericVector count = numeric_vector(m);
  for (std::size_t q = 0; q < m; ++q) {
    length[static_cast<R_xlen_t>(q)] = found[q].length;
    noise[static_cast<R_xlen_t>(q)] = found[q].noise;
    reach[static_cast<R_xlen_t>(q)] = found[q].reach;
    count[static_cast<R_xlen_t>(q)] = found[q].count;
  }
  return named_list({{"length", length}, {"noise", noise}, {"reach", reach}, {"count", count}});
}

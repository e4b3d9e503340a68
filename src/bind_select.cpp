#include <Rcpp.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lapscale/select/bandwidth_range.hpp"
#include "lapscale/select/geometric_consistency.hpp"
#include "lapscale/select/kernel_reconstruction.hpp"
#include "lapscale/select/median_distance.hpp"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

lapscale::ConsistencyOptions options_from(const Rcpp::List& options) {
  lapscale::ConsistencyOptions result;
  result.d = static_cast<std::size_t>(Rcpp::as<int>(options["d"]));
  result.cutoff = Rcpp::as<double>(options["cutoff"]);
  result.alpha = Rcpp::as<double>(options["alpha"]);
  result.tangent_weights = Rcpp::as<std::string>(options["pca_weights"]) == "kernel"
                               ? lapscale::TangentWeights::kernel
                               : lapscale::TangentWeights::squared;
  const auto seed = static_cast<std::uint64_t>(Rcpp::as<double>(options["seed"]));
  const auto whole = [&](const char* name) {
    return static_cast<std::size_t>(Rcpp::as<double>(options[name]));
  };
  if (Rcpp::as<bool>(options["subsample"])) {
    result.neighbors = {whole("max_neighbors"), seed};
    result.far = {whole("far_near"), whole("far_drawn"), seed};
  }
  return result;
}

}  // namespace

// The default range of bandwidths, unit of x: where the weights are the identity, and the root
// mean squared distance.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_bandwidth_range(SEXP points, const Rcpp::List& runtime) {
  const PointsPtr problem(points);
  const lapscale::PointFrame& frame = problem->index.frame();
  return Rcpp::NumericVector::create(
      frame.from_unit(lapscale::identity_bandwidth(problem->index, 1e-4, runtime_from(runtime))),
      frame.from_unit(lapscale::rms_distance(problem->index)));
}

// Root mean squared distance between all pairs of points, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_rms_distance(SEXP points) {
  const PointsPtr handle(points);
  return handle->index.frame().from_unit(lapscale::rms_distance(handle->index));
}

// Median distance over all pairs, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_median_distance(SEXP points, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  return handle->index.frame().from_unit(
      lapscale::median_distance(handle->index, runtime_from(runtime)));
}

// rows 1-based; bandwidths: the range that will be asked for, unit of x.
// [[Rcpp::export(rng = false)]]
void cpp_consistency(SEXP points, const Rcpp::IntegerVector& rows, const Rcpp::List& options,
                     const Rcpp::NumericVector& bandwidths, const Rcpp::List& runtime) {
  const PointsPtr problem(points);
  problem->consistency = std::make_unique<lapscale::GeometricConsistency>(
      problem->index, rows_from(rows), options_from(options),
      in_unit(problem->index.frame(), bandwidths), problem->graph.get(), runtime_from(runtime));
}

// Distortions, n_points x g; NaN where the inverse is asked for and does not exist.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_distortions(SEXP points, int n_points,
                                    const Rcpp::NumericVector& bandwidths, bool inverse,
                                    const Rcpp::List& runtime) {
  const PointsPtr problem(points);
  Rcpp::NumericMatrix distortion(n_points, static_cast<int>(bandwidths.size()));
  double* out = distortion.begin();
  const auto rows = static_cast<std::size_t>(n_points);
  problem->consistency->metrics(
      in_unit(problem->index.frame(), bandwidths),
      [&](std::size_t i, std::size_t g, const lapscale::LocalMetric& local) {
        out[g * rows + i] = lapscale::distortion_of(local.metric, inverse);
      },
      runtime_from(runtime));
  return distortion;
}

// At one bandwidth: metric n_points x d x d, basis n_points x r x d as plain vectors, and the
// distortions.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_local_metrics(SEXP points, int n_points, int d, double bandwidth, bool inverse,
                             const Rcpp::List& runtime) {
  const PointsPtr problem(points);
  const auto n = static_cast<std::size_t>(n_points);
  const auto size = static_cast<std::size_t>(d);
  const std::size_t dim = problem->index.dim();
  Rcpp::NumericVector metric(static_cast<R_xlen_t>(n * size * size));
  Rcpp::NumericVector basis(static_cast<R_xlen_t>(n * dim * size));
  double* h = metric.begin();
  double* v = basis.begin();
  Rcpp::NumericVector distortion(n_points);
  double* out = distortion.begin();
  problem->consistency->metrics(
      {problem->index.frame().to_unit(bandwidth)},
      [&](std::size_t i, std::size_t, lapscale::LocalMetric local) {
        lapscale::drop_missing_directions(local);
        out[i] = lapscale::distortion_of(local.metric, inverse);
        for (std::size_t a = 0; a < size; ++a) {
          for (std::size_t b = 0; b < size; ++b) {
            h[i + n * (b + size * a)] =
                local.metric(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(a));
          }
          for (std::size_t k = 0; k < dim; ++k) {
            v[i + n * (k + dim * a)] =
                local.tangent(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(a));
          }
        }
      },
      runtime_from(runtime));
  return Rcpp::List::create(Rcpp::Named("metric") = metric, Rcpp::Named("basis") = basis,
                            Rcpp::Named("distortion") = distortion);
}

// Squared distances of rows (1-based) to the kernel-weighted means of all other points, unit of x
// squared: m x g.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_kernel_reconstruction(SEXP points, const Rcpp::IntegerVector& rows,
                                              const Rcpp::NumericVector& bandwidths,
                                              const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointIndex& index = handle->index;
  const std::vector<double> grid = in_unit(index.frame(), bandwidths);
  const std::vector<double> error = lapscale::Reconstruction(index).errors(
      positions_from(index, rows), grid, runtime_from(runtime));
  Rcpp::NumericMatrix result(static_cast<int>(rows.size()), static_cast<int>(bandwidths.size()));
  double* out = result.begin();
  for (const double e : error) *out++ = std::ldexp(e, 2 * index.frame().exponent);
  return result;
}

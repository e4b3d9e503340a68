#include <Rcpp.h>

#include <cstddef>

#include "lapscale/heat_kernel.hpp"
#include "lapscale/walk_extension.hpp"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

// The heat kernel between the rows of `at` (m x r) and the points: m x n.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_heat_kernel(SEXP points, const Rcpp::NumericMatrix& at, double bandwidth,
                                    const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(frame, point_view(at), run);
  Rcpp::NumericMatrix kernel(at.nrow(), static_cast<int>(handle->index.size()));
  lapscale::heat_kernel(handle->index, queries, frame.to_unit(bandwidth), run,
                        {kernel.begin(), static_cast<std::size_t>(kernel.size())});
  return kernel;
}

// Functions known at n points at the rows of `at` (m x r), by one step of the random walk.
//   averaged, own  n x q
//   options        bandwidth, cutoff (in bandwidths), k, factor (t_j^-alpha, length n)
//   returns        values m x q, distance to the nearest point over the bandwidth, length m
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_extend(SEXP points, const Rcpp::NumericMatrix& at,
                      const Rcpp::NumericMatrix& averaged, const Rcpp::NumericMatrix& own,
                      const Rcpp::List& options, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(frame, point_view(at), run);
  const Rcpp::NumericVector factor = options["factor"];
  const lapscale::ExtensionPlan plan{
      frame.to_unit(Rcpp::as<double>(options["bandwidth"])), Rcpp::as<double>(options["cutoff"]),
      static_cast<std::size_t>(Rcpp::as<int>(options["k"])), view(factor)};
  const lapscale::ExtendedValues f{static_cast<std::size_t>(own.ncol()), view(averaged), view(own)};
  Rcpp::NumericMatrix values(at.nrow(), own.ncol());
  const std::vector<double> distance =
      lapscale::extend_by_walk(handle->index, queries, plan, f, run,
                               {values.begin(), static_cast<std::size_t>(values.size())});
  return Rcpp::List::create(Rcpp::Named("values") = values, Rcpp::Named("distance") = distance);
}

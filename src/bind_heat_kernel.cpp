#include <Rcpp.h>

#include <cstddef>

#include "lapscale/kernel/heat_kernel.hpp"
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

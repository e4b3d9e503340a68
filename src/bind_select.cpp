#include <Rcpp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lapscale/select/bandwidth_range.hpp"
#include "lapscale/select/consistency_plan.hpp"
#include "lapscale/select/degree_part.hpp"
#include "lapscale/select/geometric_consistency.hpp"
#include "lapscale/select/kernel_reconstruction.hpp"
#include "lapscale/select/median_distance.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

struct Consistency {
  static constexpr const char* kind = "local metrics";
  std::shared_ptr<const Points> points;
  std::shared_ptr<const NeighborGraph> graph;
  lapscale::GeometricConsistency criterion;
};

lapscale::ConsistencyOptions options_from(const lapscale::PointIndex& index,
                                          const Rcpp::List& options) {
  lapscale::ConsistencyOptions result;
  const auto d = Rcpp::as<int>(options["d"]);
  check_between("d", d, 1, index.dim());
  result.d = static_cast<std::size_t>(d);
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
    result.far_degrees = {whole("whole_degrees"), seed};
    result.far_neighbors = {whole("whole_neighbors"), seed + 1};
  }
  result.measure.mass = by_position(index, options, "mass");
  result.measure.scale = by_position(index, options, "scale");
  for (double& scale : result.measure.scale) scale = index.frame().to_unit(scale);
  if (options.containsElementNamed("scale_power")) {
    result.measure.scale_power = Rcpp::as<double>(options["scale_power"]);
  }
  return result;
}

// Returns bandwidths in the frame's unit; multiples of local scales as they are.
std::vector<double> grid_of(const lapscale::PointIndex& index,
                            const Rcpp::NumericVector& bandwidths,
                            const lapscale::ConsistencyOptions& options) {
  if (options.measure.scale.empty()) return grid_from(index, bandwidths);
  return {bandwidths.begin(), bandwidths.end()};
}

// Floats that came as raw bytes.
std::vector<std::vector<float>> floats_from(const Rcpp::List& bytes) {
  std::vector<std::vector<float>> parts;
  for (R_xlen_t i = 0; i < bytes.size(); ++i) {
    const Rcpp::RawVector raw(bytes[i]);
    parts.emplace_back(static_cast<std::size_t>(raw.size()) / sizeof(float));
    if (!parts.back().empty()) {
      std::memcpy(parts.back().data(), raw.begin(), parts.back().size() * sizeof(float));
    }
  }
  return parts;
}

// Where the values of the points go: all of them in the order of `rows`, or those of a part (from,
// to: 0-based places in the order of the tree) one after another.
struct Destination {
  lapscale::CentrePart part;
  std::vector<std::size_t> row;  // of the result, by place in `rows`
  std::size_t n_rows;

  Destination(const lapscale::GeometricConsistency& criterion,
              const Rcpp::Nullable<Rcpp::IntegerVector>& asked)
      : row(criterion.n_points()), n_rows(row.size()) {
    if (asked.isNull()) {
      std::iota(row.begin(), row.end(), std::size_t{0});
      return;
    }
    const Rcpp::IntegerVector ends(asked);
    check_that(ends.size() == 2 && ends[0] >= 0 && ends[0] <= ends[1], "A part is expected.");
    check_between("part", ends[0], 0, row.size());
    part = {static_cast<std::size_t>(ends[0]),
            std::min(static_cast<std::size_t>(ends[1]), row.size())};
    n_rows = part.end - part.begin;
    for (std::size_t i = part.begin; i < part.end; ++i) row[criterion.place(i)] = i - part.begin;
  }
};

}  // namespace

// Tells how the core goes about a criterion of n points in p columns, before there are any: see
// ConsistencyPlan.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_consistency_plan(double n, double p, double n_bandwidths, double cutoff) {
  check_between("p", p, 1.0, 1e9);
  check_between("n", n, 0.0, 1e15);
  const lapscale::ConsistencyPlan plan =
      lapscale::consistency_plan(static_cast<std::size_t>(n), static_cast<std::size_t>(p),
                                 static_cast<std::size_t>(n_bandwidths), cutoff);
  return named_list(
      {{"in_blocks", plan.in_blocks},
       {"in_subspaces", plan.in_subspaces},
       {"keeps_distances", plan.keeps_distances},
       {"samples", plan.samples},
       {"max_neighbors", static_cast<double>(plan.max_neighbors)},
       {"whole_degrees", static_cast<double>(plan.whole_degrees)},
       {"whole_neighbors", static_cast<double>(plan.whole_neighbors)},
       {"holds_degrees", plan.holds_degrees},
       {"degree_seconds", plan.degree_seconds}});
}

// Returns the bytes that it takes: see consistency_bytes().
// [[Rcpp::export(rng = false)]]
double cpp_consistency_bytes(double n, double p, double copied, bool on_disk, int n_threads) {
  return lapscale::consistency_bytes(static_cast<std::size_t>(n), static_cast<std::size_t>(p),
                                     copied, on_disk, static_cast<std::size_t>(n_threads));
}

// Which of the rows come in the order of the tree, 1-based: those of a part one after another.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_tree_order(SEXP points, const Rcpp::IntegerVector& rows) {
  const std::vector<std::size_t> position = positions_from(held<Points>(points)->index, rows);
  std::vector<std::size_t> order(position.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return position[a] < position[b]; });
  return rows_to(order);
}

// Returns rows of `size` points that lie evenly among all: at equal steps in the order of the tree.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector cpp_spread_rows(SEXP points, double size) {
  const lapscale::PointIndex& index = held<Points>(points)->index;
  check_between("size", size, 0.0, index.size());
  const auto n = static_cast<std::size_t>(size);
  std::vector<std::size_t> row(n);
  for (std::size_t i = 0; i < n; ++i) row[i] = index.row_of((2 * i + 1) * index.size() / (2 * n));
  return rows_to(row);
}

// Returns the default range of bandwidths, unit of x: where the weights are the identity, and the
// root mean squared distance.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_bandwidth_range(SEXP points, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  return Rcpp::NumericVector::create(
      frame.from_unit(lapscale::identity_bandwidth(handle->index, 1e-4, runtime_from(runtime))),
      frame.from_unit(lapscale::rms_distance(handle->index)));
}

// Root mean squared distance between all pairs of points, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_rms_distance(SEXP points) {
  const auto handle = held<Points>(points);
  return handle->index.frame().from_unit(lapscale::rms_distance(handle->index));
}

// Median distance over all pairs, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_median_distance(SEXP points, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  return handle->index.frame().from_unit(
      lapscale::median_distance(handle->index, runtime_from(runtime)));
}

// Returns the log degrees that cpp_consistency() without a graph looks at, floats as raw bytes: one
// of n_parts parts, from 0. Empty where it makes no table of them.
// [[Rcpp::export(rng = false)]]
Rcpp::RawVector cpp_degree_part(SEXP points, const Rcpp::IntegerVector& rows,
                                const Rcpp::List& options, const Rcpp::NumericVector& bandwidths,
                                int part, int n_parts, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const std::vector<float> found = lapscale::degree_part(
      handle->index, rows_from(rows, handle->index.size()), options_from(handle->index, options),
      grid_from(handle->index, bandwidths), static_cast<std::size_t>(part),
      static_cast<std::size_t>(n_parts), runtime_from(runtime));
  Rcpp::RawVector bytes = raw_vector(found.size() * sizeof(float));
  if (!found.empty()) std::memcpy(bytes.begin(), found.data(), found.size() * sizeof(float));
  return bytes;
}

// Returns the local metrics of rows (1-based) at any bandwidths of a range, unit of x: a handle for
// the two functions that follow.
//   graph    NULL, or of cpp_neighbor_graph(), which neighborhoods then follow
//   degrees  of cpp_degree_part(), all parts in their order; none: found here
// [[Rcpp::export(rng = false)]]
SEXP cpp_consistency(SEXP points, SEXP graph, const Rcpp::IntegerVector& rows,
                     const Rcpp::List& options, const Rcpp::NumericVector& bandwidths,
                     const Rcpp::List& degrees, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const auto along = Rf_isNull(graph) ? nullptr : held<NeighborGraph>(graph);
  if (along && along->points != handle) Rcpp::stop("The graph is one of other points.");
  const std::vector<std::vector<float>> parts = floats_from(degrees);
  const lapscale::ConsistencyOptions chosen = options_from(handle->index, options);
  return hold(std::make_shared<const Consistency>(Consistency{
      handle, along,
      lapscale::GeometricConsistency(handle->index, rows_from(rows, handle->index.size()), chosen,
                                     grid_of(handle->index, bandwidths, chosen),
                                     along ? &along->lists : nullptr, runtime_from(runtime),
                                     {parts.begin(), parts.end()})}));
}

// Distortions, n_points x g; NaN where the inverse is asked for and does not exist. part: NULL, or
// where a part of the points begins and ends, in the order of the tree, 0-based: those alone, in
// that order.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_distortions(SEXP consistency, const Rcpp::NumericVector& bandwidths,
                                    bool inverse, const Rcpp::List& runtime,
                                    Rcpp::Nullable<Rcpp::IntegerVector> part = R_NilValue) {
  const auto handle = held<Consistency>(consistency);
  const Destination to(handle->criterion, part);
  const std::size_t n = to.n_rows;
  Rcpp::NumericMatrix distortion = numeric_matrix(n, static_cast<std::size_t>(bandwidths.size()));
  double* out = distortion.begin();
  handle->criterion.metrics(
      grid_of(handle->points->index, bandwidths, handle->criterion.options()),
      [&](std::size_t i, std::size_t g, const lapscale::LocalMetric& local) {
        out[g * n + to.row[i]] = lapscale::distortion_of(local.metric, inverse);
      },
      runtime_from(runtime), to.part);
  return distortion;
}

// At one bandwidth: metric n_points x d x d, basis n_points x r x d as plain vectors, and the
// distortions.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_local_metrics(SEXP consistency, double bandwidth, bool inverse,
                             const Rcpp::List& runtime) {
  const auto handle = held<Consistency>(consistency);
  const lapscale::PointIndex& index = handle->points->index;
  const std::size_t n = handle->criterion.n_points();
  const std::size_t d = handle->criterion.options().d;
  const std::size_t dim = index.dim();
  Rcpp::NumericVector metric = numeric_vector(n * d * d);
  Rcpp::NumericVector basis = numeric_vector(n * dim * d);
  double* h = metric.begin();
  double* v = basis.begin();
  Rcpp::NumericVector distortion = numeric_vector(n);
  double* out = distortion.begin();
  handle->criterion.metrics(
      grid_of(index, Rcpp::NumericVector::create(bandwidth), handle->criterion.options()),
      [&](std::size_t i, std::size_t, lapscale::LocalMetric local) {
        lapscale::drop_missing_directions(local);
        out[i] = lapscale::distortion_of(local.metric, inverse);
        for (std::size_t a = 0; a < d; ++a) {
          for (std::size_t b = 0; b < d; ++b) {
            h[i + n * (b + d * a)] =
                local.metric(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(a));
          }
          for (std::size_t k = 0; k < dim; ++k) {
            v[i + n * (k + dim * a)] =
                local.tangent(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(a));
          }
        }
      },
      runtime_from(runtime));
  return named_list({{"metric", metric}, {"basis", basis}, {"distortion", distortion}});
}

// Returns the walk's step in all columns: a list of matrices n_points x g
//   distance, dimension          see lapscale::projection_distance()
//   moving, moving_dimension     the same of the steps that leave the point
//   noise                        square root of sum_j p_j^2
//   self, degree                 the chance to stay; the row sum of the kernel
// part: as in cpp_distortions()
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_steps(SEXP consistency, const Rcpp::NumericVector& bandwidths,
                     const Rcpp::List& runtime,
                     Rcpp::Nullable<Rcpp::IntegerVector> part = R_NilValue) {
  const auto handle = held<Consistency>(consistency);
  const Destination to(handle->criterion, part);
  const std::size_t n = to.n_rows;
  Rcpp::List result;
  std::vector<double*> column;
  for (const char* name :
       {"distance", "dimension", "moving", "moving_dimension", "noise", "self", "degree"}) {
    Rcpp::NumericMatrix values = numeric_matrix(n, static_cast<std::size_t>(bandwidths.size()));
    column.push_back(values.begin());
    result[name] = values;
  }
  handle->criterion.steps(
      grid_of(handle->points->index, bandwidths, handle->criterion.options()),
      [&](std::size_t i, std::size_t g, const lapscale::StepSpectrum& step) {
        const lapscale::ProjectionDistance all = lapscale::projection_distance(step.values);
        const lapscale::ProjectionDistance moving = lapscale::moving_distance(step);
        const double value[] = {
            all.distance, all.rank,   moving.distance, moving.rank, std::sqrt(step.concentration),
            step.self,    step.degree};
        for (std::size_t v = 0; v < column.size(); ++v) column[v][g * n + to.row[i]] = value[v];
      },
      runtime_from(runtime), to.part);
  return result;
}

// Returns the squared distances of rows (1-based) to the kernel-weighted means of all other points,
// unit of x squared: m x g.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_kernel_reconstruction(SEXP points, const Rcpp::IntegerVector& rows,
                                              const Rcpp::NumericVector& bandwidths,
                                              const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& index = handle->index;
  const std::vector<double> grid = grid_from(index, bandwidths);
  const std::vector<double> error = lapscale::KernelReconstruction(index).errors(
      positions_from(index, rows), grid, runtime_from(runtime));
  Rcpp::NumericMatrix result = numeric_matrix(static_cast<std::size_t>(rows.size()), grid.size());
  double* out = result.begin();
  for (const double e : error) *out++ = std::ldexp(e, 2 * index.frame().exponent);
  return result;
}

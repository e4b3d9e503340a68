#include <Rcpp.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "lapscale/embed/barycentric_weights.hpp"
#include "lapscale/embed/column_gradients.hpp"
#include "lapscale/embed/distance_agreement.hpp"
#include "lapscale/embed/embedding_metric.hpp"
#include "lapscale/embed/geodesic_projection.hpp"
#include "lapscale/embed/isometry.hpp"
#include "lapscale/embed/layout_affinities.hpp"
#include "lapscale/embed/layout_descent.hpp"
#include "lapscale/embed/layout_placement.hpp"
#include "lapscale/embed/local_linear.hpp"
#include "lapscale/embed/modified_lle_weights.hpp"
#include "lapscale/embed/tangent_residuals.hpp"
#include "lapscale/embed/trustworthiness.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Returns lists of neighbors by row as lists by position.
//   begin length m + 1, list of row q: [begin[q], begin[q + 1]) of `index` (1-based rows of points)
//   least entries of each list
lapscale::Adjacency lists_from(const lapscale::PointIndex& points,
                               const lapscale::PointIndex& queries,
                               const Rcpp::IntegerVector& begin, const Rcpp::IntegerVector& index,
                               int least = 0) {
  check_lists(begin, queries.size(), index.size(), least);
  const std::vector<std::size_t> row_of = rows_from(index, points.size());
  lapscale::Adjacency lists;
  lists.begin.push_back(0);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto row = static_cast<R_xlen_t>(queries.row_of(q));
    for (R_xlen_t e = begin[row]; e < begin[row + 1]; ++e) {
      const std::size_t position = points.position_of(row_of[static_cast<std::size_t>(e)]);
      lists.neighbors.push_back({static_cast<std::uint32_t>(position), 0.0});
    }
    lists.begin.push_back(lists.neighbors.size());
  }
  return lists;
}

// Vectors by position as `count` by row, and `weight`, the vectors of a row one after another, rows
// in order.
Rcpp::List vectors_by_row(const lapscale::PointIndex& points,
                          const lapscale::WeightVectors& found) {
  Rcpp::IntegerVector count = integer_vector(points.size());
  Rcpp::NumericVector weight = numeric_vector(found.weight.size());
  auto to = weight.begin();
  for (std::size_t row = 0; row < points.size(); ++row) {
    const std::size_t q = points.position_of(row);
    count[static_cast<R_xlen_t>(row)] = static_cast<int>(found.count[q]);
    const auto own = lapscale::Span(found.weight).part(found.begin[q], found.begin[q + 1]);
    to = std::copy(own.begin(), own.end(), to);
  }
  return named_list({{"count", count}, {"weight", weight}});
}

// Neighbors as R has them, with the numbers of the core.
struct GivenLists {
  std::vector<std::size_t> begin;
  std::vector<std::size_t> index;
  lapscale::RowLists lists;

  GivenLists(const Rcpp::IntegerVector& begin_in, const Rcpp::IntegerVector& index_in,
             const Rcpp::NumericVector& distance, std::size_t n)
      : begin(begin_in.begin(), begin_in.end()), index(rows_from(index_in, n)) {
    check_that(begin_in.size() > 0, "Lists are expected.");
    check_lists(begin_in, begin.size() - 1, index_in.size());
    check_size("distance", distance.size(), index.size());
    lists = {{begin.data(), begin.size()}, {index.data(), index.size()}, view(distance)};
  }
};

// Calls body with places (s x n) and their number of coordinates as a constant. On a line they are
// places in the plane, whose second coordinates are and stay 0: the results are the same, and a
// further dimension would take 2% of the time to compile the package.
template <class Body>
auto with_layout_dim(const Rcpp::NumericMatrix& y, const Body& body) {
  check_between("dim", y.nrow(), 1, 3);
  if (y.nrow() == 3) return body(view(y), std::integral_constant<std::size_t, 3>());
  if (y.nrow() == 2) return body(view(y), std::integral_constant<std::size_t, 2>());
  std::vector<double> plane(2 * static_cast<std::size_t>(y.size()));
  for (R_xlen_t i = 0; i < y.size(); ++i) plane[2 * static_cast<std::size_t>(i)] = y[i];
  const lapscale::Span<const double> places(plane.data(), plane.size());
  return body(places, std::integral_constant<std::size_t, 2>());
}

// Points one after another, of dim coordinates, as a matrix with a row each and the first s
// columns.
Rcpp::NumericMatrix rows_of_points(const std::vector<double>& y, std::size_t dim, int s) {
  const std::size_t n = y.size() / dim;
  Rcpp::NumericMatrix result = numeric_matrix(n, static_cast<std::size_t>(s));
  for (R_xlen_t e = 0; e < result.size(); ++e) {
    const auto at = static_cast<std::size_t>(e);
    result[e] = y[at % n * dim + at / n];
  }
  return result;
}

}  // namespace

// Returns the affinities of points by lists of their neighbors (index 1-based), p, i and x of a
// dgCMatrix.
//   mass  of the points, of sum 1
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_layout_affinities(const Rcpp::IntegerVector& begin, const Rcpp::IntegerVector& index,
                                 const Rcpp::NumericVector& distance,
                                 const Rcpp::NumericVector& mass, double perplexity,
                                 const Rcpp::List& runtime) {
  const auto n = static_cast<std::size_t>(mass.size());
  const GivenLists given(begin, index, distance, n);
  check_size("begin", begin.size() - 1, n);
  const lapscale::LayoutAffinities p =
      lapscale::calibrated_affinities(given.lists, view(mass), perplexity, runtime_from(runtime));
  return named_list({{"p", Rcpp::IntegerVector(p.begin.begin(), p.begin.end())},
                     {"i", Rcpp::IntegerVector(p.column.begin(), p.column.end())},
                     {"x", as_vector(p.value)}});
}

// The same of a graph (dgCMatrix, symmetric), entry by entry.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_graph_affinities(const Rcpp::S4& graph, const Rcpp::NumericVector& mass) {
  const lapscale::SparseView weights = sparse_view(graph);
  check_size("mass", mass.size(), weights.size());
  return as_vector(lapscale::graph_affinities(weights, view(mass)));
}

// Lays out points by their affinities (dgCMatrix, symmetric, of sum 1): coordinates n x s, the sum
// over all pairs `total`, and the cost at the end and at the start.
//   start  s x n;  spacing: see lapscale::LayoutSettings
//   exact  whether the repulsion is summed over all pairs
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_layout(const Rcpp::S4& affinities, const Rcpp::NumericVector& mass,
                      const Rcpp::NumericMatrix& start, double exaggeration, double anchor,
                      double spacing, bool exact, const Rcpp::List& runtime) {
  const lapscale::SparseView p = sparse_view(affinities);
  check_size("mass", mass.size(), p.size());
  check_size("start", start.ncol(), p.size());
  lapscale::LayoutSettings settings;
  settings.exaggeration = exaggeration;
  settings.anchor = anchor;
  settings.spacing = spacing;
  if (exact) settings.opening = 0;
  return with_layout_dim(start, [&](auto places, auto dim) {
    const lapscale::LayoutResult found =
        lapscale::layout_descent<dim()>(p, view(mass), places, settings, runtime_from(runtime));
    return named_list({{"coordinates", rows_of_points(found.y, dim(), start.nrow())},
                       {"total", found.total},
                       {"cost", found.cost},
                       {"first_cost", found.first_cost}});
  });
}

// Places new points, by lists of their neighbors in a layout y (s x n): m x s.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_layout_placement(const Rcpp::IntegerVector& begin,
                                         const Rcpp::IntegerVector& index,
                                         const Rcpp::NumericVector& distance,
                                         const Rcpp::NumericMatrix& y,
                                         const Rcpp::NumericVector& mass, double total,
                                         double perplexity, double exaggeration,
                                         const Rcpp::List& runtime) {
  const auto n = static_cast<std::size_t>(mass.size());
  const GivenLists given(begin, index, distance, n);
  check_size("y", y.ncol(), n);
  return with_layout_dim(y, [&](auto places, auto dim) {
    return rows_of_points(
        lapscale::layout_placement<dim()>(given.lists, places, view(mass), total, perplexity,
                                          exaggeration, runtime_from(runtime)),
        dim(), y.nrow());
  });
}

// Returns weights of sum 1 by which the listed points reconstruct each row of `at` (m x r).
//   begin length m + 1, list of row q: [begin[q], begin[q + 1]) of `index` (1-based rows of points)
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_barycentric_weights(SEXP points, const Rcpp::NumericMatrix& at,
                                            const Rcpp::IntegerVector& begin,
                                            const Rcpp::IntegerVector& index, double ridge,
                                            const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& all = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries = queries_from(all, at, run);
  const lapscale::Adjacency lists = lists_from(all, queries, begin, index);
  const std::vector<double> weight = lapscale::barycentric_weights(all, queries, lists, ridge, run);
  Rcpp::NumericVector result = numeric_vector(static_cast<std::size_t>(index.size()));
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto row = static_cast<R_xlen_t>(queries.row_of(q));
    const auto own = lapscale::Span(weight).part(lists.begin[q], lists.begin[q + 1]);
    std::copy(own.begin(), own.end(), result.begin() + begin[row]);
  }
  return result;
}

// Returns several such weight vectors for every point, for coordinates of dimension d: see
// vectors_by_row().
//   begin, index  as above, of the points themselves; lists longer than d
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_modified_lle_weights(SEXP points, const Rcpp::IntegerVector& begin,
                                    const Rcpp::IntegerVector& index, int d, double ridge,
                                    const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& all = handle->index;
  check_between("d", d, 1, index.size());
  const lapscale::Adjacency lists = lists_from(all, all, begin, index, d + 1);
  return vectors_by_row(
      all, lapscale::modified_lle_weights(all, all, lists, static_cast<std::size_t>(d), ridge,
                                          runtime_from(runtime)));
}

// The columns, without the entries of the points themselves, that a function must be orthogonal to
// if it is affine in every tangent plane of dimension d: all, or those of quadratic functions.
//   begin, index  as above; lists longer than d
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_tangent_residuals(SEXP points, const Rcpp::IntegerVector& begin,
                                 const Rcpp::IntegerVector& index, int d, bool quadratic,
                                 const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::PointIndex& all = handle->index;
  check_between("d", d, 1, index.size());
  const lapscale::Adjacency lists = lists_from(all, all, begin, index, d + 1);
  const auto residual =
      quadratic ? lapscale::TangentResidual::quadratic : lapscale::TangentResidual::all;
  return vectors_by_row(
      all, lapscale::tangent_residuals(all, all, lists, static_cast<std::size_t>(d), residual,
                                       runtime_from(runtime)));
}

// sum_l delta_l^2 basis_lc, with delta_l the geodesic distance of a new point to landmark l; its
// paths start at the listed vertices (1-based) at the given distances.
//   begin length m + 1, list of row q: [begin[q], begin[q + 1]) of `index` and `distance`
//   basis l x c; returns m x c, Inf or NaN where no path leads to a landmark
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_geodesic_projection(const Rcpp::S4& graph, const Rcpp::IntegerVector& begin,
                                            const Rcpp::IntegerVector& index,
                                            const Rcpp::NumericVector& distance,
                                            const Rcpp::IntegerVector& landmarks,
                                            const Rcpp::NumericMatrix& basis,
                                            const Rcpp::List& runtime) {
  const lapscale::SparseView lengths = lengths_view(graph);
  const std::vector<std::size_t> vertex = rows_from(index, lengths.size());
  const std::vector<std::size_t> landmark = rows_from(landmarks, lengths.size());
  check_that(!landmark.empty(), "A landmark is expected.");
  check_size("distance", distance.size(), index.size());
  check_that(begin.size() > 0, "Lists are expected.");
  check_lists(begin, static_cast<std::size_t>(begin.size()) - 1, index.size());
  check_size("basis", basis.nrow(), landmark.size());
  const std::vector<std::size_t> first(begin.begin(), begin.end());
  const lapscale::PathStarts starts{
      {first.data(), first.size()}, {vertex.data(), vertex.size()}, view(distance)};
  Rcpp::NumericMatrix out =
      numeric_matrix(first.size() - 1, static_cast<std::size_t>(basis.ncol()));
  lapscale::geodesic_projection(lengths, starts, {landmark.data(), landmark.size()}, view(basis),
                                runtime_from(runtime),
                                {out.begin(), static_cast<std::size_t>(out.size())});
  return out;
}

// The metric at each point of an embedding f (s x n): cometric and metric n x s x s, stretch n x d.
//   walk   dgCMatrix of symmetric pattern whose entries are those of P, row after row
//   scale  length n
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_embedding_metric(const Rcpp::S4& walk, const Rcpp::NumericMatrix& f,
                                const Rcpp::NumericVector& scale, int d,
                                const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  const lapscale::SparseView steps = sparse_view(walk);
  check_size("f", f.ncol(), steps.size());
  check_size("scale", scale.size(), steps.size());
  check_between("d", d, 1, f.nrow());
  const lapscale::EmbeddingMetric found = lapscale::embedding_metric(
      steps, points, view(scale), static_cast<std::size_t>(d), runtime_from(runtime));
  return named_list({{"cometric", as_vector(found.cometric)},
                     {"metric", as_vector(found.metric)},
                     {"stretch", as_vector(found.stretch)}});
}

// Tells how far an embedding f (s x n) is from an isometry: squares, distortion, gradient (s x n).
//   walk    as above;  degree  t with t_i P_ij symmetric
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_isometry_loss(const Rcpp::S4& walk, const Rcpp::NumericVector& degree,
                             const Rcpp::NumericMatrix& f, double scale, int d,
                             const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  const lapscale::SparseView steps = sparse_view(walk);
  check_size("f", f.ncol(), steps.size());
  check_size("degree", degree.size(), steps.size());
  check_between("d", d, 1, f.nrow());
  const lapscale::IsometryLoss found = lapscale::isometry_loss(
      steps, view(degree), points, scale, static_cast<std::size_t>(d), runtime_from(runtime));
  Rcpp::NumericMatrix gradient = numeric_matrix(static_cast<std::size_t>(f.nrow()), steps.size());
  std::copy(found.gradient.data(), found.gradient.data() + found.gradient.size(), gradient.begin());
  return named_list(
      {{"squares", found.squares}, {"distortion", found.distortion}, {"gradient", gradient}});
}

// Tells how independent sets (s x c, 1-based, a set per column) of the coordinates f (m x n) are.
//   mass  of the points, n
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_independence(const Rcpp::S4& walk, const Rcpp::NumericVector& mass,
                                     const Rcpp::NumericMatrix& f, int d,
                                     const Rcpp::IntegerMatrix& sets, const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  const lapscale::SparseView steps = sparse_view(walk);
  check_size("f", f.ncol(), steps.size());
  check_size("mass", mass.size(), steps.size());
  check_between("d", d, 1, sets.nrow());
  Eigen::MatrixXi members(sets.nrow(), sets.ncol());
  for (R_xlen_t e = 0; e < sets.size(); ++e) {
    check_between("sets", sets[e], 1, f.nrow());
    members.data()[e] = sets[e] - 1;
  }
  return as_vector(lapscale::independence_of_sets(
      steps, view(mass), points, static_cast<std::size_t>(d), members, runtime_from(runtime)));
}

// Lengths of the edges of a graph (dgCMatrix of symmetric pattern) in that metric, entry by entry.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_metric_lengths(const Rcpp::S4& graph, const Rcpp::NumericMatrix& f,
                                       const Rcpp::NumericVector& metric,
                                       const Rcpp::List& runtime) {
  const Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(f.begin(), f.nrow(), f.ncol());
  const lapscale::SparseView edges = sparse_view(graph);
  check_size("f", f.ncol(), edges.size());
  check_size("metric", metric.size(), static_cast<std::size_t>(f.size() * f.nrow()));
  return as_vector(lapscale::metric_lengths(edges, points, view(metric), runtime_from(runtime)));
}

// Agreement of the neighborhoods of points x and y (handles) at m rows (1-based): intruders,
// missing, shared, of length m, and the k nearest in y and all ties, as cpp_nearest() lists them:
// begin (length m + 1), index.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_trustworthiness(SEXP x, SEXP y, const Rcpp::IntegerVector& rows, int k,
                               const Rcpp::List& runtime) {
  const auto in_x = held<Points>(x);
  const auto in_y = held<Points>(y);
  check_size("y", in_y->index.size(), in_x->index.size());
  check_between("k", k, 1, in_x->index.size() - 1);
  const std::vector<std::size_t> at = rows_from(rows, in_x->index.size());
  const lapscale::Trustworthiness agreement =
      lapscale::trustworthiness(in_x->index, in_y->index, {at.data(), at.size()},
                                static_cast<std::size_t>(k), runtime_from(runtime));
  std::vector<double> begin = {0};
  std::vector<double> index;
  for (const std::vector<std::size_t>& list : agreement.nearest) {
    for (const std::size_t row : list) index.push_back(static_cast<double>(row) + 1);
    begin.push_back(static_cast<double>(index.size()));
  }
  return named_list({{"intruders", as_vector(agreement.intruders)},
                     {"missing", as_vector(agreement.missing)},
                     {"shared", as_vector(agreement.shared)},
                     {"begin", as_vector(begin)},
                     {"index", as_vector(index)}});
}

// Returns rows of a table at places of an embedding, p x m, NaN where no point is near.
//   y, x      coordinates s x n and rows p x n, a point per column;  group: length n, points of one
//             group are left out together
//   at        s x m;  bandwidth: length m;  left_out: length m, the group that is left out there
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_local_linear(const Rcpp::NumericMatrix& y, const Rcpp::NumericMatrix& x,
                                     const Rcpp::IntegerVector& group,
                                     const Rcpp::NumericMatrix& at,
                                     const Rcpp::NumericVector& bandwidth,
                                     const Rcpp::IntegerVector& left_out,
                                     const Rcpp::List& runtime) {
  check_that(y.nrow() > 0 && y.ncol() > 0, "Coordinates are expected.");
  check_size("x", x.ncol(), y.ncol());
  check_size("group", group.size(), y.ncol());
  check_size("at", at.nrow(), y.nrow());
  check_size("bandwidth", bandwidth.size(), at.ncol());
  check_size("left_out", left_out.size(), at.ncol());
  const Eigen::MatrixXd coordinates = matrix_map(y);
  const Eigen::MatrixXd rows = matrix_map(x);
  const lapscale::LocalLinear regression(coordinates, rows,
                                         {group.begin(), static_cast<std::size_t>(group.size())});
  return as_matrix(regression.run(matrix_map(at), view(bandwidth),
                                  {left_out.begin(), static_cast<std::size_t>(left_out.size())},
                                  runtime_from(runtime)));
}

// Sums over all points of the gradients of functions f (s x n) along the columns of x (p x n), each
// p x s: squares, values, moduli.
//   begin, index  lists of neighbors by point (1-based);  mass  length n
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_column_gradients(const Rcpp::NumericMatrix& x, const Rcpp::NumericMatrix& f,
                                const Rcpp::IntegerVector& begin, const Rcpp::IntegerVector& index,
                                const Rcpp::NumericVector& mass, int d, const Rcpp::List& runtime) {
  const auto n = static_cast<std::size_t>(x.ncol());
  check_size("f", f.ncol(), n);
  check_size("mass", mass.size(), n);
  check_between("d", d, 1, x.nrow());
  check_lists(begin, n, index.size());
  const std::vector<std::size_t> first(begin.begin(), begin.end());
  const std::vector<std::size_t> neighbors = rows_from(index, n);
  const lapscale::ColumnGradients sums =
      lapscale::column_gradients(matrix_map(x), matrix_map(f), {first.data(), first.size()},
                                 {neighbors.data(), neighbors.size()}, view(mass),
                                 static_cast<std::size_t>(d), runtime_from(runtime));
  return named_list({{"squares", as_matrix(sums.squares)},
                     {"values", as_matrix(sums.values)},
                     {"moduli", as_matrix(sums.moduli)}});
}

// How distances in y agree with lengths of paths from m rows (1-based), n x m, and with those in x:
// correlations `along` and `straight`, `stress`, and the number of pairs that count. x and y are
// handles of the same n points.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_distance_agreement(SEXP x, SEXP y, const Rcpp::IntegerVector& rows,
                                  const Rcpp::NumericMatrix& along, const Rcpp::List& runtime) {
  const auto in_x = held<Points>(x);
  const auto in_y = held<Points>(y);
  const std::size_t n = in_x->index.size();
  check_size("y", in_y->index.size(), n);
  check_shape("along", along, static_cast<int>(n), static_cast<int>(rows.size()));
  const std::vector<std::size_t> from = rows_from(rows, n);
  const lapscale::DistanceAgreement found = lapscale::distance_agreement(
      in_x->index, in_y->index, {from.data(), from.size()}, view(along), runtime_from(runtime));
  return named_list({{"along", found.along},
                     {"straight", found.straight},
                     {"stress", found.stress},
                     {"pairs", found.pairs}});
}

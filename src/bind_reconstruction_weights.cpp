#include <Rcpp.h>

#include <algorithm>
#include <vector>

#include "lapscale/embed/barycentric_weights.hpp"
#include "lapscale/embed/modified_lle_weights.hpp"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// Lists of neighbours by row as lists by position.
//   begin length m + 1, list of row q: [begin[q], begin[q + 1]) of `index` (1-based rows of points)
lapscale::Adjacency lists_from(const lapscale::PointIndex& points,
                               const lapscale::PointIndex& queries,
                               const Rcpp::IntegerVector& begin, const Rcpp::IntegerVector& index) {
  lapscale::Adjacency lists;
  lists.begin.push_back(0);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto row = static_cast<R_xlen_t>(queries.row_of(q));
    for (R_xlen_t e = begin[row]; e < begin[row + 1]; ++e) {
      const std::size_t position = points.position_of(static_cast<std::size_t>(index[e]) - 1);
      lists.neighbors.push_back({static_cast<std::uint32_t>(position), 0.0});
    }
    lists.begin.push_back(lists.neighbors.size());
  }
  return lists;
}

}  // namespace

// Weights of sum 1 by which the listed points reconstruct each row of `at` (m x r).
//   begin length m + 1, list of row q: [begin[q], begin[q + 1]) of `index` (1-based rows of points)
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_barycentric_weights(SEXP points, const Rcpp::NumericMatrix& at,
                                            const Rcpp::IntegerVector& begin,
                                            const Rcpp::IntegerVector& index, double ridge,
                                            const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointIndex& all = handle->index;
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(all.frame(), point_view(at), run);
  const lapscale::Adjacency lists = lists_from(all, queries, begin, index);
  const std::vector<double> weight = lapscale::barycentric_weights(all, queries, lists, ridge, run);
  Rcpp::NumericVector result(index.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto row = static_cast<R_xlen_t>(queries.row_of(q));
    std::copy(weight.begin() + static_cast<std::ptrdiff_t>(lists.begin[q]),
              weight.begin() + static_cast<std::ptrdiff_t>(lists.begin[q + 1]),
              result.begin() + begin[row]);
  }
  return result;
}

// Several such weight vectors for every point, for coordinates of dimension d: `count` by row, and
// `weight`, the vectors of a row one after another, rows in order.
//   begin, index  as above, of the points themselves; lists longer than d
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_modified_lle_weights(SEXP points, const Rcpp::IntegerVector& begin,
                                    const Rcpp::IntegerVector& index, int d, double ridge,
                                    const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointIndex& all = handle->index;
  const lapscale::Adjacency lists = lists_from(all, all, begin, index);
  const lapscale::MultipleWeights found = lapscale::modified_lle_weights(
      all, all, lists, static_cast<std::size_t>(d), ridge, runtime_from(runtime));
  Rcpp::IntegerVector count(static_cast<R_xlen_t>(all.size()));
  Rcpp::NumericVector weight(static_cast<R_xlen_t>(found.weight.size()));
  auto to = weight.begin();
  for (std::size_t row = 0; row < all.size(); ++row) {
    const std::size_t q = all.position_of(row);
    count[static_cast<R_xlen_t>(row)] = static_cast<int>(found.count[q]);
    to = std::copy(found.weight.begin() + static_cast<std::ptrdiff_t>(found.begin[q]),
                   found.weight.begin() + static_cast<std::ptrdiff_t>(found.begin[q + 1]), to);
  }
  return Rcpp::List::create(Rcpp::Named("count") = count, Rcpp::Named("weight") = weight);
}

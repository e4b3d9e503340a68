// Weights between all near pairs that are not stored: their products with vectors, their eigenpairs.

#include <Rcpp.h>

#include <optional>
#include <utility>

#include "lapscale/graph/cell_walk.hpp"
#include "lapscale/graph/heat_product.hpp"
#include "lapscale/graph/skeleton_start.hpp"
#include "lapscale/linalg/centred_operator.hpp"
#include "lapscale/linalg/coarse_eigenpairs.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/krylov_eigenpairs.hpp"
#include "r_heat_product.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

// Returns the product of a radius graph's weights, which are not stored, with f, n x b.
//   options  see heat_product()
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_heat_product(SEXP points, const Rcpp::List& options,
                                     const Rcpp::NumericMatrix& f, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  check_size("f", f.nrow(), handle->index.size());
  return as_matrix(
      heat_product(handle->index, options).times(matrix_map(f), runtime_from(runtime)));
}

// Returns the k largest eigenvalues of such weights, in [-1, 1].
//   known    n x c, orthonormal eigenvectors for the eigenvalue 1
//   search   centered: whether the weights are, on both sides; columns of its block; least: no
//            eigenvalue is below; tolerance, share: of the residuals, see FilteredSubspace;
//            max_products; krylov_columns: at most, where the start would be random, or 0;
//            max_coarse_products: from the walk between cells, or 0, and the seconds that a product
//            takes, about
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_matrix_free_eigenpairs(SEXP points, const Rcpp::List& options, int k,
                                      const Rcpp::NumericMatrix& known, const Rcpp::List& search,
                                      const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::HeatProduct product = heat_product(handle->index, options);
  const bool centred = Rcpp::as<bool>(search["centred"]);
  const auto least = Rcpp::as<double>(search["least"]);
  const auto max_products = Rcpp::as<int>(search["max_products"]);
  const auto columns = Rcpp::as<int>(search["columns"]);
  check_size("known", known.nrow(), product.size());
  check_between("columns", columns, known.ncol(), product.size());
  check_between("k", k, 1, product.size());
  const auto tolerance = Rcpp::as<double>(search["tolerance"]);
  const auto share = Rcpp::as<double>(search["share"]);
  const auto as_list = [](const lapscale::EigenPairs& pairs) {
    return named_list({{"values", as_vector(pairs.values)},
                       {"vectors", as_matrix(pairs.vectors)},
                       {"residuals", as_vector(pairs.residuals)}});
  };
  lapscale::BlockOperator weights = product.as_operator(run);
  const auto max_coarse = Rcpp::as<int>(search["max_coarse_products"]);
  if (max_coarse > 0 && known.ncol() == 1 && k > 1) {
    const auto cells = lapscale::cell_walk(product, matrix_map(known).col(0),
                                           Rcpp::as<double>(search["seconds"]), run);
    const auto pairs = cells
                           ? lapscale::coarse_eigenpairs(weights, *cells, matrix_map(known), k,
                                                         {tolerance, share, max_coarse, false}, run)
                           : std::nullopt;
    if (pairs) return as_list(*pairs);
  }
  Eigen::MatrixXd start =
      lapscale::SkeletonStart(product, centred, run).block(columns, k, least, max_products);
  if (start.cols() == 0) {
    const auto max_columns = Rcpp::as<Eigen::Index>(search["krylov_columns"]);
    if (max_columns > 0 && k > known.ncol()) {
      const auto pairs =
          lapscale::krylov_eigenpairs(weights, matrix_map(known), k, least, tolerance, share,
                                      product.start(8), max_columns, run);
      if (pairs) return as_list(*pairs);
    }
    start = product.start(columns);
    if (centred) start = lapscale::centred_columns(start);
  }
  start.leftCols(known.ncol()) = matrix_map(known);
  if (centred) weights = lapscale::centred_operator(std::move(weights), 1);
  lapscale::FilteredSubspace subspace(std::move(weights), least, std::move(start));
  return as_list(subspace.solve(k, tolerance, max_products, share));
}

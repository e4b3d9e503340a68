// Tests along a graph: of responses, and of columns along the graph of the other columns.

#include <Rcpp.h>

#include <cstddef>
#include <cstdint>

#include "lapscale/graph/column_table.hpp"
#include "lapscale/graph/column_walks.hpp"
#include "lapscale/graph/quadratic_forms.hpp"
#include "r_list.h"
#include "r_runtime.h"
#include "r_sparse.h"
#include "r_views.h"

namespace {

// The columns of a group stand one after the other; group: where each begins, the last one ends.
lapscale::ColumnTable column_table(const Rcpp::NumericMatrix& scaled,
                                   const Rcpp::NumericMatrix& centred,
                                   const Rcpp::NumericVector& mass,
                                   const Rcpp::IntegerVector& group) {
  check_shape("centred", centred, scaled.nrow(), scaled.ncol());
  check_size("mass", mass.size(), scaled.nrow());
  check_that(group.size() > 2, "Several groups are expected.");
  check_lists(group, static_cast<std::size_t>(group.size()) - 1, scaled.ncol(), 1);
  return {point_view(scaled), point_view(centred), view(mass), {group.begin(), group.end()}};
}

Rcpp::List as_list(const lapscale::ColumnSums& sums, int n_permutations) {
  return named_list({{"total", as_vector(sums.total)},
                     {"square", as_vector(sums.square)},
                     {"degree_square", as_vector(sums.degree_square)},
                     {"product", as_vector(sums.product)},
                     {"residual", as_vector(sums.residual)},
                     {"concentration", as_vector(sums.concentration)},
                     {"permuted", as_matrix(sums.permuted, static_cast<std::size_t>(n_permutations),
                                            sums.total.size())}});
}

}  // namespace

// Returns z' W z for each column z of a matrix and for permutations of its rows, (1 +
// n_permutations) x ncol(z), that of z itself first.
//   weights  W, n x n, symmetric: plain or a dgCMatrix
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_quadratic_forms(const SEXP& weights, const Rcpp::NumericMatrix& z,
                                        int n_permutations, double seed,
                                        const Rcpp::List& runtime) {
  check_that(n_permutations >= 0 && z.nrow() > 0, "Rows, and a number of permutations expected.");
  const auto count = static_cast<std::size_t>(n_permutations);
  const auto columns = static_cast<std::size_t>(z.ncol());
  const auto forms = [&](const lapscale::WeightRows& rows) {
    check_size("z", z.nrow(), rows.size());
    const lapscale::QuadraticForms of(rows, count, static_cast<std::uint64_t>(seed));
    const lapscale::Span<const double> values{z.begin(), static_cast<std::size_t>(z.size())};
    return as_matrix(of(values, columns, runtime_from(runtime)), 1 + count, columns);
  };
  if (Rf_isS4(weights)) return forms(lapscale::WeightRows(sparse_view(Rcpp::S4(weights))));
  const Rcpp::NumericMatrix plain(weights);
  check_shape("weights", plain, plain.nrow(), plain.nrow());
  return forms(lapscale::WeightRows(plain.begin(), static_cast<std::size_t>(plain.nrow())));
}

// Returns the sums of lapscale::ColumnSums over all pairs of rows.
//   scaled, centred  n x p, see lapscale::ColumnTable;  mass: length n;  group: see column_table()
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_column_walks(const Rcpp::NumericMatrix& scaled, const Rcpp::NumericMatrix& centred,
                            const Rcpp::NumericVector& mass, const Rcpp::IntegerVector& group,
                            int n_permutations, double seed, const Rcpp::List& runtime) {
  check_that(n_permutations >= 0, "A number of permutations is expected.");
  const lapscale::ColumnTable table = column_table(scaled, centred, mass, group);
  const lapscale::ColumnWalks walks(table, static_cast<std::size_t>(n_permutations),
                                    static_cast<std::uint64_t>(seed));
  return as_list(walks.all_pairs(runtime_from(runtime)), n_permutations);
}

// Returns the same for the groups from `first` to `last` (1-based), over the edges of a symmetric
// dgCMatrix without a diagonal, that was made without them; 0 for the other columns.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_listed_column_walks(const Rcpp::NumericMatrix& scaled,
                                   const Rcpp::NumericMatrix& centred,
                                   const Rcpp::NumericVector& mass,
                                   const Rcpp::IntegerVector& group, const Rcpp::S4& edges,
                                   int first, int last, int n_permutations, double seed,
                                   const Rcpp::List& runtime) {
  check_that(n_permutations >= 0, "A number of permutations is expected.");
  check_between("first", first, 1, last);
  check_between("last", last, first, group.size() - 1);
  const lapscale::ColumnTable table = column_table(scaled, centred, mass, group);
  const lapscale::SparseView view = sparse_view(edges);
  check_size("edges", view.size(), table.rows());
  const lapscale::ColumnWalks walks(table, static_cast<std::size_t>(n_permutations),
                                    static_cast<std::uint64_t>(seed));
  return as_list(walks.listed({view.begin, view.column}, static_cast<std::size_t>(first) - 1,
                              static_cast<std::size_t>(last), runtime_from(runtime)),
                 n_permutations);
}

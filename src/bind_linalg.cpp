#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lapscale/graph/pseudo_diameter.hpp"
#include "lapscale/linalg/alternating_walks.hpp"
#include "lapscale/linalg/centred_operator.hpp"
#include "lapscale/linalg/chebyshev_series.hpp"
#include "lapscale/linalg/cholesky_cost.hpp"
#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/coarse_eigenpairs.hpp"
#include "lapscale/linalg/dense_block_operator.hpp"
#include "lapscale/linalg/eigenpairs_plan.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/gram_schmidt.hpp"
#include "lapscale/linalg/inverse_iteration.hpp"
#include "lapscale/linalg/largest_eigenpairs.hpp"
#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/linalg/row_groups.hpp"
#include "lapscale/linalg/sparse_block_operator.hpp"
#include "lapscale/linalg/supernodal_cholesky.hpp"
#include "lapscale/linalg/supernodal_pattern.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "r_allocate.h"
#include "r_linalg.h"
#include "r_list.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

// n x c vectors that are known of the k wanted.
void check_known(const Rcpp::NumericMatrix& known, int k, std::size_t n) {
  check_between("k", k, 1, n);
  check_size("known", known.nrow(), n);
  check_between("columns", known.ncol(), 0, n);
}

// Tells how many columns the block of a search has.
Eigen::Index block_columns(const Rcpp::List& search, const Rcpp::NumericMatrix& matrix, int least) {
  check_shape("matrix", matrix, matrix.nrow(), matrix.nrow());
  const auto columns = Rcpp::as<int>(search["columns"]);
  check_between("columns", columns, std::max(2, least), matrix.nrow() / 4);
  return columns;
}

}  // namespace

// Returns the k largest eigenvalues of a symmetric matrix with spectrum in [-1, 1], a dgCMatrix or
// a plain matrix. known: n x c orthonormal eigenvectors for the eigenvalue 1; solver: NULL, or
// cpp_sparse_factor() of (1 + shift) I - M.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_largest_eigenpairs(const SEXP& matrix, int k, const Rcpp::NumericMatrix& known,
                                  const SEXP& solver, double shift, const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SymmetricOperator op = operator_view(matrix, run);
  check_known(known, k, op.n);
  std::optional<lapscale::ShiftedInverse> inverse;
  if (!Rf_isNull(solver)) {
    inverse = lapscale::ShiftedInverse{block_solver(solver, op.n, run), shift, run};
  }
  const lapscale::EigenPairs pairs =
      lapscale::LargestEigenpairs(op, static_cast<std::size_t>(k), matrix_map(known), inverse)
          .solve();
  return named_list({{"values", as_vector(pairs.values)},
                     {"vectors", as_matrix(pairs.vectors)},
                     {"residuals", as_vector(pairs.residuals)}});
}

// Returns the number of rows up to which the search decomposes the matrix as a whole.
// [[Rcpp::export(rng = false)]]
int cpp_dense_limit() {
  return static_cast<int>(lapscale::LargestEigenpairs::dense_limit);
}

// Returns the eigenpairs of a dgCMatrix, the walk of a connected graph, from the walk between
// groups of its points; NULL where that does not get there.
//   known   n x 1, the eigenvector for the eigenvalue 1, 1 < k
// [[Rcpp::export(rng = false)]]
SEXP cpp_coarse_eigenpairs(const Rcpp::S4& matrix, int k, const Rcpp::NumericMatrix& known,
                           double tolerance, int max_products, const Rcpp::List& runtime) {
  const lapscale::SparseView view = symmetric_view(matrix);
  check_known(known, k, view.size());
  check_that(known.ncol() == 1 && k > 1, "One known vector is expected, and more that are wanted.");
  const lapscale::Runtime run = runtime_from(runtime);
  const auto coarse = lapscale::row_walk(view, matrix_map(known).col(0), run);
  if (!coarse) return R_NilValue;
  const auto pairs =
      lapscale::coarse_eigenpairs(lapscale::sparse_block_operator(view, run), *coarse,
                                  matrix_map(known), k, {tolerance, 1, max_products, true}, run);
  if (!pairs) return R_NilValue;
  return named_list({{"values", as_vector(pairs->values)},
                     {"vectors", as_matrix(pairs->vectors)},
                     {"residuals", as_vector(pairs->residuals)}});
}

// Returns the k largest eigenvalues of a plain symmetric matrix with spectrum in [-1, 1], where
// they stand apart: the residuals tell.
//   known   n x c, orthonormal eigenvectors for the eigenvalue 1
//   search  columns of its block, tolerance of the residuals, max_products
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_dense_eigenpairs(const Rcpp::NumericMatrix& matrix, int k,
                                const Rcpp::NumericMatrix& known, const Rcpp::List& search,
                                const Rcpp::List& runtime) {
  const Eigen::Index columns = block_columns(search, matrix, known.ncol());
  check_size("known", known.nrow(), matrix.nrow());
  const lapscale::DenseBlockProduct product(matrix.begin(),
                                            static_cast<std::size_t>(matrix.nrow()));
  Eigen::MatrixXd start = lapscale::uniform_block(matrix.nrow(), columns);
  start.leftCols(known.ncol()) = matrix_map(known);
  lapscale::FilteredSubspace subspace(product.as_operator(runtime_from(runtime)), -1,
                                      std::move(start));
  const lapscale::EigenPairs pairs = subspace.solve(k, Rcpp::as<double>(search["tolerance"]),
                                                    Rcpp::as<int>(search["max_products"]));
  return named_list({{"values", as_vector(pairs.values)},
                     {"vectors", as_matrix(pairs.vectors)},
                     {"residuals", as_vector(pairs.residuals)}});
}

// Returns the k largest eigenvalues of a plain symmetric matrix M that is centered on both sides,
// times search$factor; the spectrum of that is in [search$least, 1].
//   search  see cpp_dense_eigenpairs()
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_centred_eigenpairs(const Rcpp::NumericMatrix& matrix, int k,
                                  const Rcpp::List& search, const Rcpp::List& runtime) {
  const Eigen::Index columns = block_columns(search, matrix, 0);
  const lapscale::DenseBlockProduct product(matrix.begin(),
                                            static_cast<std::size_t>(matrix.nrow()));
  lapscale::FilteredSubspace subspace(
      lapscale::centred_operator(product.as_operator(runtime_from(runtime)),
                                 Rcpp::as<double>(search["factor"])),
      Rcpp::as<double>(search["least"]),
      lapscale::centred_columns(lapscale::uniform_block(matrix.nrow(), columns)));
  const lapscale::EigenPairs pairs = subspace.solve(k, Rcpp::as<double>(search["tolerance"]),
                                                    Rcpp::as<int>(search["max_products"]));
  return named_list({{"values", as_vector(pairs.values)},
                     {"vectors", as_matrix(pairs.vectors)},
                     {"residuals", as_vector(pairs.residuals)}});
}

namespace {

// Any dgCMatrix.
lapscale::SparseMap sparse_map(const Rcpp::S4& matrix) {
  const Rcpp::IntegerVector dim = matrix.slot("Dim");
  const lapscale::SparseView view = sound_columns(matrix, /* square = */ false);
  return {dim[0],
          dim[1],
          static_cast<Eigen::Index>(view.value.size()),
          view.begin.data(),
          view.column.data(),
          view.value.data()};
}

}  // namespace

// Returns the `wanted` smallest eigenvalues of F F' for a dgCMatrix F.
//   known   n x c, orthonormal vectors of the null space, which are not searched
//   solver  cpp_sparse_factor() of F F' + shift I; NULL: by a dense solver
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_inverse_iteration(const Rcpp::S4& factor, const Rcpp::NumericMatrix& known,
                                 int wanted, const SEXP& solver, const Rcpp::List& runtime) {
  const lapscale::SparseMap columns = sparse_map(factor);
  const auto n = static_cast<std::size_t>(columns.rows());
  check_known(known, wanted, n);
  const lapscale::BlockMap solve = block_solver(solver, n, runtime_from(runtime));
  if (solve) check_between("wanted", wanted, 1, columns.rows() - known.ncol());
  const lapscale::InverseIteration problem(columns, matrix_map(known));
  const lapscale::SmallestEigenpairs pairs =
      solve ? problem.solve_by(solve, wanted) : problem.solve_densely(wanted);
  return named_list({{"values", as_vector(pairs.values)},
                     {"vectors", as_matrix(pairs.vectors)},
                     {"residuals", as_vector(pairs.residuals)},
                     {"n_unsettled", static_cast<int>(pairs.n_unsettled)},
                     {"n_rounds", pairs.n_rounds}});
}

// A^-1 b by cpp_sparse_factor() of A.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_cholesky_solve(const SEXP& solver, const Rcpp::NumericMatrix& b,
                                       const Rcpp::List& runtime) {
  check_that(!Rf_isNull(solver), "A factor is expected.");
  const auto n = static_cast<std::size_t>(b.nrow());
  return as_matrix(block_solver(solver, n, runtime_from(runtime))(matrix_map(b)));
}

// Returns about the smallest eigenvalue of a symmetric matrix with spectrum in [-1, 1], not above
// it by more than chance.
// [[Rcpp::export(rng = false)]]
double cpp_smallest_eigenvalue_bound(const SEXP& matrix, const Rcpp::NumericVector& start,
                                     const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SymmetricOperator op = operator_view(matrix, run);
  check_that(op.n > 0, "Rows are expected.");
  check_size("start", start.size(), op.n);
  return lapscale::smallest_eigenvalue_bound(op, vector_map(start));
}

// Returns columns made orthonormal on some rows (1-based), which count so often, one after the
// other; combinations with a norm below `min_norm` times that of their coefficients are penalized.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_orthonormal_on(const Rcpp::IntegerVector& rows,
                                       const Rcpp::NumericMatrix& columns,
                                       const Rcpp::NumericVector& count, double min_norm) {
  const std::vector<std::size_t> at = rows_from(rows, static_cast<std::size_t>(columns.nrow()));
  check_size("count", count.size(), at.size());
  return as_matrix(
      lapscale::orthonormal_on(at, matrix_map(columns), {count.begin(), at.size()}, min_norm));
}

// In which order the rows of a sparse walk serve best (1-based), and whether its largest
// eigenvalues are found sooner by a Cholesky factor than by products; entries of that factor.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_eigenpairs_plan(const Rcpp::S4& matrix, int k) {
  const lapscale::SparseView view = symmetric_view(matrix);
  check_between("k", k, 1, view.size());
  const lapscale::Runtime run = listening();
  const lapscale::EigenpairsPlan plan = lapscale::plan_eigenpairs(
      view, static_cast<std::size_t>(k), lapscale::pseudo_diameter(view, run), run);
  return named_list({{"order", rows_to(plan.order)},
                     {"by_inverse", plan.by_inverse},
                     {"factor_entries", plan.factor_entries}});
}

// Returns what so many products with a matrix of n_entries cost, in seconds, and how many entries a
// Cholesky factor may have whose solves are to cost no more.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_cholesky_budget(double n_products, double n_entries, double n_solves) {
  const double seconds = lapscale::product_seconds(n_products, n_entries);
  return named_list(
      {{"seconds", seconds}, {"entries", lapscale::max_factor_entries(seconds, n_solves)}});
}

// Tells how the rows of a symmetric dgCMatrix are eliminated best (1-based), and the seconds and
// entries that its Cholesky factor then takes: Inf if it has more than `most` entries.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_cholesky_plan(const Rcpp::S4& matrix, double most) {
  const lapscale::CholeskyPlan plan =
      lapscale::plan_cholesky(symmetric_view(matrix), most, listening());
  return named_list({{"order", rows_to(plan.order)},
                     {"seconds", lapscale::factor_seconds(plan)},
                     {"entries", plan.entries}});
}

namespace {

// Of numbers that R's indices hold.
template <class Index>
Rcpp::IntegerVector as_integers(const std::vector<Index>& values) {
  Rcpp::IntegerVector result = unset_vector<INTSXP>(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](Index value) { return static_cast<int>(value); });
  return result;
}

}  // namespace

// Returns what block_solver() solves factor M + shift I with, M a symmetric dgCMatrix, its rows
// eliminated in an order like this one (1-based); NULL where it is not positive definite in double
// precision or its factor too large for R's indices.
// [[Rcpp::export(rng = false)]]
SEXP cpp_sparse_factor(const Rcpp::S4& matrix, const Rcpp::IntegerVector& order, double factor,
                       double shift, const Rcpp::List& runtime) {
  const lapscale::SparseView view = symmetric_view(matrix);
  const std::vector<std::size_t> rows = order_from(order, view.size());
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SupernodalPattern pattern =
      lapscale::supernodal_pattern(view, {rows.begin(), rows.end()}, run);
  const std::vector<std::size_t> begin = pattern.value_begin();
  if (begin.back() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return R_NilValue;
  Rcpp::NumericVector value = unset_vector<REALSXP>(begin.back());
  lapscale::SupernodalCholesky cholesky(view, pattern, factor, shift, value.begin(), run);
  if (!cholesky.fill()) return R_NilValue;
  return named_list({{"super", as_integers(pattern.first_column)},
                     {"pi", as_integers(pattern.row_begin)},
                     {"px", as_integers(begin)},
                     {"s", as_integers(pattern.row)},
                     {"x", value},
                     {"order", as_integers(pattern.order)}});
}

// M F for a symmetric dgCMatrix M and F n x b.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_sparse_product(const Rcpp::S4& matrix, const Rcpp::NumericMatrix& f) {
  const lapscale::SparseView view = sparse_view(matrix);
  check_size("f", f.nrow(), view.size());
  const lapscale::SymmetricOperator op = lapscale::sparse_operator(view, listening());
  Rcpp::NumericMatrix out = unset_matrix<REALSXP>(view.size(), static_cast<std::size_t>(f.ncol()));
  for (int column = 0; column < f.ncol(); ++column) {
    const std::size_t first = view.size() * static_cast<std::size_t>(column);
    op.apply(f.begin() + first, out.begin() + first);
  }
  return out;
}

// A'B for A m x r and B m x p.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_cross_product(const Rcpp::NumericMatrix& a, const Rcpp::NumericMatrix& b,
                                      const Rcpp::List& runtime) {
  check_size("b", b.nrow(), a.nrow());
  return as_matrix(lapscale::cross_product(matrix_map(a), matrix_map(b), runtime_from(runtime)));
}

namespace {

// Symmetric matrices, plain ones of block_width rows or more and dgCMatrix, by their products with
// blocks. R owns the numbers.
class BlockOperators {
 public:
  BlockOperators(const Rcpp::List& matrices, const lapscale::Runtime& runtime) {
    for (const SEXP matrix : matrices) add(matrix, runtime);
    check_that(!operators_.empty(), "A matrix is expected.");
    for (const lapscale::BlockOperator& op : operators_) {
      check_size("matrix", op.n, operators_.front().n);
    }
  }

  const std::vector<lapscale::BlockOperator>& all() const { return operators_; }

 private:
  void add(const SEXP& matrix, const lapscale::Runtime& runtime) {
    if (Rf_isS4(matrix)) {
      operators_.push_back(
          lapscale::sparse_block_operator(sparse_view(Rcpp::S4(matrix)), runtime));
      return;
    }
    const Rcpp::NumericMatrix m(matrix);
    check_shape("matrix", m, m.nrow(), m.nrow());
    check_between("rows", m.nrow(), static_cast<int>(lapscale::block_width),
                  std::numeric_limits<int>::max());
    plain_.push_back(std::make_unique<lapscale::DenseBlockProduct>(
        m.begin(), static_cast<std::size_t>(m.nrow())));
    operators_.push_back(plain_.back()->as_operator(runtime));
  }

  std::vector<std::unique_ptr<lapscale::DenseBlockProduct>> plain_;
  std::vector<lapscale::BlockOperator> operators_;
};

}  // namespace

// Returns the k largest eigenvalues of what walks on the same points share, symmetric matrices with
// spectrum in [-1, 1]; and `inner`, for each walk what the others make of the vectors.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_alternating_eigenpairs(const Rcpp::List& matrices, int k,
                                      const Rcpp::List& runtime) {
  const BlockOperators operators(matrices, runtime_from(runtime));
  check_between("matrices", operators.all().size(), std::size_t{2}, 0x1p20);
  const lapscale::AlternatingWalks walks(operators.all());
  check_between("k", k, 1, walks.size());
  const Eigen::MatrixXd none(static_cast<Eigen::Index>(walks.size()), 0);
  const lapscale::EigenPairs pairs =
      lapscale::LargestEigenpairs(walks.as_operator(), static_cast<std::size_t>(k), none).solve();
  Rcpp::List inner;
  for (const Eigen::MatrixXd& part : walks.inner(pairs.vectors)) inner.push_back(as_matrix(part));
  return named_list({{"values", as_vector(pairs.values)},
                     {"vectors", as_matrix(pairs.vectors)},
                     {"residuals", as_vector(pairs.residuals)},
                     {"inner", inner}});
}

// Returns the `count` largest singular values of A B, and those after random permutations of the
// rows, count x n_permutations.
//   tables  the numbers of both among all tables, from 0
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_shared_values(const SEXP& a, const SEXP& b, const Rcpp::IntegerVector& tables,
                             int count, int n_permutations, double seed,
                             const Rcpp::List& runtime) {
  check_size("tables", tables.size(), 2);
  check_between("tables", tables[0], 0, 1 << 20);
  check_between("tables", tables[1], 0, 1 << 20);
  const lapscale::Runtime run = runtime_from(runtime);
  // Progress is by permutations; products only hear Ctrl-C.
  lapscale::Runtime products = run;
  products.monitor = listening().monitor;
  const BlockOperators operators(Rcpp::List::create(a, b), products);
  const std::size_t n = operators.all()[0].n;
  check_between("count", count, 1, n);
  check_between("n_permutations", n_permutations, 0, std::numeric_limits<int>::max());
  const lapscale::SharedValues shared(operators.all()[0], operators.all()[1], count);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  return named_list(
      {{"values", as_vector(shared.at(order, products))},
       {"null", as_matrix(shared.at_random(static_cast<std::size_t>(tables[0]),
                                           static_cast<std::size_t>(tables[1]),
                                           static_cast<std::size_t>(n_permutations),
                                           static_cast<std::uint64_t>(seed), run))}});
}

// Returns sum_k c_k T_k(M) X for a symmetric M with spectrum in [-1, 1].
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_chebyshev_sum(const SEXP& matrix, const Rcpp::NumericMatrix& x,
                                      const Rcpp::NumericVector& coefficient,
                                      const Rcpp::List& runtime) {
  const BlockOperators operators(Rcpp::List::create(matrix), runtime_from(runtime));
  check_size("x", x.nrow(), operators.all()[0].n);
  check_that(coefficient.size() > 0, "A coefficient is expected.");
  return as_matrix(
      lapscale::chebyshev_sum(operators.all()[0], matrix_map(x), view(coefficient)));
}

// Returns <X, T_k(M) X> up to k = 2 degree, and <Z, T_k(M) X> up to k = degree.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_chebyshev_moments(const SEXP& matrix, const Rcpp::NumericMatrix& x,
                                 const Rcpp::NumericMatrix& z, int degree,
                                 const Rcpp::List& runtime) {
  const BlockOperators operators(Rcpp::List::create(matrix), runtime_from(runtime));
  check_size("x", x.nrow(), operators.all()[0].n);
  check_shape("z", z, x.nrow(), x.ncol());
  check_between("degree", degree, 1, std::numeric_limits<int>::max());
  const lapscale::ChebyshevMoments moments =
      lapscale::chebyshev_moments(operators.all()[0], matrix_map(x), matrix_map(z),
                                  static_cast<std::size_t>(degree));
  return named_list({{"own", as_vector(moments.own)}, {"cross", as_vector(moments.cross)}});
}

#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/learn/deformed_kernel.hpp"
#include "lapscale/learn/harmonic_extension.hpp"
#include "lapscale/learn/laplacian_product.hpp"
#include "lapscale/learn/laplacian_regularization.hpp"
#include "lapscale/learn/sparse_elimination.hpp"
#include "lapscale/learn/svm_dual.hpp"
#include "lapscale/learn/svm_primal.hpp"
#include "r_heat_product.h"
#include "r_linalg.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

std::vector<char> flags(const Rcpp::LogicalVector& which, std::size_t n) {
  check_size("which", which.size(), n);
  return std::vector<char>(which.begin(), which.end());
}

void check_labels(const Rcpp::NumericMatrix& gram, const Rcpp::NumericVector& y) {
  check_that(y.size() > 0, "A label is expected.");
  check_shape("gram", gram, y.size(), y.size());
}

// Returns what an iteration found, a column per function.
struct Solutions {
  explicit Solutions(const Rcpp::NumericMatrix& like)
      : values(numeric_matrix(static_cast<std::size_t>(like.nrow()),
                              static_cast<std::size_t>(like.ncol()))) {}

  void take(int column, const lapscale::LinearSolution& solution) {
    std::copy(solution.x.data(), solution.x.data() + solution.x.size(),
              values.column(column).begin());
    iterations = std::max(iterations, solution.iterations);
    residual = std::max(residual, solution.residual);
  }
  Rcpp::List as_list() const {
    return named_list({{"values", values}, {"iterations", iterations}, {"residual", residual}});
  }

  Rcpp::NumericMatrix values;
  int iterations = 0;
  double residual = 0;
};

}  // namespace

// Harmonic functions on a dense graph whose first n nodes are given: weights u x u, f u x q with
// the given values in its first n rows. Returns values (u x q) and the graph that the given nodes
// make after elimination of the others (n x n).
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_harmonic_dense(const Rcpp::NumericMatrix& weights, const Rcpp::NumericMatrix& f,
                              int n, const Rcpp::List& runtime) {
  check_shape("weights", weights, f.nrow(), f.nrow());
  check_between("n", n, 0, f.nrow());
  Eigen::MatrixXd w = matrix_map(weights);
  Eigen::MatrixXd values = matrix_map(f);
  lapscale::eliminate_free_nodes(w, n, values, runtime_from(runtime));
  Eigen::MatrixXd reduced = w.topLeftCorner(n, n).triangularView<Eigen::StrictlyUpper>();
  reduced += reduced.transpose().eval();
  return named_list({{"values", as_matrix(values)}, {"reduced", as_matrix(reduced)}});
}

// Returns the same on a sparse graph (dgCMatrix) by iteration: given length u, f u x q.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_harmonic_sparse(const Rcpp::S4& weights, const Rcpp::LogicalVector& given,
                               const Rcpp::NumericMatrix& f, double tolerance, int most,
                               const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SparseView view = sparse_view(weights);
  const std::vector<char> is_given = flags(given, view.size());
  check_size("f", f.nrow(), view.size());
  Solutions found(f);
  for (int j = 0; j < f.ncol(); ++j) {
    found.take(j, lapscale::harmonic_by_iteration(view, is_given, matrix_map(f).col(j),
                                                  Eigen::VectorXd(), tolerance, most, run));
  }
  return found.as_list();
}

// Returns the potentials of sources on a sparse graph (dgCMatrix), 0 at the grounded nodes:
// grounded of length u, sources u x q.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_potentials_sparse(const Rcpp::S4& weights, const Rcpp::LogicalVector& grounded,
                                 const Rcpp::NumericMatrix& sources, double tolerance, int most,
                                 const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::SparseView view = sparse_view(weights);
  const std::vector<char> is_given = flags(grounded, view.size());
  check_size("sources", sources.nrow(), view.size());
  Solutions found(sources);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(sources.nrow());
  for (int j = 0; j < sources.ncol(); ++j) {
    found.take(j, lapscale::harmonic_by_iteration(view, is_given, zero, matrix_map(sources).col(j),
                                                  tolerance, most, run));
  }
  return found.as_list();
}

// Does the same by elimination: order, the nodes that are not given (1-based) as they go.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_harmonic_eliminated(const Rcpp::S4& weights, const Rcpp::LogicalVector& given,
                                   const Rcpp::NumericMatrix& f, const Rcpp::IntegerVector& order,
                                   const Rcpp::List& runtime) {
  const lapscale::SparseView view = symmetric_view(weights);
  check_size("f", f.nrow(), view.size());
  lapscale::SparseElimination elimination(view, flags(given, view.size()), matrix_map(f));
  const Eigen::MatrixXd values =
      elimination.solve(rows_from(order, view.size()), runtime_from(runtime));
  return named_list({{"values", as_matrix(values)}, {"iterations", 0}, {"residual", 0.0}});
}

// Returns the same on a radius graph that is not stored, all columns at once.
//   options  see heat_product()
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_harmonic_unstored(SEXP points, const Rcpp::List& options,
                                 const Rcpp::LogicalVector& given, const Rcpp::NumericMatrix& f,
                                 double tolerance, int most, const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  const lapscale::HeatProduct product = heat_product(handle->index, options);
  check_size("f", f.nrow(), product.size());
  const lapscale::LinearSolutions found = lapscale::harmonic_by_products(
      product.as_operator(runtime_from(runtime)), flags(given, product.size()), matrix_map(f),
      Eigen::MatrixXd(), tolerance, most);
  return named_list({{"values", as_matrix(found.x)},
                     {"iterations", found.iterations},
                     {"residual", found.residual}});
}

// Returns the minimizer of squared errors at the labeled points, each times its count, plus
// mu f' D^1/2 r(I - S) D^1/2 f, for each column of y (u x q; rows without a label do not matter).
//   walk     S, u x u, plain, a dgCMatrix, or list(points, options of heat_product())
//   degree   D, length u, > 0                    count   0 without a label, length u
//   vectors  eigenvectors of S, u x K             values   eigenvalues of I - S, length K
//   options  power, time, mu, tail, tolerance, most
//   nearly   NULL, or cpp_sparse_factor() of a matrix close to the one that is solved with
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_laplacian_regularization(const SEXP& walk, const Rcpp::NumericVector& degree,
                                        const Rcpp::NumericVector& count,
                                        const Rcpp::NumericMatrix& y,
                                        const Rcpp::NumericMatrix& vectors,
                                        const Rcpp::NumericVector& values,
                                        const Rcpp::List& options, const SEXP& nearly,
                                        const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const bool unstored = TYPEOF(walk) == VECSXP;
  const auto u = static_cast<std::size_t>(degree.size());
  check_size("count", count.size(), u);
  check_size("y", y.nrow(), u);
  check_shape("vectors", vectors, u, values.size());
  const lapscale::LaplacianRegularization::Problem problem{
      unstored ? lapscale::SymmetricOperator{} : operator_view(walk, run), vector_map(degree),
      vector_map(count), matrix_map(vectors), vector_map(values)};
  if (!unstored) check_size("walk", problem.walk.n, u);
  const lapscale::Regularizer r{Rcpp::as<int>(options["power"]), Rcpp::as<double>(options["time"])};
  const lapscale::LaplacianRegularization regularization(
      problem, r, Rcpp::as<double>(options["mu"]), Rcpp::as<double>(options["tail"]),
      vector_solver(nearly, u, run));
  if (unstored) {
    const Rcpp::List parts(walk);
    const auto handle = held<Points>(parts["points"]);
    const lapscale::HeatProduct product = heat_product(handle->index, parts["options"]);
    check_size("points", product.size(), u);
    const lapscale::LinearSolutions solved = regularization.solve_together(
        product.as_operator(run), matrix_map(y), Rcpp::as<double>(options["tolerance"]),
        Rcpp::as<int>(options["most"]));
    return named_list({{"values", as_matrix(solved.x)},
                       {"iterations", solved.iterations},
                       {"residual", solved.residual}});
  }
  Solutions found(y);
  for (int j = 0; j < y.ncol(); ++j) {
    found.take(j, regularization.solve(matrix_map(y).col(j), Rcpp::as<double>(options["tolerance"]),
                                       Rcpp::as<int>(options["most"])));
  }
  return found.as_list();
}

// L K, L = D - W: weights W plain or a dgCMatrix, or NULL: W = F (K - I) F.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_laplacian_product(const SEXP& weights, const Rcpp::NumericVector& factor,
                                          const Rcpp::NumericVector& degree,
                                          const Rcpp::NumericMatrix& kernel,
                                          const Rcpp::List& runtime) {
  const lapscale::Runtime run = runtime_from(runtime);
  const auto d = vector_map(degree);
  const auto k = matrix_map(kernel);
  check_size("kernel", k.rows(), d.size());
  if (Rf_isNull(weights)) {
    check_shape("kernel", kernel, d.size(), d.size());
    check_size("factor", factor.size(), d.size());
    return as_matrix(lapscale::own_laplacian_product(vector_map(factor), d, k, run));
  }
  if (Rf_isS4(weights)) {
    const lapscale::SparseView sparse = sparse_view(Rcpp::S4(weights));
    check_size("weights", sparse.size(), d.size());
    return as_matrix(lapscale::laplacian_product(sparse, d, k, run));
  }
  const Rcpp::NumericMatrix plain(weights);
  check_shape("weights", plain, d.size(), d.size());
  return as_matrix(lapscale::laplacian_product(matrix_map(plain), d, k, run));
}

// Returns the kernel deformed by the graph: coefficients u x n and gram n x n; product is L K,
// labeled are row numbers.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_deformed_kernel(const Rcpp::NumericMatrix& kernel,
                               const Rcpp::NumericMatrix& product,
                               const Rcpp::IntegerVector& labelled, double ambient, double manifold,
                               const Rcpp::List& runtime) {
  check_shape("kernel", kernel, kernel.nrow(), kernel.nrow());
  check_shape("product", product, kernel.nrow(), kernel.nrow());
  const lapscale::DeformedKernel found =
      lapscale::deformed_kernel(matrix_map(kernel), matrix_map(product),
                                rows_from(labelled, static_cast<std::size_t>(kernel.nrow())),
                                ambient, manifold, runtime_from(runtime));
  return named_list(
      {{"coefficients", as_matrix(found.coefficients)}, {"gram", as_matrix(found.gram)}});
}

// Returns the dual of a support vector machine with Gram matrix n x n and labels +1, -1.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_svm_dual(const Rcpp::NumericMatrix& gram, const Rcpp::NumericVector& y,
                        const Rcpp::NumericVector& count, double tolerance, int most) {
  check_labels(gram, y);
  check_size("count", count.size(), static_cast<std::size_t>(y.size()));
  const lapscale::SvmDual dual =
      lapscale::solve_svm_dual(matrix_map(gram), vector_map(y), vector_map(count), tolerance, most);
  return named_list({{"alpha", as_vector(dual.alpha)},
                     {"intercept", dual.intercept},
                     {"gap", dual.gap},
                     {"iterations", dual.iterations}});
}

// Does the same with the squared hinge loss, in the primal.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_svm_primal(const Rcpp::NumericMatrix& gram, const Rcpp::NumericVector& y,
                          const Rcpp::NumericVector& count, double tolerance, int most) {
  check_labels(gram, y);
  check_size("count", count.size(), static_cast<std::size_t>(y.size()));
  const lapscale::SvmPrimal found = lapscale::solve_svm_primal(matrix_map(gram), vector_map(y),
                                                               vector_map(count), tolerance, most);
  return named_list({{"weights", as_vector(found.weights)},
                     {"intercept", found.intercept},
                     {"gap", found.gap},
                     {"iterations", found.iterations}});
}

// Returns the intercept with the least hinge loss beside decision values f.
// [[Rcpp::export(rng = false)]]
double cpp_hinge_intercept(const Rcpp::NumericVector& f, const Rcpp::NumericVector& y,
                           const Rcpp::NumericVector& count) {
  check_that(f.size() > 0, "Values are expected.");
  check_size("y", y.size(), static_cast<std::size_t>(f.size()));
  check_size("count", count.size(), static_cast<std::size_t>(f.size()));
  return lapscale::hinge_intercept(vector_map(f), vector_map(y), vector_map(count));
}

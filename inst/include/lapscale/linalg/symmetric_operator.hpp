#ifndef LAPSCALE_LINALG_SYMMETRIC_OPERATOR_HPP
#define LAPSCALE_LINALG_SYMMETRIC_OPERATOR_HPP

#include <cstddef>
#include <functional>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A symmetric n x n matrix that is known by its products: apply(x, y) writes y = M x. Whoever makes
// it is responsible for threads, interrupts, and progress. An operator keeps the runtime it was
// made with, not the matrix.
struct SymmetricOperator {
  std::size_t n;
  std::function<void(const double* x, double* y)> apply;
};

// The same for several vectors at once: n x b in, n x b out.
struct BlockOperator {
  std::size_t n;
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd& in)> times;
};

// A view of a symmetric sparse matrix in compressed rows. Index types are R's.
struct SparseView {
  Span<const int> begin;     // length n + 1
  Span<const int> column;    // increasing within a row
  Span<const double> value;  // as long as column

  std::size_t size() const { return begin.size() - 1; }
};

// Writes y = M x for a symmetric sparse M: row sums, each by one thread.
LAPSCALE_ONCE SymmetricOperator sparse_operator(const SparseView& matrix, const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE SymmetricOperator sparse_operator(const SparseView& matrix, const Runtime& runtime) {
  return {matrix.size(), [matrix, runtime](const double* x, double* y) {
            for_rows(matrix.size(), runtime, [&](std::size_t row) {
              double sum = 0;
              for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
                const auto at = static_cast<std::size_t>(e);
                sum += matrix.value[at] * x[matrix.column[at]];
              }
              y[row] = sum;
            });
          }};
}
#endif

// y = M x for a symmetric dense M (n x n, its columns are its rows).
LAPSCALE_ONCE SymmetricOperator dense_operator(const double* matrix, std::size_t n,
                                               const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE SymmetricOperator dense_operator(const double* matrix, std::size_t n,
                                               const Runtime& runtime) {
  return {n, [matrix, n, runtime](const double* x, double* y) {
            const Eigen::Map<const Eigen::VectorXd> in(x, static_cast<Eigen::Index>(n));
            for_rows(n, runtime, [&](std::size_t row) {
              const Eigen::Map<const Eigen::VectorXd> column(matrix + row * n,
                                                             static_cast<Eigen::Index>(n));
              y[row] = column.dot(in);
            });
          }};
}
#endif

}  // namespace lapscale

#endif

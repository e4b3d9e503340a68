#ifndef LAPSCALE_LINALG_SUPERNODAL_FACTOR_HPP
#define LAPSCALE_LINALG_SUPERNODAL_FACTOR_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A sparse Cholesky factor P A P' = L L' as CHOLMOD holds it (Chen, Davis, Hager, Rajamanickam
// 2008, ACM Trans. Math. Softw. 35, 22), owned by somebody else. Columns of L that follow each
// other and share their rows are a supernode: a dense block, its own rows first.
struct SupernodalFactor {
  Span<const int> order;         // row of A that is row j of L; empty: the same
  Span<const int> first_column;  // of each supernode, and the number of columns at the end
  Span<const int> row_begin;     // its place in `row`, and the length of that at the end
  Span<const int> value_begin;   // its place in `value`
  Span<const int> row;
  Span<const double> value;  // column-major in each supernode; above its diagonal anything

  Eigen::Index size() const { return first_column[first_column.size() - 1]; }
  std::size_t n_supernodes() const { return first_column.size() - 1; }
};

struct Supernode {
  Eigen::Index first;  // column
  Eigen::Index width;
  const int* row;  // of all rows, the supernode's own `width` included
  Eigen::Map<const Eigen::MatrixXd> block;
};

inline Supernode supernode(const SupernodalFactor& factor, std::size_t s) {
  const Eigen::Index height = factor.row_begin[s + 1] - factor.row_begin[s];
  const Eigen::Index width = factor.first_column[s + 1] - factor.first_column[s];
  return {factor.first_column[s],
          width,
          factor.row.data() + factor.row_begin[s],
          {factor.value.data() + factor.value_begin[s], height, width}};
}

// x = (L L')^-1 x
//   x      n x q, or a vector; rows as those of L
//   below  as many rows as the tallest supernode has below its own, and q columns: scratch
template <class Dense>
void solve_in_place(const SupernodalFactor& factor, Dense& x, Dense& below) {
  for (std::size_t s = 0; s < factor.n_supernodes(); ++s) {
    const Supernode node = supernode(factor, s);
    const Eigen::Index rest = node.block.rows() - node.width;
    auto own = x.middleRows(node.first, node.width);
    if (node.width == 1) {
      own /= node.block(0, 0);
      for (Eigen::Index i = 1; i <= rest; ++i) x.row(node.row[i]) -= node.block(i, 0) * own.row(0);
      continue;
    }
    node.block.topRows(node.width).template triangularView<Eigen::Lower>().solveInPlace(own);
    auto share = below.topRows(rest);
    share.noalias() = node.block.bottomRows(rest) * own;
    for (Eigen::Index i = 0; i < rest; ++i) x.row(node.row[node.width + i]) -= share.row(i);
  }
  for (std::size_t s = factor.n_supernodes(); s-- > 0;) {
    const Supernode node = supernode(factor, s);
    const Eigen::Index rest = node.block.rows() - node.width;
    auto own = x.middleRows(node.first, node.width);
    if (node.width == 1) {
      for (Eigen::Index i = 1; i <= rest; ++i) own.row(0) -= node.block(i, 0) * x.row(node.row[i]);
      own /= node.block(0, 0);
      continue;
    }
    auto share = below.topRows(rest);
    for (Eigen::Index i = 0; i < rest; ++i) share.row(i) = x.row(node.row[node.width + i]);
    own.noalias() -= node.block.bottomRows(rest).transpose() * share;
    node.block.topRows(node.width)
        .transpose()
        .template triangularView<Eigen::Upper>()
        .solveInPlace(own);
  }
}

// Rows below the supernode's own, at most.
inline Eigen::Index tallest_below(const SupernodalFactor& factor) {
  Eigen::Index most = 0;
  for (std::size_t s = 0; s < factor.n_supernodes(); ++s) {
    const Supernode node = supernode(factor, s);
    most = std::max(most, node.block.rows() - node.width);
  }
  return most;
}

// A^-1 b for b of n rows: four columns at a time, one where there is one.
inline Eigen::MatrixXd cholesky_solve(const SupernodalFactor& factor,
                                      const Eigen::Ref<const Eigen::MatrixXd>& b,
                                      const Runtime& runtime) {
  constexpr Eigen::Index group = 4;
  const Eigen::Index n = factor.size();
  const Eigen::Index most = tallest_below(factor);
  const auto place = [&](Eigen::Index j) -> Eigen::Index {
    return factor.order.empty() ? j : factor.order[static_cast<std::size_t>(j)];
  };
  Eigen::MatrixXd solution(n, b.cols());
  const auto solve_columns = [&](Eigen::Index first, auto x) {
    decltype(x) below(most, x.cols());
    for (Eigen::Index j = 0; j < n; ++j) x.row(j) = b.row(place(j)).segment(first, x.cols());
    solve_in_place(factor, x, below);
    for (Eigen::Index j = 0; j < n; ++j) {
      solution.row(place(j)).segment(first, x.cols()) = x.row(j);
    }
  };
  // Rows in one piece: those of a supernode's rest lie far from each other.
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  for_ranges(b.cols(), group, runtime, [&](Eigen::Index first, Eigen::Index end) {
    if (end - first == 1) {
      solve_columns(first, Eigen::VectorXd(n));
    } else {
      solve_columns(first, Rows(n, end - first));
    }
  });
  return solution;
}

}  // namespace lapscale

#endif

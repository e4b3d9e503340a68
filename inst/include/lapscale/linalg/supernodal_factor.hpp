#ifndef LAPSCALE_LINALG_SUPERNODAL_FACTOR_HPP
#define LAPSCALE_LINALG_SUPERNODAL_FACTOR_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A view of a sparse Cholesky factor P A P' = L L' as CHOLMOD stores it (Chen, Davis, Hager,
// Rajamanickam 2008, ACM Trans. Math. Softw. 35, 22). Columns of L that follow each other and share
// their rows are a supernode: a dense block, its own rows first.
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

// Supernodes that follow each other.
struct SupernodeRun {
  std::size_t begin;
  std::size_t end;
};

// x = L^-1 x, as far as some supernodes go: those before them have been.
//   x      n x q, or a vector; rows as those of L
//   below  as many rows as the tallest supernode has below its own, and q columns: scratch
template <class Dense>
void solve_forward(const SupernodalFactor& factor, SupernodeRun run, Dense& x, Dense& below) {
  for (std::size_t s = run.begin; s < run.end; ++s) {
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
}

// x = L'^-1 x, those behind them have been.
template <class Dense>
void solve_backward(const SupernodalFactor& factor, SupernodeRun run, Dense& x, Dense& below) {
  for (std::size_t s = run.end; s-- > run.begin;) {
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

// Returns rows below the supernode's own, at most.
inline Eigen::Index tallest_below(const SupernodalFactor& factor) {
  Eigen::Index most = 0;
  for (std::size_t s = 0; s < factor.n_supernodes(); ++s) {
    const Supernode node = supernode(factor, s);
    most = std::max(most, node.block.rows() - node.width);
  }
  return most;
}

// Returns all supernodes, cut into runs of about this number of entries.
inline std::vector<SupernodeRun> supernode_runs(const SupernodalFactor& factor, int entries) {
  std::vector<SupernodeRun> runs;
  std::size_t begin = 0;
  for (std::size_t s = 0; s < factor.n_supernodes(); ++s) {
    const bool last = s + 1 == factor.n_supernodes();
    if (!last && factor.value_begin[s + 1] - factor.value_begin[begin] < entries) continue;
    runs.push_back({begin, s + 1});
    begin = s + 1;
  }
  return runs;
}

}  // namespace lapscale

#endif

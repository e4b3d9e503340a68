#ifndef LAPSCALE_LINALG_COARSE_EIGENPAIRS_HPP
#define LAPSCALE_LINALG_COARSE_EIGENPAIRS_HPP

#include <algorithm>
#include <optional>
#include <utility>

#include "lapscale/linalg/coarse_walk.hpp"
#include "lapscale/linalg/eigen_pairs.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#if LAPSCALE_BODIES
#include "lapscale/linalg/block_davidson.hpp"
#endif

namespace lapscale {

// How far a search goes.
struct SearchEnd {
  double tolerance;  // of residuals
  double share;      // they are no more than this share of the distance between the first
                     // eigenvalue and the second
  int max_products;
  bool twice;  // whether random columns are searched for what may be missing
};

// Returns the k largest eigenvalues of the walk of a connected graph, from those of the walk
// between groups of its points; nothing where the products are not enough.
//   known   n x 1, the eigenvector for the eigenvalue 1, 1 < k
LAPSCALE_ONCE std::optional<EigenPairs> coarse_eigenpairs(const BlockOperator& walk,
                                                          const CoarseWalk& coarse,
                                                          const Eigen::MatrixXd& known,
                                                          Eigen::Index k, const SearchEnd& end,
                                                          const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE std::optional<EigenPairs> coarse_eigenpairs(const BlockOperator& walk,
                                                          const CoarseWalk& coarse,
                                                          const Eigen::MatrixXd& known,
                                                          Eigen::Index k, const SearchEnd& end,
                                                          const Runtime& runtime) {
  const Eigen::Index wanted = k - known.cols();
  // More of them than are wanted, so that what is near these is known, and fewer that are
  // corrected.
  const Eigen::Index columns = wanted + 12;
  const Eigen::Index corrected = wanted + 4;
  const Eigen::Index most = columns + 6 * corrected;
  const BlockMap inverse = [&](const Eigen::MatrixXd& rest) -> Eigen::MatrixXd {
    return rest + coarse.correction(rest);
  };
  BlockDavidson search(walk.times, inverse, known, most, runtime);
  Eigen::MatrixXd start = uniform_block(known.rows(), columns);
  const Eigen::MatrixXd leading = coarse.leading(columns);
  if (leading.cols() > 0) start.leftCols(leading.cols()) = walk.times(leading);
  search.add(std::move(start));
  const auto reached = [&] {
    return search.search(wanted, corrected, end.tolerance, end.share, end.max_products);
  };
  if (!reached() || search.pairs(wanted).values.size() < wanted) return std::nullopt;
  if (end.twice) {
    // What groups do not show would be among the best of random columns soon.
    constexpr Eigen::Index tried = 4;
    constexpr int few_products = 8;
    Eigen::MatrixXd all(known.rows(), k);
    all << known, search.pairs(wanted).vectors;
    BlockDavidson other(walk.times, inverse, all, tried * (few_products + 1), runtime);
    other.add(uniform_block(known.rows(), tried));
    other.search(1, tried, end.tolerance, end.share, few_products);
    search.add(other.pairs(tried).vectors);
    if (!reached()) return std::nullopt;
  }
  const EigenPairs found = search.pairs(wanted);
  EigenPairs pairs;
  pairs.vectors.resize(known.rows(), k);
  pairs.vectors << known, found.vectors;
  pairs.values.resize(k);
  pairs.values << Eigen::VectorXd::Ones(known.cols()), found.values;
  pairs.residuals.resize(k);
  pairs.residuals << (walk.times(known) - known).colwise().norm().transpose(), found.residuals;
  return pairs;
}
#endif

}  // namespace lapscale

#endif

#ifndef LAPSCALE_LINALG_KRYLOV_EIGENPAIRS_HPP
#define LAPSCALE_LINALG_KRYLOV_EIGENPAIRS_HPP

#include <algorithm>
#include <optional>
#include <utility>

#include "lapscale/linalg/eigen_pairs.hpp"
#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#if LAPSCALE_BODIES
#include "lapscale/linalg/block_krylov.hpp"
#endif
#if LAPSCALE_BODIES
#endif

namespace lapscale {

// Returns eigenvectors of the largest eigenvalues of a positive definite map, as far as they are
// not known; nothing where the search is not soon sure of them.
//   tolerance  of residuals, relative to their eigenvalues
LAPSCALE_ONCE std::optional<Eigen::MatrixXd> krylov_vectors(const BlockMap& map,
                                                            const Eigen::MatrixXd& known,
                                                            Eigen::Index wanted, double tolerance,
                                                            Eigen::MatrixXd start,
                                                            const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE std::optional<Eigen::MatrixXd> krylov_vectors(const BlockMap& map,
                                                            const Eigen::MatrixXd& known,
                                                            Eigen::Index wanted, double tolerance,
                                                            Eigen::MatrixXd start,
                                                            const Runtime& runtime) {
  const Eigen::Index most = std::min(start.rows() - known.cols(), 3 * wanted + 48);
  BlockKrylov krylov(
      [&](const Eigen::MatrixXd& block) { return outside(map(outside(block, known)), known); }, 0,
      std::move(start), runtime);
  const auto allowed = [&](const Eigen::VectorXd& values) -> Eigen::VectorXd {
    return tolerance * values;
  };
  if (!krylov.search(wanted, allowed, most)) return std::nullopt;
  return krylov.vectors(wanted);
}
#endif

// Returns the k largest eigenvalues of the walk of a connected graph, from random columns. Nothing
// if `most` columns in all, or as many as there are, are not enough to be sure of them.
//   known      n x 1, the eigenvector for the eigenvalue 1, 1 < k
//   least      no eigenvalue is below
//   tolerance  of residuals; no more than this `share` of the distance between the first eigenvalue
//              and the second
LAPSCALE_ONCE std::optional<EigenPairs> krylov_eigenpairs(
    const BlockOperator& walk, const Eigen::MatrixXd& known, Eigen::Index k, double least,
    double tolerance, double share, const Eigen::MatrixXd& start, Eigen::Index most,
    const Runtime& runtime);
#if LAPSCALE_BODIES
// NOLINTNEXTLINE(readability-function-size): the arguments are independent
LAPSCALE_ONCE std::optional<EigenPairs> krylov_eigenpairs(
    const BlockOperator& walk, const Eigen::MatrixXd& known, Eigen::Index k, double least,
    double tolerance, double share, const Eigen::MatrixXd& start, Eigen::Index most,
    const Runtime& runtime) {
  BlockKrylov krylov(
      [&](const Eigen::MatrixXd& block) { return outside(walk.times(block), known); }, least,
      outside(start, known), runtime);
  const auto allowed = [&](const Eigen::VectorXd& values) -> Eigen::VectorXd {
    return Eigen::VectorXd::Constant(values.size(), std::min(tolerance, share * (1 - values[0])));
  };
  const Eigen::Index wanted = k - known.cols();
  most = std::min(most, known.rows() - known.cols());
  if (!krylov.search(wanted, allowed, most)) return std::nullopt;
  EigenPairs pairs;
  pairs.vectors.resize(known.rows(), k);
  pairs.vectors << known, krylov.vectors(wanted);
  pairs.values.resize(k);
  pairs.values << Eigen::VectorXd::Ones(known.cols()), krylov.values(wanted);
  pairs.residuals =
      (walk.times(pairs.vectors) - pairs.vectors * pairs.values.asDiagonal()).colwise().norm();
  return pairs;
}
#endif

}  // namespace lapscale

#endif

#ifndef LAPSCALE_GRAPH_SLOW_MODES_HPP
#define LAPSCALE_GRAPH_SLOW_MODES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lapscale/graph/components.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

struct SlowModes {
  Eigen::VectorXd values;   // increasing
  Eigen::MatrixXd vectors;  // orthonormal: each entry times the root of its mass
};

// Returns all eigenpairs of D - W by the masses of the points, D the row sums of W, where weights
// differ by many orders of magnitude. Points whose links are much stronger than others move as one
// by these, to first order: only weights are summed, so that nothing cancels.
//   weights   W, n x n, symmetric, >= 0; its diagonal does not matter
//   mass      length n, > 0
//   min_rate  the share of the largest rate, a weight over the smaller mass, that is much weaker
inline SlowModes slow_modes(Eigen::MatrixXd weights, const Eigen::VectorXd& mass, double min_rate,
                            const Runtime& runtime) {
  const Eigen::Index n = mass.size();
  weights.diagonal().setZero();
  const double unit = weights.rowwise().sum().cwiseQuotient(mass).maxCoeff();
  if (!(unit > 0)) return {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Identity(n, n)};

  const EdgeRule strong{mass, min_rate * unit, true};
  const Components parts = connected_components(weights, runtime, strong);
  const auto n_parts = static_cast<Eigen::Index>(parts.sizes.size());
  Eigen::MatrixXd inside = Eigen::MatrixXd::Zero(n, n_parts);
  for (Eigen::Index i = 0; i < n; ++i) {
    inside(i, static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(i)])) = 1;
  }
  const Eigen::VectorXd part_mass = inside.transpose() * mass;
  const SlowModes slower =
      slow_modes(inside.transpose() * weights * inside, part_mass, min_rate, runtime);

  weights = weights.cwiseProduct(inside * inside.transpose());
  const Eigen::VectorXd shrink = mass.cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd laplacian = -weights / unit;
  laplacian.diagonal() = weights.rowwise().sum() / unit;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> fast(
      Eigen::MatrixXd(shrink.asDiagonal() * laplacian * shrink.asDiagonal()));
  SlowModes found{Eigen::VectorXd(n), Eigen::MatrixXd(n, n)};
  found.values << slower.values, unit * fast.eigenvalues().tail(n - n_parts);
  found.vectors << mass.cwiseSqrt().asDiagonal() * inside *
                       part_mass.cwiseSqrt().cwiseInverse().asDiagonal() * slower.vectors,
      fast.eigenvectors().rightCols(n - n_parts);
  return found;
}

// Sums weights between parts.
inline Eigen::MatrixXd weights_between(const SparseView& weights, const Components& parts) {
  const auto n = static_cast<Eigen::Index>(parts.sizes.size());
  Eigen::MatrixXd between = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (int e = weights.begin[i]; e < weights.begin[i + 1]; ++e) {
      const auto j = static_cast<std::size_t>(weights.column[static_cast<std::size_t>(e)]);
      between(static_cast<Eigen::Index>(parts.membership[i]),
              static_cast<Eigen::Index>(parts.membership[j])) +=
          weights.value[static_cast<std::size_t>(e)];
    }
  }
  return between;
}

inline Eigen::MatrixXd weights_between(const Eigen::Ref<const Eigen::MatrixXd>& weights,
                                       const Components& parts) {
  const auto n = static_cast<Eigen::Index>(parts.sizes.size());
  Eigen::MatrixXd between = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index j = 0; j < weights.cols(); ++j) {
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
      between(static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(i)]),
              static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(j)])) +=
          weights(i, j);
    }
  }
  return between;
}

// Returns the k smallest eigenpairs, or as many as links make that are weaker than `min_rate` of
// the `unit`; none where such links join no parts, or more than `most`.
//   weights  n x n, a SparseView or a plain matrix;  unit: the largest rate
template <class Weights>
SlowModes slow_pairs(const Weights& weights, const Eigen::VectorXd& mass, double unit,
                     double min_rate, Eigen::Index k, std::size_t most, const Runtime& runtime) {
  const Eigen::Index n = mass.size();
  const Components parts =
      connected_components(weights, runtime, EdgeRule{mass, min_rate * unit, true});
  if (parts.sizes.size() < 2 || parts.sizes.size() > most) return {{}, Eigen::MatrixXd(n, 0)};
  Eigen::VectorXd part_mass = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(parts.sizes.size()));
  const auto part_of = [&](Eigen::Index i) {
    return static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(i)]);
  };
  for (Eigen::Index i = 0; i < n; ++i) part_mass[part_of(i)] += mass[i];
  const SlowModes slow = slow_modes(weights_between(weights, parts), part_mass, min_rate, runtime);
  const Eigen::Index count = std::min(k, part_mass.size());
  SlowModes found{slow.values.head(count), Eigen::MatrixXd(n, count)};
  for (Eigen::Index i = 0; i < n; ++i) {
    found.vectors.row(i) =
        std::sqrt(mass[i] / part_mass[part_of(i)]) * slow.vectors.row(part_of(i)).head(count);
  }
  return found;
}

}  // namespace lapscale

#endif

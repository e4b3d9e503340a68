#ifndef LAPSCALE_GRAPH_SLOW_MODES_HPP
#define LAPSCALE_GRAPH_SLOW_MODES_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "lapscale/graph/components.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

struct SlowModes {
  Eigen::VectorXd values;   // increasing
  Eigen::MatrixXd vectors;  // orthonormal: each entry times the root of its mass
  double error = 0;         // about, relative, of the values
};

// Where links are cut: those of at most `share` of the largest rate, which is a weight over the
// smaller mass, are taken to first order. A share of 0 cuts none.
struct WeakLinks {
  double share;
  double error;  // about, relative, of the eigenvalues that the cut concerns
};

// Finds the best cut among powers of 10. First order has the error of the ratio of the links on
// both sides, and iteration that of rounding over the weakest link that it is left with.
//   unit  the largest rate;   most: the largest number of parts
template <class Weights>
WeakLinks find_weak_links(const Weights& weights, const Eigen::VectorXd& mass, double unit,
                          std::size_t most, const Runtime& runtime) {
  constexpr std::size_t digits = 16;
  constexpr std::size_t weak = 6;  // stronger links leave iteration ten digits
  const auto power = [](std::size_t digit) { return std::pow(10.0, -static_cast<double>(digit)); };
  const auto count_parts = [&](double share) {
    const EdgeRule strong{mass, share * unit, true};
    return connected_components(weights, runtime, strong).sizes.size();
  };
  const std::size_t at_weak = count_parts(power(weak));
  const std::size_t joined = at_weak == 1 ? 1 : count_parts(0);
  if (at_weak == joined) return {0, power(digits - weak)};

  // As many parts at several digits in a row: no link between is needed to join them.
  std::array<std::size_t, digits + 1> parts{};
  for (std::size_t d = 1; d <= digits; ++d) parts[d] = count_parts(power(d));
  WeakLinks best{0, 1};
  for (std::size_t d = weak; d <= digits; ++d) {
    if (parts[d] > most) continue;
    std::size_t above = d;
    while (above > 1 && parts[above - 1] == parts[d]) --above;
    std::size_t below = d;
    while (below < digits && parts[below + 1] == parts[d]) ++below;
    const bool cuts = parts[d] > joined;
    const double error =
        std::max(cuts ? power(below - above) : 0.0, power(digits - std::min(above, digits)));
    if (error < best.error) best = {cuts ? power(d) : 0.0, error};
  }
  return best;
}

// Returns all eigenpairs of D - W by the masses of the points, D the row sums of W, where weights
// differ by many orders of magnitude. Points whose links are much stronger than others move as one
// by these, to first order: only weights are summed, so that nothing cancels.
//   weights   W, n x n, symmetric, >= 0; its diagonal does not matter
//   mass      length n, > 0
inline SlowModes slow_modes(Eigen::MatrixXd weights, const Eigen::VectorXd& mass,
                            const Runtime& runtime) {
  const Eigen::Index n = mass.size();
  weights.diagonal().setZero();
  const double unit = weights.rowwise().sum().cwiseQuotient(mass).maxCoeff();
  if (!(unit > 0)) return {Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Identity(n, n), 0};

  const WeakLinks cut = find_weak_links(weights, mass, unit, static_cast<std::size_t>(n), runtime);
  const EdgeRule strong{mass, cut.share * unit, true};
  const Components parts = connected_components(weights, runtime, strong);
  const auto n_parts = static_cast<Eigen::Index>(parts.sizes.size());
  Eigen::MatrixXd inside = Eigen::MatrixXd::Zero(n, n_parts);
  for (Eigen::Index i = 0; i < n; ++i) {
    inside(i, static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(i)])) = 1;
  }
  const Eigen::VectorXd part_mass = transpose_times_vector(inside, mass);
  const SlowModes slower =
      slow_modes(times(transpose_times(inside, weights), inside), part_mass, runtime);

  weights = weights.cwiseProduct(times_transpose(inside, inside));
  const Eigen::VectorXd shrink = mass.cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd laplacian = -weights / unit;
  laplacian.diagonal() = weights.rowwise().sum() / unit;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> fast(
      Eigen::MatrixXd(shrink.asDiagonal() * laplacian * shrink.asDiagonal()));
  const Eigen::MatrixXd spread =
      mass.cwiseSqrt().asDiagonal() * inside * part_mass.cwiseSqrt().cwiseInverse().asDiagonal();
  SlowModes found{Eigen::VectorXd(n), Eigen::MatrixXd(n, n), std::max(cut.error, slower.error)};
  found.values << slower.values, unit * fast.eigenvalues().tail(n - n_parts);
  found.vectors << times(spread, slower.vectors), fast.eigenvectors().rightCols(n - n_parts);
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

// Returns the k smallest eigenpairs, or as many as weak links make; none where there are no such
// links, or too many.
//   weights  n x n, a SparseView or a plain matrix
//   unit     the largest rate;   most: the largest number of parts
template <class Weights>
SlowModes slow_pairs(const Weights& weights, const Eigen::VectorXd& mass, double unit,
                     Eigen::Index k, std::size_t most, const Runtime& runtime) {
  const Eigen::Index n = mass.size();
  const WeakLinks cut = find_weak_links(weights, mass, unit, most, runtime);
  if (cut.share == 0) return {{}, Eigen::MatrixXd(n, 0), 0};
  const Components parts =
      connected_components(weights, runtime, EdgeRule{mass, cut.share * unit, true});
  Eigen::VectorXd part_mass = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(parts.sizes.size()));
  const auto part_of = [&](Eigen::Index i) {
    return static_cast<Eigen::Index>(parts.membership[static_cast<std::size_t>(i)]);
  };
  for (Eigen::Index i = 0; i < n; ++i) part_mass[part_of(i)] += mass[i];
  const SlowModes slow = slow_modes(weights_between(weights, parts), part_mass, runtime);
  const Eigen::Index count = std::min(k, part_mass.size());
  SlowModes found{slow.values.head(count), Eigen::MatrixXd(n, count),
                  std::max(cut.error, slow.error)};
  for (Eigen::Index i = 0; i < n; ++i) {
    found.vectors.row(i) =
        std::sqrt(mass[i] / part_mass[part_of(i)]) * slow.vectors.row(part_of(i)).head(count);
  }
  return found;
}

}  // namespace lapscale

#endif

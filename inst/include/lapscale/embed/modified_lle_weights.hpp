#ifndef LAPSCALE_EMBED_MODIFIED_LLE_WEIGHTS_HPP
#define LAPSCALE_EMBED_MODIFIED_LLE_WEIGHTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/embed/barycentric_weights.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Several weight vectors per point.
struct WeightVectors {
  std::vector<std::size_t> count;  // vectors of every query, by position
  std::vector<std::size_t> begin;  // length m + 1: where the vectors of a query begin in `weight`
  std::vector<double> weight;      // a vector after the other, each as long as the query's list
};

// Returns those of all queries one after another, a column per vector.
inline WeightVectors weight_vectors_in_order(const std::vector<Eigen::MatrixXd>& found) {
  WeightVectors result;
  result.begin.push_back(0);
  for (const Eigen::MatrixXd& vectors : found) {
    result.count.push_back(static_cast<std::size_t>(vectors.cols()));
    result.weight.insert(result.weight.end(), vectors.data(), vectors.data() + vectors.size());
    result.begin.push_back(result.weight.size());
  }
  return result;
}

// Eigenvalues (or eigenvectors too) of the Gram matrix of differences, largest first, of sum 1; all
// zero where the neighbors coincide with the point.
struct GramSpectrum {
  GramSpectrum(const Eigen::MatrixXd& difference, bool with_vectors)
      : values(Eigen::VectorXd::Zero(difference.cols())) {
    Eigen::MatrixXd gram = transpose_times(difference, difference);
    const double trace = gram.trace();
    if (!(trace > 0)) return;
    gram /= trace;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
        gram, with_vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    values = eigen.eigenvalues().reverse().cwiseMax(0);
    if (with_vectors) vectors = eigen.eigenvectors().rowwise().reverse();
  }

  // Returns what is left of the spread after the first `head` directions, relative to theirs.
  double rest(Eigen::Index head) const {
    const double most = values.head(head).sum();
    return most > 0 ? values.tail(values.size() - head).sum() / most : 0;
  }

  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

// Tells how many of the smallest directions count as flat: the largest l <= k - d whose share of
// the spread is within `flat`, up to rounding, 1 at the least. It tells no directions apart whose
// spread is equal: where the neighbors span less than d dimensions all others are flat.
inline Eigen::Index flat_directions(const GramSpectrum& spectrum, Eigen::Index d, double flat) {
  const double rounding = 1e-10 * spectrum.values[0];
  const Eigen::Index k = spectrum.values.size();
  const Eigen::Index rank = (spectrum.values.array() > rounding).count();
  if (rank < d) return k - rank;
  for (Eigen::Index l = k - d; l > 1; --l) {
    const bool is_gap = spectrum.values[k - l - 1] - spectrum.values[k - l] > rounding;
    if (is_gap && spectrum.rest(k - l) <= flat + 1e-10) return l;
  }
  return 1;
}

// Returns the weight vectors (1 - a) w + V H e_l with the flat directions V. H is the reflection
// that turns V'1 into a 1, so that each sums to 1. If V'1 = 0, as for neighbors in pairs on
// opposite sides, any reflection would do, and which one would depend on the order of the
// neighbors. Then there is one vector more, w + V S e_l with the corners S of a regular simplex, so
// that no direction is preferred.
//   barycentric  w, length k
//   flat         V, k x s, orthonormal
inline Eigen::MatrixXd weight_vectors(const Eigen::VectorXd& barycentric,
                                      const Eigen::MatrixXd& flat) {
  const Eigen::Index s = flat.cols();
  const Eigen::VectorXd sums = flat.colwise().sum();
  if (sums.norm() < 1e-8) {
    Eigen::MatrixXd corners = Eigen::MatrixXd::Zero(s, s + 1);
    for (Eigen::Index j = 0; j < s; ++j) {
      const auto count = static_cast<double>(j + 1);
      corners.row(j).head(j + 1).setConstant(1 / std::sqrt(count * (count + 1)));
      corners(j, j + 1) = -count / std::sqrt(count * (count + 1));
    }
    return times(flat, corners).colwise() + barycentric;
  }
  const double a = sums.norm() / std::sqrt(static_cast<double>(s));
  const Eigen::VectorXd mirror = Eigen::VectorXd::Constant(s, a) - sums;
  Eigen::MatrixXd vectors = flat;
  const double length = mirror.squaredNorm();
  if (length > 1e-24) add_outer(vectors, times_vector(flat, mirror), mirror, -2 / length);
  add_outer(vectors, barycentric, Eigen::VectorXd::Ones(s), 1 - a);
  return vectors;
}

// Returns the mean of the middle two where their number is even; 0 of none.
inline double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), upper, values.end());
  if (values.size() % 2 == 1) return *upper;
  return (*std::max_element(values.begin(), upper) + *upper) / 2;
}

// Returns several weight vectors of sum 1 for every query, with each of which its neighbors
// reconstruct it nearly as well as they can: modified locally linear embedding (Zhang and Wang
// 2006, NIPS 19, section 3). What counts as flat is the median over all queries of the spread
// outside d directions (but never less than rounding leaves).
//   lists  by position of the query, positions of points, more than d each
//   ridge  as in barycentric_weights()
inline WeightVectors modified_lle_weights(const PointIndex& points, const PointIndex& queries,
                                          const Adjacency& lists, std::size_t d, double ridge,
                                          const Runtime& runtime) {
  const std::size_t m = lists.size();
  const auto head = static_cast<Eigen::Index>(d);
  constexpr std::size_t block = 64;
  const auto for_queries = [&](const auto& body) {
    for_rows(
        m, runtime,
        [&](std::size_t i) { body(i, neighbor_differences(points, queries, lists, i)); }, block);
  };
  std::vector<double> rest(m);
  for_queries([&](std::size_t i, const Eigen::MatrixXd& difference) {
    rest[i] = GramSpectrum(difference, false).rest(head);
  });
  const double flat = std::max(median_of(rest), 1e-12);

  std::vector<Eigen::MatrixXd> found(m);
  for_queries([&](std::size_t i, const Eigen::MatrixXd& difference) {
    const Eigen::VectorXd barycentric = barycentric_weights(difference, ridge);
    const GramSpectrum spectrum(difference, true);
    if (!(spectrum.values[0] > 0)) {
      found[i] = barycentric;
      return;
    }
    const Eigen::Index s = flat_directions(spectrum, head, flat);
    found[i] = weight_vectors(barycentric, spectrum.vectors.rightCols(s));
  });
  return weight_vectors_in_order(found);
}

}  // namespace lapscale

#endif

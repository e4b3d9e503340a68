#include "lapscale/local/weighted_covariance.hpp"

#include <catch.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::PackedPoints;
using lapscale::padded;
using lapscale::PointIndex;
using lapscale::WeightedCovariances;

namespace {

constexpr std::size_t n = 75;

std::vector<double> random_weights(std::uint64_t seed) {
  tests::Draw draw(seed);
  std::vector<double> weight(padded(n), 0.0);
  for (std::size_t j = 0; j < n; ++j) weight[j] = draw.uniform();
  return weight;
}

struct Problem {
  PointIndex index;
  PackedPoints points;
  Eigen::MatrixXd x;  // dim x n
  std::array<std::vector<double>, block_width> weight;
  std::array<std::vector<double>, block_width> pca_weight;

  explicit Problem(std::size_t dim)
      : index(tests::moved(tests::normal_cloud(n, dim, dim), 1, 3).view(), lapscale::Runtime()),
        points(index, all()),
        x(Eigen::Map<const Eigen::MatrixXd>(tests::points_of(index).x.data(),
                                            static_cast<Eigen::Index>(dim), n)) {
    for (std::size_t q = 0; q < block_width; ++q) {
      weight[q] = random_weights(q);
      pca_weight[q] = random_weights(10 + q);
    }
  }

  static std::vector<std::size_t> all() {
    std::vector<std::size_t> position(n);
    std::iota(position.begin(), position.end(), std::size_t{0});
    return position;
  }
  static std::array<const double*, block_width> pointers(
      const std::array<std::vector<double>, block_width>& columns) {
    std::array<const double*, block_width> result{};
    for (std::size_t q = 0; q < block_width; ++q) result[q] = columns[q].data();
    return result;
  }
  static Eigen::VectorXd vector(const std::vector<double>& weights) {
    return Eigen::Map<const Eigen::VectorXd>(weights.data(), n);
  }
  Eigen::VectorXd mean(std::size_t q) const {
    return x * vector(weight[q]) / vector(weight[q]).sum();
  }
  // Weights a, mean by w.
  Eigen::MatrixXd covariance(std::size_t q) const {
    const Eigen::MatrixXd z = x.colwise() - mean(q);
    return z * vector(pca_weight[q]).asDiagonal() * z.transpose();
  }
};

}  // namespace

TEST_CASE("means and covariances are those of the dense matrices", "[weighted_covariance]") {
  for (const std::size_t dim : {3U, 40U, 100U}) {
    const Problem problem(dim);
    std::array<Eigen::VectorXd, block_width> v;
    tests::Draw draw(dim);
    for (Eigen::VectorXd& vector : v) {
      vector.resize(static_cast<Eigen::Index>(dim));
      for (double& value : vector) value = draw.normal();
    }
    for (const lapscale::SimdLevel level : tests::levels()) {
      WeightedCovariances covariances(problem.points, lapscale::simd_kernels(level));
      covariances.assign(Problem::pointers(problem.weight), Problem::pointers(problem.pca_weight));
      const std::array<Eigen::VectorXd, block_width> image = covariances.apply(v);
      const std::array<const double*, block_width> y = covariances.project(v);
      for (std::size_t q = 0; q < block_width; ++q) {
        const Eigen::MatrixXd c = problem.covariance(q);
        REQUIRE((covariances.mean(q) - problem.mean(q)).norm() < 1e-13 * problem.x.norm());
        REQUIRE((image[q] - c * v[q]).norm() < 1e-12 * c.norm() * v[q].norm());
        const Eigen::Map<const Eigen::VectorXd> projected(y[q], n);
        REQUIRE((projected - problem.x.transpose() * v[q]).norm() < 1e-12 * problem.x.norm());
      }
    }
  }
}

TEST_CASE("an image is symmetric in its two vectors and never negative", "[weighted_covariance]") {
  const Problem problem(50);
  WeightedCovariances covariances(problem.points, lapscale::Runtime().kernels());
  covariances.assign(Problem::pointers(problem.weight), Problem::pointers(problem.pca_weight));
  std::array<Eigen::VectorXd, block_width> u;
  std::array<Eigen::VectorXd, block_width> v;
  tests::Draw draw(1);
  for (std::size_t q = 0; q < block_width; ++q) {
    u[q] = Eigen::VectorXd::NullaryExpr(50, [&](Eigen::Index) { return draw.normal(); });
    v[q] = Eigen::VectorXd::NullaryExpr(50, [&](Eigen::Index) { return draw.normal(); });
  }
  const auto cu = covariances.apply(u);
  const auto cv = covariances.apply(v);
  for (std::size_t q = 0; q < block_width; ++q) {
    REQUIRE(std::abs(u[q].dot(cv[q]) - v[q].dot(cu[q])) < 1e-11 * cu[q].norm() * v[q].norm());
    REQUIRE(u[q].dot(cu[q]) > 0);
  }
}

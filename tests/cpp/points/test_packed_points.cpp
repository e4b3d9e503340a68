#include "lapscale/points/packed_points.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::PackedPoints;
using lapscale::padded;
using lapscale::PointIndex;
using lapscale::SimdKernels;
using tests::Points;

namespace {

Eigen::MatrixXd random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (double& value : m.reshaped()) value = draw.uniform(-1, 1);
  return m;
}

// X V, X'A and X'(X V)^2, entry by entry, one below the other.
Eigen::MatrixXd products(const PackedPoints& points, const SimdKernels& kernels,
                         const Eigen::MatrixXd& v, const Eigen::MatrixXd& a) {
  const auto size = static_cast<Eigen::Index>(points.size());
  const auto dim = static_cast<Eigen::Index>(points.dim());
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(points.stride()), 4);
  columns.topRows(dim) = v;
  Eigen::MatrixXd result(size + 2 * dim, 4);
  points.times(kernels, columns.data(), [&](std::size_t j, const double* y) {
    for (Eigen::Index q = 0; q < 4; ++q) result(static_cast<Eigen::Index>(j), q) = y[q];
  });
  Eigen::MatrixXd w = Eigen::MatrixXd::Ones(columns.rows(), 4);
  const auto set = [&](std::size_t j, double* factor) {
    for (Eigen::Index q = 0; q < 4; ++q) factor[q] = a(static_cast<Eigen::Index>(j), q);
  };
  points.transposed_times(kernels, set, w.data());
  result.middleRows(size, dim) = w.topRows(dim);
  const auto square = [&](std::size_t, double* y) {
    for (Eigen::Index q = 0; q < 4; ++q) y[q] *= y[q];
  };
  points.there_and_back(kernels, columns.data(), square, w.data());
  result.bottomRows(dim) = w.topRows(dim);
  return result;
}

}  // namespace

TEST_CASE("sizes are padded to whole panels", "[packed_points]") {
  REQUIRE(padded(0) == 0);
  REQUIRE(padded(1) == 16);
  REQUIRE(padded(16) == 16);
  REQUIRE(padded(17) == 32);
}

TEST_CASE("products are those of the matrix of points", "[packed_points]") {
  for (const std::size_t dim : {1U, 16U, 33U, 100U}) {
    const Points cloud = tests::normal_cloud(90, dim, dim);
    const PointIndex index =
        dim == 33 ? tests::paged(cloud, 50) : PointIndex(cloud.view(), lapscale::Runtime());
    for (const std::size_t size : {1U, 15U, 16U, 57U}) {
      std::vector<std::size_t> position(size);
      for (std::size_t j = 0; j < size; ++j) position[j] = (37 * j + 5) % 90;
      Eigen::MatrixXd x(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(dim));
      for (Eigen::Index j = 0; j < x.rows(); ++j) {
        for (Eigen::Index k = 0; k < x.cols(); ++k) {
          x(j, k) =
              index.coordinate(position[static_cast<std::size_t>(j)], static_cast<std::size_t>(k));
        }
      }
      const PackedPoints points(index, position);
      const PackedPoints on_disk(index, position, ".");
      REQUIRE(points.size() == size);
      REQUIRE(points.dim() == dim);
      const Eigen::MatrixXd v = random_matrix(dim, block_width, 1);
      const Eigen::MatrixXd a = random_matrix(size, block_width, 2);
      Eigen::MatrixXd expected(x.rows() + 2 * x.cols(), 4);
      expected << x * v, x.transpose() * a, x.transpose() * (x * v).array().square().matrix();
      for (const lapscale::SimdLevel level : tests::levels()) {
        const SimdKernels kernels = lapscale::simd_kernels(level);
        const Eigen::MatrixXd found = products(points, kernels, v, a);
        REQUIRE((found - expected).norm() < 1e-13 * (1 + expected.norm()));
        REQUIRE(products(on_disk, kernels, v, a) == found);
      }
    }
  }
}

TEST_CASE("every point is packed once, in order of position", "[packed_points]") {
  const Points points = tests::normal_cloud(50, 3, 1);
  const PointIndex index(points.view(), lapscale::Runtime());
  const lapscale::EveryPoint everything(index);
  const PackedPoints& all = everything.packed();
  REQUIRE(&everything.packed() == &all);
  REQUIRE(all.size() == 50);
  std::vector<double> first(all.stride() * block_width, 0.0);
  first[0] = 1;
  std::size_t next = 0;
  all.times(lapscale::Runtime().kernels(), first.data(), [&](std::size_t j, const double* y) {
    REQUIRE(j == next++);
    REQUIRE(y[0] == index.coordinate(j, 0));
  });
  REQUIRE(next == 50);
}

TEST_CASE("points packed in the memory of others are as packed in their own", "[packed_points]") {
  const PointIndex index(tests::normal_cloud(90, 20, 1).view(), lapscale::Runtime());
  const SimdKernels kernels = lapscale::Runtime().kernels();
  const Eigen::MatrixXd v = random_matrix(20, block_width, 3);
  PackedPoints again;
  for (const std::size_t size : {40U, 90U, 17U, 1U, 33U}) {
    std::vector<std::size_t> position(size);
    for (std::size_t j = 0; j < size; ++j) position[j] = (7 * j + size) % 90;
    again.pack(index, position);
    const PackedPoints once(index, position);
    REQUIRE(again.size() == size);
    const Eigen::MatrixXd a = random_matrix(size, block_width, 4);
    REQUIRE(products(again, kernels, v, a) == products(once, kernels, v, a));
  }
}

TEST_CASE("points that are floats have the same products in half the memory", "[packed_points]") {
  Points cloud = tests::normal_cloud(90, 33, 1);
  for (double& value : cloud.x) value = static_cast<float>(value);
  const PointIndex floats(cloud.view(), lapscale::Runtime());
  REQUIRE(floats.are_floats());
  // One coordinate more that is none makes them doubles.
  Points other = cloud;
  other.at(89, 32) += 1e-9 * other.at(89, 32);
  const PointIndex doubles(other.view(), lapscale::Runtime());
  REQUIRE_FALSE(doubles.are_floats());
  std::vector<std::size_t> of_floats;
  std::vector<std::size_t> of_doubles;
  for (std::size_t row = 0; row < 57; ++row) {
    of_floats.push_back(floats.position_of(row));
    of_doubles.push_back(doubles.position_of(row));
  }
  PackedPoints packed_again;
  packed_again.pack(doubles, of_doubles);
  const Eigen::MatrixXd v = random_matrix(33, block_width, 3);
  const Eigen::MatrixXd a = random_matrix(57, block_width, 4);
  for (const lapscale::SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    const Eigen::MatrixXd expected = products(PackedPoints(doubles, of_doubles), kernels, v, a);
    packed_again.pack(floats, of_floats);
    REQUIRE(products(packed_again, kernels, v, a) == expected);
    REQUIRE(products(PackedPoints(floats, of_floats, "."), kernels, v, a) == expected);
    packed_again.pack(doubles, of_doubles);
    REQUIRE(products(packed_again, kernels, v, a) == expected);
  }
}

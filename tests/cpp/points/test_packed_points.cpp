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
using tests::Points;

namespace {

Eigen::MatrixXd random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (double& value : m.reshaped()) value = draw.uniform(-1, 1);
  return m;
}

// The rows of a matrix, packed as a block; 0 in the padding.
std::vector<double> packed(const Eigen::MatrixXd& m) {
  std::vector<double> block(padded(static_cast<std::size_t>(m.rows())) * block_width, 0.0);
  for (Eigen::Index k = 0; k < m.rows(); ++k) {
    for (Eigen::Index q = 0; q < m.cols(); ++q)
      block[static_cast<std::size_t>(k * 4 + q)] = m(k, q);
  }
  return block;
}

}  // namespace

TEST_CASE("sizes are padded to whole panels", "[packed_points]") {
  REQUIRE(padded(0) == 0);
  REQUIRE(padded(1) == 16);
  REQUIRE(padded(16) == 16);
  REQUIRE(padded(17) == 32);
}

TEST_CASE("both products are those of the matrix of points", "[packed_points]") {
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
      for (const lapscale::SimdLevel level : tests::levels()) {
        const lapscale::SimdKernels kernels = lapscale::simd_kernels(level);
        const auto rows = static_cast<Eigen::Index>(padded(size));
        const auto columns = static_cast<Eigen::Index>(padded(dim));
        Eigen::MatrixXd y(rows, block_width);
        Eigen::MatrixXd w(columns, block_width);
        points.times(kernels, packed(v).data(), y.data());
        points.transposed_times(kernels, packed(a).data(), w.data());
        REQUIRE((y.topRows(x.rows()) - x * v).norm() < 1e-13 * (1 + x.norm() * v.norm()));
        REQUIRE((w.topRows(x.cols()) - x.transpose() * a).norm() <
                1e-13 * (1 + x.norm() * a.norm()));
        Eigen::MatrixXd same_y(rows, block_width);
        Eigen::MatrixXd same_w(columns, block_width);
        on_disk.times(kernels, packed(v).data(), same_y.data());
        on_disk.transposed_times(kernels, packed(a).data(), same_w.data());
        REQUIRE(same_y == y);
        REQUIRE(same_w == w);
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
  std::vector<double> first(3 * block_width, 0.0);
  first[0] = 1;
  std::vector<double> y(padded(50) * block_width);
  all.times(lapscale::Runtime().kernels(), first.data(), y.data());
  for (std::size_t j = 0; j < 50; ++j) REQUIRE(y[j] == index.coordinate(j, 0));
}

TEST_CASE("points packed in the memory of others are as packed in their own", "[packed_points]") {
  const PointIndex index(tests::normal_cloud(90, 20, 1).view(), lapscale::Runtime());
  const lapscale::SimdKernels kernels = lapscale::Runtime().kernels();
  const std::vector<double> v = packed(random_matrix(20, block_width, 3));
  PackedPoints again;
  for (const std::size_t size : {40U, 90U, 17U, 1U, 33U}) {
    std::vector<std::size_t> position(size);
    for (std::size_t j = 0; j < size; ++j) position[j] = (7 * j + size) % 90;
    again.pack(index, position);
    const PackedPoints once(index, position);
    REQUIRE(again.size() == size);
    std::vector<double> y(padded(size) * block_width, 1.0);
    std::vector<double> same_y(y.size(), 2.0);
    once.times(kernels, v.data(), y.data());
    again.times(kernels, v.data(), same_y.data());
    REQUIRE(same_y == y);
    std::vector<double> w(padded(20) * block_width, 1.0);
    std::vector<double> same_w(w.size(), 2.0);
    once.transposed_times(kernels, y.data(), w.data());
    again.transposed_times(kernels, y.data(), same_w.data());
    REQUIRE(same_w == w);
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
  const std::vector<double> v = packed(random_matrix(33, block_width, 3));
  const std::vector<double> a = packed(random_matrix(57, block_width, 4));
  for (const lapscale::SimdLevel level : tests::levels()) {
    const lapscale::SimdKernels kernels = lapscale::simd_kernels(level);
    const auto products = [&](const PackedPoints& points) {
      std::vector<double> out((padded(57) + padded(33)) * block_width);
      points.times(kernels, v.data(), out.data());
      points.transposed_times(kernels, a.data(), out.data() + padded(57) * block_width);
      return out;
    };
    const std::vector<double> expected = products(PackedPoints(doubles, of_doubles));
    packed_again.pack(floats, of_floats);
    REQUIRE(products(packed_again) == expected);
    REQUIRE(products(PackedPoints(floats, of_floats, ".")) == expected);
    packed_again.pack(doubles, of_doubles);
    REQUIRE(products(packed_again) == expected);
  }
}

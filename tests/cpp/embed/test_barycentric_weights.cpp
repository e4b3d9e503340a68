#include "lapscale/embed/barycentric_weights.hpp"

#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "support/manifolds.hpp"

TEST_CASE("weights solve the regularized normal equations and sum to 1", "[barycentric_weights]") {
  tests::Draw draw(1);
  for (const Eigen::Index k : {2, 5, 12}) {
    Eigen::MatrixXd difference(3, k);
    for (Eigen::Index i = 0; i < difference.size(); ++i) difference.data()[i] = draw.normal();
    const double ridge = 1e-3;
    const Eigen::VectorXd w = lapscale::barycentric_weights(difference, ridge);
    REQUIRE(w.sum() == Approx(1));
    const Eigen::MatrixXd gram = difference.transpose() * difference;
    const Eigen::VectorXd image = gram * w + ridge * gram.trace() * w;
    for (Eigen::Index i = 0; i < k; ++i) REQUIRE(image[i] == Approx(image[0]).epsilon(1e-9));
    // The scale of the differences does not matter.
    for (const double scale : {8.0, 1.0 / 1024}) {
      const Eigen::VectorXd scaled = lapscale::barycentric_weights(scale * difference, ridge);
      REQUIRE((scaled - w).norm() < 1e-12);
    }
  }
}

TEST_CASE("neighbors that coincide with the point weigh the same", "[barycentric_weights]") {
  const Eigen::VectorXd w = lapscale::barycentric_weights(Eigen::MatrixXd::Zero(3, 4), 1e-3);
  for (Eigen::Index i = 0; i < 4; ++i) REQUIRE(w[i] == Approx(0.25));
}

TEST_CASE("each query has the weights of its own list, in its place", "[barycentric_weights]") {
  const lapscale::Runtime runtime;
  const tests::Points x = tests::uniform_cube(40, 3, 1);
  const tests::Points y = tests::uniform_cube(70, 3, 2);
  const lapscale::PointIndex points(x.view(), runtime);
  const lapscale::PointIndex queries(y.view(), runtime);
  lapscale::Adjacency lists = {{0}, {}};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    // None, or up to three points.
    for (std::size_t j = 0; j < i % 4; ++j)
      lists.neighbors.push_back({static_cast<std::uint32_t>((7 * i + j) % 40), 0.0});
    lists.begin.push_back(lists.neighbors.size());
  }
  const std::vector<double> found =
      lapscale::barycentric_weights(points, queries, lists, 1e-3, runtime);
  REQUIRE(found.size() == lists.neighbors.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (lists.of(i).empty()) continue;
    Eigen::MatrixXd difference(3, static_cast<Eigen::Index>(lists.of(i).size()));
    for (std::size_t j = 0; j < lists.of(i).size(); ++j) {
      for (std::size_t r = 0; r < 3; ++r) {
        difference(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(j)) =
            points.coordinate(lists.of(i)[j].point, r) - queries.coordinate(i, r);
      }
    }
    const Eigen::VectorXd w = lapscale::barycentric_weights(difference, 1e-3);
    for (std::size_t j = 0; j < lists.of(i).size(); ++j) {
      REQUIRE(found[lists.begin[i] + j] == Approx(w[static_cast<Eigen::Index>(j)]).epsilon(1e-12));
    }
  }
}

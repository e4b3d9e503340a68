#include "lapscale/linalg/coarse_walk.hpp"

#include <catch.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::CoarseWalk;
using lapscale::GroupedEntry;
using lapscale::GroupedMatrix;
using lapscale::Groups;
using lapscale::Runtime;

namespace {

// P' M P, entry by entry.
GroupedMatrix by_hand(const Eigen::MatrixXd& m, const CoarseWalk& walk) {
  std::vector<std::vector<GroupedEntry>> parts(1);
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (Eigen::Index j = 0; j < m.rows(); ++j) {
      const int row = walk.groups().of[static_cast<std::size_t>(i)];
      const int column = walk.groups().of[static_cast<std::size_t>(j)];
      if (column > row) continue;
      parts[0].emplace_back(row, column, walk.share()[i] * m(i, j) * walk.share()[j]);
    }
  }
  return lapscale::grouped_matrix(parts, walk.groups().count);
}

struct Problem {
  Eigen::MatrixXd m;
  Eigen::VectorXd base;
};

Problem walk_of_points(std::size_t n) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(n, 2, 1));
  const Eigen::MatrixXd weights = tests::heat_matrix(sq_dist, 0.2, 3);
  return {tests::normalized(weights), weights.rowwise().sum().cwiseSqrt().normalized()};
}

Groups of_size(std::size_t n, std::size_t size) {
  Groups groups{std::vector<int>(n), (n + size - 1) / size};
  for (std::size_t i = 0; i < n; ++i) groups.of[i] = static_cast<int>(i / size);
  return groups;
}

}  // namespace

TEST_CASE("with a group for each row the correction is the inverse", "[coarse_walk]") {
  const Problem problem = walk_of_points(90);
  CoarseWalk walk(of_size(90, 1), problem.base);
  REQUIRE(walk.factorize(by_hand(problem.m, walk), 1e9, Runtime()));
  tests::Draw draw(2);
  Eigen::MatrixXd r = Eigen::MatrixXd::NullaryExpr(90, 3, [&] { return draw.normal(); });
  r -= problem.base * (problem.base.transpose() * r);
  const Eigen::MatrixXd x = walk.correction(r);
  CHECK((x - problem.m * x - r).norm() < 1e-6 * x.norm());
  // Its leading vectors are those of the walk.
  const Eigen::MatrixXd z = walk.leading(6).leftCols(2);
  const Eigen::VectorXd exact = tests::dense_spectrum(problem.m);
  for (Eigen::Index j = 0; j < 2; ++j) {
    CHECK(z.col(j).dot(problem.m * z.col(j)) / z.col(j).squaredNorm() ==
          Approx(exact[j + 1]).margin(1e-3));
  }
}

TEST_CASE("groups keep the first eigenvector, and solve their own problem", "[coarse_walk]") {
  const Problem problem = walk_of_points(90);
  CoarseWalk walk(of_size(90, 4), problem.base);
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(90, 23);
  for (Eigen::Index i = 0; i < 90; ++i) p(i, i / 4) = walk.share()[i];
  CHECK(tests::is_orthonormal(p, 1e-14));
  CHECK((p * (p.transpose() * problem.base) - problem.base).norm() < 1e-14);
  const GroupedMatrix between = by_hand(problem.m, walk);
  CHECK((Eigen::MatrixXd(between) - p.transpose() * problem.m * p).norm() < 1e-14);
  REQUIRE(walk.factorize(between, 1e9, Runtime()));
  const Eigen::MatrixXd r =
      problem.m.leftCols(2) - problem.base * problem.base.transpose() * problem.m.leftCols(2);
  const Eigen::MatrixXd rest = r - (walk.correction(r) - problem.m * walk.correction(r));
  CHECK((p.transpose() * rest).norm() < 1e-6 * r.norm());
}

TEST_CASE("a factor that costs too much is not made", "[coarse_walk]") {
  const Problem problem = walk_of_points(90);
  CoarseWalk walk(of_size(90, 1), problem.base);
  CHECK(!walk.factorize(by_hand(problem.m, walk), 1e-9, Runtime()));
}

#include "lapscale/neighbors/symmetric_adjacency.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Symmetry;

namespace {

constexpr double absent = -1;

// Lists as a matrix, -1 where there is no edge; NaN where an edge comes twice or out of order.
Eigen::MatrixXd dense(const Adjacency& lists) {
  const auto n = static_cast<Eigen::Index>(lists.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Constant(n, n, absent);
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::Index last = -1;
    for (const Neighbor& neighbor : lists.of(static_cast<std::size_t>(i))) {
      const auto j = static_cast<Eigen::Index>(neighbor.point);
      all(i, j) = j > last ? neighbor.sq_dist : std::nan("");
      last = j;
    }
  }
  return all;
}

// Random lists without repeats; the distance of i and j is (i + 1) (j + 1) in either direction.
Adjacency random_lists(std::size_t n, double chance, std::uint64_t seed) {
  tests::Draw draw(seed);
  Adjacency lists{{0}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (draw.uniform() > chance) continue;
      const double sq_dist = i == j ? 0 : static_cast<double>((i + 1) * (j + 1));
      lists.neighbors.push_back({static_cast<std::uint32_t>(j), sq_dist});
    }
    lists.begin.push_back(lists.neighbors.size());
  }
  return lists;
}

// The same by its definition, entry by entry.
Eigen::MatrixXd dense_symmetric(const Eigen::MatrixXd& directed, Symmetry symmetry, bool loops) {
  Eigen::MatrixXd result = directed;
  for (Eigen::Index i = 0; i < directed.rows(); ++i) {
    for (Eigen::Index j = 0; j < directed.cols(); ++j) {
      const bool there = directed(i, j) >= 0;
      const bool back = directed(j, i) >= 0;
      const bool edge = symmetry == Symmetry::either ? there || back : there && back;
      result(i, j) = edge ? std::max(directed(i, j), directed(j, i)) : absent;
    }
    result(i, i) = loops ? 0 : absent;
  }
  return result;
}

}  // namespace

TEST_CASE("an edge where either end, or where both, list the other", "[symmetric_adjacency]") {
  for (const double chance : {0.0, 0.03, 0.3, 1.0}) {
    const Adjacency lists = random_lists(60, chance, 1);
    for (const Symmetry symmetry : {Symmetry::either, Symmetry::both}) {
      for (const bool loops : {false, true}) {
        REQUIRE(dense(lapscale::symmetric(lists, symmetry, loops, Runtime())) ==
                dense_symmetric(dense(lists), symmetry, loops));
      }
    }
  }
}

TEST_CASE("symmetric lists are the same on any executor", "[symmetric_adjacency][threads]") {
  const Adjacency lists = random_lists(1200, 0.004, 6);
  const Eigen::MatrixXd serial =
      dense(lapscale::symmetric(lists, Symmetry::either, true, Runtime()));
  REQUIRE(serial.allFinite());
  for (const lapscale::Executor& executor :
       {lapscale::Executor(tests::backwards), lapscale::Executor(tests::Threads(3))}) {
    REQUIRE(dense(lapscale::symmetric(lists, Symmetry::either, true, tests::on(executor))) ==
            serial);
  }
}

TEST_CASE("symmetry is reached in one step", "[symmetric_adjacency]") {
  const Adjacency once =
      lapscale::symmetric(random_lists(40, 0.1, 2), Symmetry::either, true, Runtime());
  REQUIRE(dense(lapscale::symmetric(once, Symmetry::both, true, Runtime())) == dense(once));
}

TEST_CASE("joined lists hold the edges of both, repeats vanish with symmetry",
          "[symmetric_adjacency]") {
  const Adjacency a = random_lists(30, 0.1, 3);
  const Adjacency b = random_lists(30, 0.1, 4);
  const Adjacency both = lapscale::joined(a, b, Runtime());
  REQUIRE(both.size() == 30);
  REQUIRE(both.neighbors.size() == a.neighbors.size() + b.neighbors.size());
  for (std::size_t i = 0; i < 30; ++i) {
    std::vector<std::uint32_t> expected, found;
    for (const Adjacency* part : {&a, &b}) {
      for (const Neighbor& neighbor : part->of(i)) expected.push_back(neighbor.point);
    }
    for (const Neighbor& neighbor : both.of(i)) found.push_back(neighbor.point);
    REQUIRE(found == expected);
  }
  const Eigen::MatrixXd either = dense(a).cwiseMax(dense(b));
  REQUIRE(dense(lapscale::symmetric(both, Symmetry::either, false, Runtime())) ==
          dense_symmetric(either, Symmetry::either, false));
}

TEST_CASE("united symmetric lists are those of all edges", "[symmetric_adjacency]") {
  const auto edges = [](std::uint64_t seed, double chance) {
    return lapscale::symmetric(random_lists(30, chance, seed), Symmetry::either, true, Runtime());
  };
  const Adjacency a = edges(3, 0.1);
  for (const Adjacency& b : {edges(4, 0.1), edges(5, 0.0), a}) {
    for (const bool self_loops : {false, true}) {
      const Adjacency united = lapscale::united(a, b, self_loops, Runtime());
      REQUIRE(dense(united) == dense(lapscale::symmetric(lapscale::joined(a, b, Runtime()),
                                                         Symmetry::either, self_loops, Runtime())));
    }
  }
}

TEST_CASE("lists that are made one ask the monitor on their way", "[symmetric_adjacency]") {
  const std::size_t n = 300000;
  Adjacency lists;
  for (std::size_t i = 0; i <= n; ++i) lists.begin.push_back(i);
  for (std::size_t i = 0; i < n; ++i) {
    lists.neighbors.push_back({static_cast<std::uint32_t>((i + 1) % n), 1.0});
  }
  std::vector<double> share;
  Runtime runtime;
  runtime.monitor = [&](double done) { share.push_back(done); };
  const auto within = [&] {
    const auto count = std::count_if(share.begin(), share.end(),
                                     [](double done) { return done > 0.05 && done < 0.95; });
    share.clear();
    return count;
  };
  REQUIRE(lapscale::joined(lists, lists, runtime).neighbors.size() == 2 * n);
  REQUIRE(within() > 1);
  REQUIRE(lapscale::united(lists, lists, true, runtime).neighbors.size() == n);
  REQUIRE(within() > 1);
}

TEST_CASE("lists by row say the same as lists by position", "[symmetric_adjacency][threads]") {
  const PointIndex index(tests::uniform_cube(1500, 2, 5).view(), Runtime());
  const Adjacency lists =
      lapscale::symmetric(lapscale::nearest_neighbors(index, 6, lapscale::Ties::all, Runtime()),
                          Symmetry::either, false, Runtime());
  for (const lapscale::Executor& executor :
       {lapscale::Executor(lapscale::serial), lapscale::Executor(tests::Threads(2))}) {
    const Adjacency by_row = lapscale::in_row_order(index, lists, tests::on(executor));
    const Eigen::MatrixXd expected = dense(lists);
    const Eigen::MatrixXd found = dense(by_row);
    bool same = found.allFinite();
    for (Eigen::Index i = 0; i < expected.rows(); ++i) {
      for (Eigen::Index j = 0; j < expected.cols(); ++j) {
        const auto row = [&](Eigen::Index position) {
          return static_cast<Eigen::Index>(index.row_of(static_cast<std::size_t>(position)));
        };
        same = same && expected(i, j) == found(row(i), row(j));
      }
    }
    REQUIRE(same);
  }
}

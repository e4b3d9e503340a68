#include "lapscale/graph/shortest_paths.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/embed/geodesic_projection.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::Runtime;

namespace {

// Symmetric random lengths, about a third of the pairs; none between the two halves.
Eigen::MatrixXd random_lengths(Eigen::Index n, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd lengths = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double length = draw.uniform(0.1, 1);
      if (draw.uniform() < 0.35 && (i < n / 2) == (j < n / 2))
        lengths(i, j) = lengths(j, i) = length;
    }
  }
  return lengths;
}

// Floyd and Warshall.
Eigen::MatrixXd all_paths(const Eigen::MatrixXd& lengths) {
  Eigen::MatrixXd path = (lengths.array() > 0).select(lengths.array(), tests::infinity).matrix();
  path.diagonal().setZero();
  for (Eigen::Index via = 0; via < path.rows(); ++via) {
    for (Eigen::Index i = 0; i < path.rows(); ++i) {
      for (Eigen::Index j = 0; j < path.rows(); ++j) {
        path(i, j) = std::min(path(i, j), path(i, via) + path(via, j));
      }
    }
  }
  return path;
}

}  // namespace

TEST_CASE("shortest paths are those of Floyd and Warshall", "[shortest_paths]") {
  const Eigen::MatrixXd lengths = random_lengths(40, 1);
  const Eigen::MatrixXd want = all_paths(lengths);
  const tests::Graph graph = tests::graph_of(lengths);
  const std::vector<std::size_t> from = {0, 3, 39};
  std::vector<double> found(40 * 3);
  lapscale::shortest_paths(graph.view(), {from.data(), 3}, Runtime(), {found.data(), 120});
  for (std::size_t l = 0; l < 3; ++l) {
    for (std::size_t i = 0; i < 40; ++i) {
      const double length = want(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(from[l]));
      if (length < tests::infinity) {
        REQUIRE(found[l * 40 + i] == Approx(length));
      } else {
        REQUIRE_FALSE(found[l * 40 + i] < tests::infinity);
      }
    }
  }
}

TEST_CASE("lengths of any size, zeros among them, give the least sum along a path to the last bit",
          "[shortest_paths]") {
  // A ring with chords; lengths over twelve decades, so that buckets are far too wide or too fine.
  constexpr std::size_t n = 60;
  tests::Draw draw(3);
  Eigen::MatrixXd lengths = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < 60; ++i) {
    for (const Eigen::Index step : {1, 7, 23}) {
      const Eigen::Index j = (i + step) % 60;
      lengths(i, j) = lengths(j, i) = std::pow(10, draw.uniform(-6, 6));
    }
  }
  tests::Graph graph = tests::graph_of(lengths);
  for (const double least : {0.0, 1.0, 1e9}) {
    // As they are; then those below 1 as zero; then all.
    for (double& value : graph.value) {
      if (value < least) value = 0;
    }
    // Relaxing every edge until nothing changes.
    std::vector<double> want(n, tests::infinity);
    want[5] = 0;
    const lapscale::SparseView view = graph.view();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < n; ++i) {
        for (int e = view.begin[i]; e < view.begin[i + 1]; ++e) {
          const auto entry = static_cast<std::size_t>(e);
          const auto to = static_cast<std::size_t>(view.column[entry]);
          const double length = want[i] + view.value[entry];
          if (!(length < want[to])) continue;
          want[to] = length;
          changed = true;
        }
      }
    }
    const std::size_t from = 5;
    std::vector<double> found(n);
    lapscale::shortest_paths(view, {&from, 1}, Runtime(), {found.data(), n});
    REQUIRE(found == want);
  }
}

TEST_CASE("a new point reaches the landmarks through where its paths start", "[shortest_paths]") {
  const Eigen::MatrixXd lengths = random_lengths(20, 2);
  const Eigen::MatrixXd path = all_paths(lengths);
  const tests::Graph graph = tests::graph_of(lengths);
  const std::vector<std::size_t> begin = {0, 2, 4};  // two points, two starts each
  const std::vector<std::size_t> vertex = {1, 2, 4, 7};
  const std::vector<double> distance = {0.5, 0.05, 0.1, 0.9};
  const std::vector<std::size_t> landmark = {0, 3, 9};
  const std::vector<double> basis = {1, 2, 3, -1, 0, 2};
  std::vector<double> found(4);
  lapscale::geodesic_projection(
      graph.view(), {{begin.data(), 3}, {vertex.data(), 4}, {distance.data(), 4}},
      {landmark.data(), 3}, {basis.data(), 6}, Runtime(), {found.data(), 4});
  for (std::size_t q = 0; q < 2; ++q) {
    for (std::size_t c = 0; c < 2; ++c) {
      double sum = 0;
      for (std::size_t l = 0; l < 3; ++l) {
        const auto to = static_cast<Eigen::Index>(landmark[l]);
        const double reach =
            std::min(distance[2 * q] + path(static_cast<Eigen::Index>(vertex[2 * q]), to),
                     distance[2 * q + 1] + path(static_cast<Eigen::Index>(vertex[2 * q + 1]), to));
        sum += reach * reach * basis[c * 3 + l];
      }
      REQUIRE(found[c * 2 + q] == Approx(sum));
    }
  }
}

#include "lapscale/embed/geodesic_projection.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

namespace {

// Lengths of some edges between n vertices, 0 for none.
Eigen::MatrixXd random_lengths(Eigen::Index n, double chance, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd lengths = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      if (draw.uniform() < chance) lengths(i, j) = lengths(j, i) = draw.uniform(0.1, 1);
    }
  }
  return lengths;
}

// Lengths of all shortest paths (Floyd and Warshall), +Inf where none leads.
Eigen::MatrixXd all_paths(const Eigen::MatrixXd& lengths) {
  const Eigen::Index n = lengths.rows();
  Eigen::MatrixXd path = lengths.unaryExpr([](double l) { return l > 0 ? l : tests::infinity; });
  path.diagonal().setZero();
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        path(i, j) = std::min(path(i, j), path(i, k) + path(k, j));
      }
    }
  }
  return path;
}

// m new points with k starts each among n vertices.
struct Starts {
  Starts(std::size_t m, std::size_t k, std::size_t n) : vertex(m * k), distance(m * k) {
    tests::Draw draw(4);
    for (std::size_t q = 0; q <= m; ++q) begin.push_back(q * k);
    for (std::size_t& v : vertex) {
      v = std::min(n - 1, static_cast<std::size_t>(draw.uniform(0, static_cast<double>(n))));
    }
    for (double& d : distance) d = draw.uniform();
  }
  lapscale::PathStarts view() const {
    return {{begin.data(), begin.size()},
            {vertex.data(), vertex.size()},
            {distance.data(), distance.size()}};
  }

  std::vector<std::size_t> begin;
  std::vector<std::size_t> vertex;
  std::vector<double> distance;
};

std::vector<double> project(const Eigen::MatrixXd& lengths, const Starts& starts,
                            const std::vector<std::size_t>& landmark,
                            const std::vector<double>& basis, const Runtime& runtime) {
  const tests::Graph graph = tests::graph_of(lengths);
  std::vector<double> out((starts.begin.size() - 1) * (basis.size() / landmark.size()), -1.0);
  lapscale::geodesic_projection(graph.view(), starts.view(), {landmark.data(), landmark.size()},
                                {basis.data(), basis.size()}, runtime, {out.data(), out.size()});
  return out;
}

}  // namespace

TEST_CASE("sums of the squared distances to landmarks by the shortest of all ways",
          "[geodesic_projection][threads]") {
  const Eigen::MatrixXd lengths = random_lengths(40, 0.2, 1);
  const Eigen::MatrixXd path = all_paths(lengths);
  REQUIRE(path.allFinite());
  Starts starts(19, 3, 40);
  // Lists of different lengths.
  starts.begin[7] -= 2;
  starts.begin[8] += 1;
  const std::vector<std::size_t> landmark = {0, 13, 39, 7};
  const std::vector<double> basis = {1, 2, 3, 4, -1, 0, 2, 0.5, 0, 0, 0, 1};
  const std::vector<double> found = project(lengths, starts, landmark, basis, Runtime());
  for (std::size_t q = 0; q < 19; ++q) {
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (std::size_t l = 0; l < 4; ++l) {
        double delta = tests::infinity;
        for (std::size_t at = starts.begin[q]; at < starts.begin[q + 1]; ++at) {
          delta = std::min(delta,
                           starts.distance[at] + path(static_cast<Eigen::Index>(starts.vertex[at]),
                                                      static_cast<Eigen::Index>(landmark[l])));
        }
        sum += delta * delta * basis[c * 4 + l];
      }
      REQUIRE(std::abs(found[c * 19 + q] - sum) < 1e-12 * (1 + std::abs(sum)));
    }
  }
  REQUIRE(project(lengths, starts, landmark, basis, tests::on(tests::Threads(3))) == found);
}

TEST_CASE("a landmark that no path leads to makes the sum infinite", "[geodesic_projection]") {
  Eigen::MatrixXd lengths = Eigen::MatrixXd::Zero(4, 4);
  lengths(0, 1) = lengths(1, 0) = 1;
  lengths(2, 3) = lengths(3, 2) = 1;
  Starts starts(1, 1, 4);
  starts.vertex = {0};
  starts.distance = {0.5};
  REQUIRE(project(lengths, starts, {1}, {2}, Runtime()) == std::vector<double>{4.5});
  REQUIRE(std::isinf(project(lengths, starts, {1, 3}, {2, 1}, Runtime())[0]));
}

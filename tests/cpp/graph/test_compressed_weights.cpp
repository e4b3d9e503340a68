#include "lapscale/graph/compressed_weights.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::Runtime;

TEST_CASE("columns are the neighbors, weights exp(-exponent)", "[compressed_weights][threads]") {
  tests::Draw draw(1);
  for (const std::size_t n_edges : {0U, 1U, 8192U, 20001U}) {
    Adjacency edges;
    edges.begin = {0, n_edges};
    for (std::uint32_t e = 0; e < n_edges; ++e) {
      edges.neighbors.push_back({e * 7 % 1000, draw.uniform(0, 20)});
    }
    std::vector<int> column(n_edges, -1);
    std::vector<double> weight(n_edges, -1.0);
    lapscale::compressed_weights(edges, Runtime(), column, weight);
    for (std::size_t e = 0; e < n_edges; ++e) {
      REQUIRE(column[e] == static_cast<int>(e * 7 % 1000));
      REQUIRE(std::abs(weight[e] / std::exp(-edges.neighbors[e].sq_dist) - 1) < 1e-14);
    }
    std::vector<int> other_column(n_edges);
    std::vector<double> other(n_edges);
    lapscale::compressed_weights(edges, tests::on(tests::Threads(3)), other_column, other);
    REQUIRE(other_column == column);
    REQUIRE(other == weight);
  }
}

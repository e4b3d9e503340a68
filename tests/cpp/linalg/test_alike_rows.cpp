#include "lapscale/linalg/alike_rows.hpp"

#include <catch.h>

#include <vector>

#include "support/graphs.hpp"

using lapscale::AlikeRows;
using lapscale::QuotientGraph;
using lapscale::Runtime;
using lapscale::Watch;

TEST_CASE("rows of one sum are joined where their lists are the same", "[alike_rows]") {
  // Rows 0 to 3 have two neighbours each among 4 to 7, all of sum 11.
  const tests::Graph source =
      tests::graph_of(tests::adjacency(8, [](Eigen::Index i, Eigen::Index j) {
        return i < 4 && (i % 2 == 0 ? j == 4 || j == 7 : j == 5 || j == 6);
      }));
  const Runtime runtime;
  Watch watch(runtime);
  QuotientGraph graph(source.view(), watch);
  // In front of each, the element that all of them have.
  for (int i = 0; i < 4; ++i) {
    graph.list[graph.used] = 8;
    for (int e = 0; e < 2; ++e) graph.list[graph.used + 1 + e] = graph.list[graph.start[i] + e];
    graph.start[i] = graph.used;
    graph.length[i] = 3;
    graph.used += 3;
    if (i == 3) break;
  }
  AlikeRows alike(9);
  for (int i = 0; i < 4; ++i) alike.insert(i, 11 % 8);
  REQUIRE(alike.merge(0, graph) > 0);
  REQUIRE(graph.size[3] == 2);
  REQUIRE(graph.size[2] == 2);
  REQUIRE(graph.parent[1] == 3);
  REQUIRE(graph.parent[0] == 2);
  REQUIRE(graph.size[0] == 0);
  // The sum is empty now.
  REQUIRE(alike.merge(0, graph) == 0);
}

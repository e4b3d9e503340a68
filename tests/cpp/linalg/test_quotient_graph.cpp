#include "lapscale/linalg/quotient_graph.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::QuotientGraph;
using lapscale::Runtime;
using lapscale::Watch;

namespace {

std::vector<int> list_of(const QuotientGraph& graph, int node) {
  std::vector<int> list;
  for (std::ptrdiff_t at = graph.start[node]; at < graph.end_of(node); ++at) {
    list.push_back(graph.list[at]);
  }
  return list;
}

const std::vector<int>& no_nodes() {
  static const std::vector<int> none;
  return none;
}

// The rows that the element of k covers, and the elements that went into it.
void require_element(QuotientGraph& graph, int k, const std::vector<int>& rows,
                     const std::vector<int>& elements = no_nodes()) {
  std::vector<int> taken;
  std::vector<int> left;
  const bool in_place = graph.n_elements[k] == 0;
  graph.build_element(
      k, [&](int i, int) { taken.push_back(i); }, [&](int e) { left.push_back(e); });
  REQUIRE(taken == rows);
  REQUIRE(left == elements);
  REQUIRE(list_of(graph, k) == rows);
  for (const int i : rows) {
    REQUIRE(graph.size[i] == -1);
    graph.size[i] = 1;
  }
  graph.end_element(k, graph.end_of(k), in_place);
  REQUIRE(graph.size[k] == 1);
}

}  // namespace

TEST_CASE("lists hold the neighbours, without the diagonal", "[quotient_graph]") {
  Eigen::MatrixXd m =
      tests::adjacency(5, [](Eigen::Index i, Eigen::Index j) { return j == i + 1 || j == i + 3; });
  m(2, 2) = 1;
  const tests::Graph source = tests::graph_of(m);
  const Runtime runtime;
  Watch watch(runtime);
  const QuotientGraph graph(source.view(), watch);
  REQUIRE(list_of(graph, 0) == (std::vector<int>{1, 3}));
  REQUIRE(list_of(graph, 1) == (std::vector<int>{0, 2, 4}));
  REQUIRE(list_of(graph, 2) == (std::vector<int>{1, 3}));
  REQUIRE(graph.used == 12);
}

TEST_CASE("an element covers what its row and its elements had", "[quotient_graph]") {
  // A ring: 0 goes, then 1, whose list names the element.
  const tests::Graph source = tests::graph_of(tests::adjacency(
      6, [](Eigen::Index i, Eigen::Index j) { return j == (i + 1) % 6 || (i == 0 && j == 5); }));
  const Runtime runtime;
  Watch watch(runtime);
  QuotientGraph graph(source.view(), watch);
  require_element(graph, 0, {1, 5});
  // Row 1 drops row 0 and takes the element in.
  const std::ptrdiff_t begin = graph.start[1];
  graph.list[begin] = 2;
  graph.put_first(1, 0, begin, begin + 1);
  REQUIRE(list_of(graph, 1) == (std::vector<int>{0, 2}));
  REQUIRE(graph.n_elements[1] == 1);
  require_element(graph, 1, {5, 2}, {0});
  REQUIRE(graph.parent[0] == 1);
  REQUIRE(graph.start[0] == QuotientGraph::gone);
}

TEST_CASE("lists that were moved together are the same", "[quotient_graph]") {
  const tests::Graph source = tests::plane(6);
  const Runtime runtime;
  Watch watch(runtime);
  QuotientGraph graph(source.view(), watch);
  for (const int gone : {3, 8, 35}) graph.kill(gone, 7);
  std::vector<std::vector<int>> before(36);
  std::ptrdiff_t entries = 0;
  for (int i = 0; i < 36; ++i) {
    if (graph.start[i] < 0) continue;
    before[static_cast<std::size_t>(i)] = list_of(graph, i);
    entries += graph.length[i];
  }
  graph.make_room(1, watch);
  REQUIRE(graph.used > entries);
  graph.make_room(static_cast<int>(graph.list.size()), watch);
  REQUIRE(graph.used == entries);
  for (int i = 0; i < 36; ++i) {
    if (graph.start[i] < 0) continue;
    REQUIRE(list_of(graph, i) == before[static_cast<std::size_t>(i)]);
  }
}

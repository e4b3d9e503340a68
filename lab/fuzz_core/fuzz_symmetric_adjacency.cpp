// Directed lists, with repeats and the points themselves among them: an edge stands at both of its
// ends, once, and exactly where the symmetry asks for it.
#include <set>
#include <utility>

#include "fuzz_input.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const auto n = bytes.whole<std::size_t>(1, 60);
  const auto symmetry = bytes.flag() ? lapscale::Symmetry::either : lapscale::Symmetry::both;
  const bool loops = bytes.flag();
  std::set<std::pair<std::size_t, std::size_t>> listed;
  lapscale::Adjacency lists;
  lists.begin.push_back(0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto count = bytes.whole<std::size_t>(0, 20);
    for (std::size_t e = 0; e < count; ++e) {
      const auto j = bytes.whole<std::size_t>(0, n - 1);
      if (!listed.insert({i, j}).second) continue;
      lists.neighbors.push_back({static_cast<std::uint32_t>(j), static_cast<double>(i + j)});
    }
    lists.begin.push_back(lists.neighbors.size());
  }
  const lapscale::Adjacency graph =
      lapscale::symmetric(lists, symmetry, loops, lapscale::Runtime());
  fuzz::require(graph.size() == n);
  for (std::size_t i = 0; i < n; ++i) {
    std::set<std::size_t> found;
    std::size_t least = 0;
    for (const lapscale::Neighbor& neighbor : graph.of(i)) {
      fuzz::require(neighbor.point >= least && found.insert(neighbor.point).second);
      least = neighbor.point;
    }
    for (std::size_t j = 0; j < n; ++j) {
      const int ends = static_cast<int>(listed.count({i, j}) + listed.count({j, i}));
      const bool edge = symmetry == lapscale::Symmetry::either ? ends > 0 : ends == 2;
      fuzz::require((found.count(j) == 1) == (i == j ? loops : edge));
    }
  }
  return 0;
}

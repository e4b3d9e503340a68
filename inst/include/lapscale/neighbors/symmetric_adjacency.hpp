#ifndef LAPSCALE_NEIGHBORS_SYMMETRIC_ADJACENCY_HPP
#define LAPSCALE_NEIGHBORS_SYMMETRIC_ADJACENCY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// Says how directed lists become an undirected graph: an edge where either end lists the other, or
// where both do.
enum class Symmetry { either, both };

// Sorts the edges of one point, in which those that both ends list stand twice, and keeps one of
// each that the symmetry asks for; returns the new end.
template <class Iterator>
Iterator merge_ends(Iterator first, Iterator last, Symmetry symmetry) {
  std::sort(first, last, [](const Neighbor& x, const Neighbor& y) { return x.point < y.point; });
  auto to = first;
  for (auto at = first; at != last;) {
    auto next = at + 1;
    while (next != last && next->point == at->point) ++next;
    if (symmetry == Symmetry::either || next - at > 1) *to++ = *at;
    at = next;
  }
  return to;
}

// The lists in increasing order of neighbor, each edge at both of its ends, without repeats. The
// distances of the two directions must agree; self_loops adds or drops the point itself.
LAPSCALE_ONCE Adjacency symmetric(const Adjacency& lists, Symmetry symmetry, bool self_loops,
                                  const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency symmetric(const Adjacency& lists, Symmetry symmetry, bool self_loops,
                                  const Runtime& runtime) {
  const std::size_t n = lists.size();
  std::vector<std::size_t> start(n + 1, 0);
  const auto each_edge = [&](const auto& act) {
    for_rows(n, in_order(runtime), [&](std::size_t i) {
      for (const Neighbor& neighbor : lists.of(i)) {
        if (neighbor.point != i) act(i, neighbor);
      }
    });
  };
  each_edge([&](std::size_t i, const Neighbor& neighbor) {
    ++start[i + 1];
    ++start[neighbor.point + 1];
  });
  // One place more per point for the point itself.
  for (std::size_t i = 0; i < n; ++i) start[i + 1] += start[i] + 1;
  std::vector<std::size_t> end(start.begin(), start.end() - 1);
  std::vector<Neighbor> both(start[n]);
  each_edge([&](std::size_t i, const Neighbor& neighbor) {
    both[end[i]++] = neighbor;
    both[end[neighbor.point]++] = {static_cast<std::uint32_t>(i), neighbor.sq_dist};
  });
  for_rows(n, runtime, [&](std::size_t i) {
    const Span<Neighbor> list = Span(both).part(start[i], end[i]);
    Neighbor* kept = merge_ends(list.begin(), list.end(), symmetry);
    if (self_loops) {
      const auto self = static_cast<std::uint32_t>(i);
      const auto place = std::lower_bound(
          list.begin(), kept, self, [](const Neighbor& x, std::uint32_t y) { return x.point < y; });
      std::move_backward(place, kept, kept + 1);
      *place = {self, 0.0};
      ++kept;
    }
    end[i] = static_cast<std::size_t>(kept - both.data());
  });

  Adjacency result;
  result.begin.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) result.begin[i + 1] = result.begin[i] + end[i] - start[i];
  result.neighbors.resize(result.begin[n]);
  for_rows(n, runtime, [&](std::size_t i) {
    const Span<Neighbor> list = Span(both).part(start[i], end[i]);
    std::copy(list.begin(), list.end(), result.neighbors.data() + result.begin[i]);
  });
  return result;
}
#endif

// Returns two sets of lists of the same points as one.
LAPSCALE_ONCE Adjacency joined(const Adjacency& a, const Adjacency& b, const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency joined(const Adjacency& a, const Adjacency& b, const Runtime& runtime) {
  Adjacency result;
  Watch watch(runtime);
  result.begin.push_back(0);
  result.neighbors.reserve(a.neighbors.size() + b.neighbors.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const Adjacency* part : {&a, &b}) {
      result.neighbors.insert(result.neighbors.end(), part->of(i).begin(), part->of(i).end());
    }
    result.begin.push_back(result.neighbors.size());
    watch.step(1 + a.of(i).size() + b.of(i).size(), i, a.size());
  }
  return result;
}
#endif

// Returns two sets of lists as one, both as symmetric() gives them: in increasing order of
// neighbor, each edge at both of its ends. The point itself is kept with self_loops only.
LAPSCALE_ONCE Adjacency united(const Adjacency& lists, const Adjacency& more, bool self_loops,
                               const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency united(const Adjacency& lists, const Adjacency& more, bool self_loops,
                               const Runtime& runtime) {
  Adjacency result;
  Watch watch(runtime);
  result.begin.push_back(0);
  result.neighbors.reserve(lists.neighbors.size() + more.neighbors.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto add = [&](const Neighbor& neighbor) {
      if (self_loops || neighbor.point != i) result.neighbors.push_back(neighbor);
    };
    const Span<const Neighbor> others = more.of(i);
    const Neighbor* other = others.begin();
    for (const Neighbor& neighbor : lists.of(i)) {
      while (other != others.end() && other->point < neighbor.point) add(*other++);
      if (other != others.end() && other->point == neighbor.point) ++other;
      add(neighbor);
    }
    while (other != others.end()) add(*other++);
    result.begin.push_back(result.neighbors.size());
    watch.step(1 + lists.of(i).size() + others.size(), i, lists.size());
  }
  return result;
}
#endif

// Symmetric lists by position as lists by row, neighbors in increasing order of row: each row, in
// its turn, enters itself in the lists of its neighbors.
LAPSCALE_ONCE Adjacency in_row_order(const PointIndex& index, const Adjacency& lists,
                                     const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Adjacency in_row_order(const PointIndex& index, const Adjacency& lists,
                                     const Runtime& runtime) {
  const std::size_t n = lists.size();
  Adjacency result;
  result.begin.assign(n + 1, 0);
  for (std::size_t row = 0; row < n; ++row) {
    result.begin[row + 1] = result.begin[row] + lists.of(index.position_of(row)).size();
  }
  result.neighbors.resize(lists.neighbors.size());
  std::vector<std::size_t> end(n);  // by position
  for (std::size_t i = 0; i < n; ++i) end[i] = result.begin[index.row_of(i)];
  for_rows(n, in_order(runtime), [&](std::size_t row) {
    for (const Neighbor& neighbor : lists.of(index.position_of(row))) {
      result.neighbors[end[neighbor.point]++] = {static_cast<std::uint32_t>(row), neighbor.sq_dist};
    }
  });
  return result;
}
#endif

}  // namespace lapscale

#endif

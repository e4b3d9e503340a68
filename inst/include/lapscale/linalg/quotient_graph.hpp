#ifndef LAPSCALE_LINALG_QUOTIENT_GRAPH_HPP
#define LAPSCALE_LINALG_QUOTIENT_GRAPH_HPP

#include <cstddef>
#include <vector>

#include "lapscale/linalg/forest.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/signed_vector.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// What is left of a symmetric graph while its rows are eliminated (George and Liu 1981): an
// eliminated row becomes an element, which stands for edges between all rows that it covers. Rows
// with the same neighbours are one. Each list of a row holds elements first, then rows; that of an
// element the rows it covers. Node n, behind the last row, is where rows are put aside.
struct QuotientGraph {
  static constexpr int element = -2;
  static constexpr int gone = -1;

  QuotientGraph(const SparseView& matrix, Watch& watch)
      : start(of(matrix), 0),
        length(of(matrix), 0),
        n_elements(of(matrix), 0),
        size(of(matrix), 1),
        parent(of(matrix), gone) {
    const std::ptrdiff_t n = start.size() - 1;
    // The entries above the diagonal stand for both.
    const auto for_edges = [&](const auto& visit) {
      for (int j = 0; j < n; ++j) {
        const int end = matrix.begin[static_cast<std::size_t>(j) + 1];
        int e = matrix.begin[static_cast<std::size_t>(j)];
        watch.step(static_cast<std::size_t>(end - e), j, n);
        for (; e < end && matrix.column[static_cast<std::size_t>(e)] < j; ++e) {
          visit(matrix.column[static_cast<std::size_t>(e)], j);
        }
      }
    };
    for_edges([&](int i, int j) {
      ++length[i];
      ++length[j];
    });
    for (int i = 0; i < n; ++i) start[i + 1] = start[i] + length[i];
    used = start[n];
    list = SignedVector<int>(used + used / 5 + 2 * n);
    SignedVector<std::ptrdiff_t> to = start;
    for_edges([&](int i, int j) {
      list[to[i]++] = j;
      list[to[j]++] = i;
    });
  }

  std::ptrdiff_t end_of(int i) const { return start[i] + length[i]; }

  // Takes node i away into another.
  void absorb(int i, int into) {
    start[i] = gone;
    parent[i] = into;
  }
  void kill(int i, int into) {
    absorb(i, into);
    size[i] = 0;
    n_elements[i] = gone;
  }
  // Row i is put aside.
  void join(int i, int aside) {
    kill(i, aside);
    ++size[aside];
  }
  void make_root(int i) {
    start[i] = gone;
    n_elements[i] = element;
  }

  // Moves the lists together where a new one of `count` would not fit behind them.
  void make_room(int count, Watch& watch) {
    if (used + count < list.size()) return;
    const auto n = static_cast<int>(start.size() - 1);
    // The first entry of each list waits in `start`, and the list says whose it is.
    for (int j = 0; j < n; ++j) {
      if (start[j] < 0) continue;
      const std::ptrdiff_t at = start[j];
      start[j] = list[at];
      list[at] = -j - 1;
    }
    std::ptrdiff_t to = 0;
    for (std::ptrdiff_t from = 0; from < used;) {
      const int j = -list[from++] - 1;
      if (j < 0) continue;
      list[to] = static_cast<int>(start[j]);
      start[j] = to++;
      for (int rest = 1; rest < length[j]; ++rest) list[to++] = list[from++];
      watch.step(static_cast<std::size_t>(length[j]), from, used);
    }
    used = to;
  }

  // Row k becomes an element: the rows of its list and of those of its elements, which are gone.
  // Until end_element() the sizes of all these, its own too, are negative.
  //   take(i, size)  called for each
  //   leave(e)       for each of the elements
  template <class Take, class Leave>
  void build_element(int k, const Take& take, const Leave& leave) {
    const std::ptrdiff_t begin = start[k];
    const std::ptrdiff_t rows = begin + n_elements[k];
    const std::ptrdiff_t end = end_of(k);
    const bool in_place = rows == begin;
    const std::ptrdiff_t first = in_place ? begin : used;
    std::ptrdiff_t to = first;
    size[k] = -size[k];
    const auto add = [&](std::ptrdiff_t from, std::ptrdiff_t until) {
      for (; from < until; ++from) {
        const int i = list[from];
        if (size[i] <= 0) continue;
        take(i, size[i]);
        size[i] = -size[i];
        list[to++] = i;
      }
    };
    for (std::ptrdiff_t at = begin; at < rows; ++at) {
      const int e = list[at];
      add(start[e], end_of(e));
      absorb(e, k);
      leave(e);
    }
    add(rows, end);
    if (!in_place) used = to;
    start[k] = first;
    length[k] = static_cast<int>(to - first);
    n_elements[k] = element;
  }

  // It ends before `to`.
  void end_element(int k, std::ptrdiff_t to, bool in_place) {
    size[k] = -size[k];
    length[k] = static_cast<int>(to - start[k]);
    if (!in_place) used = to;
    if (length[k] == 0) start[k] = gone;
  }

  // Element k becomes the first of row i, whose kept elements end before `kept`, its rows before
  // `end`.
  void put_first(int i, int k, std::ptrdiff_t kept, std::ptrdiff_t end) {
    const std::ptrdiff_t begin = start[i];
    list[end] = list[kept];
    list[kept] = list[begin];
    list[begin] = k;
    n_elements[i] = static_cast<int>(kept - begin) + 1;
    length[i] = static_cast<int>(end - begin) + 1;
  }

  // All nodes, each after those that went into it, elements first.
  std::vector<int> postorder(Watch& watch) const {
    const auto n = static_cast<int>(start.size());
    Forest forest(n);
    for (const bool is_row : {true, false}) {
      for (int i = n; i-- > 0;) {
        if ((size[i] <= 0) == is_row) forest.hang(i, parent[i] == gone ? n : parent[i]);
      }
    }
    return forest.postorder(watch);
  }

  SignedVector<std::ptrdiff_t> start;  // of each list; -1 where there is none any more
  SignedVector<int> length;
  SignedVector<int> n_elements;  // of a row; or `element`, `gone`
  SignedVector<int> size;        // rows that it stands for; 0 where it went into another row
  SignedVector<int> parent;      // what it went into
  SignedVector<int> list;
  std::ptrdiff_t used = 0;  // of `list`

 private:
  static std::ptrdiff_t of(const SparseView& matrix) {
    return static_cast<std::ptrdiff_t>(matrix.size()) + 1;
  }
};

}  // namespace lapscale

#endif

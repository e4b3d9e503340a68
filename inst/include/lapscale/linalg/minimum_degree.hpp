#ifndef LAPSCALE_LINALG_MINIMUM_DEGREE_HPP
#define LAPSCALE_LINALG_MINIMUM_DEGREE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/linalg/alike_rows.hpp"
#include "lapscale/linalg/degree_lists.hpp"
#include "lapscale/linalg/quotient_graph.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/signed_vector.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// An order in which to eliminate the rows of a symmetric sparse matrix, by approximate minimum
// degree (Amestoy, Davis, Duff 1996, SIAM J. Matrix Anal. Appl. 17). It decides as CSparse does
// (Davis 2006, Direct Methods for Sparse Linear Systems, section 7.1), and so as
// Eigen::AMDOrdering, which cannot be interrupted: the order is the same. Row n stands for the end:
// rows of very many entries hang on it.
class MinimumDegree {
 public:
  MinimumDegree(const SparseView& matrix, const Runtime& runtime)
      : n_(static_cast<int>(matrix.size())),
        watch_(runtime),
        graph_(matrix, watch_),
        degree_(n_ + 1, 0),
        stamp_(n_ + 1, 1),
        lists_(n_ + 1),
        alike_(n_ + 1) {
    // Degrees count the diagonal to begin with.
    const int dense = std::min(n_ - 2, std::max(16, static_cast<int>(10 * std::sqrt(n_))));
    for (int i = 0; i < n_; ++i) {
      degree_[i] = graph_.length[i] + 1;
      if (degree_[i] == 1 || degree_[i] > dense) {
        stamp_[i] = degree_[i] == 1 ? 0 : 1;
        degree_[i] == 1 ? graph_.make_root(i) : graph_.join(i, n_);
        ++n_done_;
      } else {
        lists_.insert(i, degree_[i]);
      }
    }
    graph_.make_root(n_);
    stamp_[n_] = 0;
  }

  // Length n: the row that comes first, second, ...
  std::vector<int> order() {
    while (n_done_ < n_) eliminate(lists_.take_least());
    std::vector<int> rows = graph_.postorder(watch_);
    rows.pop_back();
    return rows;
  }

 private:
  void eliminate(int k) {
    n_done_ += graph_.size[k];
    const bool in_place = graph_.n_elements[k] == 0;
    if (!in_place) graph_.make_room(lists_.least(), watch_);
    degree_[k] = 0;
    graph_.build_element(
        k,
        [&](int i, int size) {
          degree_[k] += size;
          lists_.erase(i, degree_[i]);
        },
        [&](int e) { stamp_[e] = 0; });
    watch_.step(static_cast<std::size_t>(graph_.length[k]), n_done_, n_);
    find_differences(k);
    for (std::ptrdiff_t at = graph_.start[k]; at < graph_.end_of(k); ++at) {
      update(graph_.list[at], k);
    }
    largest_ = std::max(largest_, degree_[k]);
    raise_mark(largest_);
    for (std::ptrdiff_t at = graph_.start[k]; at < graph_.end_of(k); ++at) {
      const int i = graph_.list[at];
      if (graph_.size[i] < 0) watch_.step(alike_.merge(i, graph_), n_done_, n_);
    }
    finish(k, in_place);
  }

  // Stamps from here on are larger than all before.
  void raise_mark(int by) {
    const std::int64_t most = std::int64_t{mark_} + by + 2 * std::int64_t{n_};
    if (most > std::numeric_limits<int>::max()) {
      for (int i = 0; i <= n_; ++i) stamp_[i] = std::min(stamp_[i], 1);
      mark_ = 2;
    } else {
      mark_ += by;
    }
  }

  // stamp - mark of an element becomes the rows of it that are not in element k.
  void find_differences(int k) {
    raise_mark(0);
    for (std::ptrdiff_t at = graph_.start[k]; at < graph_.end_of(k); ++at) {
      const int i = graph_.list[at];
      const int size = -graph_.size[i];
      const std::ptrdiff_t begin = graph_.start[i];
      for (std::ptrdiff_t p = begin; p < begin + graph_.n_elements[i]; ++p) {
        const int e = graph_.list[p];
        if (stamp_[e] >= mark_) {
          stamp_[e] -= size;
        } else if (stamp_[e] != 0) {
          stamp_[e] = degree_[e] + mark_ - size;
        }
      }
    }
  }

  // The list and the degree of row i of element k, and where it is looked for as one like others.
  void update(int i, int k) {
    const std::ptrdiff_t begin = graph_.start[i];
    const std::ptrdiff_t rows = begin + graph_.n_elements[i];
    const std::ptrdiff_t end = graph_.end_of(i);
    std::ptrdiff_t to = begin;
    std::int64_t degree = 0;
    std::int64_t hash = 0;
    const auto keep = [&](int node, int size) {
      degree += size;
      hash += node;
      graph_.list[to++] = node;
    };
    for (std::ptrdiff_t p = begin; p < rows; ++p) {
      const int e = graph_.list[p];
      if (stamp_[e] == 0) continue;
      if (stamp_[e] > mark_) {
        keep(e, stamp_[e] - mark_);
      } else {
        graph_.absorb(e, k);
        stamp_[e] = 0;
      }
    }
    const std::ptrdiff_t kept = to;
    for (std::ptrdiff_t p = rows; p < end; ++p) {
      const int j = graph_.list[p];
      if (graph_.size[j] > 0) keep(j, graph_.size[j]);
    }
    watch_.step(2 * static_cast<std::size_t>(end - begin) + 1, n_done_, n_);
    if (degree == 0) {
      const int size = -graph_.size[i];
      degree_[k] -= size;
      n_done_ += size;
      graph_.size[k] -= size;  // which is negative while the element is built
      graph_.kill(i, k);
      return;
    }
    degree_[i] = static_cast<int>(std::min<std::int64_t>(degree_[i], degree));
    graph_.put_first(i, k, kept, to);
    alike_.insert(i, static_cast<int>(hash % n_));
  }

  // Puts the rows that element k is left with back into the lists of degrees.
  void finish(int k, bool in_place) {
    std::ptrdiff_t to = graph_.start[k];
    const std::ptrdiff_t end = graph_.end_of(k);
    for (std::ptrdiff_t at = to; at < end; ++at) {
      const int i = graph_.list[at];
      const int size = -graph_.size[i];
      if (size <= 0) continue;
      graph_.size[i] = size;
      degree_[i] = std::min(degree_[i] + degree_[k] - size, n_ - n_done_ - size);
      lists_.insert(i, degree_[i]);
      graph_.list[to++] = i;
    }
    graph_.end_element(k, to, in_place);
    if (graph_.length[k] == 0) stamp_[k] = 0;
  }

  int n_;
  Watch watch_;
  QuotientGraph graph_;
  SignedVector<int> degree_;  // of rows: an upper bound; of elements: the rows they cover
  SignedVector<int> stamp_;   // 0 for elements that are gone
  DegreeLists lists_;         // of the rows that are left
  AlikeRows alike_;           // of the element that is being built
  int n_done_ = 0;
  int largest_ = 0;  // element so far
  int mark_ = 2;
};

inline std::vector<int> minimum_degree_order(const SparseView& matrix, const Runtime& runtime) {
  return MinimumDegree(matrix, runtime).order();
}

}  // namespace lapscale

#endif

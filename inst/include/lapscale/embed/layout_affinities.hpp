#ifndef LAPSCALE_EMBED_LAYOUT_AFFINITIES_HPP
#define LAPSCALE_EMBED_LAYOUT_AFFINITIES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Lists of neighbors by row: those of row i are [begin[i], begin[i + 1]) of `index` and `distance`.
struct RowLists {
  Span<const std::size_t> begin;
  Span<const std::size_t> index;
  Span<const double> distance;

  std::size_t size() const { return begin.size() - 1; }
};

// Writes the walk from one point to its neighbors, P_j proportional to m_j exp(-rate d_j^2) with
// the rate at which exp(-sum P_j log(P_j / m_j)) is the perplexity, so that every point has as many
// neighbors in effect; the nearest alone, equally, where more than so many are equally near.
// Source: van der Maaten, Hinton (2008), JMLR 9.
//   mass  of the neighbors, of mean about 1
inline void calibrated_walk(Span<const double> distance, Span<const double> mass, double perplexity,
                            Span<double> walk) {
  const std::size_t k = distance.size();
  if (k == 0) return;
  const double nearest = *std::min_element(distance.begin(), distance.end());
  const double farthest = *std::max_element(distance.begin(), distance.end());
  const double width = farthest > nearest ? farthest * farthest - nearest * nearest : 1;
  // Returns the entropy; the walk is left behind.
  const auto entropy = [&](double rate) {
    double sum = 0;
    double moment = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const double exponent = rate * ((distance[j] * distance[j] - nearest * nearest) / width);
      walk[j] = mass[j] * std::exp(-exponent);
      sum += walk[j];
      moment += walk[j] * exponent;
    }
    for (double& p : walk) p /= sum;
    return std::log(sum) + moment / sum;
  };
  const double wanted = std::log(perplexity);
  double low = 0;  // entropy above what is wanted
  double high = 0x1p60;
  double rate = 2;
  for (int trial = 0; trial < 100; ++trial) {
    const double excess = entropy(rate) - wanted;
    if (std::abs(excess) < 1e-10) break;
    (excess > 0 ? low : high) = rate;
    if (!(high - low > 1e-12 * high)) break;
    const double next = high < 0x1p60 ? (low + high) / 2 : 2 * rate;
    // Of the entropy's slope: sum P e (e - mean e) / rate, negative.
    double mean = 0;
    double square = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const double exponent = rate * ((distance[j] * distance[j] - nearest * nearest) / width);
      mean += walk[j] * exponent;
      square += walk[j] * exponent * exponent;
    }
    const double slope = (square - mean * mean) / rate;
    const double newton = slope > 0 ? rate + excess / slope : next;
    rate = newton > low && newton < high ? newton : next;
    if (rate > 0x1p59) break;
  }
}

// Affinities p_ij = (m_i P_ij + m_j P_ji) / 2 of walks with these lists: a symmetric matrix in
// compressed rows, of sum 1 for masses of sum 1.
struct LayoutAffinities {
  std::vector<int> begin;
  std::vector<int> column;
  std::vector<double> value;
};

inline LayoutAffinities symmetric_affinities(const RowLists& lists, Span<const double> walk,
                                             Span<const double> mass) {
  const std::size_t n = lists.size();
  std::vector<std::size_t> begin(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t e = lists.begin[i]; e < lists.begin[i + 1]; ++e) {
      ++begin[i + 1];
      ++begin[lists.index[e] + 1];
    }
  }
  for (std::size_t i = 0; i < n; ++i) begin[i + 1] += begin[i];
  struct Entry {
    std::size_t column;
    double value;
  };
  std::vector<Entry> entries(begin[n]);
  std::vector<std::size_t> at(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t e = lists.begin[i]; e < lists.begin[i + 1]; ++e) {
      const std::size_t j = lists.index[e];
      const double half = mass[i] * walk[e] / 2;
      entries[at[i]++] = {j, half};
      entries[at[j]++] = {i, half};
    }
  }
  LayoutAffinities p;
  p.begin.push_back(0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(begin[i]);
    const auto last = entries.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]);
    std::sort(first, last, [](const Entry& a, const Entry& b) {
      return a.column < b.column || (a.column == b.column && a.value < b.value);
    });
    for (auto entry = first; entry != last; ++entry) {
      if (entry != first && (entry - 1)->column == entry->column) {
        p.value.back() += entry->value;
      } else {
        p.column.push_back(static_cast<int>(entry->column));
        p.value.push_back(entry->value);
      }
    }
    p.begin.push_back(static_cast<int>(p.column.size()));
  }
  return p;
}

// Computes the affinities of points with these neighbors, themselves not among their own.
//   mass  of the points, of sum 1
inline LayoutAffinities calibrated_affinities(const RowLists& lists, Span<const double> mass,
                                              double perplexity, const Runtime& runtime) {
  const auto n = static_cast<double>(lists.size());
  std::vector<double> walk(lists.index.size());
  std::vector<double> of_neighbor(walk.size());
  for_rows(lists.size(), runtime, [&](std::size_t i) {
    const std::size_t first = lists.begin[i];
    const std::size_t last = lists.begin[i + 1];
    for (std::size_t e = first; e < last; ++e) of_neighbor[e] = n * mass[lists.index[e]];
    calibrated_walk(lists.distance.part(first, last), {of_neighbor.data() + first, last - first},
                    perplexity, Span(walk).part(first, last));
  });
  return symmetric_affinities(lists, walk, mass);
}

// Affinities of a graph with weights w: p_ij = m_i m_j w_ij (1 / t_i + 1 / t_j) / 2 with
// t_i = sum_j m_j w_ij, the mean of its walks from i to j and back, entry by entry of w; loops have
// none.
inline std::vector<double> graph_affinities(const SparseView& weights, Span<const double> mass) {
  const std::size_t n = weights.size();
  std::vector<double> degree(n, 0.0);
  std::vector<double> p(weights.value.size(), 0.0);
  const auto entries = [&](std::size_t i, const auto& body) {
    for (int e = weights.begin[i]; e < weights.begin[i + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const auto j = static_cast<std::size_t>(weights.column[at]);
      if (j != i && weights.value[at] > 0) body(at, j);
    }
  };
  for (std::size_t i = 0; i < n; ++i) {
    entries(i, [&](std::size_t e, std::size_t j) { degree[i] += mass[j] * weights.value[e]; });
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    entries(i, [&](std::size_t e, std::size_t j) {
      p[e] = mass[i] * mass[j] * weights.value[e] * (1 / degree[i] + 1 / degree[j]) / 2;
      sum += p[e];
    });
  }
  if (sum > 0) {
    for (double& value : p) value /= sum;
  }
  return p;
}

}  // namespace lapscale

#endif

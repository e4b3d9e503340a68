#ifndef LAPSCALE_GRAPH_DOUBLY_STOCHASTIC_HPP
#define LAPSCALE_GRAPH_DOUBLY_STOCHASTIC_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A symmetric matrix in memory, by columns.
struct DenseRows {
  const double* weight;
  std::size_t n;

  std::size_t size() const { return n; }

  // Sums over row i, of the weights to a power of 1 or 2 times f.
  template <int power>
  double sum(std::size_t i, const double* f) const {
    const double* row = weight + i * n;
    double part[4] = {};
    std::size_t j = 0;
    for (; j + 4 <= n; j += 4) {
      for (std::size_t l = 0; l < 4; ++l) {
        part[l] += (power == 1 ? row[j + l] : row[j + l] * row[j + l]) * f[j + l];
      }
    }
    for (; j < n; ++j) part[0] += (power == 1 ? row[j] : row[j] * row[j]) * f[j];
    return (part[0] + part[1]) + (part[2] + part[3]);
  }
};

// The same of a sparse one.
struct SparseRows {
  SparseView weights;

  std::size_t size() const { return weights.size(); }

  template <int power>
  double sum(std::size_t i, const double* f) const {
    double total = 0;
    for (auto e = static_cast<std::size_t>(weights.begin[i]);
         e < static_cast<std::size_t>(weights.begin[i + 1]); ++e) {
      const double w = weights.value[e];
      total += (power == 1 ? w : w * w) * f[static_cast<std::size_t>(weights.column[e])];
    }
    return total;
  }
};

// The scaling u > 0 of a symmetric matrix K >= 0 by which each row of u K u, its columns counted by
// masses m, sums to 1, and the density that this kernel sees.
struct DoublyStochastic {
  std::vector<double> scale;    // u
  std::vector<double> density;  // q_i = 1 / sum_j m_j (u_i K_ij u_j)^2
  double residual = 0;          // the largest |sum - 1|; NaN where a row has no weight
};

// Finds it by the symmetric iteration u <- sqrt(u / (K m u)) (Marshall and Coifman 2019; Landa,
// Coifman and Kluger 2021), from one over the root of the row sums.
//   mass  length n
template <class Rows>
DoublyStochastic doubly_stochastic(const Rows& rows, Span<const double> mass,
                                   const Runtime& runtime) {
  constexpr int max_rounds = 2000;
  constexpr double enough = 1e-12;
  const std::size_t n = rows.size();
  DoublyStochastic found;
  std::vector<double>& u = found.scale;
  std::vector<double> weighted(mass.begin(), mass.end());
  std::vector<double> sum(n);
  const auto add_up = [&] {
    for_rows(
        n, runtime, [&](std::size_t i) { sum[i] = rows.template sum<1>(i, weighted.data()); }, 64);
  };
  add_up();
  for (std::size_t i = 0; i < n; ++i) u.push_back(1 / std::sqrt(sum[i]));
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < max_rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) weighted[i] = mass[i] * u[i];
    add_up();
    found.residual = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double off = std::abs(u[i] * sum[i] - 1);
      // A NaN stays.
      if (!(off <= found.residual)) found.residual = off;
    }
    // Rounding has the last word.
    const bool stands = found.residual < 1e-9 && found.residual >= last;
    if (found.residual <= enough || stands || std::isnan(found.residual)) break;
    last = found.residual;
    for (std::size_t i = 0; i < n; ++i) u[i] = std::sqrt(u[i] / sum[i]);
  }
  for (std::size_t i = 0; i < n; ++i) weighted[i] = mass[i] * u[i] * u[i];
  found.density.resize(n);
  for_rows(
      n, runtime,
      [&](std::size_t i) {
        found.density[i] = 1 / (u[i] * u[i] * rows.template sum<2>(i, weighted.data()));
      },
      64);
  return found;
}

}  // namespace lapscale

#endif

#ifndef LAPSCALE_EMBED_LAYOUT_DESCENT_HPP
#define LAPSCALE_EMBED_LAYOUT_DESCENT_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/embed/layout_repulsion.hpp"
#include "lapscale/embed/layout_separation.hpp"
#include "lapscale/embed/layout_tree.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Attraction along the edges of a graph, repulsion between all points, a weak hold on where the
// points started, and a weaker one on the width of the layout. p_ij, of sum 1, are the affinities,
// m_i, of sum 1, the masses, k = 1 / (1 + d^2).
// The gradient, over m_i, is 4 rho sum_j (p_ij / m_i) k_ij (y_i - y_j)
// - (4 / Z) sum_j m_j k_ij^2 (y_i - y_j) and those of the holds.
// Sources: van der Maaten, Hinton (2008), JMLR 9; Boehm, Berens, Kobak (2022), JMLR 23.
struct LayoutSettings {
  double exaggeration = 1;  // rho at the end
  double anchor = 1;        // weight of the hold, divided by an exaggeration above 1
  // Points end about this far apart at least, in units of the root mean square distance from the
  // middle over n^(1 / dims). Points that fill a disk evenly are 2.5 apart.
  double spacing = 0;
  double opening = layout_opening;
  std::size_t n_steps = 500;
};

struct LayoutResult {
  std::vector<double> y;  // n x dims, point after point
  double total;           // Z
  double cost;            // sum p log(p / q) at the end, in nats
  double first_cost;      // the same at the start
};

// The hold: the share of the layout's variance that its start does not explain,
// (|y|^2 - <y, a>^2 / |a|^2) / (1 + |y|^2) with norms weighted by mass.
class LayoutAnchor {
 public:
  LayoutAnchor(Span<const double> start, Span<const double> mass, std::size_t dim)
      : start_(start), mass_(mass), dim_(dim), length_(product(start, start)) {}

  // Makes the gradient over m_i at point i the multiples along * a_i + across * y_i.
  void look_at(Span<const double> y) {
    const double size = product(y, y);
    const double on_start = length_ > 0 ? product(y, start_) / length_ : 0;
    const double rest = (size - on_start * on_start * length_) / (1 + size);
    across = 2 * (1 - rest) / (1 + size);
    along = -2 * on_start / (1 + size);
  }

  double along = 0;
  double across = 0;

 private:
  double product(Span<const double> a, Span<const double> b) const {
    double sum = 0;
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      double own = 0;
      for (std::size_t k = 0; k < dim_; ++k) own += a[i * dim_ + k] * b[i * dim_ + k];
      sum += mass_[i] * own;
    }
    return sum;
  }

  Span<const double> start_;
  Span<const double> mass_;
  std::size_t dim_;
  double length_;
};

// Weight of the term -layout_width log det C, C = sum_i m_i y_i y_i', which keeps coordinates from
// shrinking to nothing: the minimum for ever stronger attraction is the span of the first
// eigenvectors of the graph, and without it a point. The gradient over m_i is
// -2 layout_width C^-1 y_i.
constexpr double layout_width = 0.01;

// Computes 2 layout_width C^-1, row after row, by elimination; 1e-8 of the trace is added to the
// diagonal of C.
template <std::size_t dims>
std::array<double, dims * dims> layout_widening(Span<const double> y, Span<const double> mass) {
  std::array<double, dims * dims> covariance{};
  for (std::size_t i = 0; i < mass.size(); ++i) {
    for (std::size_t k = 0; k < dims; ++k) {
      const double own = mass[i] * y[i * dims + k];
      for (std::size_t l = 0; l < dims; ++l) covariance[k * dims + l] += own * y[i * dims + l];
    }
  }
  double trace = 0;
  for (std::size_t k = 0; k < dims; ++k) trace += covariance[k * dims + k];
  std::array<double, dims * dims> inverse{};
  if (!(trace > 0)) return inverse;
  for (std::size_t k = 0; k < dims; ++k) {
    covariance[k * dims + k] += 1e-8 * trace;
    inverse[k * dims + k] = 2 * layout_width;
  }
  for (std::size_t k = 0; k < dims; ++k) {
    const double pivot = covariance[k * dims + k];
    for (std::size_t l = 0; l < dims; ++l) {
      covariance[k * dims + l] /= pivot;
      inverse[k * dims + l] /= pivot;
    }
    for (std::size_t r = 0; r < dims; ++r) {
      if (r == k) continue;
      const double factor = covariance[r * dims + k];
      for (std::size_t l = 0; l < dims; ++l) {
        covariance[r * dims + l] -= factor * covariance[k * dims + l];
        inverse[r * dims + l] -= factor * inverse[k * dims + l];
      }
    }
  }
  return inverse;
}

// Adds sum_j p_ij k_ij (y_i - y_j) to `pull`, of length dims.
template <std::size_t dims>
void layout_attraction(const SparseView& p, Span<const double> y, std::size_t i, double* pull) {
  for (int e = p.begin[i]; e < p.begin[i + 1]; ++e) {
    const auto at = static_cast<std::size_t>(e);
    const double* other = y.data() + static_cast<std::size_t>(p.column[at]) * dims;
    double sum = 1;
    double away[dims];
    for (std::size_t k = 0; k < dims; ++k) {
      away[k] = y[i * dims + k] - other[k];
      sum += away[k] * away[k];
    }
    const double part = p.value[at] / sum;
    for (std::size_t k = 0; k < dims; ++k) pull[k] += part * away[k];
  }
}

// sum p log(p / q), q_ij = m_i m_j k_ij / Z.
inline double layout_cost(const SparseView& p, Span<const double> mass, Span<const double> y,
                          std::size_t dim, double total) {
  double cost = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (int e = p.begin[i]; e < p.begin[i + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const auto j = static_cast<std::size_t>(p.column[at]);
      if (!(p.value[at] > 0)) continue;
      double sum = 1;
      for (std::size_t k = 0; k < dim; ++k) {
        const double step = y[i * dim + k] - y[j * dim + k];
        sum += step * step;
      }
      cost += p.value[at] * std::log(p.value[at] * sum * total / (mass[i] * mass[j]));
    }
  }
  return cost;
}

// Exaggeration at a step: it falls from 12, or from the final one if that is larger, over 3/5 of
// the way, by equal factors. A slow fall keeps rounding from being amplified (notes/layout.md).
inline double exaggeration_at(std::size_t step, const LayoutSettings& settings) {
  const double first = std::max(12.0, settings.exaggeration);
  const double way = static_cast<double>(step) / (0.6 * static_cast<double>(settings.n_steps));
  return way < 1 ? first * std::pow(settings.exaggeration / first, way) : settings.exaggeration;
}

// The start at a hundredth of unit size.
template <std::size_t dims>
std::vector<double> shrunk_start(Span<const double> start, Span<const double> mass) {
  std::vector<double> y(start.begin(), start.end());
  double size = 0;
  for (std::size_t e = 0; e < y.size(); ++e) size += mass[e / dims] * y[e] * y[e];
  for (double& value : y) value *= size > 0 ? 0.01 / std::sqrt(size) : 0;
  return y;
}

// By how much the step of each point is divided: points with many affinities take shorter ones.
inline std::vector<double> layout_strengths(const SparseView& p, Span<const double> mass) {
  std::vector<double> strength(p.size(), 0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (int e = p.begin[i]; e < p.begin[i + 1]; ++e) {
      strength[i] += p.value[static_cast<std::size_t>(e)];
    }
    strength[i] = std::max(1.0, strength[i] / mass[i]);
  }
  return strength;
}

template <std::size_t dims>
void move_and_centre(const std::vector<double>& velocity, Span<const double> mass,
                     std::vector<double>& y) {
  double mean[dims] = {};
  for (std::size_t e = 0; e < y.size(); ++e) {
    y[e] += velocity[e];
    mean[e % dims] += mass[e / dims] * y[e];
  }
  for (std::size_t e = 0; e < y.size(); ++e) y[e] -= mean[e % dims];
}

template <std::size_t dims>
double layout_spacing(const std::vector<double>& y, Span<const double> mass, double spacing) {
  double sq = 0;
  for (std::size_t e = 0; e < y.size(); ++e) sq += mass[e / dims] * y[e] * y[e];
  return spacing * std::sqrt(sq) / std::pow(static_cast<double>(mass.size()), 1.0 / dims);
}

// Minimizes from `start`, n x dims, point after point, which is also what the layout is held to.
//   p  affinities, a symmetric matrix of sum 1;  mass: of sum 1
template <std::size_t dims>
LayoutResult layout_descent(const SparseView& p, Span<const double> mass, Span<const double> start,
                            const LayoutSettings& settings, const Runtime& runtime) {
  constexpr double momentum = 0.9;
  constexpr double step_length = 0.5;  // over the exaggeration: the largest that is stable
  constexpr double max_growth = 1.1;   // of the leaves until the points are sorted again
  const std::size_t n = p.size();
  LayoutResult found;
  found.y = shrunk_start<dims>(start, mass);
  std::vector<double>& y = found.y;
  const std::vector<double> strength = layout_strengths(p, mass);
  LayoutAnchor anchor(start, mass, dims);
  const double held = settings.anchor / std::max(settings.exaggeration, 1.0);
  LayoutTree<dims> tree(n);
  std::vector<double> force(n * dims);
  std::vector<double> velocity(n * dims, 0.0);
  Runtime inner = runtime;
  Runtime silent = runtime;
  silent.monitor = {};
  double sorted_width = 0;
  std::size_t step = 0;
  if (runtime.monitor) {
    inner.monitor = [&](double done) {
      runtime.monitor((static_cast<double>(step) + done) /
                      static_cast<double>(settings.n_steps + 1));
    };
  }
  const auto repel = [&] {
    tree.collect(y, mass, silent);
    if (step == 0 || tree.width_of_leaves() > max_growth * sorted_width) {
      tree.sort(y, silent);
      tree.collect(y, mass, silent);
      sorted_width = tree.width_of_leaves();
    }
    return layout_repulsion(tree, mass, settings.opening, inner, force);
  };
  for (; step < settings.n_steps; ++step) {
    const double rho = exaggeration_at(step, settings);
    found.total = repel();
    if (step == 0) found.first_cost = layout_cost(p, mass, y, dims, found.total);
    anchor.look_at(y);
    const std::array<double, dims* dims> widening = layout_widening<dims>(y, mass);
    const double length = step_length / std::max(rho, 1.0);
    for_rows(n, silent, [&](std::size_t i) {
      double pull[dims] = {};
      layout_attraction<dims>(p, y, i, pull);
      for (std::size_t k = 0; k < dims; ++k) {
        const std::size_t e = i * dims + k;
        double hold = held * (anchor.along * start[e] + anchor.across * y[e]);
        for (std::size_t l = 0; l < dims; ++l) hold -= widening[k * dims + l] * y[i * dims + l];
        const double gradient = 4 * (rho * pull[k] / mass[i] - force[e] / found.total) + hold;
        velocity[e] = momentum * velocity[e] - length / strength[i] * gradient;
      }
    });
    move_and_centre<dims>(velocity, mass, y);
  }
  if (settings.spacing > 0) {
    LayoutSeparation<dims>::run(y, layout_spacing<dims>(y, mass, settings.spacing), inner);
  }
  found.total = repel();
  found.cost = layout_cost(p, mass, y, dims, found.total);
  return found;
}

}  // namespace lapscale

#endif

#ifndef LAPSCALE_EMBED_LAYOUT_EXPANSION_HPP
#define LAPSCALE_EMBED_LAYOUT_EXPANSION_HPP

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace lapscale {

// Degree of the polynomials that sums over groups of points are expanded in.
constexpr std::size_t layout_degree = 4;

constexpr std::size_t n_choose(std::size_t n, std::size_t k) {
  return k == 0 ? 1 : n_choose(n - 1, k - 1) * n / k;
}

// The monomials of dims variables up to that degree, those of lower degree first: 1, v_1, ..., v_D,
// and how powers of sums are made of them.
template <std::size_t dims>
struct LayoutMonomials {
  static constexpr std::size_t count = n_choose(layout_degree + dims, dims);
  // (u + v)^whole has the term ways u^a v^b.
  struct Part {
    std::size_t a;
    std::size_t b;
    std::size_t whole;
    double ways;
  };
  static constexpr std::size_t n_parts = n_choose(layout_degree + 2 * dims, 2 * dims);
  // Those with a of degree 0 or 1.
  static constexpr std::size_t n_first_parts =
      count + dims * n_choose(layout_degree - 1 + dims, dims);

  std::array<std::array<std::size_t, dims>, count> powers{};
  std::array<std::size_t, count> degree{};
  std::array<Part, n_parts> parts{};  // by a
  // Where v^a / v_k and v^a / v_k^2 are, `count` if there is no such monomial.
  std::array<std::array<std::array<std::size_t, 2>, dims>, count> over{};

  constexpr LayoutMonomials() {
    constexpr std::size_t base = layout_degree + 1;
    std::size_t n_codes = 1;
    for (std::size_t k = 0; k < dims; ++k) n_codes *= base;
    std::size_t at = 0;
    for (std::size_t sum = 0; sum < base; ++sum) {
      for (std::size_t code = n_codes; code-- > 0;) {
        std::array<std::size_t, dims> own{};
        std::size_t own_sum = 0;
        for (std::size_t k = dims, rest = code; k-- > 0; rest /= base)
          own_sum += own[k] = rest % base;
        if (own_sum != sum) continue;
        powers[at] = own;
        degree[at++] = sum;
      }
    }
    at = 0;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count && degree[a] + degree[b] <= layout_degree; ++b) {
        std::array<std::size_t, dims> both{};
        double ways = 1;
        for (std::size_t k = 0; k < dims; ++k) {
          both[k] = powers[a][k] + powers[b][k];
          ways *= static_cast<double>(n_choose(both[k], powers[a][k]));
        }
        parts[at++] = {a, b, find(both), ways};
      }
      for (std::size_t k = 0; k < dims; ++k) {
        std::array<std::size_t, dims> rest = powers[a];
        for (std::size_t times = 0; times < 2; ++times) {
          const bool is_there = powers[a][k] > times;
          if (is_there) --rest[k];
          over[a][k][times] = is_there ? find(rest) : count;
        }
      }
    }
  }

  constexpr std::size_t find(const std::array<std::size_t, dims>& wanted) const {
    std::size_t a = 0;
    for (std::size_t k = 0; k < dims;) {
      if (powers[a][k] == wanted[k]) {
        ++k;
      } else {
        ++a;
        k = 0;
      }
    }
    return a;
  }
};

template <std::size_t dims>
inline constexpr LayoutMonomials<dims> layout_monomials{};

template <std::size_t dims>
using LayoutPlace = std::array<double, dims>;

// From b, dims numbers, to a.
template <std::size_t dims, class A, class B>
inline LayoutPlace<dims> minus(const A& a, const B& b) {
  LayoutPlace<dims> step;
  for (std::size_t k = 0; k < dims; ++k) step[k] = a[k] - b[k];
  return step;
}

template <std::size_t dims>
inline double square(const LayoutPlace<dims>& step) {
  double sum = 0;
  for (std::size_t k = 0; k < dims; ++k) sum += step[k] * step[k];
  return sum;
}

// A number for each monomial.
template <std::size_t dims>
using LayoutTerms = std::array<double, LayoutMonomials<dims>::count>;

// Calls body(i) for the numbers of the parts, each a constant.
template <std::size_t dims, class Body, std::size_t... parts>
inline void for_parts(const Body& body, std::index_sequence<parts...>) {
  (body(std::integral_constant<std::size_t, parts>()), ...);
}

// The values of the monomials.
template <std::size_t dims>
inline LayoutTerms<dims> monomials_at(const LayoutPlace<dims>& v) {
  constexpr const LayoutMonomials<dims>& of = layout_monomials<dims>;
  LayoutTerms<dims> value;
  value[0] = 1;
  for (std::size_t a = 1; a < of.count; ++a) {
    std::size_t k = 0;
    while (of.powers[a][k] == 0) ++k;
    value[a] = v[k] * value[of.over[a][k][0]];
  }
  return value;
}

// The coefficients of 1 / (1 + |step + v|^2) as a polynomial in v: with q = 1 + |step|^2, its
// product with q + 2 step'v + |v|^2 is 1.
template <std::size_t dims>
inline LayoutTerms<dims> expanded_kernel(const LayoutPlace<dims>& step) {
  constexpr const LayoutMonomials<dims>& of = layout_monomials<dims>;
  const double scale = -1 / (1 + square<dims>(step));
  LayoutTerms<dims> value;
  value[0] = -scale;
  for (std::size_t a = 1; a < of.count; ++a) {
    double sum = 0;
    for (std::size_t k = 0; k < dims; ++k) {
      if (of.over[a][k][0] < of.count) sum += 2 * step[k] * value[of.over[a][k][0]];
      if (of.over[a][k][1] < of.count) sum += value[of.over[a][k][1]];
    }
    value[a] = scale * sum;
  }
  return value;
}

// Adds the moments of points that had them about a center away by `step`: sum m (step + v)^whole.
template <std::size_t dims>
inline void add_moved_moments(const LayoutTerms<dims>& moments, const LayoutPlace<dims>& step,
                              LayoutTerms<dims>& sum) {
  const LayoutTerms<dims> moved = monomials_at<dims>(step);
  for_parts<dims>(
      [&](auto i) {
        constexpr auto part = layout_monomials<dims>.parts[i()];
        sum[part.whole] += part.ways * moments[part.a] * moved[part.b];
      },
      std::make_index_sequence<LayoutMonomials<dims>::n_parts>());
}

// Adds the sum of m k(step + v - b) over points b with these moments to a polynomial in v.
template <std::size_t dims>
inline void add_far(const LayoutTerms<dims>& moments, const LayoutPlace<dims>& step,
                    LayoutTerms<dims>& polynomial) {
  const LayoutTerms<dims> kernel = expanded_kernel<dims>(step);
  for_parts<dims>(
      [&](auto i) {
        constexpr auto part = layout_monomials<dims>.parts[i()];
        constexpr double ways =
            layout_monomials<dims>.degree[part.b] % 2 == 0 ? part.ways : -part.ways;
        polynomial[part.a] += ways * moments[part.b] * kernel[part.whole];
      },
      std::make_index_sequence<LayoutMonomials<dims>::n_parts>());
}

// The polynomial around a center away by `step`: the terms of degree 0 and 1, or all.
template <std::size_t dims, std::size_t n_parts = LayoutMonomials<dims>::n_parts>
inline LayoutTerms<dims> moved_polynomial(const LayoutTerms<dims>& polynomial,
                                          const LayoutPlace<dims>& step) {
  const LayoutTerms<dims> moved = monomials_at<dims>(step);
  LayoutTerms<dims> found{};
  for_parts<dims>(
      [&](auto i) {
        constexpr auto part = layout_monomials<dims>.parts[i()];
        found[part.a] += part.ways * moved[part.b] * polynomial[part.whole];
      },
      std::make_index_sequence<n_parts>());
  return found;
}

}  // namespace lapscale

#endif

#include "lapscale/embed/layout_expansion.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>

#include "support/manifolds.hpp"

namespace {

using lapscale::LayoutMonomials;
using lapscale::LayoutPlace;
using lapscale::LayoutTerms;

// Points around 0 with masses, as wide as `width`.
template <std::size_t D>
struct Group {
  explicit Group(double width) : points(tests::normal_cloud(7, D, 1)) {
    for (double& value : points.x) value *= width;
  }
  static double mass(std::size_t j) { return 1 + static_cast<double>(j % 3); }

  LayoutTerms<D> moments(const LayoutPlace<D>& center) const {
    LayoutTerms<D> sum{};
    for (std::size_t j = 0; j < points.n; ++j) {
      const auto own =
          lapscale::monomials_at<D>(lapscale::minus<D>(points.x.data() + j * D, center));
      for (std::size_t a = 0; a < sum.size(); ++a) sum[a] += mass(j) * own[a];
    }
    return sum;
  }
  double seen_from(const LayoutPlace<D>& y) const {
    double sum = 0;
    for (std::size_t j = 0; j < points.n; ++j) {
      const auto step = lapscale::minus<D>(y, points.x.data() + j * D);
      sum += mass(j) / (1 + lapscale::square<D>(step));
    }
    return sum;
  }

  tests::Points points;
};

template <std::size_t D>
double value_at(const LayoutTerms<D>& polynomial, const LayoutPlace<D>& v) {
  const LayoutTerms<D> own = lapscale::monomials_at<D>(v);
  double sum = 0;
  for (std::size_t a = 0; a < own.size(); ++a) sum += polynomial[a] * own[a];
  return sum;
}

template <std::size_t D>
LayoutPlace<D> place(double scale) {
  LayoutPlace<D> at{};
  for (std::size_t k = 0; k < D; ++k) at[k] = scale * (static_cast<double>(k) + 1) / 2;
  return at;
}

template <std::size_t D>
void expands() {
  // From 8 away, what points within about `width` are as seen at a place as far from the center.
  const auto error = [](double width) {
    const Group<D> group(width);
    LayoutTerms<D> field{};
    lapscale::add_far<D>(group.moments({}), place<D>(8), field);
    const double truth = group.seen_from(place<D>(8 + width));
    return std::abs(value_at<D>(field, place<D>(width)) / truth - 1);
  };
  REQUIRE(error(0.5) < 1e-3);
  REQUIRE(error(0.25) < error(0.5) / 16);

  const Group<D> group(1);
  LayoutTerms<D> moved{};
  lapscale::add_moved_moments<D>(group.moments({}), place<D>(-0.7), moved);
  const LayoutTerms<D> direct = group.moments(place<D>(0.7));
  for (std::size_t a = 0; a < direct.size(); ++a) REQUIRE(moved[a] == Approx(direct[a]));

  const LayoutTerms<D> polynomial = group.moments({});
  const LayoutTerms<D> around = lapscale::moved_polynomial<D>(polynomial, place<D>(0.3));
  REQUIRE(value_at<D>(around, place<D>(0.6)) == Approx(value_at<D>(polynomial, place<D>(0.9))));
  // The terms of degree 0 and 1 are the value and the gradient.
  constexpr std::size_t n_first = LayoutMonomials<D>::n_first_parts;
  const auto first = lapscale::moved_polynomial<D, n_first>(polynomial, place<D>(0.3));
  for (std::size_t a = 0; a < first.size(); ++a) {
    REQUIRE(first[a] == Approx(a <= D ? around[a] : 0));
  }
}

}  // namespace

TEST_CASE("monomials are in the order of their degree", "[layout_expansion]") {
  REQUIRE(LayoutMonomials<2>::count == 15);
  const LayoutTerms<2> value = lapscale::monomials_at<2>({2, 3});
  REQUIRE(value[0] == Approx(1));
  REQUIRE(value[1] == Approx(2));
  REQUIRE(value[2] == Approx(3));
  REQUIRE(value[3] + value[4] + value[5] == Approx(4 + 6 + 9));
}

TEST_CASE("polynomials of groups are sums over their points", "[layout_expansion]") {
  expands<1>();
  expands<2>();
  expands<3>();
}

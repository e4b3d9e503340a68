#include "lapscale/runtime/simd_kernels.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::panel_width;
using lapscale::SimdKernels;
using lapscale::SimdLevel;
using tests::infinity;

namespace {

// A reference in double adds its own half unit.
double reference_ulps() {
  return tests::has_extended_precision() ? 0 : 0.6;
}

std::vector<double> drawn(std::size_t n, double low, double high, std::uint64_t seed) {
  tests::Draw draw(seed);
  std::vector<double> values(n);
  for (double& value : values) value = draw.uniform(low, high);
  return values;
}

std::vector<double> weights(const SimdKernels& kernels, const std::vector<double>& sq_dist,
                            double rate = 1, double cut = infinity) {
  std::vector<double> weight(sq_dist.size());
  kernels.heat_weights(sq_dist.data(), sq_dist.size(), rate, cut, weight.data());
  return weight;
}

// A panel layout of random points and a block of random columns.
struct Packed {
  std::size_t dim;
  std::size_t n_panels;
  std::vector<double> panels;
  std::vector<double> block;

  Packed(std::size_t columns, std::size_t count, double offset)
      : dim(columns),
        n_panels(count),
        panels(drawn(count * columns * panel_width, offset, offset + 1, 1)),
        block(drawn(columns * block_width, offset, offset + 1, 2)) {}

  double point(std::size_t i, std::size_t k) const {
    return panels[(i / panel_width * dim + k) * panel_width + i % panel_width];
  }
  double column(std::size_t q, std::size_t k) const { return block[k * block_width + q]; }
  std::size_t n() const { return n_panels * panel_width; }
};

// FNV-1a of their bits.
std::uint64_t hash(const std::vector<double>& values) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const double value : values) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) {
      sum = (sum ^ ((bits >> (8 * byte)) & 255)) * 0x100000001b3;
    }
  }
  return sum;
}

// 1 / first, 1 / (first + 1), ...: a quotient has the same bits on every machine.
std::vector<double> inverses(std::size_t n, double first) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = 1 / (first + static_cast<double>(i));
  return values;
}

// Whether these kernels fuse products and sums, by the processor, the compiler and its options: the
// rounding of (1 + e)^2 to 1 + 2 e shows.
bool fuses(const SimdKernels& kernels) {
  const double e = 0x1p-30;
  const std::vector<double> x(panel_width, 1 + e);
  std::vector<double> sum(panel_width, -(1 + 2 * e));
  kernels.add_multiple(x.data(), 1 + e, panel_width, sum.data());
  return sum[0] > 0;
}

// The worst of |out - exact| / (unit roundoff * size(i, q)) over all points and columns.
template <class Exact, class Size>
double worst_error(const Packed& packed, const std::vector<double>& out, const Exact& exact,
                   const Size& size) {
  double worst = 0;
  for (std::size_t q = 0; q < block_width; ++q) {
    for (std::size_t i = 0; i < packed.n(); ++i) {
      const long double error = std::abs(out[q * packed.n() + i] - exact(i, q));
      worst = std::max(worst, static_cast<double>(error / (0x1p-53L * size(i, q))));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("every level has instructions of its own", "[simd_kernels]") {
  const std::vector<SimdLevel> all = tests::levels();
  for (const SimdLevel a : all) {
    for (const SimdLevel b : all) {
      const auto one = lapscale::simd_kernels(a).sq_distances;
      const auto other = lapscale::simd_kernels(b).sq_distances;
      REQUIRE((one == other) == (a == b));
    }
  }
}

TEST_CASE("weights are right to 1.5 units in the last place, at every level", "[simd_kernels]") {
  std::vector<double> sq_dist = drawn(100000, 0, 700, 3);
  const std::vector<double> near = drawn(20000, 0, 2, 4);
  sq_dist.insert(sq_dist.end(), near.begin(), near.end());
  for (const SimdLevel level : tests::levels()) {
    const std::vector<double> weight = weights(lapscale::simd_kernels(level), sq_dist);
    double worst = 0;
    for (std::size_t i = 0; i < sq_dist.size(); ++i) {
      worst =
          std::max(worst, tests::ulps(weight[i], std::exp(-static_cast<long double>(sq_dist[i]))));
    }
    REQUIRE(worst <= 1.5 + reference_ulps());
  }
}

TEST_CASE("weights are 1 at distance 0, and 0 beyond exp(-708)", "[simd_kernels]") {
  std::vector<double> sq_dist = {0.0,     -0.0, 708.0, std::nextafter(708.0, 709),
                                 745.0,   1e5,  1e300, 1.7976931348623157e308,
                                 infinity};
  sq_dist.resize(panel_width, infinity);
  for (const SimdLevel level : tests::levels()) {
    const std::vector<double> weight = weights(lapscale::simd_kernels(level), sq_dist);
    REQUIRE(weight[0] == 1);
    REQUIRE(weight[1] == 1);
    REQUIRE(weight[2] > 0);
    REQUIRE(std::count(weight.begin() + 3, weight.end(), 0.0) == 13);
  }
}

TEST_CASE("weights that overflow the exponent are 0", "[simd_kernels]") {
  const std::vector<double> sq_dist(panel_width, 1e200);
  for (const SimdLevel level : tests::levels()) {
    const std::vector<double> weight = weights(lapscale::simd_kernels(level), sq_dist, 1e200);
    REQUIRE(std::count(weight.begin(), weight.end(), 0.0) == 16);
  }
}

TEST_CASE("weights end exactly at the cut", "[simd_kernels]") {
  const double cut = 2.1;
  std::vector<double> sq_dist(panel_width, cut);
  sq_dist[3] = std::nextafter(cut, 3);
  for (const SimdLevel level : tests::levels()) {
    const std::vector<double> weight = weights(lapscale::simd_kernels(level), sq_dist, 1, cut);
    REQUIRE(weight[3] == 0);
    REQUIRE(std::count(weight.begin(), weight.end(), 0.0) == 1);
  }
}

TEST_CASE("weights may be written over the distances", "[simd_kernels]") {
  const std::vector<double> sq_dist = drawn(64, 0, 30, 5);
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> both = sq_dist;
    kernels.heat_weights(both.data(), both.size(), 0.7, 10, both.data());
    REQUIRE(both == weights(kernels, sq_dist, 0.7, 10));
  }
}

TEST_CASE("the sum of weights is the sum of the weights", "[simd_kernels]") {
  const std::size_t n = 4096;
  const std::vector<double> sq_dist = drawn(n, 0, 20, 6);
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    long double sum = 0;
    for (const double weight : weights(kernels, sq_dist, 0.9, 15)) sum += weight;
    const double error =
        std::abs(kernels.heat_sum(sq_dist.data(), n, 0.9, 15) - static_cast<double>(sum));
    REQUIRE(error <= static_cast<double>(n) * 0x1p-53 * static_cast<double>(sum));
  }
}

// Differences come before squares: an offset of 1e8 costs nothing, |x|^2 + |y|^2 - 2 xy would leave
// no digit.
TEST_CASE("squared distances are exact to (dim + 2) 2^-53 at any offset", "[simd_kernels]") {
  for (const double offset : {0.0, 1e8, -3e15}) {
    for (const std::size_t dim : {1U, 2U, 3U, 17U, 100U}) {
      const Packed packed(dim, 3, offset);
      const auto exact = [&](std::size_t i, std::size_t q) {
        long double sum = 0;
        for (std::size_t k = 0; k < dim; ++k) {
          const long double x = packed.point(i, k);
          sum += (x - packed.column(q, k)) * (x - packed.column(q, k));
        }
        return sum;
      };
      const double allowed = static_cast<double>(dim + 2) * (1 + 1e-9);
      for (const SimdLevel level : tests::levels()) {
        std::vector<double> out(block_width * packed.n(), -1.0);
        lapscale::simd_kernels(level).sq_distances(packed.panels.data(), dim, packed.n_panels,
                                                   packed.block.data(), out.data());
        const double worst = worst_error(packed, out, exact, exact);
        REQUIRE(worst <= (tests::has_extended_precision() ? 1 : 2) * allowed);
      }
    }
  }
}

TEST_CASE("squared distances within limits are as without them, others beyond", "[simd_kernels]") {
  for (const std::size_t dim : {1U, 15U, 16U, 17U, 100U}) {
    const Packed packed(dim, 3, 0.25);
    const double middle = static_cast<double>(dim) / 6;
    const std::vector<double> limit = {0, infinity, middle, 0.8 * middle};
    for (const SimdLevel level : tests::levels()) {
      const SimdKernels kernels = lapscale::simd_kernels(level);
      std::vector<double> all(block_width * packed.n());
      std::vector<double> out(all.size());
      kernels.sq_distances(packed.panels.data(), dim, packed.n_panels, packed.block.data(),
                           all.data());
      kernels.sq_distances_within(packed.panels.data(), dim, packed.n_panels, packed.block.data(),
                                  limit.data(), out.data());
      int wrong = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const double most = limit[i / packed.n()];
        if (all[i] <= most ? out[i] != all[i] : !(out[i] > most && out[i] <= all[i])) ++wrong;
      }
      REQUIRE(wrong == 0);
    }
  }
}

TEST_CASE("points far from all columns are left after their first coordinates", "[simd_kernels]") {
  Packed packed(64, 1, 0);
  for (std::size_t k = 0; k < 16; ++k) {
    for (std::size_t i = 0; i < panel_width; ++i) packed.panels[k * panel_width + i] = 9;
  }
  const std::vector<double> limit(block_width, 1.0);
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> out(block_width * panel_width);
    std::vector<double> first(out.size());
    kernels.sq_distances_within(packed.panels.data(), 64, 1, packed.block.data(), limit.data(),
                                out.data());
    kernels.sq_distances(packed.panels.data(), 16, 1, packed.block.data(), first.data());
    REQUIRE(out == first);
  }
}

TEST_CASE("products are exact to dim 2^-53 of the sum of sizes", "[simd_kernels]") {
  for (const std::size_t dim : {1U, 5U, 64U}) {
    const Packed packed(dim, 2, -0.5);
    const auto sum = [&](std::size_t i, std::size_t q, const auto& term) {
      long double total = 0;
      for (std::size_t k = 0; k < dim; ++k) {
        total += term(static_cast<long double>(packed.point(i, k)) * packed.column(q, k));
      }
      return total;
    };
    const auto exact = [&](std::size_t i, std::size_t q) {
      return sum(i, q, [](long double x) { return x; });
    };
    const auto size = [&](std::size_t i, std::size_t q) {
      return sum(i, q, [](long double x) { return std::abs(x); });
    };
    for (const SimdLevel level : tests::levels()) {
      std::vector<double> out(block_width * packed.n(), -1.0);
      lapscale::simd_kernels(level).products(packed.panels.data(), dim, packed.n_panels,
                                             packed.block.data(), out.data());
      const double allowed = static_cast<double>(dim) * (1 + 1e-9);
      REQUIRE(worst_error(packed, out, exact, size) <=
              (tests::has_extended_precision() ? 1 : 2) * allowed);
    }
  }
}

TEST_CASE("a point past the last, at infinity, is infinitely far", "[simd_kernels]") {
  Packed packed(3, 1, 0);
  std::fill(packed.panels.begin(), packed.panels.end(), infinity);
  for (const SimdLevel level : tests::levels()) {
    std::vector<double> out(block_width * panel_width);
    lapscale::simd_kernels(level).sq_distances(packed.panels.data(), 3, 1, packed.block.data(),
                                               out.data());
    REQUIRE(std::count(out.begin(), out.end(), infinity) == 64);
  }
}

TEST_CASE("dot products, products entry by entry and multiples", "[simd_kernels]") {
  const std::size_t n = 512;
  const std::vector<double> x = drawn(n, -1, 1, 7);
  const std::vector<double> y = drawn(n, -1, 1, 8);
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> product(n);
    std::vector<double> sum = y;
    kernels.multiply(x.data(), y.data(), n, product.data());
    kernels.add_multiple(x.data(), 3.1, n, sum.data());
    std::vector<double> squares = y;
    kernels.add_squares(x.data(), 0.3, n, squares.data(), squares.data());
    long double dot = 0;
    double worst = 0;
    std::vector<double> rounded(n);  // in memory, so that no difference fuses with a product
    for (std::size_t i = 0; i < n; ++i) {
      dot += static_cast<long double>(x[i]) * y[i];
      rounded[i] = x[i] * y[i];
      worst = std::max(worst, std::abs(sum[i] - (y[i] + 3.1 * x[i])) / 4.1 - tests::epsilon);
      const double square = y[i] + (x[i] - 0.3) * (x[i] - 0.3);
      worst = std::max(worst, std::abs(squares[i] - square) / 4.1 - tests::epsilon);
    }
    REQUIRE(product == rounded);
    REQUIRE(worst <= 0);
    REQUIRE(std::abs(kernels.dot(x.data(), y.data(), n) - static_cast<double>(dot)) <=
            static_cast<double>(n) * 0x1p-53);
  }
}

// The promise of notes/simd.md: bits depend on whether products and sums fuse, not on the width.
TEST_CASE("avx2 and avx512 agree to the last bit, entry by entry", "[simd_kernels]") {
  if (lapscale::best_simd_level() < SimdLevel::avx512) return;
  const SimdKernels narrow = lapscale::simd_kernels(SimdLevel::avx2);
  const SimdKernels wide = lapscale::simd_kernels(SimdLevel::avx512);
  const std::vector<double> sq_dist = drawn(1 << 16, 0, 720, 9);
  REQUIRE(weights(narrow, sq_dist, 0.97, 600) == weights(wide, sq_dist, 0.97, 600));

  const Packed packed(7, 4, -0.3);
  const auto both_agree = [&](auto kernel) {
    std::vector<double> a(block_width * packed.n());
    std::vector<double> b(a.size());
    (narrow.*kernel)(packed.panels.data(), 7, 4, packed.block.data(), a.data());
    (wide.*kernel)(packed.panels.data(), 7, 4, packed.block.data(), b.data());
    return a == b;
  };
  REQUIRE(both_agree(&SimdKernels::sq_distances));
  REQUIRE(both_agree(&SimdKernels::products));

  std::vector<double> a = sq_dist;
  std::vector<double> b = sq_dist;
  narrow.add_multiple(sq_dist.data(), 0.3, sq_dist.size(), a.data());
  wide.add_multiple(sq_dist.data(), 0.3, sq_dist.size(), b.data());
  REQUIRE(a == b);
  narrow.add_row_multiples(sq_dist.data(), 64, 7, packed.block.data(), a.data());
  wide.add_row_multiples(sq_dist.data(), 64, 7, packed.block.data(), b.data());
  REQUIRE(a == b);
}

TEST_CASE("entries have the same bits on every machine that fuses, and on every other",
          "[simd_kernels]") {
  const std::size_t dim = 7;
  const std::size_t n = 64;
  const std::vector<double> sq_dist = inverses(n, 1);
  const std::vector<double> panels = inverses(n * dim, 3);
  const std::vector<double> block = inverses(dim * block_width, 11);
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> all = weights(kernels, sq_dist, 7.3);
    std::vector<double> out(block_width * n);
    kernels.sq_distances(panels.data(), dim, n / panel_width, block.data(), out.data());
    all.insert(all.end(), out.begin(), out.end());
    kernels.products(panels.data(), dim, n / panel_width, block.data(), out.data());
    all.insert(all.end(), out.begin(), out.end());
    std::vector<double> sum = sq_dist;
    kernels.add_multiple(panels.data(), 0.3, n, sum.data());
    all.insert(all.end(), sum.begin(), sum.end());
    REQUIRE(hash(all) == (fuses(kernels) ? 0xb0e64a9e3f863740U : 0xd8b3e2636bf4fceaU));
  }
}

TEST_CASE("arrays need not be aligned", "[simd_kernels]") {
  const std::vector<double> sq_dist = drawn(33, 0, 5, 10);
  const std::vector<double> shifted(sq_dist.begin() + 1, sq_dist.end());
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> out(33);
    kernels.heat_weights(sq_dist.data() + 1, 32, 1, infinity, out.data() + 1);
    REQUIRE(std::vector<double>(out.begin() + 1, out.end()) == weights(kernels, shifted));
  }
}

TEST_CASE("weights of quotients have the exponents of a plain division", "[simd_kernels]") {
  const std::vector<double> sq_dist = drawn(4096, 0, 3, 7);
  const double sq_bandwidth = 0.07;
  std::vector<double> exponent = sq_dist;
  for (double& e : exponent) e /= sq_bandwidth;
  for (const SimdLevel level : tests::levels()) {
    const SimdKernels kernels = lapscale::simd_kernels(level);
    std::vector<double> weight(sq_dist.size());
    kernels.quotient_weights(sq_dist.data(), sq_dist.size(), sq_bandwidth, 20, weight.data());
    REQUIRE(weight == weights(kernels, exponent, 1, 20));
  }
}

TEST_CASE("partial sums add up to dot products of rows and columns", "[simd_kernels]") {
  const std::size_t n = 2 * panel_width;
  for (const std::size_t columns : {block_width, 3 * block_width}) {
    const std::vector<double> x = drawn(block_width * 2 * n, -1, 1, 8);
    const std::vector<double> y = drawn(columns * 2 * n, -1, 1, 9);
    for (const SimdLevel level : tests::levels()) {
      const SimdKernels kernels = lapscale::simd_kernels(level);
      std::vector<double> sum(block_width * columns * panel_width, 0.0);
      std::vector<double> out(block_width * columns);
      kernels.add_dots(x.data(), 2 * n, y.data(), 2 * n, columns, n, sum.data());
      kernels.add_dots(x.data() + n, 2 * n, y.data() + n, 2 * n, columns, n, sum.data());
      kernels.lane_sums(sum.data(), columns, out.data());
      for (std::size_t q = 0; q < block_width; ++q) {
        for (std::size_t c = 0; c < columns; ++c) {
          long double expected = 0;
          for (std::size_t i = 0; i < 2 * n; ++i) {
            expected += static_cast<long double>(x[q * 2 * n + i]) * y[c * 2 * n + i];
          }
          REQUIRE(std::abs(out[q * columns + c] - static_cast<double>(expected)) < 1e-14);
        }
      }
    }
  }
}

TEST_CASE("a symmetric matrix is updated and multiplied in one pass", "[simd_kernels]") {
  const std::size_t columns = 3 * panel_width;
  const auto row = [](std::size_t i) {
    const std::size_t left = i / panel_width * panel_width;
    return left * (left + panel_width) / 2 + (i - left) * (left + panel_width);
  };
  for (const std::size_t n : {1U, 16U, 19U, 37U, 48U}) {
    const std::vector<double> lower = drawn(row(columns), -1, 1, 10);
    std::vector<double> v = drawn(columns, -1, 1, 11), w = drawn(columns, -1, 1, 12),
                        u = drawn(columns, -1, 1, 13);
    for (std::vector<double>* x : {&v, &w, &u}) std::fill_n(x->data() + n, columns - n, 0.0);
    std::vector<double> full(columns * columns);
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t j = 0; j <= i; ++j) full[i * columns + j] = lower[row(i) + j];
      for (std::size_t j = 0; j < i; ++j) full[j * columns + i] = lower[row(i) + j];
    }
    for (const SimdLevel level : tests::levels()) {
      std::vector<double> matrix = lower;
      for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = i + 1; j < (i / panel_width + 1) * panel_width; ++j) {
          matrix[row(i) + j] = full[i * columns + j];
        }
      }
      std::vector<double> y(columns, infinity);
      lapscale::simd_kernels(level).update_and_multiply(matrix.data(), n, v.data(), w.data(),
                                                        u.data(), y.data());
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
          const double entry = full[i * columns + j] - v[i] * w[j] - w[i] * v[j];
          sum += entry * u[j];
          if (j <= i) REQUIRE(std::abs(matrix[row(i) + j] - entry) < 1e-15);
        }
        REQUIRE(std::abs(y[i] - sum) < 1e-13);
      }
    }
  }
}

TEST_CASE("eigenvalues of a tridiagonal matrix are counted", "[simd_kernels]") {
  // 2 cos(pi i / (n + 1)), i = 1 ... n: all 0 but for 1 beside the diagonal.
  const std::size_t n = 30;
  const std::vector<double> diagonal(n, 0.0);
  std::vector<double> sq_beside(n, 1.0);
  sq_beside[0] = 0;
  const std::vector<double> at = drawn(2 * panel_width, -3, 3, 14);
  for (const SimdLevel level : tests::levels()) {
    std::vector<double> count(at.size());
    lapscale::simd_kernels(level).counts_below(diagonal.data(), sq_beside.data(), n, at.data(),
                                               at.size(), count.data());
    for (std::size_t s = 0; s < at.size(); ++s) {
      double expected = 0;
      for (std::size_t i = 1; i <= n; ++i) {
        const double angle = 3.14159265358979323846 * static_cast<double>(i) / (n + 1);
        if (2 * std::cos(angle) < at[s]) ++expected;
      }
      REQUIRE(count[s] == expected);
    }
  }
}

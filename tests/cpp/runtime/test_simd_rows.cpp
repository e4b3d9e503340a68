#include <catch.h>

#include <cstddef>
#include <vector>

#include "lapscale/runtime/simd_kernels.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::SimdKernels;
using lapscale::SimdLevel;

namespace {

// Numbers that are floats.
std::vector<double> drawn(std::size_t n, std::uint64_t seed) {
  tests::Draw draw(seed);
  std::vector<double> values(n);
  for (double& value : values) value = static_cast<float>(draw.uniform(-1, 1));
  return values;
}

struct Rows {
  std::size_t n;
  std::size_t stride;
  std::vector<double> x = drawn(n * stride, 1);
  std::vector<double> v = drawn(block_width * stride, 2);
  std::vector<double> a = drawn(n * block_width, 3);
  std::vector<float> floats = std::vector<float>(x.begin(), x.end());

  std::vector<double> products(const SimdKernels& kernels, std::size_t count) const {
    std::vector<double> y(n * block_width, 7.0);
    kernels.row_products(x.data(), stride, count, v.data(), y.data());
    return y;
  }
  std::vector<double> multiples(const SimdKernels& kernels) const {
    std::vector<double> w = v;
    kernels.add_row_multiples(x.data(), stride, n, a.data(), w.data());
    return w;
  }
};

std::vector<Rows> shapes() {
  std::vector<Rows> result;
  for (const std::size_t n : {0U, 1U, 2U, 3U, 16U, 17U}) {
    for (const std::size_t stride : {16U, 32U, 80U}) result.push_back({n, stride});
  }
  return result;
}

// Errors of sums are within 2^-53 a term of the sum of sizes.
bool is_near(double found, long double exact, long double size, std::size_t terms) {
  const auto slack = static_cast<long double>(terms + 3) * 0x1p-53L;
  return std::abs(found - exact) <= slack * size + 1e-300L;
}

}  // namespace

TEST_CASE("rows times columns, whatever rows come with them", "[simd_rows]") {
  for (const Rows& rows : shapes()) {
    for (const SimdLevel level : tests::levels()) {
      const SimdKernels kernels = lapscale::simd_kernels(level);
      const std::vector<double> y = rows.products(kernels, rows.n);
      for (std::size_t i = 0; i < rows.n; ++i) {
        const std::vector<double> up_to = rows.products(kernels, i + 1);
        for (std::size_t q = 0; q < block_width; ++q) {
          long double exact = 0;
          long double size = 0;
          for (std::size_t k = 0; k < rows.stride; ++k) {
            const long double term =
                static_cast<long double>(rows.x[i * rows.stride + k]) * rows.v[q * rows.stride + k];
            exact += term;
            size += std::abs(term);
          }
          REQUIRE(is_near(y[i * block_width + q], exact, size, rows.stride));
          REQUIRE(up_to[i * block_width + q] == y[i * block_width + q]);
        }
        // What follows is not written.
        if (i + 1 < rows.n) REQUIRE(up_to[(i + 1) * block_width] == 7);
      }
    }
  }
}

TEST_CASE("multiples of rows are added to columns", "[simd_rows]") {
  for (const Rows& rows : shapes()) {
    for (const SimdLevel level : tests::levels()) {
      const std::vector<double> w = rows.multiples(lapscale::simd_kernels(level));
      for (std::size_t q = 0; q < block_width; ++q) {
        for (std::size_t k = 0; k < rows.stride; ++k) {
          const std::size_t at = q * rows.stride + k;
          long double exact = rows.v[at];
          long double size = std::abs(exact);
          for (std::size_t i = 0; i < rows.n; ++i) {
            const long double term =
                static_cast<long double>(rows.a[i * block_width + q]) * rows.x[i * rows.stride + k];
            exact += term;
            size += std::abs(term);
          }
          REQUIRE(is_near(w[at], exact, size, rows.n + 1));
        }
      }
    }
  }
}

TEST_CASE("rows that are floats have the bits of doubles", "[simd_rows]") {
  for (const Rows& rows : shapes()) {
    for (const SimdLevel level : tests::levels()) {
      const SimdKernels kernels = lapscale::simd_kernels(level);
      std::vector<double> y(rows.n * block_width, 7.0);
      kernels.float_row_products(rows.floats.data(), rows.stride, rows.n, rows.v.data(), y.data());
      REQUIRE(y == rows.products(kernels, rows.n));
      std::vector<double> w = rows.v;
      kernels.add_float_row_multiples(rows.floats.data(), rows.stride, rows.n, rows.a.data(),
                                      w.data());
      REQUIRE(w == rows.multiples(kernels));
    }
  }
}

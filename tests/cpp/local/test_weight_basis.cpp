#include "lapscale/local/weight_basis.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/threads.hpp"

using lapscale::WeightBasis;

namespace {

// Heat kernels of g bandwidths at squared distances up to 30, 16 of them padding.
struct Weights {
  static constexpr std::size_t length = 640;
  std::vector<double> mass = std::vector<double>(length);
  std::vector<double> weight;
  std::vector<double> total;

  explicit Weights(std::size_t g, double ratio) {
    for (std::size_t j = 0; j + 16 < length; ++j) mass[j] = 0.05 * static_cast<double>(j);
    double h = 0.6;
    for (std::size_t b = 0; b < g; ++b, h *= ratio) {
      total.push_back(0);
      for (std::size_t j = 0; j < length; ++j) {
        weight.push_back(j + 16 < length ? std::exp(-mass[j] / (h * h)) : 0);
        total.back() += weight.back() * mass[j];
      }
    }
  }

  double error(const WeightBasis& basis, std::size_t b) const {
    double sum = 0;
    for (std::size_t j = 0; j < length; ++j) {
      double left = weight[b * length + j] / total[b];
      for (std::size_t r = 0; r < basis.members().size(); ++r) {
        const std::size_t member = basis.members()[r];
        left -= basis.share(b, r) * weight[member * length + j] / total[member];
      }
      sum += mass[j] * std::abs(left);
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("a few bandwidths serve all, with the error that was allowed", "[weight_basis]") {
  const Weights weights(40, 1.038);
  for (const lapscale::SimdLevel level : tests::levels()) {
    WeightBasis basis;
    std::size_t before = 0;
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      basis.assign(lapscale::simd_kernels(level), weights.weight.data(), weights.mass.data(),
                   Weights::length, weights.total, tolerance);
      REQUIRE(basis.members().size() > before);
      before = basis.members().size();
      for (std::size_t b = 0; b < 40; ++b) REQUIRE(weights.error(basis, b) <= tolerance);
    }
    REQUIRE(before < 24);
  }
}

TEST_CASE("weights that differ much serve themselves; copies are found", "[weight_basis]") {
  WeightBasis basis;
  const lapscale::SimdKernels kernels = lapscale::simd_kernels(lapscale::best_simd_level());
  const Weights apart(3, 3);
  basis.assign(kernels, apart.weight.data(), apart.mass.data(), Weights::length, apart.total, 1e-9);
  REQUIRE(basis.members().size() == 3);
  for (std::size_t r = 0; r < 3; ++r) REQUIRE(basis.share(basis.members()[r], r) == Approx(1));
  const Weights same(5, 1);
  basis.assign(kernels, same.weight.data(), same.mass.data(), Weights::length, same.total, 1e-9);
  REQUIRE(basis.members().size() == 1);
  for (std::size_t b = 0; b < 5; ++b) REQUIRE(same.error(basis, b) < 1e-12);
}

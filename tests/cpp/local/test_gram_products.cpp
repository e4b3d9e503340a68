#include "lapscale/local/gram_products.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "lapscale/runtime/runtime.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::block_width;
using lapscale::GramProducts;
using lapscale::padded;
using lapscale::PairExcess;
using lapscale::PanelPoints;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SquaredDistances;

TEST_CASE("inner products come from distances as from coordinates", "[gram_products]") {
  const PointIndex index(tests::normal_cloud(150, 12, 3, 0.8).view(), Runtime());
  const tests::Points points = tests::points_of(index);
  const SquaredDistances sq_dist(index, Runtime());
  const PanelPoints panels(index);
  std::vector<std::size_t> all(150);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::size_t> half;
  for (std::size_t i = 1; i < 150; i += 2) half.push_back(i);
  const std::vector<std::size_t> few = {3, 70, 71, 149};
  for (const auto& position : {all, half, few}) {
    const std::size_t n = position.size();
    tests::Draw draw(n);
    std::vector<double> a(block_width * padded(n), 0.0);
    for (std::size_t c = 0; c < block_width; ++c) {
      for (std::size_t j = 1; j < n; ++j) {
        a[c * padded(n) + j] = draw.normal();
        a[c * padded(n)] -= a[c * padded(n) + j];
      }
    }
    struct Known {
      const SquaredDistances* sq_dist;
      const PanelPoints* points;
    };
    for (const Known& known :
         {Known{&sq_dist, nullptr}, Known{&sq_dist, &panels}, Known{nullptr, &panels}}) {
      GramProducts products(known.sq_dist, known.points);
      products.assign(position);
      std::vector<double> f(a.size(), -1);
      products.apply(Runtime().kernels(), a.data(), block_width, f.data());
      for (std::size_t c = 0; c < block_width; ++c) {
        std::vector<double> v(points.dim, 0.0);
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t k = 0; k < points.dim; ++k) {
            v[k] += a[c * padded(n) + j] * points.at(position[j], k);
          }
        }
        // Up to a constant.
        for (std::size_t j = 1; j < n; ++j) {
          double wanted = 0;
          for (std::size_t k = 0; k < points.dim; ++k) {
            wanted += v[k] * (points.at(position[j], k) - points.at(position[0], k));
          }
          REQUIRE(f[c * padded(n) + j] - f[c * padded(n)] == Approx(wanted).margin(1e-10));
        }
        for (std::size_t j = n; j < padded(n); ++j) REQUIRE(f[c * padded(n) + j] == 0);
      }
      const std::vector<std::size_t> from = {n - 1, n / 2};
      std::vector<double> row(block_width * padded(n), -1);
      products.write_sq_distances(Runtime().kernels(), from.data(), from.size(), row.data());
      for (std::size_t q = 0; q < from.size(); ++q) {
        for (std::size_t j = 0; j < n; ++j) {
          REQUIRE(row[q * padded(n) + j] ==
                  Approx(sq_dist(position[from[q]], position[j])).margin(1e-12));
        }
        for (std::size_t j = n; j < padded(n); ++j) REQUIRE(std::isinf(row[q * padded(n) + j]));
      }
    }
  }
}

TEST_CASE("few pairs may be farther than points", "[gram_products]") {
  const std::size_t n = 60;
  const PointIndex index(tests::normal_cloud(n, 4, 3, 0.8).view(), Runtime());
  const PanelPoints panels(index);
  SquaredDistances sq_dist(index, Runtime());
  std::vector<std::vector<PairExcess::Entry>> rows(n);
  tests::Draw draw(1);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i; j < n; j += 17) {
      const double value = draw.uniform(0.1, 1);
      rows[i].push_back({j, value});
      if (i != j) rows[j].push_back({i, value});
      sq_dist.set(i, j, sq_dist(i, j) + value);
    }
  }
  const PairExcess excess(rows);
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::size_t> some;
  for (std::size_t i = 1; i < n; i += 3) some.push_back(i);
  for (const auto& position : {all, some}) {
    const std::size_t m = position.size();
    std::vector<double> a(block_width * padded(m), 0.0);
    for (std::size_t c = 0; c < block_width; ++c) {
      for (std::size_t j = 1; j < m; ++j) {
        a[c * padded(m) + j] = draw.normal();
        a[c * padded(m)] -= a[c * padded(m) + j];
      }
    }
    GramProducts products(&sq_dist, &panels, &excess);
    products.assign(position);
    std::vector<double> f(a.size(), -1);
    products.apply(Runtime().kernels(), a.data(), block_width, f.data());
    for (std::size_t c = 0; c < block_width; ++c) {
      const auto slow = [&](std::size_t j) {
        double sum = 0;
        for (std::size_t k = 0; k < m; ++k) {
          sum -= 0.5 * sq_dist(position[j], position[k]) * a[c * padded(m) + k];
        }
        return sum;
      };
      for (std::size_t j = 1; j < m; ++j) {
        REQUIRE(f[c * padded(m) + j] - f[c * padded(m)] == Approx(slow(j) - slow(0)).margin(1e-10));
      }
    }
  }
}

#include "lapscale/graph/quadratic_forms.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::QuadraticForms;
using lapscale::Runtime;
using lapscale::WeightRows;

namespace {

// Symmetric weights, three of four of them 0.
std::vector<double> symmetric_weights(std::size_t n) {
  tests::Draw draw(1);
  std::vector<double> w(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (draw.uniform() < 0.25) w[i * n + j] = w[j * n + i] = draw.uniform();
    }
  }
  return w;
}

struct Compressed {
  std::vector<int> begin{0};
  std::vector<int> column;
  std::vector<double> value;

  explicit Compressed(const std::vector<double>& w, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (!(w[i * n + j] > 0)) continue;
        column.push_back(static_cast<int>(j));
        value.push_back(w[i * n + j]);
      }
      begin.push_back(static_cast<int>(column.size()));
    }
  }
  lapscale::SparseView view() const { return {begin, column, value}; }
};

double form(const std::vector<double>& w, const std::vector<double>& z,
            const std::vector<std::uint32_t>& row) {
  const std::size_t n = row.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) sum += z[row[i]] * w[i * n + j] * z[row[j]];
  }
  return sum;
}

}  // namespace

TEST_CASE("forms of vectors and of their permutations are those by hand", "[quadratic_forms]") {
  const std::size_t n = 53;
  const std::vector<double> w = symmetric_weights(n);
  const Compressed compressed(w, n);
  const lapscale::CounterRandom random(7);
  for (const std::size_t count : {1U, 3U, 19U}) {
    for (const std::size_t n_permutations : {0U, 1U, 12U}) {
      tests::Draw draw(2);
      std::vector<double> z(n * count);
      for (double& value : z) value = draw.normal();
      const WeightRows sparse(compressed.view());
      const WeightRows dense(w.data(), n);
      const Runtime threaded = tests::on(tests::Threads(3));
      const auto forms = QuadraticForms(sparse, n_permutations, 7)(z, count, Runtime());
      REQUIRE(forms == QuadraticForms(sparse, n_permutations, 7)(z, count, threaded));
      const auto plain = QuadraticForms(dense, n_permutations, 7)(z, count, threaded);
      for (std::size_t c = 0; c < count; ++c) {
        const std::vector<double> one(z.data() + c * n, z.data() + (c + 1) * n);
        for (std::size_t b = 0; b <= n_permutations; ++b) {
          const double expected = form(w, one, lapscale::permuted_rows(n, random, b));
          REQUIRE(forms[c * (1 + n_permutations) + b] == Approx(expected).epsilon(1e-11));
          REQUIRE(plain[c * (1 + n_permutations) + b] == Approx(expected).epsilon(1e-11));
        }
      }
    }
  }
}

TEST_CASE("an interrupt ends forms", "[quadratic_forms]") {
  const std::vector<double> w = symmetric_weights(20);
  const WeightRows rows(w.data(), 20);
  const std::vector<double> z(20, 1.0);
  REQUIRE_THROWS_AS(QuadraticForms(rows, 9, 1)(z, 1, tests::stopping()), tests::Stop);
}

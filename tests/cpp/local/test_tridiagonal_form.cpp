#include "lapscale/local/tridiagonal_form.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PackedLower;

namespace {

std::vector<double> packed(const Eigen::MatrixXd& a) {
  const auto n = static_cast<std::size_t>(a.rows());
  std::vector<double> out(PackedLower(n).size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < std::min(n, PackedLower::row_length(i)); ++c) {
      out[PackedLower::row(i) + c] = a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c));
    }
  }
  return out;
}

// Of a - v w' - w v', times `unit`, at every level; `form` is used again.
void check(const Eigen::MatrixXd& a, const Eigen::VectorXd& v, const Eigen::VectorXd& w,
           std::size_t k, double unit, lapscale::TridiagonalForm& form) {
  const auto n = static_cast<std::size_t>(a.rows());
  const Eigen::VectorXd expected =
      tests::dense_spectrum(a - v * w.transpose() - w * v.transpose()) * unit;
  for (const lapscale::SimdLevel level : tests::levels()) {
    std::vector<double> matrix = packed(a);
    form.resize(n);
    std::copy(v.begin(), v.end(), form.v());
    std::copy(w.begin(), w.end(), form.w());
    std::vector<double> found(k, -1.0);
    form.write_values(lapscale::simd_kernels(level), matrix.data(), k, unit, found.data());
    for (std::size_t i = 0; i < k; ++i) {
      const double value = i < n ? std::max(0.0, expected[static_cast<Eigen::Index>(i)]) : -1;
      REQUIRE(std::abs(found[i] - value) < 1e-13 * unit);
    }
  }
}

}  // namespace

TEST_CASE("the largest eigenvalues of symmetric matrices", "[tridiagonal_form]") {
  lapscale::TridiagonalForm form;
  for (const Eigen::Index n : {40, 1, 2, 3, 16, 17, 33, 100}) {
    const tests::Points x = tests::uniform_cube(static_cast<std::size_t>(n), 30, 5);
    const Eigen::Map<const Eigen::MatrixXd> points(x.x.data(), 30, n);
    Eigen::MatrixXd a = points.transpose() * points;
    a /= a.trace();
    const Eigen::VectorXd mean = a.colwise().mean();
    check(a, Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n), 20, 7, form);
    check(a, Eigen::VectorXd::Ones(n), mean, 20, 1, form);
  }
}

TEST_CASE("matrices that are diagonal, of low rank, or zero", "[tridiagonal_form]") {
  lapscale::TridiagonalForm form;
  const Eigen::Index n = 37;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(n);
  const Eigen::VectorXd falling = Eigen::VectorXd::LinSpaced(n, 1, 0);
  check(falling.asDiagonal(), zero, zero, 37, 1, form);
  check(Eigen::MatrixXd::Identity(n, n), zero, zero, 5, 1, form);
  check(falling * falling.transpose() / falling.squaredNorm(), zero, zero, 5, 1, form);
  check(falling * falling.transpose(), falling, falling / 2, 5, 1, form);
  check(Eigen::MatrixXd::Zero(n, n), zero, zero, 5, 1, form);
  Eigen::MatrixXd alternating = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 1; i < n; ++i) alternating(i, i - 1) = alternating(i - 1, i) = 0.5;
  check(alternating, zero, zero, 37, 1, form);
}

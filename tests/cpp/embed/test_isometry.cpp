#include "lapscale/embed/isometry.hpp"

#include <catch.h>

#include <cmath>

namespace {

// A ring of n points, each with itself and its two neighbors.
struct Ring {
  explicit Ring(int n) : degree(static_cast<std::size_t>(n), 3.0), begin{0} {
    for (int i = 0; i < n; ++i) {
      for (const int step : {n - 1, 0, 1}) column.push_back((i + step) % n);
      begin.push_back(static_cast<int>(column.size()));
    }
    value.assign(column.size(), 1.0 / 3);
  }
  lapscale::SparseView walk() const { return {begin, column, value}; }

  std::vector<double> degree;
  std::vector<int> begin;
  std::vector<int> column;
  std::vector<double> value;
};

Eigen::MatrixXd circle(int n, int winds) {
  Eigen::MatrixXd f(2, n);
  for (int i = 0; i < n; ++i) {
    const double turn = 2 * 3.14159265358979323846 * winds * i / n;
    f.col(i) << std::cos(turn), std::sin(turn);
  }
  return f;
}

}  // namespace

TEST_CASE("a circle at its own scale has no loss but its curvature", "[isometry]") {
  const Ring ring(100);
  const Eigen::MatrixXd f = circle(100, 1);
  const double step = (f.col(1) - f.col(0)).norm();
  const double scale = 3 / (2 * step * step);
  const lapscale::Runtime runtime{};
  const auto at = [&](double size) {
    return lapscale::isometry_loss(ring.walk(), ring.degree, size * f, scale, 1, runtime);
  };
  REQUIRE(at(1).distortion < 2e-3);
  REQUIRE(at(1.5).distortion == Approx(1.25).epsilon(1e-2));
  // A larger circle is pulled inward.
  REQUIRE((at(1.5).gradient.cwiseProduct(f)).sum() > 0);
  REQUIRE((at(0.5).gradient.cwiseProduct(f)).sum() < 0);
}

TEST_CASE("a set that sees both directions is more independent", "[isometry]") {
  // A torus of 20 x 20 points: two circles, and the first one again at twice its frequency.
  const int side = 20;
  Ring torus(1);
  torus.begin = {0};
  torus.column.clear();
  Eigen::MatrixXd f(5, side * side);
  const Eigen::MatrixXd once = circle(side, 1);
  const Eigen::MatrixXd twice = circle(side, 2);
  for (int a = 0; a < side; ++a) {
    for (int b = 0; b < side; ++b) {
      for (const int da : {side - 1, 0, 1}) {
        for (const int db : {side - 1, 0, 1}) {
          torus.column.push_back((a + da) % side * side + (b + db) % side);
        }
      }
      torus.begin.push_back(static_cast<int>(torus.column.size()));
      f.col(a * side + b) << once.col(a), twice.col(a), once(0, b);
    }
  }
  torus.value.assign(torus.column.size(), 1.0 / 9);
  Eigen::MatrixXi sets(3, 2);
  sets << 0, 0, 1, 1, 2, 4;
  const std::vector<double> ones(400, 1.0);
  const std::vector<double> found =
      lapscale::independence_of_sets(torus.walk(), ones, f, 2, sets, lapscale::Runtime{});
  REQUIRE(found[1] > -0.1);
  REQUIRE(found[0] < found[1] - 1);
  // The mean of each point's own value, whatever block it is in.
  double sum = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
        lapscale::cometric_at(torus.walk(), f, i, 1));
    Eigen::MatrixXd seen(3, 2);
    for (int k = 0; k < 3; ++k) seen.row(k) = eigen.eigenvectors().rightCols(2).row(sets(k, 1));
    const Eigen::Matrix2d gram = seen.transpose() * seen;
    sum += std::log(gram.determinant() / (gram(0, 0) * gram(1, 1))) / 2;
  }
  REQUIRE(found[1] == Approx(sum / 400).epsilon(1e-10));
}

TEST_CASE("masses count as many points at the same place", "[isometry]") {
  // A path of four points; the second and the last stand for two and three observations.
  const std::vector<double> mass = {1, 2, 1, 3};
  const std::vector<std::size_t> place = {0, 1, 1, 2, 3, 3, 3};
  Eigen::MatrixXd f(3, 4);
  f << 0, 1, 3, 4, 1, 0, 2, 2, 0, 1, 0, 3;
  const auto entry = [](std::size_t i, std::size_t j) {
    return std::exp(-0.5 * std::abs(static_cast<double>(i) - static_cast<double>(j)));
  };
  const auto score = [&](const std::vector<std::size_t>& at, const std::vector<double>& count) {
    Ring graph(1);
    graph.begin = {0};
    graph.column.clear();
    graph.value.clear();
    Eigen::MatrixXd points(3, static_cast<Eigen::Index>(at.size()));
    for (std::size_t i = 0; i < at.size(); ++i) {
      points.col(static_cast<Eigen::Index>(i)) = f.col(static_cast<Eigen::Index>(at[i]));
      double total = 0;
      for (std::size_t j = 0; j < at.size(); ++j) total += count[j] * entry(at[i], at[j]);
      for (std::size_t j = 0; j < at.size(); ++j) {
        graph.column.push_back(static_cast<int>(j));
        graph.value.push_back(count[j] * entry(at[i], at[j]) / total);
      }
      graph.begin.push_back(static_cast<int>(graph.column.size()));
    }
    Eigen::MatrixXi sets(2, 2);
    sets << 0, 0, 1, 2;
    return lapscale::independence_of_sets(graph.walk(), count, points, 2, sets,
                                          lapscale::Runtime{});
  };
  const std::vector<double> weighted = score({0, 1, 2, 3}, mass);
  const std::vector<double> repeated = score(place, std::vector<double>(7, 1.0));
  for (std::size_t c = 0; c < 2; ++c) {
    REQUIRE(weighted[c] == Approx(repeated[c]).epsilon(1e-12));
    REQUIRE(weighted[c] < -1e-3);
  }
}

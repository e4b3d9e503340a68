#include "lapscale/learn/laplacian_regularization.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LaplacianRegularization;
using lapscale::Regularizer;
using lapscale::Runtime;

namespace {

struct Setting {
  Eigen::MatrixXd weights;
  Eigen::MatrixXd walk;
  Eigen::VectorXd degree;
  Eigen::VectorXd count;
  Eigen::VectorXd y;

  explicit Setting(std::size_t n) {
    weights = tests::heat_matrix(tests::sq_distances(tests::uniform_cube(n, 2, 1)), 0.3, 20);
    weights.diagonal().setZero();
    walk = tests::normalized(weights);
    degree = weights.rowwise().sum() / weights.rowwise().sum().mean();
    y = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(n));
    count = y;
    for (Eigen::Index i = 0; i < y.size(); i += 7) {
      count[i] = i % 3 == 0 ? 2.5 : 1;
      y[i] = i % 2 == 0 ? 1 : -1;
    }
  }

  // The first k eigenvectors.
  LaplacianRegularization::Problem problem(Eigen::Index k, const Runtime& runtime) const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(walk);
    return {lapscale::dense_operator(walk.data(), static_cast<std::size_t>(walk.rows()), runtime),
            degree, count, eigen.eigenvectors().rightCols(k).rowwise().reverse(),
            1 - eigen.eigenvalues().tail(k).reverse().array()};
  }

  Eigen::MatrixXd regularizer(const Regularizer& r) const {
    const Eigen::MatrixXd m = Eigen::MatrixXd::Identity(walk.rows(), walk.cols()) - walk;
    Eigen::MatrixXd value = Eigen::MatrixXd::Identity(walk.rows(), walk.cols());
    if (r.time > 0) {
      value = (r.time * m).exp() - value;
    } else {
      for (int k = 0; k < r.power; ++k) value = value * m;
    }
    const Eigen::VectorXd root = degree.cwiseSqrt();
    return root.asDiagonal() * value * root.asDiagonal();
  }
};

}  // namespace

TEST_CASE("the minimizer solves its normal equations", "[laplacian_regularization][threads]") {
  const Setting setting(80);
  const Runtime runtime;
  for (const Regularizer& r : {Regularizer{1, 0}, Regularizer{2, 0}, Regularizer{1, 1.5}}) {
    for (const double mu : {1e-4, 1.0, 100.0}) {
      Eigen::MatrixXd a = mu * setting.regularizer(r);
      a.diagonal() += setting.count;
      const Eigen::VectorXd exact = a.ldlt().solve(setting.count.cwiseProduct(setting.y));
      for (const Eigen::Index k : {1, 10, 80}) {
        const LaplacianRegularization::Problem problem = setting.problem(k, runtime);
        const auto found =
            LaplacianRegularization(problem, r, mu, r(1)).solve(setting.y, 1e-12, 1000);
        REQUIRE((found.x - exact).norm() < 1e-7 * exact.norm());
        if (k == 80) REQUIRE(found.iterations <= 3);
      }
    }
  }
  const Runtime threaded = tests::on(tests::Threads(3));
  const auto solve = [&](const Runtime& run) {
    const LaplacianRegularization::Problem problem = setting.problem(10, run);
    return LaplacianRegularization(problem, {2, 0}, 0.1, 1).solve(setting.y, 1e-12, 1000).x;
  };
  REQUIRE(solve(threaded) == solve(runtime));
}

TEST_CASE("several columns together are solved as each by itself", "[laplacian_regularization]") {
  const Setting setting(80);
  const Runtime runtime;
  const lapscale::BlockOperator walk{
      80, [&](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return setting.walk * in; }};
  Eigen::MatrixXd y(80, 3);
  y << setting.y, 2 * setting.y.cwiseAbs(), Eigen::VectorXd::Zero(80);
  for (const Regularizer& r : {Regularizer{1, 0}, Regularizer{2, 0}, Regularizer{1, 1.5}}) {
    const LaplacianRegularization regularization(setting.problem(10, runtime), r, 0.1, r(1));
    const lapscale::LinearSolutions together = regularization.solve_together(walk, y, 1e-12, 1000);
    REQUIRE(together.residual <= 1e-12);
    int most = 0;
    for (Eigen::Index j = 0; j < 3; ++j) {
      const lapscale::LinearSolution alone = regularization.solve(y.col(j), 1e-12, 1000);
      REQUIRE((together.x.col(j) - alone.x).norm() <= 1e-10 * alone.x.norm());
      most = std::max(most, alone.iterations);
    }
    REQUIRE(together.iterations <= most + 3);
    REQUIRE(regularization.solve_together(walk, y, 1e-12, 2).iterations == 2);
  }
}

TEST_CASE("a solution of a close matrix takes few steps to the same values",
          "[laplacian_regularization]") {
  const Setting setting(80);
  const Runtime runtime;
  const LaplacianRegularization::Problem problem = setting.problem(5, runtime);
  const Eigen::VectorXd root = setting.degree.cwiseSqrt();
  for (const Regularizer& r : {Regularizer{1, 0}, Regularizer{2, 0}, Regularizer{1, 1}}) {
    const Regularizer close{r.power, 0};
    Eigen::MatrixXd a = 0.01 * setting.regularizer(close);
    a.diagonal() += setting.count;
    const Eigen::LLT<Eigen::MatrixXd> factor(a);
    const auto nearly = [&](const Eigen::VectorXd& z) -> Eigen::VectorXd {
      return root.cwiseProduct(factor.solve(root.cwiseProduct(z)));
    };
    const auto plain =
        LaplacianRegularization(problem, r, 0.01, r(1)).solve(setting.y, 1e-12, 1000);
    const auto quick =
        LaplacianRegularization(problem, r, 0.01, r(1), nearly).solve(setting.y, 1e-12, 1000);
    REQUIRE((plain.x - quick.x).norm() < 1e-9 * plain.x.norm());
    REQUIRE(quick.iterations < (r.time > 0 ? 40 : 6));
    REQUIRE(quick.iterations < plain.iterations);
  }
}

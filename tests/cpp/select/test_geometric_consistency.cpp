#include "lapscale/select/geometric_consistency.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::ConsistencyOptions;
using lapscale::GeometricConsistency;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Distortions of some rows, row after row at each bandwidth.
Eigen::MatrixXd distortions(const PointIndex& index, const std::vector<std::size_t>& rows,
                            const ConsistencyOptions& options,
                            const std::vector<double>& bandwidths,
                            const Runtime& runtime = Runtime(), const Adjacency* graph = nullptr) {
  const GeometricConsistency consistency(index, rows, options, bandwidths, graph, runtime);
  Eigen::MatrixXd result = Eigen::MatrixXd::Constant(
      static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(bandwidths.size()), -1);
  consistency.metrics(
      bandwidths,
      [&](std::size_t i, std::size_t g, const lapscale::LocalMetric& local) {
        result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(g)) =
            lapscale::distortion_of(local.metric, false);
      },
      runtime);
  return result;
}

// Leading eigenvalue, concentration and degree of the steps at some rows.
std::vector<double> steps(const PointIndex& index, const std::vector<std::size_t>& rows,
                          const ConsistencyOptions& options,
                          const std::vector<double>& bandwidths) {
  const GeometricConsistency consistency(index, rows, options, bandwidths, nullptr, Runtime());
  std::vector<double> found(3 * rows.size() * bandwidths.size());
  consistency.steps(
      bandwidths,
      [&](std::size_t i, std::size_t g, const lapscale::StepSpectrum& step) {
        double* out = found.data() + 3 * (i * bandwidths.size() + g);
        out[0] = step.values[0];
        out[1] = step.concentration;
        out[2] = step.degree;
      },
      Runtime());
  return found;
}

// The same by equations 3 to 7 of the paper, in dense matrices. allowed: 1 where there may be an
// edge.
Eigen::MatrixXd dense_distortions(const PointIndex& index, const std::vector<std::size_t>& rows,
                                  const ConsistencyOptions& options,
                                  const std::vector<double>& bandwidths,
                                  const Eigen::MatrixXd& allowed) {
  const Points points = tests::points_of(index);
  const Eigen::MatrixXd sq_dist = tests::sq_distances(points);
  Eigen::MatrixXd result(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(bandwidths.size()));
  for (Eigen::Index g = 0; g < result.cols(); ++g) {
    const double h = bandwidths[static_cast<std::size_t>(g)];
    const Eigen::MatrixXd weights =
        tests::heat_matrix(sq_dist, h, options.cutoff).cwiseProduct(allowed);
    const tests::MetricQuestion question = {
        h, options.d, options.alpha, options.tangent_weights == lapscale::TangentWeights::squared};
    for (Eigen::Index i = 0; i < result.rows(); ++i) {
      const auto position = index.position_of(rows[static_cast<std::size_t>(i)]);
      // The dim - d directions outside the plane have eigenvalue 0.
      const Eigen::VectorXd values = tests::dense_spectrum(
          tests::dense_metric(points, weights, static_cast<Eigen::Index>(position), question));
      const auto d = static_cast<Eigen::Index>(options.d);
      result(i, g) = (values.head(d).array() - 1).abs().maxCoeff();
    }
  }
  return result;
}

Eigen::MatrixXd everywhere(std::size_t n) {
  const auto size = static_cast<Eigen::Index>(n);
  return Eigen::MatrixXd::Ones(size, size);
}

std::vector<double> grid(double first, double last, std::size_t count) {
  std::vector<double> h;
  for (std::size_t g = 0; g < count; ++g) {
    const double share = static_cast<double>(g) / static_cast<double>(count - 1);
    h.push_back(first * std::pow(last / first, share));
  }
  return h;
}

std::vector<std::size_t> some_rows(std::size_t n, std::size_t count) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back((i * 7919 + 3) % n);
  return rows;
}

Adjacency neighbor_graph(const PointIndex& index, std::size_t k) {
  return lapscale::symmetric(lapscale::nearest_neighbors(index, k, lapscale::Ties::all, Runtime()),
                             lapscale::Symmetry::either, true, Runtime());
}

}  // namespace

TEST_CASE("the whole curve is that of the dense definition", "[geometric_consistency]") {
  const std::vector<double> h = grid(0.01, 2, 7);
  for (const std::size_t dim : {3U, 40U}) {
    const PointIndex index(tests::normal_cloud(240, dim, 1, 0.7).view(), Runtime());
    const std::vector<std::size_t> rows = some_rows(240, 11);
    for (const std::size_t d : {1U, 2U}) {
      for (const double cutoff : {3.72, tests::infinity}) {
        ConsistencyOptions options;
        options.d = d;
        options.cutoff = cutoff;
        options.alpha = d == 1 ? 1 : 0.5;
        options.tangent_weights =
            d == 1 ? lapscale::TangentWeights::squared : lapscale::TangentWeights::kernel;
        const Eigen::MatrixXd found = distortions(index, rows, options, h);
        const Eigen::MatrixXd exact =
            dense_distortions(index, rows, options, h, everywhere(index.size()));
        REQUIRE((found - exact).cwiseAbs().maxCoeff() < (dim == 3 ? 1e-8 : 1e-5));
      }
    }
  }
}

TEST_CASE("along a graph the curve is that of its dense weights", "[geometric_consistency]") {
  const std::vector<double> h = grid(0.02, 1, 5);
  for (const std::size_t dim : {2U, 40U}) {
    const PointIndex index(tests::normal_cloud(200, dim, 2, 0.7).view(), Runtime());
    const Adjacency graph = neighbor_graph(index, 9);
    Eigen::MatrixXd allowed = Eigen::MatrixXd::Zero(200, 200);
    for (std::size_t i = 0; i < 200; ++i) {
      for (const lapscale::Neighbor& neighbor : graph.of(i)) {
        allowed(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(neighbor.point)) = 1;
      }
    }
    ConsistencyOptions options;
    options.cutoff = 4.29;
    const std::vector<std::size_t> rows = some_rows(200, 9);
    const Eigen::MatrixXd found = distortions(index, rows, options, h, Runtime(), &graph);
    const Eigen::MatrixXd exact = dense_distortions(index, rows, options, h, allowed);
    REQUIRE((found - exact).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("the curve has the same bits on any number of threads",
          "[geometric_consistency][threads]") {
  const std::vector<double> h = grid(0.05, 1, 4);
  for (const std::size_t dim : {3U, 40U}) {
    const PointIndex index(tests::normal_cloud(400, dim, 3, 0.7).view(), Runtime());
    const std::vector<std::size_t> rows = some_rows(400, 23);
    ConsistencyOptions options;
    options.d = 2;
    const Eigen::MatrixXd serial = distortions(index, rows, options, h);
    REQUIRE(distortions(index, rows, options, h, tests::on(tests::backwards)) == serial);
    for (const std::size_t n_threads : {1U, 2U, 3U, 4U}) {
      Runtime runtime = tests::on(tests::Threads(n_threads));
      runtime.monitor = [](double) {};
      REQUIRE(distortions(index, rows, options, h, runtime) == serial);
    }
  }
}

// More bandwidths than one direct pass each would serve: the degrees come from sketches, between
// the nodes too.
TEST_CASE("curves from sketched degrees are those from direct ones",
          "[geometric_consistency][slow]") {
  const std::size_t n = 5000;
  const PointIndex index(tests::sphere(n, 4).view(), Runtime());
  const std::vector<std::size_t> rows = some_rows(n, 30);
  ConsistencyOptions options;
  options.d = 2;
  const std::vector<double> many = grid(0.03, 0.5, 170);
  const std::vector<double> few = {0.0312, 0.117, 0.457};
  const GeometricConsistency sketched(index, rows, options, many, nullptr, Runtime());
  Eigen::MatrixXd found(30, 3);
  sketched.metrics(
      few,
      [&](std::size_t i, std::size_t g, const lapscale::LocalMetric& local) {
        found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(g)) =
            lapscale::distortion_of(local.metric, false);
      },
      Runtime());
  const Eigen::MatrixXd direct = distortions(index, rows, options, few);
  REQUIRE((found - direct).cwiseAbs().maxCoeff() < 1e-4);
  REQUIRE(found != direct);
}

TEST_CASE("the distortion tends to 1 at both ends and is small in between",
          "[geometric_consistency]") {
  const PointIndex index(tests::circle(1200).view(), Runtime());
  const std::vector<double> h = {1e-4, 0.05, 1e4};
  ConsistencyOptions options;
  options.cutoff = 4.29;
  const Eigen::MatrixXd found = distortions(index, some_rows(1200, 5), options, h);
  REQUIRE((found.col(0).array() - 1).abs().maxCoeff() < 1e-12);
  REQUIRE(found.col(1).maxCoeff() < 0.01);
  REQUIRE((found.col(2).array() - 1).abs().maxCoeff() < 1e-6);
}

TEST_CASE("a power of two in the data is a power of two in the bandwidths, to the bit",
          "[geometric_consistency]") {
  const Points points = tests::normal_cloud(300, 3, 5);
  const std::vector<std::size_t> rows = some_rows(300, 10);
  const auto curve = [&](const Points& p, double factor) {
    const PointIndex index(p.view(), Runtime());
    std::vector<double> h;
    for (const double bandwidth : {0.1, 0.5, 2.0}) {
      h.push_back(index.frame().to_unit(bandwidth * factor));
    }
    return distortions(index, rows, {}, h);
  };
  const Eigen::MatrixXd one = curve(points, 1);
  for (const double factor : {0x1p-900, 0x1p-3, 0x1p700}) {
    REQUIRE(curve(tests::moved(points, factor, 0), factor) == one);
  }
}

TEST_CASE("an isometric image in many columns has the same curve", "[geometric_consistency]") {
  const Points points = tests::normal_cloud(200, 3, 6, 0.6);
  const PointIndex low(points.view(), Runtime());
  const PointIndex high(tests::embedded(points, 50, 7).view(), Runtime());
  const std::vector<std::size_t> rows = some_rows(200, 8);
  for (const double h : {0.2, 0.7}) {
    const Eigen::MatrixXd a = distortions(low, rows, {}, {low.frame().to_unit(h)});
    const Eigen::MatrixXd b = distortions(high, rows, {}, {high.frame().to_unit(h)});
    REQUIRE((a - b).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("sampled neighborhoods and degrees change little", "[geometric_consistency]") {
  const PointIndex index(tests::sphere(2000, 8).view(), Runtime());
  const std::vector<std::size_t> rows = some_rows(2000, 40);
  ConsistencyOptions options;
  options.d = 2;
  const std::vector<double> h = {0.2, 0.4};
  const Eigen::MatrixXd all = distortions(index, rows, options, h);
  options.neighbors = {300, 5};
  const Eigen::MatrixXd part = distortions(index, rows, options, h);
  REQUIRE(part != all);
  REQUIRE((part.colwise().mean() - all.colwise().mean()).cwiseAbs().maxCoeff() < 0.03);
  REQUIRE(distortions(index, rows, options, h, tests::on(tests::backwards)) == part);
}

// Distortion 1 at an isolated point, never NaN, however small the bandwidth.
TEST_CASE("a bandwidth whose square is no double gives distortion 1", "[geometric_consistency]") {
  for (const std::size_t dim : {2U, 40U}) {
    const PointIndex index(tests::uniform_cube(50, dim, 9).view(), Runtime());
    const Eigen::MatrixXd found =
        distortions(index, some_rows(50, 5), {}, {1e-170, 1e-155, 1e-140});
    INFO(found);
    REQUIRE((found.array() == 1).all());
    const Eigen::MatrixXd wide = distortions(index, some_rows(50, 5), {}, {1e140, 1e160});
    REQUIRE((wide.array() == 1).all());
  }
}

TEST_CASE("drawn neighbors in many columns give about the same, on all routes",
          "[geometric_consistency][threads]") {
  const Points points = tests::embedded(tests::uniform_cube(3000, 2, 3), 40, 4);
  const PointIndex memory(points.view(), Runtime());
  const std::vector<std::size_t> rows = some_rows(3000, 30);
  const std::vector<double> h = grid(0.05, 1, 5);
  ConsistencyOptions options;
  options.d = 2;
  const Eigen::MatrixXd exact = distortions(memory, rows, options, h);
  options.neighbors = {400, 3};
  const Eigen::MatrixXd drawn = distortions(memory, rows, options, h);
  REQUIRE(drawn != exact);
  REQUIRE((drawn - exact).colwise().mean().cwiseAbs().maxCoeff() < 0.03);
  REQUIRE(distortions(memory, rows, options, h, tests::on(tests::backwards)) == drawn);
  const std::vector<double> all_steps = steps(memory, rows, ConsistencyOptions(), h);
  const std::vector<double> some_steps = steps(memory, rows, options, h);
  for (std::size_t i = 0; i < all_steps.size(); i += 3) {
    REQUIRE(some_steps[i] == Approx(all_steps[i]).epsilon(0.3));
    REQUIRE(some_steps[i + 1] == Approx(all_steps[i + 1]).epsilon(0.3));
    REQUIRE(some_steps[i + 2] == Approx(all_steps[i + 2]).epsilon(1e-10));
  }
}

TEST_CASE("points on the disk have the same distortions and steps, sampled or not",
          "[geometric_consistency]") {
  for (const std::size_t dim : {3U, 40U}) {
    const Points points = tests::normal_cloud(2000, dim, 1, 0.7);
    const PointIndex memory(points.view(), Runtime());
    const PointIndex disk = tests::paged(points, 333);
    const std::vector<std::size_t> rows = some_rows(2000, 9);
    const std::vector<double> h = grid(0.02, 2, 6);
    ConsistencyOptions options;
    options.d = 2;
    for (const bool sampled : {false, true}) {
      if (sampled) {
        options.neighbors = {70, 5};
        options.far_degrees = {200, 5};
      }
      REQUIRE(distortions(disk, rows, options, h) == distortions(memory, rows, options, h));
    }
    REQUIRE(steps(disk, rows, options, h) == steps(memory, rows, options, h));
  }
}

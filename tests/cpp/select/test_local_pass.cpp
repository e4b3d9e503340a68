#include "lapscale/select/local_pass.hpp"

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

using lapscale::LocalPass;
using lapscale::LocalPassOptions;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// What the visitors below find at a point: sum_j w_ij t_j^-alpha.
struct Sums {
  double at(const lapscale::Neighborhood& near, std::size_t, double bandwidth, double cutoff,
            const double* factor) const {
    double sum = 0;
    for (std::size_t j = 0; j < near.size(); ++j) {
      const double exponent = near.sq_dist()[j] / (bandwidth * bandwidth);
      if (exponent <= cutoff * cutoff) sum += std::exp(-exponent) * factor[near.position(j)];
    }
    return sum;
  }
};

// The same with masses.
struct MassSums {
  double at(const lapscale::Neighborhood& near, std::size_t, double bandwidth, double,
            const double* factor) const {
    double sum = 0;
    for (std::size_t j = 0; j < near.size(); ++j) {
      const double exponent = near.sq_dist()[j] / (bandwidth * bandwidth);
      sum += near.mass()[j] * std::exp(-exponent) * factor[near.position(j)];
    }
    return sum;
  }
};

// The same from lists; writes how often a center was looked at.
struct Batch {
  std::vector<double> at(const std::vector<std::size_t>& centre,
                         const lapscale::BlockNeighborhoods::Lists& near, double bandwidth,
                         const double* factor, std::vector<Eigen::MatrixXd>& start) const {
    std::vector<double> sum(centre.size(), 0.0);
    for (std::size_t q = 0; q < centre.size(); ++q) {
      const double before = start[q].size() > 0 ? start[q](0, 0) : 0;
      start[q] = Eigen::MatrixXd::Constant(1, 1, before + 1);
      for (const Neighbor& neighbor : near[q]) {
        sum[q] += std::exp(-neighbor.sq_dist / (bandwidth * bandwidth)) * factor[neighbor.point];
      }
      sum[q] += 1000 * start[q](0, 0);
    }
    return sum;
  }
};

// Values by row and bandwidth; `visits` counts them.
Eigen::MatrixXd visit(const LocalPass& pass, const std::vector<double>& bandwidths,
                      const Runtime& runtime, Eigen::MatrixXi& visits,
                      const lapscale::CentrePart& part = {}) {
  const auto m = static_cast<Eigen::Index>(pass.n_points());
  const auto g = static_cast<Eigen::Index>(bandwidths.size());
  Eigen::MatrixXd found = Eigen::MatrixXd::Zero(m, g);
  visits = Eigen::MatrixXi::Zero(m, g);
  pass.visit(
      bandwidths, [](const lapscale::SimdKernels&) { return Sums(); },
      [](const PointIndex&, const lapscale::EveryPoint&, const lapscale::SimdKernels&) {
        return Batch();
      },
      [&](std::size_t i, std::size_t b, double value) {
        found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(b)) = value;
        ++visits(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(b));
      },
      runtime, part);
  return found;
}

// The definition, by row of the points.
//   is_edge  n x n, 1 or 0
Eigen::MatrixXd exact(const Points& points, const PointIndex& index,
                      const std::vector<std::size_t>& rows, const std::vector<double>& bandwidths,
                      const LocalPassOptions& options, const Eigen::MatrixXd& is_edge) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(points);
  Eigen::MatrixXd sums(static_cast<Eigen::Index>(rows.size()),
                       static_cast<Eigen::Index>(bandwidths.size()));
  for (std::size_t g = 0; g < bandwidths.size(); ++g) {
    const double h = bandwidths[g] / index.frame().to_unit(1);
    const Eigen::MatrixXd w = tests::heat_matrix(sq_dist, h, options.cutoff).cwiseProduct(is_edge);
    const Eigen::VectorXd factor = w.rowwise().sum().array().pow(-options.alpha);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sums(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(g)) =
          w.row(static_cast<Eigen::Index>(rows[i])).dot(factor);
    }
  }
  return sums;
}

std::vector<double> in_unit(const PointIndex& index, std::vector<double> bandwidths) {
  for (double& h : bandwidths) h = index.frame().to_unit(h);
  return bandwidths;
}

const std::vector<std::size_t> some_rows = {90, 3, 55, 4, 119, 0, 17, 18, 19, 20};

}  // namespace

TEST_CASE("each row and bandwidth once, with the weights and degrees of the definition",
          "[local_pass][threads]") {
  for (const std::size_t dim : {2U, 40U}) {
    const Points points = tests::embedded(tests::uniform_cube(120, 2, 1), dim, 2);
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> h = in_unit(index, {0.1, 0.3, 0.9});
    for (const double cutoff : {1.5, 3.72, tests::infinity}) {
      LocalPassOptions options;
      options.cutoff = cutoff;
      options.alpha = 0.5;
      const LocalPass pass(index, some_rows, options, {h.front(), h.back()}, nullptr, Runtime());
      REQUIRE(pass.n_points() == some_rows.size());
      const Eigen::MatrixXd expected =
          exact(points, index, some_rows, h, options, Eigen::MatrixXd::Ones(120, 120));
      Eigen::MatrixXi visits;
      Eigen::MatrixXd found = visit(pass, h, Runtime(), visits);
      REQUIRE((visits.array() == 1).all());
      if (dim > 32) {
        // What a center leaves at one bandwidth it has at the next.
        for (Eigen::Index g = 0; g < found.cols(); ++g) {
          found.col(g).array() -= 1000 * static_cast<double>(g + 1);
        }
      }
      REQUIRE((found - expected).cwiseAbs().maxCoeff() < 1e-9);
      for (const Runtime& runtime : {tests::on(tests::Threads(3)), tests::on(tests::backwards)}) {
        REQUIRE(visit(pass, h, runtime, visits) == visit(pass, h, Runtime(), visits));
      }
    }
  }
}

TEST_CASE("with a graph the neighbors are the listed ones", "[local_pass]") {
  const Points points = tests::uniform_cube(120, 2, 3);
  const PointIndex index(points.view(), Runtime());
  const lapscale::Adjacency graph =
      lapscale::symmetric(lapscale::nearest_neighbors(index, 5, lapscale::Ties::all, Runtime()),
                          lapscale::Symmetry::either, true, Runtime());
  Eigen::MatrixXd is_edge = Eigen::MatrixXd::Zero(120, 120);
  for (std::size_t i = 0; i < 120; ++i) {
    for (const Neighbor& neighbor : graph.of(i)) {
      is_edge(static_cast<Eigen::Index>(index.row_of(i)),
              static_cast<Eigen::Index>(index.row_of(neighbor.point))) = 1;
    }
  }
  LocalPassOptions options;
  options.alpha = 1;
  const std::vector<double> h = in_unit(index, {0.1, 0.5});
  const LocalPass pass(index, some_rows, options, h, &graph, Runtime());
  Eigen::MatrixXi visits;
  const Eigen::MatrixXd found = visit(pass, h, Runtime(), visits);
  REQUIRE((found - exact(points, index, some_rows, h, options, is_edge)).cwiseAbs().maxCoeff() <
          1e-9);
}

TEST_CASE("parts of the points have the values of the whole, and together are all",
          "[local_pass]") {
  for (const std::size_t dim : {2U, 40U}) {
    const Points points = tests::embedded(tests::uniform_cube(120, 2, 1), dim, 2);
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> h = in_unit(index, {0.1, 0.3, 0.9});
    const LocalPass pass(index, some_rows, LocalPassOptions(), h, nullptr, Runtime());
    Eigen::MatrixXi visits;
    const Eigen::MatrixXd whole = visit(pass, h, Runtime(), visits);
    Eigen::MatrixXd joined = Eigen::MatrixXd::Zero(whole.rows(), whole.cols());
    int n_visits = 0;
    for (const lapscale::CentrePart part : {lapscale::CentrePart{0, 4}, {4, 8}, {8, 99}}) {
      joined += visit(pass, h, Runtime(), visits, part);
      n_visits += visits.sum();
      for (std::size_t i = part.begin; i < std::min(part.end, pass.n_points()); ++i) {
        REQUIRE(visits(static_cast<Eigen::Index>(pass.place(i)), 0) == 1);
      }
    }
    REQUIRE(joined == whole);
    REQUIRE(n_visits == visits.size());
  }
}

TEST_CASE("far points are thinned where that is planned, and nowhere else",
          "[local_pass][threads]") {
  const std::vector<double> asked = {0.05, 0.1, 0.2, 0.4};
  for (const std::size_t dim : {2U, 40U}) {
    const Points points =
        tests::embedded(tests::uniform_cube(dim > 32 ? 3000 : 12000, 2, 1), dim, 2);
    const PointIndex index(points.view(), Runtime());
    const std::vector<double> h = in_unit(index, asked);
    LocalPassOptions options;
    const std::vector<std::size_t> rows = {5, 700, 2999};
    Eigen::MatrixXi visits;
    const LocalPass plain(index, rows, options, h, nullptr, Runtime());
    const Eigen::MatrixXd whole = visit(plain, h, Runtime(), visits);
    options.far_degrees = {500, 1};
    options.far_neighbors = {2000, 1};
    const LocalPass pass(index, rows, options, h, nullptr, Runtime());
    const auto measured = [&](const Runtime& runtime) {
      Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(3, 4);
      pass.visit(
          h, [](const lapscale::SimdKernels&) { return MassSums(); },
          [](const PointIndex&, const lapscale::EveryPoint&, const lapscale::SimdKernels&) {
            return Batch();
          },
          [&](std::size_t i, std::size_t g, double value) {
            sums(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(g)) = value;
          },
          runtime);
      return sums;
    };
    const Eigen::MatrixXd found = measured(Runtime());
    REQUIRE(measured(tests::on(tests::Threads(3))) == found);
    const double worst = (found.array() / whole.array() - 1).abs().maxCoeff();
    if (dim > 32) REQUIRE(worst == 0);
    if (dim == 2) REQUIRE((worst > 0 && worst < 0.02));
  }
}

namespace {

// The heat sum of all neighbors that a batch is told, and how many were drawn for them.
struct DrawnBatch {
  std::vector<double> at(const std::vector<std::size_t>& centre,
                         const lapscale::BlockNeighborhoods::Lists& near, double, const double*,
                         std::vector<Eigen::MatrixXd>&) const {
    for (std::size_t q = 0; q < centre.size(); ++q) REQUIRE(near[q].size() < 60);
    return {near.degree.begin(), near.degree.begin() + static_cast<std::ptrdiff_t>(centre.size())};
  }
};

}  // namespace

TEST_CASE("of many neighbors in many columns some are drawn, by their kernel values",
          "[local_pass]") {
  const Points points = tests::embedded(tests::uniform_cube(120, 2, 1), 40, 2);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> h = in_unit(index, {0.5, 0.9});
  LocalPassOptions options;
  options.neighbors = {20, 1};
  const LocalPass pass(index, some_rows, options, {h.front(), h.back()}, nullptr, Runtime());
  Eigen::MatrixXd found(10, 2);
  pass.visit(
      h, [](const lapscale::SimdKernels&) { return Sums(); },
      [](const PointIndex&, const lapscale::EveryPoint&, const lapscale::SimdKernels&) {
        return DrawnBatch();
      },
      [&](std::size_t i, std::size_t g, double value) {
        found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(g)) = value;
      },
      Runtime());
  options.alpha = 0;
  const Eigen::MatrixXd expected =
      exact(points, index, some_rows, h, options, Eigen::MatrixXd::Ones(120, 120));
  REQUIRE((found - expected).cwiseAbs().maxCoeff() < 1e-9);
}

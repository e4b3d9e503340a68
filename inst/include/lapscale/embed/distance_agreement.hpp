#ifndef LAPSCALE_EMBED_DISTANCE_AGREEMENT_HPP
#define LAPSCALE_EMBED_DISTANCE_AGREEMENT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"
#include "lapscale/select/centre_distances.hpp"

namespace lapscale {

// How distances in an embedding agree with lengths of paths, and with straight distances, over the
// pairs of some points with all others to which a path leads. NaN where nothing varies.
struct DistanceAgreement {
  double along = 0;     // correlation with the lengths of paths
  double straight = 0;  // with straight distances
  double stress = 0;    // error of the distances, times the best factor, over the lengths of paths
  double pairs = 0;     // that count
};

// Sums of two variables about their means, of some pairs after others (Chan, Golub and LeVeque
// 1979).
struct JointMoments {
  double n = 0;
  double mean_a = 0;
  double mean_b = 0;
  double aa = 0;
  double bb = 0;
  double ab = 0;

  void add(const JointMoments& more) {
    if (more.n == 0) return;
    const double all = n + more.n;
    const double to_a = more.mean_a - mean_a;
    const double to_b = more.mean_b - mean_b;
    const double both = n * more.n / all;
    aa += more.aa + both * to_a * to_a;
    bb += more.bb + both * to_b * to_b;
    ab += more.ab + both * to_a * to_b;
    mean_a += to_a * more.n / all;
    mean_b += to_b * more.n / all;
    n = all;
  }

  double correlation() const {
    // What varies by rounding alone does not vary.
    if (!(aa > 1e-28 * n * mean_a * mean_a) || !(bb > 1e-28 * n * mean_b * mean_b)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return std::min(1.0, std::max(-1.0, ab / (std::sqrt(aa) * std::sqrt(bb))));
  }
};

inline JointMoments joint_moments(const std::vector<double>& a, const std::vector<double>& b) {
  JointMoments moments;
  moments.n = static_cast<double>(a.size());
  if (a.empty()) return moments;
  for (std::size_t i = 0; i < a.size(); ++i) {
    moments.mean_a += a[i];
    moments.mean_b += b[i];
  }
  moments.mean_a /= moments.n;
  moments.mean_b /= moments.n;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double to_a = a[i] - moments.mean_a;
    const double to_b = b[i] - moments.mean_b;
    moments.aa += to_a * to_a;
    moments.bb += to_b * to_b;
    moments.ab += to_a * to_b;
  }
  return moments;
}

//   x, y   the same n points as data and in the embedding
//   rows   from which distances are taken
//   along  n x m, lengths of paths in the same unit as x; infinite or negative without a path
inline DistanceAgreement distance_agreement(const PointIndex& x, const PointIndex& y,
                                            Span<const std::size_t> rows,
                                            Span<const double> along, const Runtime& runtime) {
  const std::size_t n = x.size();
  const std::size_t m = rows.size();
  std::vector<std::size_t> at_x;
  std::vector<std::size_t> at_y;
  for (const std::size_t row : rows) {
    at_x.push_back(x.position_of(row));
    at_y.push_back(y.position_of(row));
  }
  const CentreDistances from_x(x, at_x, runtime);
  const CentreDistances from_y(y, at_y, runtime);
  struct Part {
    JointMoments along, straight;
    double embedded_square = 0, product = 0, along_square = 0;
  };
  // use(distance in the embedding, length of the path, straight distance) of the pairs of a point
  const auto for_pairs = [&](std::size_t i, const auto& use) {
    for (std::size_t row = 0; row < n; ++row) {
      const double length = along[i * n + row];
      if (row == rows[i] || !(length >= 0) || !std::isfinite(length)) continue;
      use(std::sqrt(from_y.of(i)[y.position_of(row)]), length,
          std::sqrt(from_x.of(i)[x.position_of(row)]));
    }
  };
  std::vector<Part> parts(m);
  for_blocks(runtime, m, [&](std::size_t i) {
    std::vector<double> embedded, paths, straight;
    for_pairs(i, [&](double e, double a, double s) {
      embedded.push_back(e);
      paths.push_back(a);
      straight.push_back(s);
      parts[i].embedded_square += e * e;
      parts[i].product += e * a;
      parts[i].along_square += a * a;
    });
    parts[i].along = joint_moments(embedded, paths);
    parts[i].straight = joint_moments(embedded, straight);
  });
  Part all;
  for (const Part& part : parts) {
    all.along.add(part.along);
    all.straight.add(part.straight);
    all.embedded_square += part.embedded_square;
    all.product += part.product;
    all.along_square += part.along_square;
  }
  const double factor =
      all.product / std::max(all.embedded_square, std::numeric_limits<double>::min());
  std::vector<double> rest(m);
  for_blocks(runtime, m, [&](std::size_t i) {
    for_pairs(i, [&](double e, double a, double) {
      rest[i] += (a - factor * e) * (a - factor * e);
    });
  });
  double sum = 0;
  for (const double part : rest) sum += part;
  return {all.along.correlation(), all.straight.correlation(), std::sqrt(sum / all.along_square),
          all.along.n};
}

}  // namespace lapscale

#endif

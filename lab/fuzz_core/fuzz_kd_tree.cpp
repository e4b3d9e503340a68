// Points of any size, many of them at one place: the tree holds each of them once, in its boxes,
// and its leaves near a box are all that may hold points within the radius.
#include <algorithm>

#include "fuzz_input.hpp"
#include "lapscale/points/kd_tree.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const fuzz::Points points(bytes, 1e150);
  const lapscale::KdTree tree(points.data, points.dim, lapscale::Runtime());
  std::vector<int> seen(points.n, 0);
  for (const std::uint32_t row : tree.order()) ++seen.at(row);
  fuzz::require(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
  const auto coordinate = [&](std::size_t position, std::size_t k) {
    return points.data[tree.order()[position] * points.dim + k];
  };
  for (std::size_t position = 0; position < points.n; ++position) {
    const auto box = std::get<lapscale::Box>(tree.leaf_box(position / lapscale::leaf_size));
    for (std::size_t k = 0; k < points.dim; ++k) {
      fuzz::require(box.lower[k] <= coordinate(position, k) &&
                    coordinate(position, k) <= box.upper[k]);
    }
  }

  const std::vector<double> query = fuzz::numbers(bytes, points.dim, 1e150);
  const double radius = std::abs(bytes.number(1e150));
  std::vector<lapscale::LeafRun> runs;
  std::vector<std::size_t> stack;
  tree.near(lapscale::Box{query.data(), query.data()}, radius * radius,
            lapscale::Runtime().kernels(), runs, stack);
  std::vector<char> near(tree.n_leaves(), 0);
  for (const lapscale::LeafRun& run : runs) {
    for (std::size_t leaf = run.begin; leaf < run.end; ++leaf) near.at(leaf) = 1;
  }
  for (std::size_t position = 0; position < points.n; ++position) {
    double sq_dist = 0;
    for (std::size_t k = 0; k < points.dim; ++k) {
      const double difference = coordinate(position, k) - query[k];
      sq_dist += difference * difference;
    }
    fuzz::require(sq_dist > radius * radius || near[position / lapscale::leaf_size] == 1);
  }
  return 0;
}

// Lists of neighbours from elsewhere: refused, or nearest first and with distances of the points.
#include "fuzz_input.hpp"
#include "lapscale/neighbors/listed_neighbors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const fuzz::Points points(bytes, 1e300);
  const lapscale::Runtime runtime;
  const lapscale::PointIndex index(points.view(), runtime);
  const auto k = bytes.whole<std::size_t>(0, 40);
  const std::size_t past = bytes.whole(0, 7) > 0 ? 0 : 2;
  std::vector<std::size_t> begin = {0};
  for (std::size_t i = 0; i < points.n; ++i) {
    begin.push_back(begin.back() + k + bytes.whole<std::size_t>(0, 2));
  }
  if (bytes.whole(0, 7) == 0) begin.back() += 1;
  std::vector<std::size_t> rows(begin.back() + (bytes.whole(0, 7) > 0 ? 0U : 1U));
  for (std::size_t& row : rows) {
    row = bytes.whole<std::size_t>(0, points.n - 1 + past);
  }
  try {
    const lapscale::Adjacency lists = lapscale::listed_neighbors(index, begin, rows, k, runtime);
    fuzz::require(lists.size() == points.n);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      fuzz::require(lists.of(i).size() >= k);
      double last = 0;
      for (const lapscale::Neighbor& neighbor : lists.of(i)) {
        fuzz::require(neighbor.point < points.n && neighbor.sq_dist >= last);
        last = neighbor.sq_dist;
      }
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}

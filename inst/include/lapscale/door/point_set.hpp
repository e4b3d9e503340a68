#ifndef LAPSCALE_DOOR_POINT_SET_HPP
#define LAPSCALE_DOOR_POINT_SET_HPP

// Needs Eigen.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "lapscale/kernel/cutoffs.hpp"
#include "lapscale/kernel/degrees.hpp"
#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/neighbors/query_neighbors.hpp"
#include "lapscale/neighbors/radius_neighbors.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Another point of a PointSet, and how far it is.
struct RowDistance {
  std::size_t row;
  double distance;  // unit of x
};

// The door of the core for other packages: points by their row in x, from 0, and all lengths in the
// unit of x. Inside, points stand in the order of a tree and lengths are in the unit of a frame
// (index() has both).
class PointSet {
 public:
  // Copies the points. No coordinate may be infinite or NaN.
  explicit PointSet(const PointView& x, const Runtime& runtime = {}) : index_(x, runtime) {}

  // For an n x dim matrix by column, as R has it.
  PointSet(const double* x, std::size_t n, std::size_t dim, const Runtime& runtime = {})
      : PointSet(PointView{x, n, dim, 1, n}, runtime) {}

  std::size_t size() const { return index_.size(); }
  std::size_t dim() const { return index_.dim(); }
  const PointIndex& index() const { return index_; }

  // Returns the k nearest others of each point, nearest first, equal ones by row; 1 <= k < n.
  std::vector<std::vector<RowDistance>> nearest(std::size_t k, const Runtime& runtime = {}) const {
    return by_row(index_, cut_to(k, nearest_neighbors(index_, k, Ties::all, runtime)));
  }

  // Returns the k nearest points of each row of `queries`; 1 <= k <= n.
  std::vector<std::vector<RowDistance>> nearest_to(const PointView& queries, std::size_t k,
                                                   const Runtime& runtime = {}) const {
    if (queries.dim != dim()) throw std::invalid_argument("PointSet: queries of other columns");
    const PointIndex at(index_.frame(), queries, runtime);
    return by_row(at, cut_to(k, query_neighbors(index_, at, k, Ties::all, runtime)));
  }

  // Returns the others within a radius of each point, nearest first, equal ones by row.
  std::vector<std::vector<RowDistance>> within(double radius, const Runtime& runtime = {}) const {
    const double reach = length_in_unit(radius);
    const std::vector<double> sq_radius(size(), reach * reach);
    return by_row(index_, radius_neighbors(index_, sq_radius, std::size_t(-1), runtime));
  }

  // Returns sums of the heat kernel, t_i(h) = sum_j exp(-|x_i - x_j|^2 / h^2) over all j, i itself
  // among them: n values for each bandwidth, one bandwidth after the other.
  //   cutoff  pairs beyond cutoff * h are left out
  std::vector<double> degrees(Span<const double> bandwidths, double cutoff = farthest_cutoff,
                              const Runtime& runtime = {}) const {
    std::vector<double> h;
    for (const double bandwidth : bandwidths) h.push_back(length_in_unit(bandwidth));
    std::vector<std::size_t> leaves(index_.tree().n_leaves());
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) leaves[leaf] = leaf;
    const std::vector<double> sum = direct_degrees(index_, leaves, h, cutoff, runtime);
    std::vector<double> degree(sum.size());
    for (std::size_t g = 0; g < h.size(); ++g) {
      for (std::size_t i = 0; i < size(); ++i) {
        degree[g * size() + index_.row_of(i)] = sum[g * size() + i];
      }
    }
    return degree;
  }

  // Returns a bandwidth, or another positive length, in the unit that the core computes in.
  double length_in_unit(double length) const {
    if (!(length > 0) || std::isinf(length)) {
      throw std::invalid_argument("PointSet: a length is " + std::to_string(length) +
                                  ", not a positive number");
    }
    return index_.frame().to_unit(length);
  }

 private:
  // Of lists with all ties, which are in order, the first k.
  static Adjacency cut_to(std::size_t k, const Adjacency& lists) {
    Adjacency first;
    first.begin.push_back(0);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const Span<const Neighbor> list = lists.of(i);
      first.neighbors.insert(first.neighbors.end(), list.begin(), list.begin() + k);
      first.begin.push_back(first.neighbors.size());
    }
    return first;
  }

  std::vector<std::vector<RowDistance>> by_row(const PointIndex& at, const Adjacency& lists) const {
    std::vector<std::vector<RowDistance>> found(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      std::vector<RowDistance>& list = found[at.row_of(i)];
      for (const Neighbor& neighbor : lists.of(i)) {
        if (&at == &index_ && neighbor.point == i) continue;
        list.push_back(
            {index_.row_of(neighbor.point), index_.frame().from_unit(std::sqrt(neighbor.sq_dist))});
      }
      std::sort(list.begin(), list.end(), [](const RowDistance& a, const RowDistance& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.row < b.row);
      });
    }
    return found;
  }

  PointIndex index_;
};

}  // namespace lapscale

#endif

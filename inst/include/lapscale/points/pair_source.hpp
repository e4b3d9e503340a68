#ifndef LAPSCALE_POINTS_PAIR_SOURCE_HPP
#define LAPSCALE_POINTS_PAIR_SOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/points/pair_excess.hpp"

namespace lapscale {

// Points that are no columns of coordinates in memory or on the disk, and know their squared
// distances in another way. Rows are those of the data, lengths in the frame's unit.
class PairSource {
 public:
  PairSource() = default;
  PairSource(const PairSource&) = delete;
  PairSource& operator=(const PairSource&) = delete;
  virtual ~PairSource() = default;

  virtual std::size_t size() const = 0;
  virtual std::size_t dim() const = 0;  // numbers that say where a point is
  // Tells whether coordinates are more than distances.
  virtual bool has_coordinates() const = 0;
  virtual double coordinate(std::size_t row, std::size_t k) const = 0;

  // Returns what the distances are beside those of points, by row; null where they are not nearly
  // those of points in few columns.
  virtual const NearlyEuclidean* nearly_euclidean() const { return nullptr; }

  // A few numbers for each point, point after point, by which near ones come to stand together.
  virtual std::vector<double> guide() const = 0;
  virtual std::size_t guide_dim() const = 0;

  // The sum over the points of squared distances from their mean.
  virtual double total_deviation() const = 0;

  // Packs up to block_width points as PointIndex::pack_block() does.
  virtual void pack_block(const std::size_t* row, std::size_t count, double* block) const = 0;

  // Writes out[q * stride + j], the squared distance from query q to point[j].
  //   queries  of the same kind; query: block_width rows of them, which `block` holds
  virtual void sq_distances(const PairSource& queries, const std::size_t* query,
                            const double* block, const std::uint32_t* point, std::size_t count,
                            std::size_t stride, double* out) const = 0;
};

}  // namespace lapscale

#endif

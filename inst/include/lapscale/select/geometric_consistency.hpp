#ifndef LAPSCALE_SELECT_GEOMETRIC_CONSISTENCY_HPP
#define LAPSCALE_SELECT_GEOMETRIC_CONSISTENCY_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "lapscale/local/local_metric.hpp"
#include "lapscale/local/local_metric_batch.hpp"
#include "lapscale/local/local_metric_sums.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/local/step_spectrum_batch.hpp"
#include "lapscale/local/step_spectrum_sums.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/select/consistency_plan.hpp"
#include "lapscale/select/distance_consistency.hpp"
#include "lapscale/select/local_pass.hpp"

namespace lapscale {

struct ConsistencyOptions : LocalPassOptions {
  std::size_t d = 1;  // dimension of the local subspace, at most the columns; metrics() only
  TangentWeights tangent_weights = TangentWeights::squared;
};

// Geometric consistency: how well the Laplacian of a bandwidth agrees with the geometry around each
// of a set of points. In a subspace of d dimensions by the local metric H_i(h) (Perrault-Joncas,
// Meila, McQueen 2017), or in all columns by the spectrum of the walk's step.
class GeometricConsistency {
 public:
  // rows        of the points looked at
  // bandwidths  smallest and largest that will be asked for, in the frame's unit
  // graph       lists by position, with the point itself; null = all pairs within the cut-off
  // degrees     of degree_part() with the same arguments, in their order; none: found here
  GeometricConsistency(const PointIndex& index, const std::vector<std::size_t>& rows,
                       const ConsistencyOptions& options, const std::vector<double>& bandwidths,
                       const Adjacency* graph, const Runtime& runtime,
                       const std::vector<Span<const float>>& degrees = {})
      : options_(options),
        index_(index),
        graph_(graph),
        in_subspaces_(index.source() != nullptr ||
                      (graph == nullptr && options.far_degrees.whole == 0 &&
                       options.measure.mass.empty() && index.in_panels() &&
                       wants_subspaces(index.size(), index.dim()))),
        pass_(index, rows, options, bandwidths, graph, runtime, degrees) {}

  std::size_t n_points() const { return pass_.n_points(); }
  std::size_t place(std::size_t i) const { return pass_.place(i); }
  const ConsistencyOptions& options() const { return options_; }

  // Calls take(i, g, metric) for each point of `rows` and each bandwidth, from several threads but
  // once for each (i, g); of a part of the points, for these alone.
  using TakeMetric = std::function<void(std::size_t i, std::size_t g, const LocalMetric& metric)>;
  void metrics(const std::vector<double>& bandwidths, const TakeMetric& take,
               const Runtime& runtime, const CentrePart& part = CentrePart()) const {
    if (!index_.has_coordinates()) {
      throw std::invalid_argument("GeometricConsistency: local metrics need coordinates");
    }
    const auto sums = [&](const SimdKernels& kernels) {
      return LocalMetricSums(kernels, options_.d, options_.tangent_weights, options_.neighbors);
    };
    const auto batch = [&](const PointIndex& index, const EveryPoint& everything,
                           const SimdKernels& kernels) {
      return LocalMetricBatch(index, everything, kernels, options_.d, options_.tangent_weights);
    };
    pass_.visit(bandwidths, sums, batch, take, runtime, part);
  }

  // The same with the spectra of the step in all columns.
  using TakeStep = std::function<void(std::size_t i, std::size_t g, const StepSpectrum& step)>;
  void steps(const std::vector<double>& bandwidths, const TakeStep& take, const Runtime& runtime,
             const CentrePart& part = CentrePart()) const {
    if (in_subspaces_) {
      subspaces(runtime).steps(
          pass_.centres(), bandwidths, options_.cutoff, options_.alpha,
          [&](std::size_t i, std::size_t g, const StepSpectrum& step) {
            take(pass_.place(i), g, step);
          },
          runtime, part);
      return;
    }
    const auto sums = [&](const SimdKernels& kernels) {
      return StepSpectrumSums(kernels, options_.neighbors);
    };
    const auto batch = [](const PointIndex& index, const EveryPoint& everything,
                          const SimdKernels& kernels) {
      return StepSpectrumBatch(index, everything, kernels);
    };
    pass_.visit(bandwidths, sums, batch, take, runtime, part);
  }

 private:
  // When they are first asked for.
  struct Measured {
    std::once_flag once;
    std::unique_ptr<SquaredDistances> sq_dist;
    std::unique_ptr<DistanceConsistency> steps;
  };

  const DistanceConsistency& subspaces(const Runtime& runtime) const {
    const std::vector<double>& scales = options_.measure.scale;
    const double* scale = scales.empty() ? nullptr : scales.data();
    std::call_once(measured_->once, [&] {
      if (index_.source() == nullptr && !SquaredDistances::are_few(index_)) {
        measured_->steps = std::make_unique<DistanceConsistency>(index_, pass_.factors(), scale);
        return;
      }
      measured_->sq_dist = std::make_unique<SquaredDistances>(index_, runtime);
      measured_->steps = std::make_unique<DistanceConsistency>(
          *measured_->sq_dist, &index_, graph_, scale == nullptr ? nullptr : &pass_.factors(),
          scale);
    });
    return *measured_->steps;
  }

  ConsistencyOptions options_;
  const PointIndex& index_;
  const Adjacency* graph_;
  bool in_subspaces_;
  std::unique_ptr<Measured> measured_ = std::make_unique<Measured>();
  LocalPass pass_;
};

}  // namespace lapscale

#endif

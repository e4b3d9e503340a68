#ifndef LAPSCALE_KERNEL_CUTOFFS_HPP
#define LAPSCALE_KERNEL_CUTOFFS_HPP

namespace lapscale {

// Distances in bandwidths from which on pairs are left out: sqrt(-log(w)) drops weights below w.

// For graphs: drops weights below 1e-6.
constexpr double graph_cutoff = 3.7169221888498383;
// For Geometric Consistency and local principal components: drops weights below 1e-8.
constexpr double consistency_cutoff = 4.291932052578694;
// For kernel sums, where the error is below rounding: drops weights below 2.4e-16.
constexpr double negligible_cutoff = 6;
// For sums that have to be exact: drops weights below 1e-316.
constexpr double farthest_cutoff = 27;

}  // namespace lapscale

#endif

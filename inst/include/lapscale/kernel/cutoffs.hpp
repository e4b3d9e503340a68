#ifndef LAPSCALE_KERNEL_CUTOFFS_HPP
#define LAPSCALE_KERNEL_CUTOFFS_HPP

namespace lapscale {

// Distances in bandwidths from which on pairs are left out: sqrt(-log(w)) drops weights below w.

// Of a graph: weights below 1e-6.
constexpr double graph_cutoff = 3.7169221888498383;
// Of Geometric Consistency and local principal components: weights below 1e-8.
constexpr double consistency_cutoff = 4.291932052578694;
// Of kernel sums, whose error nobody sees: weights below 2.4e-16.
constexpr double negligible_cutoff = 6;
// Of sums that have to be exact: weights below 1e-316.
constexpr double farthest_cutoff = 27;

}  // namespace lapscale

#endif

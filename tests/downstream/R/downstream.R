# Distances of each row of x to its k nearest others, increasing: n x k.
distances_to_neighbors <- function(x, k) .Call(neighbor_distances, x, k)

# Distortion at each row of x of its local metric in dimension d at a bandwidth.
local_distortions <- function(x, d, bandwidth) .Call(distortions, x, d, bandwidth)

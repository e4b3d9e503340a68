# The rule of bw_gc() without d, as pure functions of the table of means over points at the
# bandwidths of a grid. bench/answer.R fixed its constants; notes/one-curve.md has the reasons.

# The largest climb up to each bandwidth: how far the curve has risen above the lowest point before.
largest_climb <- function(height) cummax(height - cummin(height))

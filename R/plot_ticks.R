# Ticks of logarithmic axes, the same for both devices.

log_places <- function(ends) grDevices::axisTicks(log10(range(ends)), log = TRUE, nint = 5)

# Writes numbers, or powers of ten as such if one is far from 1.
log_labels <- function(values) {
  powers <- round(log10(values))
  if (any(abs(powers) > 3, na.rm = TRUE) && isTRUE(all.equal(values, 10^powers))) {
    return(as.expression(lapply(powers, function(k) bquote(10^.(k)))))
  }
  vapply(values, format, "", digits = 3)
}

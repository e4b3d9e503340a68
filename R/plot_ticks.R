# Ticks of logarithmic axes, the same for both devices.

# Places between two positive numbers: powers of ten, with 2 and 5 or 3 times them where there are
# few, or the usual ones where even these are few.
log_places <- function(low, high) {
  decades <- log10(high) - log10(low)
  powers <- seq(floor(log10(low)), ceiling(log10(high)))
  if (decades > 4) {
    powers <- powers[powers %% ceiling(decades / 6) == 0]
    at <- 10^powers
  } else {
    far <- max(abs(log10(c(low, high)))) > 3.5
    steps <- if (decades > 3 && far) 1 else if (decades > 2.2) c(1, 3) else c(1, 2, 5)
    at <- as.vector(outer(steps, 10^powers))
  }
  inside <- at >= low * (1 - 1e-8) & at <= high * (1 + 1e-8)
  if (sum(inside) > 2L) at[inside] else usual_places(low, high)
}

usual_places <- function(low, high) {
  at <- pretty(c(low, high))
  at[at >= low & at <= high & at > 0]
}

# Numbers, or powers of ten as such where one is large; NA has none.
log_labels <- function(at) {
  powers <- log10(at)
  known <- powers[!is.na(powers)]
  large <- any(abs(known) > 3.5)
  if (large && all(abs(known - round(known)) < 1e-8)) {
    return(as.expression(lapply(round(powers), function(k) bquote(10^.(k)))))
  }
  vapply(at, format, "", digits = 3, scientific = if (large) 0 else 3)
}

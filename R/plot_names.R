# Names of classes, written where these lie.

# So many classes are named.
most_with_names <- 40L

# The names of classes that are too many for a key, each at the middle of its points; NULL for
# others.
names_layer <- function(x, y, colour) {
  if (is.null(colour) || is_number(colour)) {
    return(NULL)
  }
  shown <- seen_levels(colour)
  if (length(shown) <= most_with_key || length(shown) > most_with_names) {
    return(NULL)
  }
  classes <- factor(colour, shown)
  middle <- function(values) as.vector(tapply(values, classes, stats::median, na.rm = TRUE))
  names <- shorten_names(shown)
  ends <- range(y, finite = TRUE)
  share <- share_of(middle(x), range(x, finite = TRUE))
  height <- spread_names(share, share_of(middle(y), ends), names)
  text_layer(middle(x), ends[[1]] + diff(ends) * height, names, size = 1,
             across = share_before(share, names))
}

# Places as shares of the way between two ends.
share_of <- function(at, ends) {
  if (ends[[1]] < ends[[2]]) (at - ends[[1]]) / diff(ends) else rep(0.5, length(at))
}

# The size of names as shares of a panel, which is not known when they are placed: that of a letter
# in a small one, and of letters and lines in one that fills a page.
small_letter <- 1 / 40
usual_letter <- 1 / 60
usual_line <- 1 / 25

# The heights of names, moved up or down until none is over another, if there is room.
#   across, height  the shares of the panel at which they are
spread_names <- function(across, height, names) {
  width <- nchar(names, "chars", allowNA = TRUE) * usual_letter
  beside <- abs(outer(across, across, "-")) < outer(width, width, "+") / 2
  diag(beside) <- FALSE
  beside[is.na(beside)] <- FALSE
  number <- seq_along(names)
  for (round in 1:1000) {
    above <- outer(height, height, "-")
    missing <- ifelse(beside, pmax(usual_line - abs(above), 0), 0)
    if (!any(missing > usual_line / 100, na.rm = TRUE)) break
    direction <- ifelse(above == 0, sign(outer(number, number, "-")), sign(above))
    moved <- height + rowSums(direction * missing, na.rm = TRUE) / 2
    height <- pmin(pmax(moved, pmin(height, 0)), pmax(height, 1))
  }
  height
}

most_letters <- 12L

# Long names without their end, or, where that tells them apart, without their middle.
shorten_names <- function(names, most = most_letters) {
  # NA of what is no text in its encoding.
  letters <- nchar(names, "chars", allowNA = TRUE)
  long <- letters %in% (most + 1L):max(letters, most + 1L, na.rm = TRUE)
  kept <- most - 3L
  cut <- function(after) {
    shorter <- names
    shorter[long] <- paste0(
      substr(names[long], 1L, kept - after), "...",
      substr(names[long], letters[long] - after + 1L, letters[long])
    )
    shorter
  }
  ends <- cut(0L)
  if (anyDuplicated(ends)) cut(kept %/% 2L) else ends
}

# Which share of each word is before its place: half, but for words that would end beyond the panel.
share_before <- function(share, words) {
  width <- nchar(words, "chars", allowNA = TRUE) * small_letter
  before <- ifelse(share < width / 2, share / width, pmax(0.5, 1 - (1 - share) / width))
  ifelse(is.finite(before), before, 0.5)
}

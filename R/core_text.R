# Numbers in words, for print methods and messages.

# Writes a number with its noun: "1 point", "1,200 points".
count <- function(n, what, plural = paste0(what, "s")) {
  paste(format(n, big.mark = ",", scientific = FALSE), if (n == 1) what else plural)
}

in_quotes <- function(words, mark = "\"") paste0(mark, words, mark, collapse = ", ")

# Shows the first few of many numbers.
shorten <- function(values, most = 6L) {
  shown <- paste(trimws(format(utils::head(values, most), big.mark = ",")), collapse = ", ")
  if (length(values) > most) paste0(shown, ", ...") else shown
}

# Writes a few digits of each number, whatever the others need; without an exponent where that is no
# longer.
short <- function(values, digits = 2) vapply(values, format, "", digits = digits, scientific = 2)

percent <- function(share) format(100 * share, digits = 2 + (share >= 0.1))

# Names the ends of an interval as confint() does.
percent_names <- function(level) {
  ends <- (1 + c(-1, 1) * level) / 2
  paste(format(100 * ends, trim = TRUE, scientific = FALSE, digits = 3), "%")
}

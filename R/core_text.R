# Numbers in words, for print methods and messages.

# Writes numbers n with their digits in groups of three. If options(OutDec = ",") makes the comma
# the decimal mark, the point separates groups.
thousands <- function(n, ...) {
  format(n, big.mark = if (identical(getOption("OutDec"), ",")) "." else ",", ...)
}

# Writes a number with its noun: "1 point", "1,200 points".
#   n  the number;  noun: for 1;  plural: the noun for any other number
count <- function(n, noun, plural = paste0(noun, "s")) {
  paste(thousands(n, scientific = FALSE), if (n == 1) noun else plural)
}

# Lists words in one text, each between two of the character `mark`.
in_quotes <- function(words, mark = "\"") paste0(mark, words, mark, collapse = ", ")

# Shows the first few of many numbers.
#   values  any number of values;  max_shown: how many are shown
shorten <- function(values, max_shown = 6L) {
  shown <- paste(trimws(thousands(utils::head(values, max_shown))), collapse = ", ")
  if (length(values) > max_shown) paste0(shown, ", ...") else shown
}

# Writes a few digits of each number, whatever the others need; without an exponent where that is no
# longer.
#   values  numbers;  digits: the fewest significant ones of each
short <- function(values, digits = 2) vapply(values, format, "", digits = digits, scientific = 2)

# Rounds a value that is below a limit to as many digits, two or more, as it takes to look so.
below <- function(value, limit) {
  signif(value, Find(function(digits) signif(value, digits) < limit, 2:15, nomatch = 15L))
}

# Writes a ratio without an upper bound so that "the mean" or another base can follow: "46% of",
# "more than 10 times".
#   ratio  to the base, 1 for 100%;  digits: significant ones
share_in_words <- function(ratio, digits = 2L) {
  if (ratio > 10) "more than 10 times" else paste0(short(100 * ratio, digits), "% of")
}

# A share in percent, without the sign.
percent <- function(share) format(100 * share, digits = 2 + (share >= 0.1))

# Names the ends of an interval of this level, such as 0.95, as confint() does.
percent_names <- function(level) {
  ends <- (1 + c(-1, 1) * level) / 2
  paste(format(100 * ends, trim = TRUE, scientific = FALSE, digits = 3), "%")
}

# Numbers in words, for print methods and messages.

# Writes numbers n as text, with their digits in groups of three. If options(OutDec = ",") makes the
# comma the decimal mark, the point separates groups. `...` is for format().
thousands <- function(n, ...) {
  format(n, big.mark = if (identical(getOption("OutDec"), ",")) "." else ",", ...)
}

# Writes a number with its noun: "1 point", "1,200 points".
#   n  the number;  noun: for 1;  plural: the noun for any other number
count <- function(n, noun, plural = paste0(noun, "s")) {
  paste(thousands(n, scientific = FALSE), if (n == 1) noun else plural)
}

# Joins words in one text with commas, each between two of the character `mark`.
in_quotes <- function(words, mark = "\"") paste0(mark, words, mark, collapse = ", ")

# Joins the first few of many values in one text with commas, with "..." if there are more.
#   values  any number of values;  max_shown: how many are shown
shorten <- function(values, max_shown = 6L) {
  shown <- paste(trimws(thousands(utils::head(values, max_shown))), collapse = ", ")
  if (length(values) > max_shown) paste0(shown, ", ...") else shown
}

# Returns a text with its first letter as a capital, for a title.
as_title <- function(text) paste0(toupper(substr(text, 1L, 1L)), substring(text, 2L))

# Writes each number as text with few significant digits, whatever the others need; with an exponent
# only if that is shorter by more than 2 letters.
#   values  numbers;  digits: significant digits of each; all digits before the decimal point are
#           shown, and no zeros at the end
short <- function(values, digits = 2) vapply(values, format, "", digits = digits, scientific = 2)

# Prints each text as a line that begins with two spaces, and of one that is wider than the console
# the rest below, after four. They are broken after commas and before parentheses.
cat_wrapped <- function(text) {
  text <- gsub("(?<!,) (?!\\()", "\u00a0", text, perl = TRUE)
  lines <- strwrap(text, getOption("width"), indent = 2L, exdent = 4L)
  writeLines(gsub("\u00a0", " ", lines, fixed = TRUE))
}

# Rounds a value that is below a limit so that it stays below it: to two significant digits, or as
# many more as that takes, up to 15.
#   value, limit  two numbers
round_below <- function(value, limit) {
  signif(value, Find(function(digits) signif(value, digits) < limit, 2:15, nomatch = 15L))
}

# Writes a ratio without an upper bound so that "the mean" or another base can follow: "46% of",
# "more than 10 times".
#   ratio  to the base, 1 for 100%;  digits: significant ones
share_in_words <- function(ratio, digits = 2L) {
  if (ratio > 10) "more than 10 times" else paste0(short(100 * ratio, digits), "% of")
}

# A share between 0 and 1, one number, in percent, as text without the sign: to three significant
# digits from 10% on, else to two.
percent <- function(share) format(100 * share, digits = 2 + (share >= 0.1))

# Names for the ends of an interval of this level, such as 0.95, as confint() has them: "2.5 %",
# "97.5 %".
percent_names <- function(level) {
  ends <- (1 + c(-1, 1) * level) / 2
  paste(format(100 * ends, trim = TRUE, scientific = FALSE, digits = 3), "%")
}

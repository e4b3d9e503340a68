# Plants small faults, one at a time, and counts how many the tests catch. A fault is drawn from a
# seed: `<` and `<=` swapped, a sign, a product for a quotient, a term dropped, a constant, a
# condition turned round, off by one.
#   Rscript lab/mutants.R r 1:50     in R/: the test files that enter the changed function
#   Rscript lab/mutants.R core 1:50  in the core: tests/cpp/<folder>/test_<name>.cpp is built with
#                                      the changed header; what passes, again under sanitizers
#   Rscript lab/mutants.R r again    those of lab/results/mutants.csv that survived; or core again
# Writes lab/results/mutants.csv: a row per fault, caught by which file, or survived. What is not caught
# within `patience` processor seconds has survived. Left out: numbers in the layout of pictures
# (*plot*.R), texts.
`%||%` <- rlang::`%||%`
patience <- 120
asked <- commandArgs(trailingOnly = TRUE)
where <- asked[[1]]
again <- asked[[2]] == "again"
source(sprintf("lab/mutants_%s.R", where))

# ---- what is changed to what -------------------------------------------------------------------

swapped <- c(
  "<" = "<=", "<=" = "<", ">" = ">=", ">=" = ">", "==" = "!=", "!=" = "==", "+" = "-", "-" = "+",
  "*" = "/", "/" = "*", "&&" = "||", "||" = "&&", "&" = "|", "|" = "&"
)

other_number <- function(text) {
  if (grepl("L$", text)) return(paste0(as.integer(sub("L", "", text)) + 1L, "L"))
  if (text %in% c("TRUE", "FALSE")) return(if (text == "TRUE") "FALSE" else "TRUE")
  value <- as.numeric(text)
  format(if (value == trunc(value) && value < 100) value + 1 else value * 1.5, digits = 15)
}

# A place in a file where `from` becomes `to`: list(file, line, column, from, to), or NULL where the
# one that was drawn cannot be changed.
draw_r <- function(file) {
  data <- utils::getParseData(parse(file, keep.source = TRUE))
  kinds <- c("LT", "LE", "GT", "GE", "EQ", "NE", "'+'", "'-'", "'*'", "'/'", "AND", "AND2", "OR",
             "OR2", if (!grepl("plot", file)) "NUM_CONST")
  places <- data[data$token %in% kinds & !data$text %in% c("NULL", "NA", "Inf", "NA_real_",
                                                           "NA_integer_", "NA_character_"), ]
  if (!nrow(places)) return(NULL)
  place <- places[sample(nrow(places), 1), ]
  to <- if (place$token == "NUM_CONST") other_number(place$text) else swapped[[place$text]]
  until <- place$col2
  # A term dropped: the sign and what follows it.
  if (place$text %in% c("+", "-") && stats::runif(1) < 0.5) {
    siblings <- data[data$parent == place$parent & data$id != place$id & data$token == "expr", ]
    right <- siblings[siblings$line1 == place$line1 & siblings$col1 > place$col2, ]
    left <- siblings[siblings$col1 < place$col1 | siblings$line1 < place$line1, ]
    if (nrow(right) == 1L && nrow(left) && right$line1 == right$line2) {
      to <- ""
      until <- right$col2
    }
  }
  from <- substr(readLines(file)[[place$line1]], place$col1, until)
  list(file = file, line = place$line1, column = place$col1, from = from, to = to)
}

draw_core <- function(file) {
  lines <- readLines(file)
  code <- !grepl("^\\s*(//|#|template|using|static_assert)|^\\s*\\*", lines)
  pattern <- " (<|<=|>|>=|==|!=|\\+|-|\\*|/|&&|\\|\\|) |\\b[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?\\b"
  found <- gregexpr(pattern, sub("//.*", "", lines))
  places <- do.call(rbind, lapply(which(code), function(i) {
    at <- found[[i]]
    if (at[[1]] > 0) data.frame(line = i, start = at, length = attr(at, "match.length"))
  }))
  if (is.null(places)) return(NULL)
  place <- places[sample(nrow(places), 1), ]
  was <- substr(lines[[place$line]], place$start, place$start + place$length - 1)
  sign <- trimws(was)
  to <- if (sign %in% names(swapped)) swapped[[sign]] else other_number(was)
  list(file = file, line = place$line, column = place$start + (sign != was), from = sign, to = to)
}

# The change with the text that is to be used: the file, or in R the top-level expression.
apply_change <- function(change) {
  lines <- readLines(change$file)
  line <- lines[[change$line]]
  change$code <- trimws(line)
  change$indent <- nchar(sub("\\S.*", "", line))
  rest <- substring(line, change$column + nchar(change$from))
  lines[[change$line]] <- paste0(substr(line, 1, change$column - 1), change$to, rest)
  if (endsWith(change$file, ".R")) {
    spans <- utils::getSrcref(parse(change$file, keep.source = TRUE))
    span <- Filter(function(s) s[[1]] <= change$line && s[[3]] >= change$line, spans)[[1]]
    lines <- lines[span[[1]]:span[[3]]]
  }
  c(change, list(text = lines))
}

draw_change <- function(seed, files, draw) {
  set.seed(seed)
  for (attempt in 1:20) {
    found <- draw(files[sample(length(files), 1, prob = file.size(files))])
    if (!is.null(found)) return(apply_change(found))
  }
}

# The change of a row of the table, where its line stands now, in its file or in another; NULL if it
# is gone.
change_of_row <- function(row, files) {
  has_line <- function(file) any(trimws(readLines(file)) == row$code)
  file <- Find(has_line, files[order(basename(files) != row$file)])
  if (is.null(file)) return(NULL)
  lines <- readLines(file)
  line <- which(trimws(lines) == row$code)
  line <- line[[which.min(abs(line - row$line))]]
  column <- row$column + nchar(sub("\\S.*", "", lines[[line]]))
  apply_change(list(file = file, line = line, column = column, from = row$from, to = row$to))
}

# ---- all ---------------------------------------------------------------------------------------

output <- "lab/results/mutants.csv"
known <- if (file.exists(output)) {
  texts <- c(from = "character", to = "character", by = "character")
  utils::read.csv(output, colClasses = texts, na.strings = character())
}
survived <- known[known$where == where & !known$caught, ]
seeds <- if (again) survived$seed else eval(parse(text = asked[[2]]))
half <- if (where == "r") r_half() else core_half()
for (seed in seeds) {
  caught <- "invalid"
  attempt <- 0
  # What does not compile, or is no function, is drawn again.
  while (identical(caught, "invalid")) {
    change <- if (again) {
      change_of_row(survived[survived$seed == seed, ], half$files)
    } else {
      draw_change(1000 * seed + attempt, half$files, half$draw)
    }
    attempt <- attempt + 1
    caught <- if (is.null(change)) "the line is gone" else half$catch(change)
  }
  if (is.null(change)) next
  row <- data.frame(
    where = where, seed = seed, file = basename(change$file), line = change$line,
    column = change$column - change$indent, from = change$from, to = change$to,
    caught = !is.na(caught), by = if (is.na(caught)) "" else caught, code = change$code
  )
  cat(sprintf("%s %d %s:%d  %s -> %s  %s\n", where, seed, row$file, row$line, row$from, row$to,
              if (row$caught) row$by else paste("SURVIVED ", row$code)))
  known <- rbind(known[!(known$where == where & known$seed == seed), ], row)
  known <- known[order(known$where, known$seed), ]
  utils::write.csv(known, output, row.names = FALSE)
}
now <- known[known$where == where & known$seed %in% seeds, ]
cat(sprintf("mutants in %s: %d of %d caught (%.0f %%)\n", where, sum(now$caught), nrow(now),
            100 * mean(now$caught)))

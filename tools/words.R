# Checks the texts of the package, from the project's root:
#   Rscript tools/words.R             spelling, and numbers that stand in two places
#   Rscript tools/words.R wordlist    adds every unknown word to inst/WORDLIST, to be read afterwards

action <- c(commandArgs(trailingOnly = TRUE), "check")[[1]]
failed <- FALSE

# ---- Spelling ------------------------------------------------------------------------------------

if (requireNamespace("spelling", quietly = TRUE)) {
  if (action == "wordlist") spelling::update_wordlist(confirm = FALSE)
  unknown <- spelling::spell_check_package()
  if (nrow(unknown)) {
    print(unknown)
    failed <- TRUE
  }
} else {
  message("The spelling was not checked: package spelling is not installed.")
}

# ---- British spellings in the texts that the spelling package does not read ------------------------

british <- paste0("\\b(neighbour|colour|behaviour|favour|centre|centred|labell|unlabell|learnt|grey|",
                  "(normal|minim|maxim|regular|optim|organ|recogn|symmetr|penal|factor)is(e|ing|ation))")
for (file in c("ARCHITECTURE.md", "CONTRIBUTING.md",
               list.files(c("notes", "bench", "lab"), "[.]md$", recursive = TRUE, full.names = TRUE),
               list.files("tests", "[.](R|cpp|h)$", recursive = TRUE, full.names = TRUE))) {
  # Words in backquotes, and tags in brackets, are code. Of code, comments and names of tests are read.
  lines <- gsub("`[^`]*`|\\[[a-z_]+\\]", "", readLines(file, warn = FALSE))
  prose <- "^.*?((^|\\s)(#|//) |test_that\\(\"|TEST_CASE\\(\")|^.*$"
  if (!grepl("[.]md$", file)) lines <- sub(prose, "", lines, perl = TRUE)
  for (at in grep(british, lines, ignore.case = TRUE)) {
    message(file, ":", at, ": a British spelling: ", trimws(lines[[at]]))
    failed <- TRUE
  }
}

# ---- Numbers that stand in two places -------------------------------------------------------------

# Constants of the code that texts repeat. `text` is what a sentence with the number looks like, with
# the number as its group; each match must be equal to the value of the code.
read <- function(file) paste(readLines(file, warn = FALSE), collapse = "\n")
first_group <- function(pattern, text) {
  found <- regmatches(text, regexec(pattern, text, perl = TRUE))[[1]]
  if (length(found)) found[[2]]
}
facts <- list(
  list(what = "version", file = "DESCRIPTION", code = "Version: ([0-9.]+)",
       text = "lapscale_([0-9]+[.][0-9]+[.][0-9]+)[.]tar|package version ([0-9.]+)|^# lapscale ([0-9.]+)"),
  list(what = "oldest R", file = "DESCRIPTION", code = "R \\(>= ([0-9.]+)\\)",
       text = "R ([0-9][.][0-9]+) or newer"),
  list(what = "C++ standard", file = "DESCRIPTION", code = "SystemRequirements: C[+][+]([0-9]+)",
       text = "C[+][+]([0-9]{2})"),
  list(what = "default cutoff", value = format(round(sqrt(-log(1e-6)), 2)),
       text = "default cutoff is ([0-9.]+[0-9])|sqrt\\(-log\\(1e-6\\)\\) = ([0-9.]+[0-9])"),
  list(what = "weights at h and 2 h", value = format(round(exp(-1), 2)),
       text = "at distance `h` it is ([0-9.]+[0-9])|([0-9.]+[0-9]) at (?:the )?distance (?:`h`|\\$h\\$)")
)
texts <- c("README.md", "NEWS.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "inst/CITATION",
           list.files("vignettes", "[.]Rmd$", full.names = TRUE, recursive = TRUE),
           list.files("man", "[.]Rd$", full.names = TRUE))
for (fact in facts) {
  value <- if (is.null(fact$value)) first_group(fact$code, read(fact$file)) else fact$value
  for (file in texts) {
    lines <- readLines(file, warn = FALSE)
    for (at in grep(fact$text, lines, perl = TRUE)) {
      found <- regmatches(lines[[at]], regexec(fact$text, lines[[at]], perl = TRUE))[[1]][-1]
      found <- found[nzchar(found)]
      if (!identical(unique(found), value)) {
        message(file, ":", at, ": the ", fact$what, " is ", value, ", not ",
                paste(found, collapse = ", "))
        failed <- TRUE
      }
    }
  }
}

# Sentences with figures of a measurement that stand on several pages. `pattern` finds the figures,
# and all pages must have the same ones.
same <- c(
  "eigenmaps of 100,000 points, seconds" = "2460 per point[^|]*\\| [0-9.]+ \\| ([0-9.]+)",
  "coverage of the best bandwidth" = "0%?\\s+to\\s+([0-9]+)%\\s+of (?:simulated )?samples",
  "rows from which nearest neighbors are advised" =
    "[Ff]rom about ([0-9,]+) (?:rows|points) on, use\\s"
)
for (what in names(same)) {
  found <- lapply(stats::setNames(nm = texts), function(file) {
    hits <- regmatches(read(file), gregexpr(same[[what]], read(file), perl = TRUE))[[1]]
    vapply(hits, function(hit) first_group(same[[what]], hit), "")
  })
  found <- unlist(found)
  if (length(unique(found)) > 1) {
    message("Pages differ in the ", what, ": ", paste(names(found), found, sep = " says ",
                                                     collapse = "; "))
    failed <- TRUE
  }
}

quit(status = as.integer(failed))

# The 50 fault cases: what is wrong with the call, whom it concerns, what has to come of it. Runs
# each for every function that it concerns and writes lab/results/faults.csv: case, required, functions,
# outcome ("met", or what was not). Cases and verdicts are in lab/fault_cases.R.
#   Rscript lab/fault_table.R          all
#   Rscript lab/fault_table.R 25 33    these, beside what the table has of the others
source("lab/common.R")
options(lapscale.threads = 2)

# ---- verdicts: NULL where the requirement is met, else what came instead ------------------------

# An error of ours that says `text`, at once, and leaves everything as it was.
refuses <- function(expr, text = NULL, class = NULL, seconds = 2) {
  before <- list(rng_state(), options())
  start <- proc.time()[[3]]
  error <- tryCatch({
    quietly(expr)
    NULL
  }, error = identity)
  if (is.null(error)) {
    return("no error")
  }
  if (!inherits(error, "lapscale_error")) {
    return(paste("error of R:", conditionMessage(error)))
  }
  lacking <- text[!vapply(text, grepl, NA, text_of(error), fixed = TRUE)]
  if (length(lacking)) {
    return(paste0("does not say \"", lacking[[1]], "\": ", text_of(error)))
  }
  if (!is.null(class) && !inherits(error, paste0("lapscale_error_", class))) {
    return(paste("class", class(error)[[1]]))
  }
  if (!identical(before, list(rng_state(), options()))) {
    return("random numbers or options changed")
  }
  if (proc.time()[[3]] - start > seconds) "late"
}

# A result for which `check` holds.
works <- function(expr, check = function(value) TRUE) {
  value <- tryCatch(quietly(expr), error = identity)
  if (inherits(value, "error")) {
    return(paste("error:", text_of(value)))
  }
  if (!isTRUE(check(value))) "another result"
}

# A result, and a warning or message of ours of that class.
tells <- function(expr, class, check = function(value) TRUE) {
  found <- tryCatch(conditions_of(expr), error = identity)
  if (inherits(found, "error")) {
    return(paste("error:", text_of(found)))
  }
  if (!any(paste0("lapscale_", class) %in% found$classes)) {
    return(paste("not told of:", toString(found$classes)))
  }
  if (!isTRUE(check(found$value))) "another result"
}

# One of the two.
works_or_refuses <- function(expr, check = function(value) TRUE) {
  outcome <- works(expr, check)
  if (!is.null(outcome) && startsWith(outcome, "error")) refuses(expr) else outcome
}

# The same verdict for each of several functions: names and verdicts.
each <- function(functions, verdict) lapply(functions, verdict)

source("lab/fault_cases.R")

asked <- as.integer(commandArgs(trailingOnly = TRUE))
numbers <- if (length(asked)) asked else seq_along(fault_cases)
rows <- lapply(numbers, function(number) {
  case <- fault_cases[[number]]
  start <- proc.time()[[3]]
  verdicts <- case$run()
  failed <- Filter(Negate(is.null), verdicts)
  outcome <- if (length(failed)) {
    paste0("NOT MET: ", paste(names(failed), unlist(failed), sep = ": ", collapse = "; "))
  } else {
    paste(c("met", if (!is.null(case$note)) paste0("(", case$note, ")")), collapse = " ")
  }
  message(number, " ", case$what, ": ", substr(outcome, 1, 400), " [",
          round(proc.time()[[3]] - start, 1), " s]")
  data.frame(
    case = number, what = case$what, functions = paste(names(verdicts), collapse = " "),
    outcome = outcome
  )
})
table <- do.call(rbind, rows)
if (length(asked)) {
  known <- utils::read.csv("lab/results/faults.csv")
  table <- rbind(known[!known$case %in% asked, ], table)
  table <- table[order(table$case), ]
}
utils::write.csv(table, "lab/results/faults.csv", row.names = FALSE)
met <- sum(startsWith(table$outcome, "met"))
cat("fault cases: ", met, " of ", nrow(table), " met\n", sep = "")
quit(status = as.integer(met < nrow(table)))

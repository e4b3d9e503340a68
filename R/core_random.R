# Draws what is random.

# Returns a seed, a whole number of 0 or more below 2^53: the given one, or if that is NULL one from
# R's own generator, the same throughout a call of an exported function, so that the seed repeats
# the result. After an error door() puts R's generator back. A seed that is drawn is noted in
# call_record.
#   seed  NULL or a number of check_seed()
draw_seed <- function(seed) {
  if (!is.null(seed)) return(seed)
  call_record$common <- call_record$common %||% sum(floor(stats::runif(2, 0, 2^26)) * c(2^26, 1))
  call_record$seeds <- c(call_record$seeds, call_record$common)
  call_record$common
}

# Returns the value of `expr`, evaluated with R's generator started at `seed`, and puts the
# generator back to where it was.
with_seed <- function(seed, expr) {
  restore <- generator_restorer()
  on.exit(restore())
  set.seed(seed)
  expr
}

# Returns a function that puts R's generator back to where it is now; one without a state has none
# again.
generator_restorer <- function() {
  saved_seed <- get0(".Random.seed", globalenv(), inherits = FALSE)
  function() {
    if (!is.null(saved_seed)) {
      assign(".Random.seed", saved_seed, envir = globalenv())
    } else if (exists(".Random.seed", globalenv(), inherits = FALSE)) {
      rm(".Random.seed", envir = globalenv())
    }
  }
}

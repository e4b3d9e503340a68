# Draws what is random.

# Returns a seed: NULL draws one from R's own generator, when all arguments are found good; a number
# leaves that generator alone, and so does a call that ends in an error, see door(). All that a call
# draws has one seed, as if it had been given, so that the seed repeats the result.
#   seed  NULL or a number of check_seed()
draw_seed <- function(seed) {
  if (is.null(seed)) {
    drawn$common <- drawn$common %||% sum(floor(stats::runif(2, 0, 2^26)) * c(2^26, 1))
    seed <- drawn$common
  }
  drawn$seeds <- c(drawn$seeds, seed)
  seed
}

# Evaluates `expr` with R's generator started at `seed`, and puts it back to where it was.
keep_generator <- function(seed, expr) {
  restore <- generator_restorer()
  on.exit(restore())
  set.seed(seed)
  expr
}

# Returns a function that puts R's generator back to where it is now; one without a state has none
# again.
generator_restorer <- function() {
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  function() {
    if (!is.null(state)) {
      assign(".Random.seed", state, envir = globalenv())
    } else if (exists(".Random.seed", globalenv(), inherits = FALSE)) {
      rm(".Random.seed", envir = globalenv())
    }
  }
}

# The methods of learning from few labels, by name.

# Lists the methods that have a function ssl_<name>().
ssl_methods <- function() {
  list(
    auto = auto_method(), eigenmaps = eigenmaps_method(), iterated = iterated_method(),
    diffusion = diffusion_method(), harmonic = harmonic_method(), poisson = poisson_method(),
    laprls = laprls_method(), lapsvm = lapsvm_method(), hessian = hessian_method()
  )
}

# Finds the method whose function this is: its name and the function of its arguments; NULL where it
# is none of ours.
own_learner <- function(learner) {
  is_own <- function(name) identical(learner, get(paste0("ssl_", name)))
  name <- Find(is_own, names(ssl_methods()))
  if (!is.null(name)) list(name = name, default = get(paste0("ssl_", name, ".default")))
}

# Fits by a learner of ours where only predictions are used.
#   arguments  of the learner, named except for `x`, which is first
fit_without_errors <- function(learner, arguments) {
  call <- learner$default
  body(call) <- quote(list(frame = environment(), given = names(match.call())))
  found <- do.call(call, arguments)
  ssl_fit(
    ssl_methods()[[learner$name]], found$frame$x, found$frame$y, found$frame, found$given,
    with_errors = FALSE
  )
}

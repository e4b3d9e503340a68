# The methods of learning from few labels, by name: objects of new_ssl_method(), which
# R/lapscale-package.R lists.
ssl_methods <- list()

# The name of the generic function that a learner is, such as "ssl_auto"; NULL where it is none.
#   learner  a function
generic_of <- function(learner) {
  code <- body(learner)
  if (is.call(code) && identical(code[[1L]], quote(UseMethod))) code[[2L]]
}

# The default method of a learner, a function that has its arguments; NULL if the learner, a
# function, is no generic or has no such method.
default_of <- function(learner) {
  generic <- generic_of(learner)
  if (is.character(generic)) {
    utils::getS3method(generic, "default", optional = TRUE, envir = environment(learner))
  }
}

# The name of the method whose function a learner is, such as "auto" of ssl_auto(); NULL where it is
# no learner of this package.
#   learner  a function
own_learner <- function(learner) {
  name <- sub("^ssl_", "", generic_of(learner) %||% "")
  if (name %in% names(ssl_methods) && identical(environment(learner), topenv())) name
}

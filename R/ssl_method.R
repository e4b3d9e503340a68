# Methods of learning from few labels, as ssl_fit() asks them.

#   name, title  of ssl_<name>(), and in words
#   own          the arguments of the method alone, as given: a list
#   check        (own, arguments) -> `own` checked and completed;  arguments: of ssl_arguments()
#   learn        (problem, own) -> what new_ssl_fit() takes;  problem: of ssl_graph()
#   targets      (labels, own) -> what is learnt, n x q
#   is_random    own -> whether learning draws random numbers
#   candidates   (part, own) -> what a choice among methods looks at, see best_candidate(); NULL: it
#                cannot be chosen.  part: of spectral_part()
#   families     titles of the methods that its path tells apart, by name
#   is_machine   whether its functions go on where the graph ends
#   validation   how the labels are predicted without themselves: "leave-one-out" or "folds"
#   is_chance    whether its values are the chances of the classes
new_ssl_method <- function(name, title, own, check, learn,
                           targets = function(labels, own) labels$targets,
                           is_random = function(own) FALSE, candidates = NULL, families = NULL,
                           is_machine = FALSE, validation = "leave-one-out", is_chance = FALSE) {
  list(
    name = name, title = title, own = own, check = check, learn = learn, targets = targets,
    is_random = is_random, candidates = candidates, families = families, is_machine = is_machine,
    validation = validation, is_chance = is_chance
  )
}

# Of candidates list(path, fit) the one with the least error. `path`: a data frame with parameters,
# squared_error and se; `fit`: row -> what the method has learnt there.
best_candidate <- function(candidates) {
  path <- candidates$path
  learnt <- candidates$fit(which.min(path$squared_error))
  learnt$path <- if (nrow(path) > 1L) path
  learnt
}

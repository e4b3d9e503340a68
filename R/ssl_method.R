# Methods of learning from few labels, as ssl_fit() asks them.

#   name, title  of ssl_<name>(), and in words
#   own          the arguments of the method alone, as given: a list
#   check        (own, arguments) -> `own` checked and completed;  arguments: of ssl_arguments()
#   learn        (problem, own) -> what new_ssl_fit() takes;  problem: of ssl_graph()
#   targets      (labels, own) -> what is learnt, n x q
#   is_random    own -> whether learning draws random numbers
#   candidates   (part, own) -> what a choice among methods looks at, see learn_best_candidate();
#                NULL: it cannot be chosen.  part: of spectral_part()
#   families     titles of the methods that its path tells apart, by name
#   is_machine   whether its functions go on where the graph ends
#   is_spectral  whether it learns of eigenvectors
#   n_vectors    (labels, own, points) -> of how many eigenvectors of a graph that is not stored it
#                can learn, 1 where of products alone; NULL: it wants the weights
#   score_kind   what its values are: "squares" and "hinge" by the loss that they minimise, "chance"
#                where they are the chances of the classes
new_ssl_method <- function(name, title, own, check, learn,
                           targets = function(labels, own) labels$targets,
                           is_random = function(own) FALSE, candidates = NULL, families = NULL,
                           is_machine = FALSE, is_spectral = FALSE, n_vectors = NULL,
                           score_kind = "squares") {
  list(
    name = name, title = title, own = own, check = check, learn = learn, targets = targets,
    is_random = is_random, candidates = candidates, families = families, is_machine = is_machine,
    is_spectral = is_spectral, n_vectors = n_vectors, score_kind = score_kind
  )
}

# Learns by the candidate that `choose` takes.
#   candidates  part -> list(path, losses, fit, at).  path: a data frame with parameters,
#               squared_error and se;  losses: the squared errors of leave-one-out, n x rows of the
#               path;  fit: row -> what the method has learnt there;  at: (row, points of the part)
#               -> what it predicts there from the labels
#   choose      (what candidates() returns, part) -> row
learn_best_candidate <- function(candidates, part, choose = least_error) {
  found <- candidates(part)
  learnt <- found$fit(choose(found, part))
  learnt$path <- if (nrow(found$path) > 1L) found$path
  learnt$without <- function(out) {
    part_left <- hide_labels(part, out)
    found <- candidates(part_left)
    or_the_mean(found$at(choose(found, part_left), part$rows[out]), part, out)
  }
  learnt
}

least_error <- function(found, part) which.min(found$path$squared_error)

#' Test which columns vary along the others
#'
#' @description
#' Tests for each column of a table whether it varies along the heat-kernel graph of all **other**
#' columns, and measures which share of its variance they predict.
#'
#' **When to use it.** Use it to find the genes, sensors, or items that take part in the structure
#' that an embedding of the table shows, and those that are noise. A test on a graph that was made
#' of the same columns, or of their principal components, calls every column significant, because
#' the graph knows the column. For variables of which the graph was not made, use [graph_test()].
#' Counts that are divided by the total of their row depend on each other: if a few genes change the
#' totals along the graph, so do genes that do not take part, and nearly all are significant. Divide
#' by the total of genes that do not differ instead, or by size factors that do not depend on those
#' that do.
#'
#' @details
#' The heat kernel is a product over columns. The weights of the graph without column \eqn{c} are
#' therefore known without making another graph,
#' \deqn{w_{ij} \exp((x_{ic} - x_{jc})^2 / h^2),}{w_ij exp((x_ic - x_jc)^2 / h^2),}
#' and one pass over the pairs of rows serves all columns. No other kernel has this property.
#'
#' **Share.** With the random walk \eqn{P} on the graph of the other columns, the share is
#' \deqn{1 - \frac{\sum_i (x_{ic} - (P x_c)_i)^2}{\sum_i (x_{ic} - \bar x_c)^2},}{
#' 1 - sum_i (x_ic - (P x_c)_i)^2 / sum_i (x_ic - mean)^2,}
#' or 0 if this is negative. In most tables of measurements, nearly every column depends on some of
#' the others, and with many rows nearly every p-value is small. The result is therefore sorted by
#' the share, which says how much a column takes part. P-values separate small shares from noise.
#'
#' **Test.** Moran's I of the column on that graph, as in [graph_test()]. The skewness comes from
#' 100 to 200 of the rows. The null hypothesis is that the column is independent of all other
#' columns taken together. A small p-value does not say on which of them it depends.
#'
#' **Groups.** Columns that measure nearly the same, such as neighboring wavelengths, indicators of
#' the classes of one factor, or replicates of one sensor, predict each other. Put them into one of
#' the `groups`: then the graph for each of them leaves out the whole group. There is a message if
#' two columns of different groups have a correlation above 0.99 or below -0.99.
#'
#' **Bandwidth.** One bandwidth is used for all columns. It must not depend on the columns in a way
#' that favors some of them. In particular, do not select columns with a bandwidth that was chosen
#' by labels or a response and then test whether these columns predict that response.
#'
#' **Many rows.** All pairs of rows are used if `k` is `NULL` and the squared number of rows times
#' the number of columns is at most 2e10, which takes about a minute. Otherwise, the columns are
#' divided into up to 10 folds. For each fold, the 50 nearest neighbors of each row are found in the
#' columns outside the fold, and the graphs of the columns in the fold have these edges. A graph
#' whose edges were found with the column itself would call noise significant. Shares are larger
#' with nearest neighbors, because fewer and nearer rows predict a column: compare shares of one `k`
#' only.
#'
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 4 and `r` at least 2. A `dist`
#'   is an error, because it has no columns.
#' @param bandwidth The bandwidth \eqn{h} in the unit of `x`, as in [heat_graph()]. If `NULL` (the
#'   default), it is that of [bw_gc()], or the mean distance to the 7th nearest neighbor if this is
#'   larger.
#' @param groups Columns that are left out together: a vector with one element per column, equal in
#'   the columns of a group, or clusters of the columns, as from `cluster_spectral(t(x), k)`. A
#'   column with `NA` is a group of its own. If `NULL` (the default), each column is.
#' @param scale If `TRUE`, columns are centered and divided by their standard deviations. Use it if
#'   they have different units. The default is `FALSE`.
#' @param ... Settings by name:
#'   - `k`: number of nearest neighbors. If `NULL` (the default), see Details. If `Inf`, all pairs
#'     are used;
#'   - `weights`: if `NULL` (the default), all rows count equally. Otherwise, how much each row
#'     counts as a neighbor and in the share, numbers of at least 0. Rows with weight 0 are left
#'     out;
#'   - `na_action`, `reduced`: see [point_set()]. `metric` can only be `"euclidean"`, because the
#'     cosine and the correlation of rows mix all columns, so that none can be left out;
#'   - `n_threads`, `progress`: see [lapscale_conventions].
#' @inheritParams graph_test
#' @return A list of class [lapscale_test] with a row per column, the largest share first. It prints
#'   the first 10 columns: `print(test, n = ncol(x))` prints all, and `as.data.frame(test)` returns
#'   them.
#' @section Errors, warnings, and messages:
#' - `lapscale_error_argument`, naming the argument;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the table and its permutations do not fit into memory;
#' - `lapscale_warning_constant` if a column is constant. Its results are `NA`;
#' - `lapscale_warning_isolated` if no row has a neighbor without a column. Its results are `NA`;
#' - `lapscale_message_alike` if two columns of different groups are nearly the same;
#' - `lapscale_message_cost` if the call will take 10 seconds or more.
#' @references Cliff, A. D. and Ord, J. K. (1981). *Spatial Processes: Models and Applications*.
#'   Pion (Moran's I and its moments).
#' @seealso [lapscale_test] for what you can do with the result, [embed_columns()] for the columns
#'   along which an embedding changes, and the article *Which columns vary along
#'   the others* of the website.
#' @examples
#' # The four measurements of irises, and copies of them in random order.
#' set.seed(5)
#' x <- as.matrix(iris[1:4])
#' copies <- apply(x, 2, sample)
#' colnames(copies) <- paste("shuffled", colnames(x))
#' x <- cbind(x, copies)
#' test <- graph_columns(x, scale = TRUE)
#' test
#' print(test, n = 3)
#' # Length and width of a petal measure its size: each is tested without the other.
#' graph_columns(x, groups = c("sl", "sw", "petal", "petal", 1:4), scale = TRUE)
#' @export
graph_columns <- function(x, bandwidth = NULL, groups = NULL, n_permutations = 0, seed = NULL,
                          scale = FALSE, ...) door({
  args <- arguments()
  refuse_if(length(dim(bandwidth)) == 2L,
            c("`bandwidth` must be a number or a selector, not {describe(bandwidth)}.",
              i = "graph_test() takes other variables `y`: `graph_test(heat_graph(x), y)`."))
  refuse_metric(args$metric)
  checked <- as_points(x, args, min_rows = 4L,
                       of_distances = "A dist has no columns: give the table that it was made of.")
  refuse_metric(checked$scaling$metric %||% "euclidean")
  n <- nrow(checked$x)
  p <- ncol(checked$x)
  refuse_if(p < 2L, "`x` must have 2 columns or more, not 1: a column is tested along the others.")
  checked$columns <- name_some_columns(checked$columns, x)
  grouping <- column_groups(groups, checked$columns)
  n_permutations <- check_count(n_permutations, "n_permutations", min = 0)
  seed <- check_seed(seed)
  runtime <- new_runtime(args$n_threads, args$progress)
  k <- resolve_column_neighbors(args$k, n, p)
  check_memory(64 * n * p + 4 * n * n_permutations + 1000 * p * (6 + n_permutations), "x",
               paste("for the test of", p, "columns of", n, "rows"))
  check_spread_for(bandwidth, checked)
  checked <- share_for_call(checked)
  selection <- bandwidth_with_neighbors(bandwidth, checked, usual_local_scale, seed, runtime)
  problem <- column_problem(checked, selection$value, grouping$number, k)
  inform_of_alike_columns(problem, checked$columns)
  problem$seed <- if (n_permutations > 0) draw_seed(seed) else 0
  problem$n_permutations <- n_permutations
  sums <- if (is.finite(k)) listed_column_sums(problem, k, runtime) else
    column_sums(problem, runtime)
  table <- column_table(problem, sums, checked$columns, grouping$label)
  warn_of_untested_columns(table, "x")
  graph_words <- c(if (is.finite(k)) paste(k, "nearest neighbors") else "all pairs",
                   describe_scaling(checked$scaling))
  new_test(table, "columns", n, n_permutations, selection$value, selection$method,
           paste(graph_words, collapse = ", "), k = if (is.finite(k)) as.integer(k),
           groups = grouping$count)
}, .takes = list("points", "weights", "run", k = NULL))

# Refuses a metric, a word, other than the Euclidean one, where each column is left out in turn.
refuse_metric <- function(metric) {
  refuse_if(!identical(metric, "euclidean"),
            c("`metric` must be \"euclidean\", not {describe(metric)}: each column is left out of
               the distances in turn.",
              i = "The cosine and the correlation of rows mix all columns."))
}

# Limits the pairs of rows times columns up to which all pairs are used, and says how many neighbors
# and folds there are beyond. Columns are nearly the same beyond the correlation `alike`.
column_limits <- list(pairs = 2e10, neighbors = 50L, folds = 10L, alike = 0.99)

# Returns the groups of columns: list(number: of the group of each column, from 1; label: of each
# column's group as the user gave it, text or NA; count: how many groups there are), the last two
# NULL without groups.
#   groups   as the user gave them, an element per column (NA: a group of its own), or clusters of
#            the columns (cluster: the number of each), or NULL
#   columns  names or numbers of the p columns
column_groups <- function(groups, columns) {
  p <- length(columns)
  if (is.null(groups)) return(list(number = seq_len(p), label = NULL, count = NULL))
  if (inherits(groups, "lapscale_clusters")) groups <- groups$cluster
  refuse_if(!is.atomic(groups) || length(groups) != p,
            "`groups` must have an element for each of the {p} columns of `x`, not
             {describe(groups)}.")
  label <- as.character(groups)
  group_key <- ifelse(is.na(label), paste0("alone ", seq_len(p)), paste0("group ", label))
  number <- match(group_key, unique(group_key))
  refuse_if(max(number) < 2L, "`groups` must be 2 or more: the columns of a group are tested along
                               those of the others.")
  list(number = number, label = label, count = max(number))
}

# Returns the number of neighbors, Inf for all pairs.
#   k  of the call: a number, Inf, or NULL: by the size of the table
#   n, p  numbers of rows and columns
resolve_column_neighbors <- function(k, n, p) {
  if (is.null(k)) return(if (n^2 * p <= column_limits$pairs) Inf else column_limits$neighbors)
  if (identical(k, Inf)) return(Inf)
  check_neighbors(k, "k", n)
}

# Returns the bandwidth as resolve_bandwidth() does, list(value: unit of x; method; ...): if it is
# NULL, that of bw_gc(), but at least the mean distance to neighbor k (method "knn"), so that few
# rows are without any.
#   bandwidth  of the call: a number, a selector or its result, or NULL
#   checked    of share_for_call(): x (n x r)
#   k          number of the neighbor
#   seed       a number, or NULL
#   runtime    of new_runtime()
bandwidth_with_neighbors <- function(bandwidth, checked, k, seed, runtime) {
  selection <- resolve_bandwidth(bandwidth, checked, seed, runtime)
  if (!is.null(bandwidth)) return(selection)
  handle <- acquire_shared_points(checked, runtime)
  k <- min(k, nrow(checked$x) - 1L)
  mean_distance <- mean(cpp_neighbor_distances(handle, k, runtime)[k, ])
  if (mean_distance > selection$value) list(value = mean_distance, method = "knn") else selection
}

# Returns what the core takes, rows in their canonical order and the columns of a group one after
# the other, those of a fold too: a list of
#   scaled     n x p, in bandwidths about the mean of each column
#   centred    n x p, each column of mean 0 and mean square 1 (constant ones 0);  mass: of each row
#   begin      where the columns of each group begin, from 0, and where the last ends
#   order      numbers of the columns of the data in this order
#   folds      list of c(first, last), numbers of the groups of each fold: one fold with all pairs
#   bandwidth  h
# Its arguments:
#   checked    of as_points(): x, mass;  h: bandwidth, unit of x
#   group      number of the group of each column;  k: number of neighbors, Inf: all pairs
column_problem <- function(checked, h, group, k) {
  row_order <- canonical_order(checked$x)
  n_groups <- max(group)
  fold <- if (is.finite(k)) (group - 1L) %% min(n_groups, column_limits$folds) else 0L * group
  order <- order(fold, group)
  x <- checked$x[row_order, order, drop = FALSE]
  group_runs <- rle(group[order])
  fold_of_group <- fold[order][cumsum(group_runs$lengths)]
  mass <- rep_len(checked$mass, nrow(x))[row_order]
  centred_x <- x - rep(column_means(x), each = nrow(x))
  # Squares of distances in bandwidths must be numbers.
  if (max(abs(centred_x)) / h > 1e150) abort_out_of_range()
  list(
    scaled = centred_x / h, centred = standardized(x), mass = mass,
    begin = c(0L, cumsum(group_runs$lengths)), order = order,
    folds = lapply(unname(split(seq_along(group_runs$lengths), fold_of_group)), range),
    bandwidth = h
  )
}

# Computes the means of the columns of the matrix x without overflow, length p.
column_means <- function(x) {
  apply(x, 2L, function(column) {
    largest <- max(abs(column))
    if (largest > 0) largest * mean(column / largest) else 0
  })
}

# Tells the user how many seconds, an estimate, the test will take, if these are many.
#   problem  of column_problem(), of which scaled (n x p) is used, with n_permutations
inform_of_columns <- function(seconds, problem) {
  inform_of_seconds(
    seconds, paste("The test of", ncol(problem$scaled), "columns"),
    paste0("Fewer rows take less", if (problem$n_permutations > 0) ", as do fewer permutations", ".")
  )
}

# Sums over all pairs of rows, of cpp_column_walks(), and the skewness of each column, from some of
# them: a list of the sums that column_table() names, each with a number per column (permuted: B x
# p, for B permutations).
#   problem  of column_problem(): scaled and centred (n x p, columns in bandwidths about their
#            means, and of mean 0 and mean square 1), mass (of each row), begin (where the columns
#            of each group begin, from 0, and where the last ends); with n_permutations and seed
#   runtime  of new_runtime()
column_sums <- function(problem, runtime) {
  n <- nrow(problem$scaled)
  walks_of_rows <- function(rows) {
    cpp_column_walks(problem$scaled[rows, , drop = FALSE], problem$centred[rows, , drop = FALSE],
                     problem$mass[rows], problem$begin, problem$n_permutations, problem$seed, runtime)
  }
  # A twentieth of the rows have a 400th of the pairs.
  seconds <- if (n^2 * ncol(problem$scaled) > quick_operations)
    seconds_of(walks_of_rows(seq_len(n %/% 20L))) else 0
  inform_of_columns(400 * seconds, problem)
  sums <- walks_of_rows(seq_len(n))
  # From here on a sample of the rows. The time of all groups is at most that of 50 with 200 rows,
  # or that of 100 rows.
  n_groups <- length(problem$begin) - 1L
  n_rows <- max(skewness_limits$column_rows * min(1, 50 / n_groups)^(1 / 3), 100)
  sampled_rows <- take_evenly(seq_len(n), n_rows)
  x <- problem$scaled[sampled_rows, , drop = FALSE]
  mass <- problem$mass[sampled_rows]
  sq_distances <- function(columns) {
    Reduce(`+`, lapply(columns, function(j) outer(x[, j], x[, j], "-")^2))
  }
  all_squares <- sq_distances(seq_len(ncol(x)))
  begin <- problem$begin
  skewness <- vapply(seq_len(n_groups), function(group) {
    group_squares <- sq_distances(seq(begin[[group]] + 1L, begin[[group + 1L]]))
    weights <- exp(-pmax(0, all_squares - group_squares)) * outer(mass, mass)
    diag(weights) <- 0
    sampled_skewness(weights)
  }, 0)
  c(sums, list(skewness = rep(skewness, diff(begin))))
}

# The sums of column_sums() over nearest neighbors that were found without the columns of each fold
# in turn: the same list.
#   problem  of column_problem(): scaled and centred (n x p, columns in bandwidths about their
#            means, and of mean 0 and mean square 1), mass (of each row), begin (where the columns
#            of each group begin, from 0, and where the last ends), folds (the first and the last
#            group of each); with n_permutations, seed
#   k        number of neighbors;  runtime: of new_runtime()
listed_column_sums <- function(problem, k, runtime) {
  n <- nrow(problem$scaled)
  check_list_memory(n, k, "k")
  settings <- resolve_graph_settings(list(type = graph_knn()$name, k = k), n)
  fold_sums <- list()
  add_fold <- function(fold) {
    fold_columns <- seq(problem$begin[[fold[[1L]]]] + 1L, problem$begin[[fold[[2L]] + 1L]])
    handle <- acquire_points(problem$scaled[, -fold_columns, drop = FALSE], runtime)
    on.exit(cpp_release(handle))
    edges <- graph_weights(handle, n, 1, settings, runtime)
    sums <- cpp_listed_column_walks(
      problem$scaled, problem$centred, problem$mass, problem$begin, edges, fold[[1L]], fold[[2L]],
      problem$n_permutations, problem$seed, runtime
    )
    # The graph of these edges without the fold stands for those of its columns.
    edges@x <- edges@x * problem$mass[edges@i + 1L] * rep(problem$mass, diff(edges@p))
    skewness <- weight_sums(edges, runtime)$skewness
    sums <- c(sums, list(skewness = replace(numeric(ncol(problem$scaled)), fold_columns, skewness)))
    fold_sums[[length(fold_sums) + 1L]] <<- sums
  }
  seconds <- seconds_of(add_fold(problem$folds[[1L]]))
  inform_of_columns(seconds * (length(problem$folds) - 1), problem)
  for (fold in problem$folds[-1L]) add_fold(fold)
  # Each column has its sums in one part, and 0 in the others.
  Reduce(function(a, b) Map(`+`, a, b), fold_sums)
}

# Returns the table of the columns, a data frame, the largest share first: column (its name), share
# (0 to 1), share.null, group (with groups only), the columns of moran_table(), and p.adjusted; NA
# for columns that cannot be tested.
#   problem       of column_problem(): centred (n x p), mass (length n), order (which columns of the
#                 data the p columns are)
#   sums          of column_sums() or listed_column_sums(), length p each. A are the weights along
#                 the other columns times the masses m, P the steps of their walk, z the centred
#                 column: total (sum of A), square (of A^2), degree_square (of squared row sums of
#                 A), skewness (of the weights), product (z' A z), permuted (the same for
#                 permutations of z, B x p for B of them), residual (sum of m (z - P z)^2),
#                 concentration (sum of m P^2)
#   data_columns  names or numbers of the columns of the data
#   group_label   label of the group of each column of the data, or NULL without groups
column_table <- function(problem, sums, data_columns, group_label) {
  centred <- problem$centred
  n <- nrow(centred)
  mass <- problem$mass
  moments <- list(total = sums$total, square = sums$square / sums$total^2,
                  degree_square = sums$degree_square / sums$total^2, skewness = sums$skewness)
  table <- moran_table(as.character(data_columns[problem$order]), centred, moments, sums$product,
                       sums$permuted)
  # `null_share` is the share if the column is independent of the others.
  mean_free <- centred - rep(colSums(mass * centred) / sum(mass), each = n)
  share <- 1 - sums$residual / colSums(mass * mean_free^2)
  null_share <- 1 - (sum(mass) + sums$concentration) / (sum(mass) - sum(mass^2) / sum(mass))
  table$share <- ifelse(is.na(table$estimate), NA, pmax(0, share))
  table$share.null <- ifelse(is.na(table$estimate), NA, null_share)
  table$group <- group_label[problem$order]
  leading_names <- c("column", "share", "share.null", "group")
  table <- table[c(intersect(leading_names, names(table)), setdiff(names(table), leading_names))]
  table <- with_adjusted_p(table)[order(problem$order), ]
  table <- table[order(-table$share, table$p.value), ]
  row.names(table) <- NULL
  table
}

# Informs of columns that are nearly the same as one of another group: on up to 500 of the rows
# first, and then on all.
#   problem  of column_problem(): centred (n x p, each column of mean 0 and mean square 1), begin
#            (where the columns of each group begin), order
#   columns  names or numbers of the columns in the order of the data
inform_of_alike_columns <- function(problem, columns) {
  centred <- problem$centred
  group <- rep(seq_len(length(problem$begin) - 1L), diff(problem$begin))
  sample <- standardized(centred[take_evenly(seq_len(nrow(centred)), 500L), , drop = FALSE])
  # Numbers of columns; `alike` are pairs of a position in a block and a number of a column.
  blocks <- split(seq_len(ncol(centred)), (seq_len(ncol(centred)) - 1L) %/% 500L)
  pairs <- do.call(rbind, lapply(unname(blocks), function(block) {
    is_alike <- abs(crossprod(sample[, block, drop = FALSE], sample)) > 0.9 * nrow(sample)
    alike <- which(is_alike & outer(block, seq_len(ncol(centred)), "<"), arr.ind = TRUE)
    block_pairs <- cbind(block[alike[, 1L]], alike[, 2L])
    block_pairs[group[block_pairs[, 1L]] != group[block_pairs[, 2L]], , drop = FALSE]
  }))
  correlation <- vapply(seq_len(nrow(pairs)), function(i) {
    mean(centred[, pairs[i, 1L]] * centred[, pairs[i, 2L]])
  }, 0)
  pairs <- pairs[abs(correlation) > column_limits$alike, , drop = FALSE]
  if (!nrow(pairs)) return(invisible())
  example <- columns[sort(problem$order[pairs[1L, ]])]
  inform(c("`x`: {nrow(pairs)} pair{?s} of columns {?is/are} nearly the same, such as
            {example[[1L]]} and {example[[2L]]} (correlation beyond {column_limits$alike}), and
            predict each other.",
           i = "Put columns that measure the same into one of the `groups`."), "alike")
}

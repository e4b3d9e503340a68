# The floors of R/: a file names functions and values of its own floor and of those below it, never
# of those above. Reads the sources alone.
#   Rscript tools/floors.R           the references upward, by file, and the largest circle of files
#   Rscript tools/floors.R FOLDER    the same for the R files of another folder

# Fails on a reference upward.
strict <- TRUE

# The floors from below, and the files of each as patterns of their names. If several patterns fit, the
# highest floor counts: `bw_plot.R` is a picture and not a selector. `plot_*` is what pictures are made
# of, and knows no family.
floors <- list(
  values = "^core_",
  points = paste0(
    "^core_(cells|checked_points|column_names|distances|draw|foreign_graphs|functions|mass|metric|",
    "new_rows|order|output|paged_points|pairs|pass_workers|points|point_.*|scaling|",
    "selectors|shared_points|source_.*|sparse_points|spread|workers)|^point_"
  ),
  linalg = "^linalg_",
  pictures = "^plot_",
  graph = "^graph_",
  select = c("^bw_", "^graph_laplacian_at$", "^dim_", "^noise_rows"),
  methods = c("^bw_(cv|reml|select)", "^embed_", "^metric_", "^ssl_", "^cluster_", "^sample_", "^noise_(level|remove|risk)", "^boundary_", "^smooth_"),
  plots = "^bw_explore$|^print_|^(boundary|bw|dim|graph|embed|metric|noise|point|ssl|cluster|sample)_.*(plot|print|tables|summary)"
)

folder <- c(commandArgs(trailingOnly = TRUE), "R")[[1L]]
files <- sort(list.files(folder, "[.]R$"))
files <- setdiff(files, c("RcppExports.R", "lapscale-package.R"))

# Returns the number of a file's floor, from below.
floor_of <- function(file) {
  name <- sub("[.]R$", "", file)
  fits <- vapply(floors, function(patterns) any(vapply(patterns, grepl, NA, name)), NA)
  if (!any(fits)) stop(file, " belongs to no floor: add its family to tools/floors.R", call. = FALSE)
  max(which(fits))
}

# Lists the names in a call, those in the defaults of arguments included, which all.names() skips,
# and functions that are looked up by their names.
names_in <- function(call) {
  if (is.name(call)) return(as.character(call))
  if (!is.call(call) && !is.pairlist(call)) return(character())
  parts <- as.list(call)
  looks_up <- is.call(call) && is.name(parts[[1L]]) && length(parts) > 1L &&
    as.character(parts[[1L]]) %in% c("do.call", "match.fun", "get", "get0")
  c(unlist(lapply(unname(parts), function(part) if (!missing(part)) names_in(part))),
    if (looks_up && is.character(parts[[2L]])) parts[[2L]])
}

# Reads the names that a file defines at its top level, and those that it uses.
read_file <- function(file) {
  defined <- used <- character()
  for (call in as.list(parse(file.path(folder, file), keep.source = FALSE))) {
    assigns <- is.call(call) && as.character(call[[1L]])[[1L]] %in% c("<-", "=") &&
      is.name(call[[2L]])
    if (assigns) defined <- c(defined, as.character(call[[2L]]))
    used <- c(used, names_in(if (assigns) call[[3L]] else call))
  }
  list(defined = unique(defined), used = unique(used))
}

read <- lapply(stats::setNames(nm = files), read_file)
defined <- lapply(read, `[[`, "defined")
home <- stats::setNames(rep(files, lengths(defined)), unlist(defined))
home <- home[!duplicated(names(home))]
floor <- vapply(files, floor_of, 0L)

# The files that each file depends on, as a matrix: row uses column.
uses <- matrix(FALSE, length(files), length(files), dimnames = list(files, files))
up <- list()
for (file in files) {
  names <- intersect(read[[file]]$used, names(home))
  names <- names[home[names] != file]
  uses[file, unique(home[names])] <- TRUE
  higher <- names[floor[home[names]] > floor[[file]]]
  for (target in sort(unique(home[higher]))) {
    up[[file]][[target]] <- sort(higher[home[higher] == target])
  }
}

# The largest set of files in which each depends on every other, directly or through others.
reached <- uses | diag(length(files)) > 0
repeat {
  further <- reached %*% reached > 0
  if (identical(further, reached)) break
  reached <- further
}
circle <- reached & t(reached)
circle <- files[circle[which.max(rowSums(circle)), ]]

n_up <- sum(vapply(up, function(targets) sum(lengths(targets)), 0L))
for (file in files[order(floor, files)]) {
  if (is.null(up[[file]])) next
  cat(sprintf("%s/%s (%s)\n", folder, file, names(floors)[[floor[[file]]]]))
  for (target in names(up[[file]])) {
    cat(sprintf("  up to %s (%s): %s\n", target, names(floors)[[floor[[target]]]],
                paste(up[[file]][[target]], collapse = ", ")))
  }
}
cat(sprintf("%d references upward from %d of %d files\n", n_up, length(up), length(files)))
cat(sprintf("%d files in the largest circle\n", if (length(circle) > 1L) length(circle) else 0L))
quit(status = as.integer(strict && n_up > 0L))

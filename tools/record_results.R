# As an R profile, records what the exported functions of lapscale return to a script:
#   R_PROFILE_USER=tools/record_results.R LAPSCALE_RECORD=results.csv Rscript script.R
# writes a row per call, in order: function, hash of the numbers in its result. Two versions of the
# package agree to the bit where their tables do (on one machine: instruction levels differ).
# tools/result_hashes.sh does this for the acceptance checks and the demos.

local({
  rows <- new.env()
  rows$name <- character()
  rows$hash <- character()

  # The numbers of a result through its public face, so that a renamed field changes nothing.
  public <- function(v) {
    timeless <- function(table) {
      table <- as.data.frame(table)
      plain(table[setdiff(names(table), "elapsed")])
    }
    if (inherits(v, "lapscale_bandwidths")) {
      timeless(as.data.frame(v))
    } else if (inherits(v, "lapscale_bandwidth")) {
      list(as.vector(v), timeless(as.data.frame(v)), timeless(lapscale::glance(v)))
    } else if (inherits(v, "lapscale_dimension")) {
      list(as.vector(v), timeless(as.data.frame(v)))
    } else if (inherits(v, "lapscale_embedding_list")) {
      lapply(seq_along(v), function(i) plain(as.matrix(v[[i]])))
    } else if (inherits(v, "lapscale_embedding")) {
      list(plain(as.matrix(v)), as.vector(v$eigenvalues), as.vector(v$bandwidth))
    } else if (inherits(v, "lapscale_ssl")) {
      list(plain(lapscale::augment(v)), timeless(lapscale::glance(v)),
           plain(lapscale::tidy(v, "path")))
    } else if (inherits(v, "lapscale_graph")) {
      w <- methods::as(v, "CsparseMatrix")
      list(w@p, w@i, w@x)
    } else if (inherits(v, "lapscale_laplacian")) {
      as.vector(v %*% seq_len(ncol(v)))
    } else {
      plain(v)
    }
  }
  # Numbers, words and their shape, without other attributes.
  plain <- function(v) {
    if (is.function(v) || is.environment(v) || isS4(v) || is.null(v)) {
      NULL
    } else if (is.list(v)) {
      lapply(unname(unclass(v)[setdiff(names(v) %||% seq_along(v), "elapsed")]), plain)
    } else if (is.factor(v)) {
      as.character(v)
    } else {
      list(dim(v), as.vector(unclass(v)))
    }
  }
  `%||%` <- function(a, b) if (is.null(a)) b else a

  keep <- function(name, value) {
    # What hashing itself calls is not the script's.
    if (isTRUE(rows$busy)) {
      return(invisible())
    }
    rows$busy <- TRUE
    on.exit(rows$busy <- FALSE)
    hash <- tryCatch(rlang::hash(public(value)), error = function(e) paste("no hash:", class(e)[1]))
    rows$name <- c(rows$name, name)
    rows$hash <- c(rows$hash, hash)
    invisible()
  }
  options(lapscale_keep_result = keep)

  families <- "^(bw|heat|graph|embed|metric|ssl|dim|sample|as_heat|bandwidth|select|risk|laplacian|cluster)_"
  # The attached copies are wrapped, formals and all: what the package calls itself is not recorded.
  wrapped <- function(name, original) {
    body(original) <- bquote({
      call <- sys.call()
      call[[1L]] <- .(original)
      value <- eval(call, parent.frame())
      getOption("lapscale_keep_result")(.(name), value)
      value
    })
    original
  }
  setHook(packageEvent("lapscale", "attach"), function(...) {
    attached <- as.environment("package:lapscale")
    for (name in grep(families, ls(attached), value = TRUE)) {
      unlockBinding(name, attached)
      assign(name, wrapped(name, get(name, attached)), attached)
    }
  })
  assign(".Last", envir = globalenv(), function() {
    utils::write.csv(
      data.frame(name = rows$name, hash = rows$hash), Sys.getenv("LAPSCALE_RECORD"),
      row.names = FALSE, quote = FALSE
    )
  })
})

# What the package says on real tables as they come: every message and warning of the whole default
# job, and every line of a print-out that asks to look at something.
#   Rscript bench/defaults/messages.R [set ...]
# The table has a row per message, with its numbers left out: the calls and the sets that it came
# from, how often it came, and how often at most in one call. notes/messages.md judges each.
source("bench/common.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L)
grDevices::pdf(NULL)

as_they_come <- list(
  iris = of_package("iris", "datasets", "Species"),
  crabs = of_package("crabs", "MASS", c("sp", "sex"), columns = 4:8),
  fgl = of_package("fgl", "MASS", "type"),
  Satellite = of_package("Satellite", "mlbench", "classes"),
  Sonar = of_package("Sonar", "mlbench", "Class"),
  Letters = of_package("LetterRecognition", "mlbench", "lettr"),
  Shuttle = of_package("Shuttle", "mlbench", "Class"),
  Ionosphere = of_package("Ionosphere", "mlbench", "Class", columns = c(1, 3:34)),
  spam = of_package("spam", "kernlab", "type"),
  `log spam` = of_package("spam", "kernlab", "type", transform = log1p),
  musk = of_package("musk", "kernlab", "Class"),
  digit1 = benchmark("digit1"),
  g241c = benchmark("g241c"),
  `wide counts` = wide_counts
)

# The first letters of a condition or a line, without numbers and names of rows.
pattern_of <- function(text) {
  text <- gsub("[[:space:]]+", " ", sub("\n.*", "", text))
  substr(gsub("-?[0-9][0-9.,e+-]*", "#", text), 1L, 110L)
}

# list(value, said): what a call returns, and a row for each thing that it says.
listen <- function(name, expr) {
  said <- list()
  hear <- function(kind) function(condition) {
    said[[length(said) + 1L]] <<- data.frame(
      call = name, kind = kind, class = sub("lapscale_(warning|message)_", "", class(condition)[[1]]),
      message = pattern_of(conditionMessage(condition)), text = conditionMessage(condition)
    )
    tryInvokeRestart(if (kind == "warning") "muffleWarning" else "muffleMessage")
  }
  value <- NULL
  printed <- utils::capture.output(value <- withCallingHandlers(
    tryCatch(expr, error = function(condition) {
      hear("error")(condition)
      NULL
    }),
    warning = hear("warning"), message = hear("message")
  ))
  for (line in grep("^ *!", printed, value = TRUE)) {
    said[[length(said) + 1L]] <- data.frame(
      call = name, kind = "print", class = "", message = pattern_of(line), text = line
    )
  }
  list(value = value, said = do.call(rbind, said))
}

# The whole job on one table.
job <- function(set) {
  x <- set$x
  set.seed(2)
  few <- unlist(lapply(split(seq_along(set$y), set$y), function(rows) rows[sample.int(length(rows), min(3L, length(rows)))]))
  y <- replace(set$y, -few, NA)
  said <- list()
  hear <- function(name, expr) {
    heard <- listen(name, expr)
    said[[length(said) + 1L]] <<- heard$said
    invisible(heard$value)
  }
  bw <- hear("bw_gc", bw_gc(x, seed = 1))
  hear("print(bw)", print(bw))
  hear("bw_report", print(bw_report(bw, x)))
  hear("plot(bw)", plot(bw))
  for (method in c("embed_eigenmaps", "embed_diffusion")) {
    e <- hear(method, get(method)(x, 2, seed = 1))
    if (is.null(e)) next
    hear(paste0("print, plot of ", method), {
      print(e)
      plot(e)
    })
    hear(paste0("predict of ", method), predict(e, x[1:20, ]))
  }
  e <- hear("embed_eigenmaps, bandwidth", print(embed_eigenmaps(x, 2, bandwidth = bw, seed = 1)))
  hear("embed_quality", print(embed_quality(e, x, seed = 1)))
  hear("embed_isomap", print(embed_isomap(x, 2)))
  hear("heat_graph, spectrum", print(graph_spectrum(graph_laplacian(heat_graph(x, bw)), 4)))
  hear("cluster_spectral", print(cluster_spectral(x, nlevels(set$y), seed = 1)))
  hear("cluster_spectral, gap", print(cluster_spectral(x, "gap", seed = 1)))
  hear("dim_estimate", print(dim_estimate(x, seed = 1)))
  for (method in c("ssl_auto", "ssl_harmonic", "ssl_iterated", "ssl_eigenmaps")) {
    fit <- hear(method, get(method)(x, y, bandwidth = bw, seed = 1))
    if (is.null(fit)) next
    hear(paste0("print, predict of ", method), {
      print(fit)
      predict(fit, x[1:20, ])
    })
  }
  if (length(x) < 2e4) {
    hear("bw_cv", print(bw_cv(x, replace(set$y, -unlist(lapply(split(seq_along(set$y), set$y), utils::head, 10L)), NA), learner = ssl_harmonic, seed = 1)))
    hear("bw_select", print(bw_select(x, seed = 1)))
  }
  do.call(rbind, said)
}

words <- commandArgs(TRUE)
chosen <- if (length(words)) words else names(as_they_come)
said <- do.call(rbind, lapply(chosen, function(name) {
  time <- system.time(found <- job(read_rows(as_they_come[[name]], repeated = TRUE)))
  cat(name, nrow(found), "said,", round(sum(time[1:2])), "CPU s\n")
  cbind(set = name, found)
}))
file <- Sys.getenv("LAPSCALE_SAID")
if (nzchar(file)) saveRDS(said, file)

rows <- split(said, paste(said$kind, said$message))
table <- do.call(rbind, lapply(rows, function(one) {
  per_call <- table(paste(one$set, one$call))
  data.frame(
    kind = one$kind[[1]], class = one$class[[1]], message = one$message[[1]],
    calls = paste(unique(one$call), collapse = ", "), sets = paste(unique(one$set), collapse = ", "),
    times = nrow(one), most = max(per_call)
  )
}))
show_table(table[order(table$kind, -table$times), ], "Said on real tables")

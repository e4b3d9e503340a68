#' Explore how a picture changes with the bandwidth
#'
#' @description
#' Opens a window that shows the curve of [bw_gc()] with a marker, and below it the picture of the
#' data at the bandwidth of the marker. Move the marker with the mouse or with the arrow keys, and
#' press Done to get its bandwidth.
#'
#' **When to use it.** Use it to see what the choice of the bandwidth does to the groups, branches,
#' and cycles of your data, before you write the calls into a script. The window shows these calls.
#'
#' @details
#' The curve is computed once, so moving the marker only costs the picture: an embedding of 5000
#' rows takes less than a second. Above 5000 rows the embedding is computed on 2000 landmarks and
#' extended to the other rows.
#'
#' Drag over the picture to select rows. They are marked in the small pictures of the local minima
#' of the curve, and listed in a table. The panel *Place* shows what a row at the place of the
#' pointer would be, in the units of `x`, beside the row of the nearest point: see `type = "data"`
#' in [predict()][predict.lapscale_embedding]. Where no point is near, there is no such row. The
#' panel *Checks* has the lines of [bw_report()] at the marker, and the panel *Code* the R code that
#' computes and draws exactly what is shown.
#'
#' The window is a web page that only this computer can open. It needs the package shiny.
#'
#' @param x Points as rows: a numeric matrix or data frame.
#' @param colour,color What colors the points: a value for each row, or the name of a column of `x`,
#'   which is then left out of the points. `NULL` (the default) uses the first coordinate of the
#'   embedding at the selected bandwidth, so that you see where points go.
#' @param seed A seed for [bw_gc()]: a whole number. The default is 1.
#' @param n_threads Number of threads. The default is the option `lapscale.threads`, otherwise at
#'   most 2. Results do not depend on it.
#' @param scale If `TRUE`, the columns are centered and divided by their standard deviations. Use it
#'   if they have different units. The calls in the window have it, too.
#' @param port,launch.browser Passed to [shiny::runApp()]: the port to listen on, and whether or how
#'   to open the window. A script, which is not interactive, must give a port: it waits there until
#'   Done is pressed.
#' @param ... Not used.
#' @return The bandwidth of the marker when Done is pressed, in the unit of `x`, invisibly. `NULL`
#'   if the window is closed or Cancel is pressed.
#' @section Errors:
#' - `lapscale_error_not_installed` if shiny is not installed;
#' - `lapscale_error_argument`, naming `x`, `colour`, `seed`, or `scale`, or `port`, which a session
#'   that is not interactive needs; the errors of [bw_gc()].
#' @seealso [embed_scales()] for the pictures at all local minima, without a window;
#'   [bw_report()].
#' @examples
#' if (interactive()) {
#'   h <- bw_explore(iris, colour = "Species")
#' }
#' @export
bw_explore <- function(x, colour = NULL, color = NULL, seed = 1, n_threads = NULL, scale = FALSE,
                    port = getOption("shiny.port"),
                    launch.browser = getOption("shiny.launch.browser", interactive()), ...) door({
  check_installed("shiny", "to explore bandwidths in a window")
  expressions <- list(x = substitute(x), colour = substitute(colour) %||% substitute(color))
  model <- explore_model(x, colour %||% color, expressions, seed, n_threads, scale)
  refuse_if(!interactive() && is.null(port),
            c("bw_explore() opens a window and waits for you, but this session is not interactive.",
              i = "To open the page in a browser yourself, supply the `port` to listen on."))
  app <- shiny::shinyApp(explore_page(model), explore_server(model))
  # Listens on this computer only, whatever shiny's options say.
  invisible(shiny::runApp(app, port = port, host = "127.0.0.1", launch.browser = launch.browser))
}, ...)

# rows: pictures of more rows are computed on landmarks;  landmarks: their number
# steps: the last step of the marker;  listed: rows in the table;  minima: pictures of minima
explore_limits <- list(rows = 5000L, landmarks = 2000L, steps = 400L, listed = 8L, minima = 4L)

# Makes the model of the window from the arguments of bw_explore(). Returns a list:
#   x              the points as the user gave them, without the column of the colors
#   colour         a value per row, or NULL
#   code           list(x, colour): the code of both, texts
#   selected       the bandwidth of bw_gc(), a lapscale_bandwidth;  n: number of points
#   ends           logarithms of the first and the last bandwidth of the curve
#   scale_args     list(scale = TRUE), an argument of the calls in the window, or NULL
#   landmark_args  list(landmarks: their number; seed), arguments of the embeddings in the window;
#                  NULL up to explore_limits$rows points
# Arguments:
#   x            as the user gave it;  scale: whether columns are scaled
#   colour       a value per row, the name of a column of x, or NULL
#   expressions  list(x, colour): the code that the user wrote for them, NULL for none
#   seed, n_threads  of bw_gc()
explore_model <- function(x, colour, expressions, seed, n_threads, scale = FALSE) {
  code <- list(
    x = short_code(expressions$x, "x"), colour = short_code(expressions$colour, "colour")
  )
  if (is.character(colour) && length(colour) == 1L && is.data.frame(x)) {
    refuse_if(!colour %in% names(x),
              "`colour` = \"{colour}\" is not a column of `x`; it has {in_quotes(names(x))}.")
    code$colour <- call("[[", code$x, colour)
    code$x <- bquote(.(code$x)[names(.(code$x)) != .(colour)])
    columns <- x
    x <- x[names(x) != colour]
    colour <- columns[[colour]]
  }
  # Its errors name no argument that this function lacks.
  muffle_own(as_points(x, NULL, any_kind))
  selected <- bw_gc(x, seed = seed, n_threads = n_threads, scale = scale)
  n <- glance(selected)$n
  coloured(colour, n)
  curve <- as.data.frame(selected)
  list(
    x = x, colour = colour, code = lapply(code, code_text), selected = selected, n = n,
    ends = log(range(curve$bandwidth)), scale_args = if (scale) list(scale = TRUE),
    landmark_args = if (n > explore_limits$rows) {
      list(landmarks = explore_limits$landmarks, seed = 1)
    }
  )
}

# Returns the code that the user wrote as an argument, if it is short and no placeholder of a pipe;
# otherwise the name of the argument, a symbol.
#   expression  code, or NULL;  argument: name of the argument, a string
short_code <- function(expression, argument) {
  is_unusable <- is.null(expression) || identical(expression, quote(.)) ||
    nchar(code_text(expression)) > 60L
  if (is_unusable) as.name(argument) else expression
}

# Code as a text, its lines joined by line breaks.
#   code  a call, a symbol, or a constant
code_text <- function(code) {
  paste(trimws(deparse(code, width.cutoff = 500L, backtick = TRUE), "left"), collapse = "\n")
}

# Returns the bandwidth at a step of the marker. At the step of the bandwidth of bw_gc() it is
# exactly that.
#   model  of explore_model(): selected, ends;  step: whole number from 0 to explore_limits$steps,
#          even in log h
bandwidth_at_step <- function(model, step) {
  h <- plain(model$selected)
  if (step == step_of(model, h)) h else
    signif(exp(model$ends[[1L]] + step / explore_limits$steps * diff(model$ends)), 6)
}

# The step of the marker that is nearest to a bandwidth.
#   model  of explore_model(): ends;  h: the bandwidth
step_of <- function(model, h) {
  round((log(h) - model$ends[[1L]]) / diff(model$ends) * explore_limits$steps)
}

# Makes the calls that compute the picture, in which `x` and `h` are the points and the bandwidth.
# Returns list(e: the call of the embedding; for clusters also groups: the call of the clusters).
# The window evaluates them, and its code panel shows them.
#   model  of explore_model(): scale_args, landmark_args
#   kind   of picture: "eigenmaps", "diffusion", "layout", or "clusters"
#   k      number of clusters, used for these only
explore_calls <- function(model, kind, k) {
  functions <- list(eigenmaps = quote(embed_eigenmaps), diffusion = quote(embed_diffusion),
             layout = quote(embed_layout))
  # k: the number of coordinates, or of clusters.
  call <- function(f, k, ...)
    as.call(c(f, quote(x), k, bandwidth = quote(h), ..., model$scale_args))
  embed <- function(f) call(f, 2, model$landmark_args)
  if (kind != "clusters") return(list(e = embed(functions[[kind]])))
  list(e = embed(functions$eigenmaps), groups = call(quote(cluster_spectral), k))
}

# Computes the picture: list(e: a lapscale_embedding; for clusters groups, of cluster_spectral();
# words: texts of warnings and errors, perhaps none). After an error words alone.
#   model  of explore_model(): x;  h: bandwidth
#   kind   of picture: "eigenmaps", "diffusion", "layout", or "clusters"
#   k      number of clusters
explore_picture <- function(model, h, kind, k) {
  words <- character()
  env <- rlang::env(topenv(), x = model$x, h = h)
  result <- tryCatch(
    withCallingHandlers(
      lapply(explore_calls(model, kind, k), eval, env),
      warning = function(w) {
        words <<- c(words, conditionMessage(w))  # nolint: undesirable_operator_linter.
        rlang::cnd_muffle(w)
      },
      message = function(m) rlang::cnd_muffle(m)
    ),
    lapscale_error = function(e) {
      words <<- c(words, conditionMessage(e))  # nolint: undesirable_operator_linter.
      NULL
    }
  )
  c(result, list(words = unique(words)))
}

# Writes the R code of the picture, a text.
#   model  of explore_model(): colour, code (list(x, colour), texts);  h: bandwidth
#   kind   of picture: "eigenmaps", "diffusion", "layout", or "clusters"
#   k      number of clusters
explore_code <- function(model, h, kind, k) {
  calls <- explore_calls(model, kind, k)
  # What plot() is given as `colour`, a text; NULL: nothing.
  colour <- if (kind == "clusters") "factor(groups$cluster)" else
    if (!is.null(model$colour)) "colour"
  paste(c(
    "library(lapscale)", if (identical(colour, "colour")) paste("colour <-", model$code$colour),
    paste("x <-", model$code$x), paste("h <-", shortest(h)),
    paste(names(calls), "<-", vapply(calls, code_text, "")),
    paste0("plot(e", if (!is.null(colour)) paste0(", colour = ", colour), ")")
  ), collapse = "\n")
}

# Writes a number as text in as few digits as give it exactly.
shortest <- function(number) {
  candidates <- vapply(c(17, 6:16), function(digits) {
    format(number, digits = digits, decimal.mark = ".")
  }, "")
  exact <- candidates[as.numeric(candidates) == number]
  exact[[which.min(nchar(exact))]]
}

# ---- the page ------------------------------------------------------------------------------------

# The page of the app, a tag of shiny.
#   model  of explore_model(): landmark_args, selected
explore_page <- function(model) {
  tags <- shiny::tags
  kinds <- c("Laplacian eigenmaps" = "eigenmaps", "Layout" = "layout",
             "Diffusion map" = "diffusion", "Clusters" = "clusters")
  if (!is.null(model$landmark_args)) kinds <- kinds[kinds != "layout"]
  shiny::fluidPage(
    title = "Explore the bandwidth",
    tags$head(tags$style(shiny::HTML(explore_style)), tags$script(shiny::HTML(explore_script))),
    shiny::div(
      class = "bar", tags$h1("Explore the bandwidth"), tags$span(id = "h", `aria-live` = "polite"),
      shiny::actionButton("choice", "Go to the choice of bw_gc()"),
      shiny::actionButton("cancel", "Cancel"),
      shiny::actionButton("done", "Done", class = "btn-primary")
    ),
    shiny::plotOutput("curve", height = "270px", click = "curve_click"),
    tags$input(id = "marker", type = "range", min = 0, max = explore_limits$steps,
               value = step_of(model, plain(model$selected)), `aria-label` = "Bandwidth"),
    shiny::fluidRow(
      shiny::column(
        8,
        shiny::div(
          class = "choices",
          shiny::radioButtons("kind", NULL, kinds, inline = TRUE),
          shiny::conditionalPanel("input.kind == 'clusters'",
                                  shiny::numericInput("k", "Number of clusters", 3, 2, 20, 1))
        ),
        shiny::plotOutput("picture", height = "440px",
                          hover = shiny::hoverOpts("pointer", delay = 100, nullOutside = FALSE),
                          brush = shiny::brushOpts("brush", resetOnNew = FALSE)),
        tags$p(id = "words", shiny::textOutput("words", inline = TRUE)),
        shiny::plotOutput("minima", height = "210px")
      ),
      shiny::column(
        4,
        shiny::tabsetPanel(
          shiny::tabPanel("Checks", shiny::tableOutput("report")),
          shiny::tabPanel("Code", shiny::verbatimTextOutput("code")),
          shiny::tabPanel("Rows", shiny::textOutput("marked"), shiny::tableOutput("rows")),
          shiny::tabPanel("Place", tags$p("Move the pointer over the picture."),
                          shiny::tableOutput("place"))
        )
      )
    )
  )
}

explore_style <- "
body { font-size: 15px } h1 { font-size: 20px; margin: 0 1em 0 0 }
.bar, .choices { display: flex; align-items: center; gap: 1em; padding: 8px 0; flex-wrap: wrap }
.bar #h { font-size: 18px; flex: 1 } .choices .form-group { margin: 0 }
#marker { position: relative; display: block; accent-color: #D55E00; margin: 2px 0 12px }
#words { color: #8a3b00; min-height: 1.5em } #code { white-space: pre-wrap }
.table { font-size: 13px }"

# The marker is a slider of the browser, which the mouse and the arrow keys move. It is as wide as
# the frame of the curve, whose ends the server sends.
explore_script <- "
$(document).on('shiny:connected', function() {
  var marker = document.getElementById('marker');
  function tell() { Shiny.setInputValue('step', +marker.value); }
  marker.addEventListener('input', tell); tell();
  Shiny.addCustomMessageHandler('step', function(v) { marker.value = v; tell(); });
  Shiny.addCustomMessageHandler('h', function(v) { document.getElementById('h').textContent = v; });
  Shiny.addCustomMessageHandler('frame', function(v) {
    marker.style.left = 'calc(' + 100 * v[0] + '% - 8px)';
    marker.style.width = 'calc(' + 100 * (v[1] - v[0]) + '% + 16px)';
  });
});"

# ---- the server ----------------------------------------------------------------------------------

# Makes the server of the app, a function that shiny calls. Inside, these are reactives, functions
# without arguments that return what is current: `step`, the position of the slider; `rested`, its
# position once it has stood still for half a second; `h`, the bandwidth; `k`, the number of
# clusters; `picture`, of explore_picture(); and `marked_rows`, numbers of the rows that were
# selected with the mouse. `fits` are the embeddings at the minima, of embed_scales(). What the user
# did is in `input`, by the ids of explore_page(): step, kind, k, brush (a rectangle), pointer
# (x, y), and buttons.
#   model  of explore_model(): colour (a value per row, or NULL: the first coordinate), selected,
#          ends, x, scale_args
explore_server <- function(model) function(input, output, session) {
  step <- shiny::debounce(shiny::reactive(input$step), 60)
  rested <- shiny::debounce(shiny::reactive(input$step), 500)
  h <- shiny::reactive(bandwidth_at_step(model, shiny::req(step())))
  k <- shiny::reactive(if (isTRUE(input$k >= 2)) as.integer(input$k) else 3L)
  picture <- shiny::reactive(explore_picture(model, h(), input$kind, k()))
  fits <- embed_minima(model)
  colour <- model$colour %||% fits$embeddings[[which(fits$scales$chosen)]]$coordinates[, 1L]
  # Moves the marker to a bandwidth.
  go_to <- function(value) {
    step <- min(max(step_of(model, value), 0), explore_limits$steps)
    session$sendCustomMessage("step", step)
  }
  marked_rows <- shiny::reactive({
    e <- picture()$e
    if (is.null(e) || is.null(input$brush)) integer() else
      inside_brush(e$coordinates, input$brush)
  })

  output$curve <- shiny::renderPlot({
    graphics::par(mar = c(4, 4, 2, 1))
    plot(model$selected, main = "")
    graphics::abline(v = h(), col = choice_colour, lwd = 2)
    # The ends of the axis in shares of the width of the picture, and in log h.
    frame <- graphics::par("plt")[1:2]
    usr <- log(10^graphics::par("usr")[1:2])
    # Where the first and the last bandwidth of the curve are, in shares of that width.
    ends <- frame[[1L]] + (model$ends - usr[[1L]]) / diff(usr) * diff(frame)
    session$sendCustomMessage("frame", ends)
    session$sendCustomMessage("h", paste("h =", format(h(), digits = 6)))
  }, alt = "The curve of bw_gc() with a marker at the bandwidth")
  output$picture <- shiny::renderPlot({
    e <- picture()$e
    shiny::req(e)
    groups <- picture()$groups
    graphics::par(mar = c(4, 4, 2.5, 1))
    plot(e, colour = if (is.null(groups)) colour else factor(groups$cluster))
    ring(e$coordinates, marked_rows())
  }, alt = "The data at this bandwidth, in two coordinates")
  output$minima <- shiny::renderPlot({
    draw_minima(fits, colour, marked_rows())
  }, alt = "The data at the local minima of the curve")
  output$words <- shiny::renderText(paste(picture()$words, collapse = " "))
  output$code <- shiny::renderText(explore_code(model, h(), input$kind, k()))
  output$marked <- shiny::renderText({
    if (length(marked_rows())) paste(count(length(marked_rows()), "row"), "selected") else
      "Drag over the picture to select rows."
  })
  output$rows <- shiny::renderTable({
    rows <- utils::head(marked_rows(), explore_limits$listed)
    shiny::req(length(rows) > 0L)
    cbind(row = rows, as.data.frame(model$x)[rows, , drop = FALSE])
  })
  output$place <- shiny::renderTable({
    shiny::req(picture()$e, input$pointer)
    row_at_pointer(picture()$e, model$x, c(input$pointer$x, input$pointer$y))
  })
  output$report <- shiny::renderTable({
    bandwidth <- bandwidth_at_step(model, shiny::req(rested()))
    report <- do.call(bw_report, c(list(bandwidth, model$x), model$scale_args))
    table <- suppressWarnings(tidy(report))
    is_fine <- !is_concern(table$verdict)
    table <- table[order(is_fine), ]
    explanation <- ifelse(sort(is_fine), "", paste0(": ", report_measures[table$check]))
    value <- vapply(signif(table$value, 3), format, "")
    data.frame(Check = paste0(table$check, explanation), Value = value, Verdict = table$verdict)
  })
  shiny::observeEvent(input$curve_click, go_to(input$curve_click$x))
  shiny::observeEvent(input$choice, go_to(plain(model$selected)))
  shiny::observeEvent(input$done, shiny::stopApp(bandwidth_at_step(model, input$step)))
  shiny::observeEvent(input$cancel, shiny::stopApp(NULL))
  session$onSessionEnded(function() shiny::stopApp(NULL))
}

# Returns the embeddings at the deepest local minima of the curve, at most explore_limits$minima: a
# lapscale_scales of embed_scales(), list(scales, embeddings, curve).
#   model  of explore_model(): x (the points), selected (a lapscale_bandwidth), landmark_args
#          (list(landmarks, seed), or NULL), scale_args (list(scale = TRUE), or NULL)
embed_minima <- function(model) {
  args <- list(model$x, model$selected, most = explore_limits$minima)
  suppressWarnings(suppressMessages(
    do.call(embed_scales, c(args, model$landmark_args, model$scale_args))
  ))
}

# Draws the embeddings at all minima of the curve side by side.
#   fits         of embed_scales(): embeddings (a list), and scales (a data frame with a row for
#                each: bandwidth, chosen, and more)
#   colour       a value per point, or NULL
#   marked_rows  numbers of points that get a ring
draw_minima <- function(fits, colour, marked_rows) {
  graphics::par(mfrow = c(1L, nrow(fits$scales)), mar = c(1, 1, 2.5, 1))
  marks <- coloured(colour, nrow(fits$embeddings[[1L]]$coordinates))
  for (i in seq_along(fits$embeddings)) {
    coordinates <- fits$embeddings[[i]]$coordinates
    chosen <- if (fits$scales$chosen[[i]]) " (the choice)"
    graphics::plot(coordinates, col = marks$colour, pch = 19, cex = 0.5, axes = FALSE, ann = FALSE)
    graphics::title(paste0("minimum at ", format(fits$scales$bandwidth[[i]], digits = 3), chosen),
                    cex.main = 1.5, font.main = 1)
    graphics::box(col = "grey70")
    ring(coordinates, marked_rows)
  }
}

# Draws a ring around some points.
#   coordinates  n x 2;  rows: numbers of the points that get a ring
ring <- function(coordinates, rows) {
  graphics::points(coordinates[rows, , drop = FALSE], cex = 1.6, lwd = 1.5)
}

# Predicts the row of data that a point at the pointer would have, see predict(type = "data"), NA
# where no point is near, beside the row of the nearest point: data frame with a row per column of
# x, and columns Column (its name), Here (predicted), and Row i (of that point, number i).
#   e        embedding of the table x, a lapscale_embedding
#   pointer  c(x, y): coordinates of the pointer in the picture
row_at_pointer <- function(e, x, pointer) {
  columns <- as.data.frame(x)
  offsets <- e$coordinates[, 1:2] - rep(pointer, each = nrow(e$coordinates))
  nearest <- which.min(rowSums(offsets^2))
  predicted <- muffle_own(stats::predict(e, matrix(pointer, 1L), type = "data", n_threads = 1L))
  table <- data.frame(names(columns), drop(predicted), as.double(columns[nearest, ]))
  stats::setNames(table, c("Column", "Here", paste("Row", nearest)))
}

# The numbers of the rows whose first two coordinates lie inside a rectangle.
#   coordinates  n x 2 or more
#   brush        list(xmin, xmax, ymin, ymax): the rectangle that was drawn with the mouse
inside_brush <- function(coordinates, brush) {
  which(coordinates[, 1L] >= brush$xmin & coordinates[, 1L] <= brush$xmax &
          coordinates[, 2L] >= brush$ymin & coordinates[, 2L] <= brush$ymax)
}

# The main job on real data, as a person would see it: pictures in out/, and what was found.
suppressMessages(library(lapscale))
dir.create("out", showWarnings = FALSE)
started <- proc.time()[[3]]

# Runs a demo of the package with its plots going to out/<name>-1.png, -2.png, ...; returns what it
# defined.
run_demo <- function(name) {
  cat("\n== ", name, "\n", sep = "")
  unlink(file.path("out", paste0(name, "-*.png")))
  grDevices::png(
    file.path("out", paste0(name, "-%d.png")),
    width = 1500, height = 1000, res = 150
  )
  on.exit(grDevices::dev.off())
  local <- new.env()
  sys.source(system.file("demo", paste0(name, ".R"), package = "lapscale"), local)
  local
}

volcano <- run_demo("volcano")
sunspots <- run_demo("sunspots")
minima <- bw_minima(sunspots$bw)
chosen <- minima[minima$chosen, ]

cat(sprintf("
== what was found
Volcano: %d points on a 10 m grid. The graph agrees best with the surface at the bandwidth h = %.1f m:
  the distance to the geometry of a surface is %.3f there (0 is exact, 1 is worst). Points up to %.0f m
  apart are connected, and the slowest vibration has a wavelength of %.0f m.
Sunspots: %d points in 24 columns. The curve has a first minimum at h = %.2f (distance %.2f), where the
  graph follows the trajectory. The lowest minimum, at h = %.2f (distance %.2f), also connects
  neighboring cycles, and is selected.
Pictures: %s
It took %.1f seconds.
",
  nrow(volcano$points), volcano$bw, subset(bw_minima(volcano$bw), chosen)$distance,
  volcano$graph$cutoff * volcano$bw, 2 * pi / sqrt(volcano$spectrum$values[[2]]),
  nrow(sunspots$points), minima$bandwidth[[1]], minima$distance[[1]], chosen$bandwidth,
  chosen$distance,
  paste(list.files("out", pattern = "^(volcano|sunspots)-.*png$", full.names = TRUE),
        collapse = ", "),
  proc.time()[[3]] - started
))

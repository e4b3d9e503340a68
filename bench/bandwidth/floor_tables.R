# The floor of floor.R on tables that were not looked at before its condition was fixed (edges that
# join 75% of the points are shorter than those that join 95%): where it acts, and errors of the
# plot, of clusters, and of a response at the choice and at the floor. Tables of datasets, MASS,
# boot, cluster, rpart, survival, nlme, mgcv, mlbench, and modeldata, columns in standard deviations.
#   Rscript bench/bandwidth/floor_tables.R
source("bench/common.R")
source("bench/defaults/real_sets.R")
source("bench/bandwidth/floor_rule.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

only <- function(name, package, columns, y) {
  force(name)
  function() {
    table <- load_data(name, package)
    set.seed(1)
    if (nrow(table) > 700L) table <- table[sort(sample(nrow(table), 700L)), ]
    list(x = in_sds(table[columns]), y = table[[y]])
  }
}
tables <- list(
  airquality = only("airquality", "datasets", c("Ozone", "Solar.R", "Wind", "Temp"), "Ozone"),
  attenu = only("attenu", "datasets", c("mag", "dist"), "accel"),
  DNase = only("DNase", "datasets", c("conc", "density"), "density"),
  infert = only("infert", "datasets", c("age", "parity", "induced", "spontaneous"), "case"),
  birthwt = only("birthwt", "MASS", c("age", "lwt", "bwt"), "bwt"),
  Cars93 = only("Cars93", "MASS", c("MPG.city", "EngineSize", "Horsepower", "RPM", "Length", "Weight"), "Price"),
  cpus = only("cpus", "MASS", c("syct", "mmin", "mmax", "cach", "chmin", "chmax"), "perf"),
  fgl = only("fgl", "MASS", 1:9, "type"),
  UScereal = only("UScereal", "MASS", 2:10, "mfr"),
  wtloss = only("wtloss", "MASS", c("Days", "Weight"), "Weight"),
  gilgais = only("gilgais", "MASS", 1:9, "pH00"),
  painters = only("painters", "MASS", 1:4, "School"),
  channing = only("channing", "boot", c("entry", "exit", "time"), "sex"),
  urine = only("urine", "boot", 2:7, "r"),
  nuclear = only("nuclear", "boot", c("cost", "date", "t1", "t2", "cap"), "cost"),
  ruspini = only("ruspini", "cluster", 1:2, "x"),
  pluton = only("pluton", "cluster", 1:4, "Pu238"),
  stagec = only("stagec", "rpart", c("age", "g2", "grade"), "ploidy"),
  cars = only("car.test.frame", "rpart", c("Price", "Mileage", "Weight", "Disp.", "HP"), "Type"),
  lung = only("lung", "survival", c("age", "meal.cal", "wt.loss", "time"), "sex"),
  pbc = only("pbc", "survival", c("bili", "chol", "albumin", "copper", "alk.phos", "ast"), "stage"),
  Oxboys = only("Oxboys", "nlme", c("age", "height"), "height"),
  Milk = only("Milk", "nlme", c("Time", "protein"), "protein"),
  Glucose = only("Glucose2", "nlme", c("Time", "glucose"), "glucose"),
  columb = only("columb", "mgcv", c("area", "home.value", "income", "x", "y", "open.space"), "crime"),
  BostonHousing = only("BostonHousing2", "mlbench", c("lon", "lat", "lstat", "rm"), "cmedv"),
  Servo = only("Servo", "mlbench", c("Pgain", "Vgain"), "Class"),
  ames = only("ames", "modeldata", c("Longitude", "Latitude"), "Sale_Price"),
  biomass = only("biomass", "modeldata", c("carbon", "hydrogen", "oxygen", "nitrogen", "sulfur"), "HHV"),
  Chicago = only("Chicago", "modeldata", 2:10, "ridership"),
  concrete = only("concrete", "modeldata", 1:8, "compressive_strength"),
  meats = only("meats", "modeldata", 1:100, "fat"),
  sacramento = only("Sacramento", "modeldata", c("longitude", "latitude", "sqft"), "price"),
  scat = only("scat", "modeldata", c("Length", "Diameter", "Mass", "d13C", "d15N", "CN"), "Species"),
  tate = only("tate_text", "modeldata", c("width", "height", "year"), "artist")
)

# Errors in percent at one bandwidth: neighbors of the plot that are false, and what is not
# explained of a response of which a quarter of the rows is known, or wrong labels.
errors_at <- function(set, h) {
  plot <- tryCatch(quietly({
    e <- embed_eigenmaps(set$x, 2, bandwidth = h, seed = 1)
    100 * (1 - embed_quality(e, set$x)$trustworthiness)
  }), error = function(e) NA)
  response <- vapply(1:5, function(seed) {
    set.seed(seed)
    known <- sample(nrow(set$x), nrow(set$x) %/% 4L)
    y <- replace(set$y, -known, NA)
    fit <- tryCatch(quietly(ssl_harmonic(set$x, y, bandwidth = h)), error = function(e) NULL)
    if (is.null(fit)) return(NA)
    value <- fitted(fit)[-known]
    truth <- set$y[-known]
    if (!is.numeric(truth)) return(100 * mean(as.character(value) != as.character(truth)))
    100 * mean((value - truth)^2) / mean((truth - mean(set$y[known]))^2)
  }, 0)
  c(plot = plot, response = mean(pmin(response, 100)))
}

one <- function(name) {
  set <- tryCatch(tables[[name]](), error = function(e) NULL)
  if (is.null(set)) return(NULL)
  alone <- !duplicated(set$x)
  set$x <- set$x[alone, , drop = FALSE]
  set$y <- set$y[alone]
  if (is.character(set$y)) set$y <- factor(set$y)
  if (is.factor(set$y)) set$y <- droplevels(factor(as.character(set$y)))
  h <- bandwidths_of(set$x)
  acts <- h[["floor"]] > h[["chosen"]]
  row <- data.frame(table = name, n = nrow(set$x), columns = ncol(set$x), acts,
                    `without the condition` = h[["unconditional"]] > h[["chosen"]],
                    chosen = h[["chosen"]], floor = h[["unconditional"]], check.names = FALSE)
  before <- errors_at(set, h[["chosen"]])
  after <- if (row[["without the condition"]]) errors_at(set, h[["unconditional"]]) else before
  cbind(row, `plot` = before[["plot"]], `plot, floor` = after[["plot"]],
        response = before[["response"]], `response, floor` = after[["response"]])
}
rows <- do.call(rbind, lapply(names(tables), one))
machine()
show_table(rows[rows[["without the condition"]], ], "Tables whose choice is below the floor, with errors in percent")
means <- function(acts) {
  used <- function(part) {
    v <- ifelse(acts, rows[[paste0(part, ", floor")]], rows[[part]])
    c(mean(v, na.rm = TRUE), mean(rows[[part]], na.rm = TRUE),
      sd(v - rows[[part]], na.rm = TRUE) / sqrt(sum(!is.na(v))))
  }
  c(sum(acts), used("plot"), used("response"))
}
found <- rbind(means(rows$acts), means(rows[["without the condition"]]))
colnames(found) <- c("acts on", "plot", "plot before", "se of the difference", "response", "response before", "se of the difference ")
show_table(data.frame(rule = c("with the condition", "without it"), found, check.names = FALSE),
           sprintf("Mean errors in percent over %d tables", nrow(rows)))

# Tables with classes that R packages contain, in two halves, for real_clusters.R, real_labels.R and
# real_verdicts.R. Rules were fixed on the first half before the second was opened. Needs mlbench,
# kernlab, MASS, mclust, modeldata, gclus.

load_data <- function(name, package) {
  frame <- new.env()
  utils::data(list = name, package = package, envir = frame)
  table <- as.data.frame(get(ls(frame)[[1]], frame))
  table[stats::complete.cases(table), ]
}

numbers <- function(table) unname(as.matrix(sapply(table, as.numeric)))

in_sds <- function(table) {
  x <- numbers(table)
  unname(scale(x[, apply(x, 2L, stats::sd) > 0, drop = FALSE]))
}

#   rows       how many are drawn of larger tables
#   transform  of the columns without those in `y` and `drop`
from <- function(name, package, y, drop = character(), transform = in_sds, rows = 700L) {
  force(name)
  function() {
    table <- load_data(name, package)
    if (nrow(table) > rows) {
      set.seed(1)
      table <- table[sort(sample(nrow(table), rows)), ]
    }
    list(x = transform(table[setdiff(names(table), c(y, drop))]), y = do.call(paste, table[y]))
  }
}

of_benchmark <- function(name) {
  function() list(x = unname(benchmark_set(name)), y = as.vector(benchmark_set(name, "y")))
}

shape_of <- function(table) {
  logs <- log(numbers(table))
  logs - rowMeans(logs)
}

halves <- list(
  choose = list(
    iris = from("iris", "datasets", "Species", transform = numbers),
    crabs = from("crabs", "MASS", c("sp", "sex"), "index", shape_of),
    satellite = from("Satellite", "mlbench", "classes", transform = numbers),
    vehicle = from("Vehicle", "mlbench", "Class"),
    vowel = from("Vowel", "mlbench", "Class", "V1"),
    glass = from("Glass", "mlbench", "Type"),
    ionosphere = from("Ionosphere", "mlbench", "Class", c("V1", "V2")),
    cancer = from("BreastCancer", "mlbench", "Class", "Id"),
    digit1 = of_benchmark("digit1"),
    letters = from("LetterRecognition", "mlbench", "lettr", transform = numbers),
    spam = from("spam", "kernlab", "type", transform = function(x) log1p(numbers(x))),
    thyroid = from("thyroid", "mclust", "Diagnosis"), oils = from("oils", "modeldata", "class")
  ),
  judge = list(
    wine = from("wine", "gclus", "Class"), body = from("body", "gclus", "Gender"),
    banknote = from("banknote", "mclust", "Status"), diabetes = from("diabetes", "mclust", "class"),
    wdbc = from("wdbc", "mclust", "Diagnosis", "Sample_ID"),
    penguins = from("penguins", "modeldata", "species", c("island", "sex")),
    cells = from("cells", "modeldata", "class", "case"),
    sonar = from("Sonar", "mlbench", "Class", transform = numbers),
    shuttle = from("Shuttle", "mlbench", "Class"),
    dna = from("DNA", "mlbench", "Class", transform = numbers),
    zoo = from("Zoo", "mlbench", "type"),
    votes = from("HouseVotes84", "mlbench", "Class", transform = numbers),
    musk = from("musk", "kernlab", "Class"), soybean = from("Soybean", "mlbench", "Class", transform = numbers),
    pima = from("PimaIndiansDiabetes2", "mlbench", "diabetes"),
    alzheimer = from("ad_data", "modeldata", "Class", "Genotype"),
    speech = from("pd_speech", "modeldata", "class")
  )
)

# Each place once.
read_set <- function(read) {
  set <- read()
  alone <- !duplicated(set$x)
  list(x = set$x[alone, , drop = FALSE], y = droplevels(factor(set$y[alone])))
}

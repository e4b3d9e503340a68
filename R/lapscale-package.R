#' lapscale: select the kernel bandwidth of graph Laplacians from the data
#'
#' Selects the bandwidth of a graph Laplacian from the data, and uses it to compute embeddings,
#' clusters, predictions from few labels, dimensions, and geometric quantities. Graph-Laplacian
#' methods connect points by weights \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)}. Their
#' results depend on one number, the bandwidth \eqn{h}, which is usually set by rule of thumb.
#'
#' @section How a result was made: `glance()` of every result has the columns `seed` and `version`,
#' and `summary()` prints them. `version` is that of the package. `seed` is the argument `seed` if it
#' was given. Otherwise it is the number that was drawn from R's generator in its place, with which
#' the same call gives the same result. If nothing was drawn, it is the seed of the bandwidth or the
#' first argument that the result was made of, or `NA`.
#'
#' @section Where to start: `vignette("lapscale")` is an introduction that assumes no theory.
#' `vignette("glossary")` explains the terms, `vignette("choosing-a-bandwidth")` compares all
#' selectors, and `vignette("coming-from")` translates calls of scikit-learn, diffusionMap, destiny,
#' kernlab, and uwot. Pages named as an article ("noise") are on the site of the package, and text
#' files in `vignettes/articles` of its source. In every function, the rows of `x` are points.
#' [lapscale_conventions] defines the kernel, the unit, and the sign.
#'
#' @section Functions: **Select a bandwidth.** [bw_gc()] is the default. [bw_lepski()] is for the
#' Laplacian of a known function, [bw_cv()] and [bw_test_error()] are for labeled data.
#' [bw_kernel_sum()], [bw_msvd()], [bw_rec()], [bw_knn()], [bw_median()], and [bw_rate()] are other
#' known rules. [bw_select()] calls one or several of them by name. [bw_from()] and
#' [bw_to()] convert the parameters of other packages.
#'
#' **Check it.** [bw_report()] lists what speaks against a bandwidth. [bw_minima()] lists the
#' alternatives, and [`confint()`][confint.lapscale_bandwidth] returns a confidence interval.
#' [metric_distortion()] returns the criterion at each point, [noise_level()] the noise of each row,
#' and [boundary_distance()] its distance to the boundary. [noise_remove()] returns the table without
#' noise. [bw_explore()] opens a window in which you can move the bandwidth. [bw_risk()],
#' [bw_oracle()], and [bw_risk_ratio()] compare with the truth if you know it. [graph_columns()]
#' tests which columns of a table vary along the others, and [graph_test()] whether a response
#' varies along a graph.
#'
#' **Build a graph.** [heat_graph()] builds it from points, and [as_heat_graph()] from graphs,
#' distances, and neighbors; [as_igraph()] converts it. [graph_laplacian()], [graph_spectrum()], and
#' [graph_components()] analyze it. [graph_laplacian_at()] estimates the Laplacian of a function at
#' any point. [graph_knn()], [graph_radius()], and [graph_dense()] are types of graphs as values.
#'
#' **Say once what points are.** [point_set()] is a table together with how its points are taken,
#' [lapscale_settings] are what many functions take by name, and [bw_control()] what selectors
#' seldom need. [point_source()] reads points that do not fit into memory, and [point_tips()] lists
#' the ends of curves and trees.
#'
#' **Embed.** The functions `embed_*()` compute coordinates: [embed_layout()] for a plot of groups;
#' [embed_eigenmaps()] and [embed_diffusion()] for cycles and branches; [embed_isomap()],
#' [embed_lle()], and [embed_ltsa()] for surfaces that are rolled up; [embed_kpca()] for kernel
#' principal components. [embed_quality()] measures how well an embedding preserves neighborhoods,
#' [embed_scales()] compares several bandwidths, [embed_columns()] finds the columns that explain a
#' coordinate, [embed_common()] shows what several tables share, [embed_align()] rotates an embedding
#' to match another, and [embed_relax()] removes
#' distortion. [diffusion_distance()] measures distances in a diffusion map. [metric_riemannian()]
#' estimates the metric of an embedding, from which [metric_length()], [metric_volume()],
#' [metric_distances()], [metric_path()], and [metric_stretch()] measure.
#'
#' **Find clusters.** [cluster_spectral()] finds clusters, and how many there are.
#'
#' **Learn from few labels.** The functions `ssl_*()` predict the labels of all points: [ssl_auto()]
#' selects among [ssl_harmonic()], [ssl_poisson()], [ssl_eigenmaps()], [ssl_iterated()],
#' [ssl_diffusion()], and [ssl_laprls()]. [ssl_lapsvm()] is a support vector machine, and
#' [ssl_hessian()] continues numbers beyond the labels. [ssl_next()] selects the points to label
#' next, and [ssl_error()] and [ssl_confusion()] compare the predictions with the truth.
#'
#' **Fit a regression.** A term `s(..., bs = "lap")` in a model of package mgcv is a smooth function on
#' the graph of the points, see [smooth_lap]. [bw_reml()] chooses its bandwidth by likelihood.
#'
#' **Estimate the dimension.** [dim_estimate()] combines [dim_growth()], [dim_mle()],
#' [dim_kernel_sum()], and [dim_eigengap()].
#'
#' **Read results.** [tidy()], [glance()], and [augment()] return the parts of a result, one row
#' about it, and its data with its columns, as tables. `plot()`, `summary()`, and `as.data.frame()`
#' are on the page of each result and in [lapscale_result].
#'
#' **Use it in recipes.** The steps of package recipes are [step_embed_eigenmaps()],
#' [step_embed_diffusion()], [step_embed_isomap()], [step_embed_layout()], [step_embed_lle()],
#' and [step_embed_kpca()].
#'
#' **Try it out.** The functions `sample_*()` draw points on manifolds with known geometry:
#' [sample_circle()], [sample_dome()], [sample_flat_torus()], [sample_hourglass()],
#' [sample_moons()], [sample_sphere()], [sample_swiss_roll()], and [sample_torus()], see
#' [sample_manifolds].
#'
#' @section Options: \describe{ \item{`lapscale.threads`}{The number of threads. If it is not set,
#' at most 2 threads are used.} \item{`lapscale.memory`}{The memory that a call may use, in GB. If
#' it is not set, it is 80% of the free memory. A call that would need more is an error before it
#' starts.} \item{`lapscale.scratch`}{The folder for points that do not fit into memory. If it is
#' not set, it is the temporary folder of the session.} \item{`lapscale.simd`}{The most advanced
#' instruction set that may be used: `"baseline"`, `"avx2"`, or `"avx512"`. The environment variable
#' `LAPSCALE_SIMD` does the same. If neither is set, the package uses what the processor offers.} }
#'
#' @section In your own package: Import lapscale and call `bw_select(x, "gc", seed = 1)` or
#' `bw_gc(x, seed = 1)`. The result can be used as a number, and `as.numeric()` makes it a plain
#' number. A `seed` leaves the random numbers of R alone. All errors, warnings, and
#' messages have a class to catch: `lapscale_error`, `lapscale_warning`, or `lapscale_message`, and
#' a narrower one that the help pages list. To call the C++ core, use
#' `LinkingTo: lapscale, Rcpp, RcppEigen` and `CXX_STD = CXX17`. ARCHITECTURE.md in the
#' sources shows how.
#'
#' @section Report a problem: Tell whoever gave you the package. Please include the call, the
#' printed condition with its class (`class(rlang::last_error())`), data or a `sample_*()` call that
#' show the problem, and `sessionInfo()`. Reports of unclear sentences on help pages are welcome.
#'
#' @seealso `vignette("lapscale", package = "lapscale")`, `help(package = "lapscale")`
#' @examples
#' x <- sample_swiss_roll(500, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' bw
#' plot(embed_eigenmaps(x, 2, bandwidth = bw))
#' plot(embed_layout(iris[1:4]), colour = iris$Species)
#' @useDynLib lapscale, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom RcppParallel RcppParallelLibs
#' @importFrom rlang .data %||% enquos
#' @importFrom generics tidy glance augment
#' @importFrom methods as is new show
#' @importClassesFrom Matrix CsparseMatrix dgCMatrix Matrix
#' @importFrom Matrix Matrix Diagonal
#' @importFrom stats confint update predict fitted screeplot
#' @importFrom graphics lines plot
#' @importFrom utils head tail
"_PACKAGE"

#' @export
generics::tidy

#' @export
generics::glance

#' @export
generics::augment

# Notes the number of the process, and fills the lists of methods of each family in the namespace,
# each a named list of objects of new_graph_type(), new_selector(), the functions *_embedding(), and
# *_method(): the only place that knows them all. R calls it when the package is loaded, with the
# library and the name of the package.
.onLoad <- function(libname, pkgname) {
  home$pid <- Sys.getpid()
  families <- list(
    graph_types = list(radius = radius_type(), knn = knn_type(), dense = dense_type()),
    all_selectors = list(
      gc = new_selector(bw_gc, by_distance = TRUE), lepski = new_selector(bw_lepski),
      rec = new_selector(bw_rec), cv = new_selector(bw_cv, by_labels = TRUE),
      test_error = new_selector(bw_test_error, by_labels = TRUE), msvd = new_selector(bw_msvd),
      kernel_sum = new_selector(bw_kernel_sum, by_distance = TRUE),
      knn = new_selector(bw_knn, by_distance = TRUE),
      median = new_selector(bw_median, by_distance = TRUE), rate = new_selector(bw_rate)
    ),
    embeddings = list(
      eigenmaps = eigenmaps_embedding(), diffusion = diffusion_embedding(),
      isomap = isomap_embedding(), lle = lle_embedding(), ltsa = ltsa_embedding(),
      kpca = kpca_embedding(), layout = layout_embedding(), relax = relax_embedding(),
      common = common_embedding()
    ),
    ssl_methods = list(
      auto = auto_method(), eigenmaps = eigenmaps_method(), iterated = iterated_method(),
      diffusion = diffusion_method(), harmonic = harmonic_method(), poisson = poisson_method(),
      laprls = laprls_method(), lapsvm = lapsvm_method(), hessian = hessian_method()
    )
  )
  list2env(families, topenv())
}

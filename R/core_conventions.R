#' Conventions: kernel, unit, sign, letters
#'
#' Defines the terms that all functions of lapscale share: data, kernel, unit, sign, and letters.
#' Use it to look up a definition. `vignette("glossary")` explains the terms in plain words.
#'
#' @section Data:
#' `x` holds \eqn{n} points as rows in \eqn{r} dimensions, near a manifold \eqn{M} of dimension
#' \eqn{d}. Columns are not scaled unless you ask for it. If they have different units, use `scale =
#' TRUE` in all calls. Each column is then centered and divided by its standard deviation, as in
#' [base::scale()], and a constant column is set to zero, with a message of class
#' `lapscale_message_constant`. If rows have weights, these are numbers of equal rows in the means
#' and standard deviations (divided by their mean first, unless they are whole numbers). A bandwidth
#' that was selected with `scale = TRUE` is in the unit of scaled columns and remembers this.
#' Functions that use it need `scale = TRUE` too, except [bw_report()], [graph_laplacian_at()],
#' [embed_scales()], and `plot(bw, x)`, which scale by themselves. The same holds for `metric`.
#'
#' `metric = "cosine"` divides each row by its length first, and `"correlation"` takes its mean off
#' before that. Then squared distances are twice one minus the cosine or the correlation of two
#' rows, and a bandwidth has no unit. New points are treated alike. A row of zeros, or of equal
#' numbers, is an error. `metric` is applied after `scale`. Both need coordinates instead of
#' distances.
#'
#' @section Kernel and bandwidth:
#' The kernel is
#' \deqn{w(x, y) = \exp\left(-\frac{|x - y|^2}{h^2}\right),}{w(x, y) = exp(-|x - y|^2 / h^2),}
#' and `bandwidth` is \eqn{h}, in the unit of `x`. It is the only scale in arguments and in results,
#' and contains no other factor. [bw_from()] and [bw_to()] convert standard
#' deviations, heat times, `epsilon`, and `gamma`.
#'
#' On a flat space the kernel is the heat kernel, up to a constant, at the **heat time** \eqn{t =
#' h^2 / 4}. This is why Laplacians contain the factor \eqn{4 / h^2 = 1 / t}.
#' @section Cut-off:
#' Weights decrease fast, so a graph of type `"radius"` keeps only the pairs within \eqn{c h} of
#' each other. `cutoff` is \eqn{c}, a pure number in units of \eqn{h}. It is not a second bandwidth.
#' The default \eqn{c = \sqrt{-\log 10^{-6}} = 3.72}{c = sqrt(-log(1e-6)) = 3.72} drops weights
#' below \eqn{10^{-6}}{1e-6}, and `Inf` drops none.
#'
#' With a short cutoff the manifold looks smaller than it is. On a flat sample, it multiplies the
#' second moments of the kernel, from which the Laplacian and the local metric are computed, by
#' \deqn{H_d(c) = \frac2d \, \frac{\gamma(d/2 + 1, c^2)}{\gamma(d/2, c^2)},}{H_d(c) = (2/d) g(d/2 +
#' 1, c^2) / g(d/2, c^2),} where \eqn{\gamma}{g} is the lower incomplete gamma function. In R this
#' is `pgamma(c^2, d/2 + 1) / pgamma(c^2, d/2)`:
#'
#' | `cutoff` | d = 1 | d = 2 | d = 3 | d = 4 |
#' |---------:|------:|------:|------:|------:|
#' | 1 | 0.507 | 0.418 | 0.353 | 0.304 |
#' | 2 | 0.958 | 0.925 | 0.884 | 0.839 |
#' | 3 | 0.9996 | 0.9989 | 0.9975 | 0.9950 |
#' | 3.72 | 0.999996 | 0.999986 | 0.999961 | 0.999905 |
#' @section Sign:
#' Laplacians are positive semi-definite. They estimate \eqn{-\Delta}, where \eqn{\Delta} = div grad
#' is the Laplace-Beltrami operator of \eqn{M}, and their eigenvalues increase from 0. On a circle
#' of radius 1 these are 0, 1, 1, 4, 4, 9, 9, ...
#'
#' There is one exception: [graph_laplacian_at()] and
#' [bw_risk()] return \eqn{+p \Delta f}, the sign of the estimator of Chazal, Giulini and Michel,
#' where \eqn{p} is the sampling density.
#' @section Density exponent alpha:
#' With the weights \eqn{W} and the degrees \eqn{t_i = \sum_j W_{ij}}{t_i = sum_j W_ij},
#' \deqn{\tilde W_{ij} = \frac{W_{ij}}{(t_i t_j)^\alpha}, \quad \tilde t_i = \sum_j \tilde W_{ij},
#' \quad P_{ij} = \frac{\tilde W_{ij}}{\tilde t_i}.}{W~_ij = W_ij / (t_i t_j)^alpha, t~_i = sum_j
#' W~_ij, P_ij = W~_ij / t~_i.} \eqn{P} is a random walk on the points. `alpha` determines how much
#' \eqn{P} depends on the sampling density \eqn{p}:
#' - With `alpha = 1` it does not depend on \eqn{p}. \eqn{(4 / h^2)(I - P)} estimates \eqn{-\Delta}.
#' - With `alpha = 1/2` the operator is weighted by \eqn{p}: \eqn{-\frac1p \,\mathrm{div}(p
#'   \,\mathrm{grad} f)}{-(1/p) div(p grad f)}.
#' - With `alpha = 0` it is weighted by \eqn{p^2}.
#'
#' In general the weight is \eqn{p^{2 (1 - \alpha)}}{p^(2 (1 - alpha))}. The smaller `alpha` is, the
#' more do gaps between dense regions separate clusters.
#' @section Types of Laplacians:
#' \tabular{llc}{
#'   `type` \tab matrix \tab `alpha` unless given \cr
#'   `"geometric"` \tab \eqn{(4 / h^2)(I - P)} \tab 1 \cr
#'   `"random_walk"` \tab \eqn{(4 / h^2)(I - P)} \tab 0 \cr
#'   `"symmetric"` \tab \eqn{(4 / h^2)(I - \tilde T^{-1/2} \tilde W \tilde T^{-1/2})}{(4 / h^2)(I -
#'     T~^(-1/2) W~ T~^(-1/2))} \tab 0 \cr
#'   `"unnormalized"` \tab \eqn{\tilde T - \tilde W}{T~ - W~} \tab 0
#' }
#'
#' \eqn{\tilde T}{T~} is the diagonal matrix of the degrees \eqn{\tilde t}{t~}. With the same
#' `alpha`, the first three have the same eigenvalues, whose unit is one over that of `x` squared.
#' The last one has no factor \eqn{4 / h^2}. The penalties in learning from few labels do not have
#' it either, so they have no unit.
#'
#' @section Eigenvalues:
#' At bandwidth \eqn{h} the matrix \eqn{P} is close to the heat operator \eqn{e^{t \Delta}}{exp(t
#' Delta)}, and not to its linear part. An eigenvalue \eqn{\lambda} of \eqn{-\Delta} therefore
#' appears in \eqn{(4 / h^2)(I - P)} as \eqn{(1 - e^{-t \lambda}) / t}{(1 - exp(-t lambda)) / t},
#' which is smaller. The **heat scale** corrects this. It returns \eqn{-(4 / h^2) \log \mu}{-(4 /
#' h^2) log(mu)} for an eigenvalue \eqn{\mu}{mu} of \eqn{P}, or `NA`, with a warning, if \eqn{\mu
#' \le 0}{mu <= 0}. [graph_spectrum()] and [embed_eigenmaps()] use it if the graph has a bandwidth
#' and the Laplacian is not `"unnormalized"`. `scale = "linear"` in [graph_spectrum()] returns the
#' eigenvalues of the Laplacian itself.
#'
#' @section Self loops:
#' Graphs have no self loops by default: \eqn{w_{ii} = 0}{w_ii = 0}. With self loops, the walk stays
#' at point \eqn{i} with a probability \eqn{p_{ii}}{p_ii}, and all eigenvalues shrink by about the
#' factor \eqn{1 - p_{ii}}{1 - p_ii}. In many dimensions \eqn{p_{ii}}{p_ii} can be nearly 1. On
#' manifolds with known eigenvalues, the errors without self loops are smaller by a third to a half.
#' Points on a regular lattice are an exception: there the eigenvalues without loops are too large
#' by the factor \eqn{1 / (1 - p_{ii})}{1 / (1 - p_ii)}.
#'
#' The papers of these methods have self loops, \eqn{w_{ii} = 1}{w_ii = 1}, and the linear scale.
#' `self_loops = TRUE` with `scale = "linear"` returns their eigenvalues. These functions always use
#' self loops: the selectors of bandwidths, [embed_kpca()], and [metric_riemannian()].
#' [as_heat_graph()] does by default. `k`, the number of neighbors, never counts the point itself.
#'
#' @section Default graphs:
#' Without a `bandwidth` and a `graph`, plots in up to three coordinates ([embed_eigenmaps()], also
#' with `coordinates = "independent"`, and [embed_diffusion()]) and [cluster_spectral()] use the
#' self-tuning graph: 10 nearest neighbors, with a scale for each point. The exceptions are:
#'
#' | function | graph | reason |
#' |:---------|:------|:-------|
#' | [embed_eigenmaps()], [embed_diffusion()], more coordinates | radius graph of [bw_gc()] | many coordinates are used as functions on the data, which need one bandwidth |
#' | [graph_spectrum()], [metric_riemannian()] | radius graph | eigenvalues and lengths have a unit only with one bandwidth, or with `local_scale` |
#' | `type = "doubly_stochastic"` | radius graph | the scaling needs one kernel |
#' | [ssl_auto()] | selected by the labels, usually the 10 nearest neighbors | labels can tell graphs apart |
#' | single `ssl_` methods | 10 nearest neighbors; with a `bandwidth`, and in [ssl_eigenmaps()], all pairs up to 3000 points | smaller errors than with all pairs; a bandwidth is that of all pairs |
#' | [embed_isomap()], [embed_lle()], [embed_ltsa()] | nearest neighbors | the methods are defined by them |
#' | [embed_layout()] | 36 nearest neighbors with weights of their own | those of t-SNE, which it generalizes |
#'
#' @section Ties among nearest neighbors:
#' The `k` nearest neighbors of a point are all points that are no farther from it than the `k`-th.
#' There are more than `k` if several are equally far. Two distances are equal if they differ by a
#' relative amount below 1e-10. Rows that coincide count once: a graph joins a point to the rows
#' that coincide with it, and to all rows at the `k` nearest other places. In the same way,
#' `components = "connect"` adds all of the shortest edges between two components. The rule holds
#' for all functions that search neighbors, so results do not depend on the order of the rows.
#' Lists of neighbors that you supply, or that an approximate search finds, contain only the ties
#' that they list.
#'
#' Rows that differ by rounding coincide, as a row and what was read of it from a text file with 15
#' digits: in each column, their numbers differ by at most 1e-14 of their size and 1e-9 of the range
#' of the column. Points of a `dist` coincide if their distances differ by at most 1e-12 of the
#' upper quartile of all distances. Rows that do not fit into memory (see [point_source()])
#' coincide only if their numbers are equal.
#'
#' @section Equivariance:
#' Multiplying `x` by \eqn{c} multiplies selected bandwidths by \eqn{c} and divides eigenvalues with
#' the factor \eqn{4 / h^2} by \eqn{c^2}. Rotations, reflections, translations, and constant columns
#' change nothing. If the rows are in another order, the results are the same in that order.
#' @section Identical results:
#' A call with the same data and the same `seed` returns the same numbers, to the last digit, for
#' any number of threads and workers. On another machine, results can differ by rounding.
#'
#' @section Letters:
#' | letter | meaning | shape, unit |
#' |:-------|:--------|:------------|
#' | `x` | points as rows | `n` x `r` |
#' | `n`, `r` | points, ambient dimension | counts |
#' | `d` | intrinsic dimension, or that of the local subspace in use | count |
#' | `bandwidth`, \eqn{h} | width of the kernel | unit of `x` |
#' | \eqn{t} | heat time \eqn{h^2 / 4}; with an index, a degree | unit of `x` squared; pure number |
#' | `cutoff`, \eqn{c} | where the kernel is cut off | units of \eqn{h} |
#' | `k` | neighbors per point; clusters in [cluster_spectral()], eigenvalues in [graph_spectrum()] | count |
#' | `n_neighbors` | neighbors per point in these two; `graph = graph_knn(10)` in all functions | count |
#' | \eqn{W} | weights | `n` x `n`, pure numbers |
#' | \eqn{P} | random walk, rows sum to 1 | `n` x `n` |
#' | \eqn{L} | graph Laplacian | `n` x `n`, one over unit squared |
#' | `alpha` | density exponent | pure number, usually 0, 1/2 or 1 |
#' | \eqn{p} | sampling density on \eqn{M} | one over unit to the power `d` |
#' | \eqn{D(h)} | distortion, the criterion of [bw_gc()] if `d` is given | pure number |
#' | \eqn{H}, \eqn{G} | inverse metric (cometric) and metric at a point | `d` x `d` or `s` x `s` |
#' | `n_components`, \eqn{s} | coordinates of an embedding | count |
#'
#' The ends of intervals are `conf.low` and `conf.high` in tables of `glance()`, `.lower` and `.upper`
#' beside the data in `augment()`, and `lwr` and `upr` in what `predict()` returns and in the table of
#' a spectrum.
#'
#' With `seed = NULL` the random numbers of R are used. A number leaves them alone.
#'
#' @seealso `vignette("methods", package = "lapscale")` for every formula that the package computes,
#'   with its source.
#' @references
#' Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian via geometric
#' self-consistency. *Advances in Neural Information Processing Systems 30*.
#'
#' Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational Harmonic
#' Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006} (`alpha`).
#'
#' Zhou, X. and Srebro, N. (2011). Error analysis of Laplacian eigenmaps for semi-supervised
#' learning. *Proceedings of Machine Learning Research* 15, 901-908 (`alpha = 1/2`).
#'
#' Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of Laplace-Beltrami
#' operator. *Advances in Neural Information Processing Systems 29*.
#' @examples
#' # how much of the second moment a cut-off keeps
#' kept <- function(cutoff, d) pgamma(cutoff^2, d / 2 + 1) / pgamma(cutoff^2, d / 2)
#' outer(1:4, 1:3, kept)
#' as.matrix(heat_graph(iris[1:3, 1:4], 0.8, self_loops = TRUE))
#' exp(-as.matrix(dist(iris[1:3, 1:4]))^2 / 0.8^2)  # the same
#' @name lapscale_conventions
NULL

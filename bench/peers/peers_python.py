"""A task of peers.R done by scikit-learn or scipy, some times over, timed.

    python3 peers_python.py TASK POINTS COLUMNS LABELS OUT RUNS BUDGET RADIUS

POINTS holds doubles, a point per row; LABELS int32, -1 where there is none ("-": none). Runs until
RUNS are done or BUDGET seconds spent. Prints the seconds and CPU seconds of each run, then the peak
memory in MB; the result goes to OUT as doubles, by columns.
"""
import resource
import sys
import time
import warnings

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import SpectralClustering
from sklearn.decomposition import KernelPCA
from sklearn.manifold import Isomap, LocallyLinearEmbedding, SpectralEmbedding
from sklearn.neighbors import NearestNeighbors, radius_neighbors_graph
from sklearn.semi_supervised import LabelSpreading

task, points, columns, labels, out, runs, budget, radius = sys.argv[1:9]
x = np.fromfile(points).reshape(-1, int(columns))
y = None if labels == "-" else np.fromfile(labels, dtype=np.int32)
warnings.simplefilter("ignore")
start_vector = np.ones(len(x))


def neighbors():
    # The first is the point itself.
    return NearestNeighbors(n_neighbors=16, n_jobs=2).fit(x).kneighbors(x)[1][:, 1:] + 1


def pairs_within():
    graph = radius_neighbors_graph(x, float(radius), mode="distance", n_jobs=2)
    return np.array([graph.nnz], dtype=float)


def eigenmaps():
    return SpectralEmbedding(
        2, affinity="nearest_neighbors", n_neighbors=16, n_jobs=2, random_state=0
    ).fit_transform(x)


def walk_coordinates(weights):
    """The two leading eigenvectors of the random walk beside the constant, times eigenvalues."""
    root = np.sqrt(np.asarray(weights.sum(axis=1)).ravel())
    if sp.issparse(weights):
        walk = sp.diags(1 / root) @ weights @ sp.diags(1 / root)
    else:
        walk = weights / root[:, None] / root[None, :]
    values, vectors = eigsh(walk, k=3, which="LM", v0=start_vector)
    order = np.argsort(-values)[1:]
    return vectors[:, order] / root[:, None] * values[order]


def diffusion():
    return walk_coordinates(np.exp(-squareform(pdist(x, "sqeuclidean")) / 4))


def sparse_diffusion():
    """pyDiffMap's steps: 64 neighbours, kernel, both sides, density to the power 1/2, eigsh."""
    distance = NearestNeighbors(n_neighbors=65, n_jobs=2).fit(x).kneighbors_graph(
        x, mode="distance"
    )
    weights = distance.copy()
    weights.data = np.exp(-(distance.data**2) / 4)
    weights = weights.maximum(weights.T)
    density = np.asarray(weights.sum(axis=1)).ravel() ** -0.5
    return walk_coordinates(sp.diags(density) @ weights @ sp.diags(density))


def isomap():
    return Isomap(n_neighbors=10, n_components=2, n_jobs=2).fit_transform(x)


def lle():
    return LocallyLinearEmbedding(
        n_neighbors=12, n_components=2, method="modified", n_jobs=2, random_state=0
    ).fit_transform(x)


def kpca():
    return KernelPCA(2, kernel="rbf", gamma=1 / 36, n_jobs=2).fit_transform(x)


def clusters():
    return SpectralClustering(2, n_jobs=2, random_state=0).fit(x).labels_ + 1


def spreading():
    fit = LabelSpreading(kernel="knn", n_neighbors=15, alpha=0.99, max_iter=10000, n_jobs=2)
    return fit.fit(x, y).transduction_


do = pairs_within if task == "radius" else globals()[task]
begin = time.perf_counter()
for run in range(int(runs)):
    if time.perf_counter() - begin > float(budget):
        break
    at, used = time.perf_counter(), time.process_time()
    result = do()
    print("seconds", time.perf_counter() - at, flush=True)
    print("cpu", time.process_time() - used, flush=True)
print("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
np.asarray(result, dtype=float).ravel(order="F").tofile(out)

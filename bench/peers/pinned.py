# The numbers that tests/testthat/test-peers.R pins, by the packages themselves:
#   python3 bench/peers/pinned.py MEGAMAN SCANPY
# MEGAMAN is a folder with megaman's sources (its modules are plain Python and are not installed), and
# SCANPY one with the files of scanpy's src/scanpy/neighbors. Prints R code: vectors by column.
import contextlib
import importlib.util
import io
import re
import sys
import textwrap
import types
import warnings

import numpy as np
import scipy
import sklearn
from scipy.sparse import csr_matrix
from scipy.spatial.distance import cdist
from sklearn.decomposition import KernelPCA
from sklearn.manifold import Isomap, LocallyLinearEmbedding, spectral_embedding
from sklearn.semi_supervised import LabelPropagation

warnings.simplefilter("ignore")

# Twenty points on a rising spiral; no two distances are equal.
t = np.arange(20.0)
x = np.column_stack([np.cos(0.4 * t) * (1 + t / 10), np.sin(0.4 * t) * (1 + t / 10), 0.05 * t ** 1.5])
y = np.full(20, -1)
y[[0, 7]] = 0
y[[12, 19]] = 1
h = 1.5
distance = cdist(x, x)
weights = np.exp(-(distance / h) ** 2)


def show(name, value):
    value = np.asarray(value, dtype=float).ravel(order="F")
    digits = ", ".join(f"{v:.9g}" for v in value)
    print(f"{name} = c({digits})")


print("# scikit-learn", sklearn.__version__, "scipy", scipy.__version__, "numpy", np.__version__)
show("spectral", spectral_embedding(weights, n_components=2, random_state=0, eigen_solver="arpack",
                                    eigen_tol=1e-14))
show("isomap", Isomap(n_neighbors=4, n_components=2, eigen_solver="dense").fit_transform(x))
show("lle", LocallyLinearEmbedding(n_neighbors=5, n_components=2, eigen_solver="dense").fit_transform(x))
show("kpca", KernelPCA(n_components=2, kernel="rbf", gamma=1 / h ** 2, eigen_solver="dense").fit_transform(x))
propagation = LabelPropagation(kernel="rbf", gamma=1 / h ** 2, max_iter=1000000, tol=1e-15).fit(x, y)
show("propagation", propagation.label_distributions_[:, 1])

# ---- megaman ------------------------------------------------------------------------------------
folder = sys.argv[1]
for package in ["megaman", "megaman.geometry"]:
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = []


def load(name):
    file = folder + "/" + name.replace(".", "/") + ".py"
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


load("megaman.geometry.utils")
affinity = load("megaman.geometry.affinity")
laplacian = load("megaman.geometry.laplacian")
rmetric = load("megaman.geometry.rmetric")
A = affinity.compute_affinity_matrix(distance, "gaussian", radius=h)
for method in ["geometric", "randomwalk", "symmetricnormalized", "unnormalized"]:
    scale = {} if method == "unnormalized" else {"scaling_epps": h}
    L = laplacian.compute_laplacian_matrix(A, method, **scale)
    show("megaman_" + method, L[[0, 9]])
half = laplacian.compute_laplacian_matrix(A, "renormalized", scaling_epps=h, renormalization_exponent=0.5)
show("megaman_renormalized", half[[0, 9]])
L = laplacian.compute_laplacian_matrix(A, "geometric", scaling_epps=h)
H = rmetric.RiemannMetric(x[:, :2], L).get_dual_rmetric()
show("megaman_H", H[[0, 9, 19]])
sys.modules["megaman.utils"] = types.ModuleType("megaman.utils")
sys.modules["megaman.utils"].__path__ = []
estimate = load("megaman.utils.estimate_radius")
sample = np.array([0, 5, 9, 14, 19])
print("# distortions, each with its radius of 3 h")
values = []
for radius in [3.0, 4.5]:
    near = np.where(distance <= radius, distance, 0)
    with contextlib.redirect_stdout(io.StringIO()):
        found = estimate.run_estimate_radius(x.copy(), csr_matrix(near), sample, 1, radius, radius, 1, False)
    values.append(found[0, 1])
show("megaman_distortion", values)

# ---- scanpy -------------------------------------------------------------------------------------
# gauss() of a dense matrix and compute_transitions(), by their own source without annotations, which
# ask for a newer Python.
scanpy = sys.argv[2]


def source_of(file, name):
    lines = open(f"{scanpy}/{file}").read().split("\n")
    first = next(i for i, line in enumerate(lines) if re.match(rf" *def {name}\b", line))
    margin = len(lines[first]) - len(lines[first].lstrip())
    body = next(i for i in range(first, len(lines)) if lines[i].rstrip().endswith(":")) + 1
    last = body
    while last < len(lines) and (not lines[last].strip() or lines[last].startswith(" " * (margin + 1))):
        last += 1
    return textwrap.dedent("\n".join(line[margin:] for line in lines[body:last]))


def function_of(file, name, arguments, space):
    exec(f"def {name}({arguments}):\n" + textwrap.indent(source_of(file, name), "    "), space)
    return space[name]


class Log:
    def info(self, *args, **kwargs):
        pass


space = {"np": np, "CSRBase": csr_matrix, "CSBase": csr_matrix, "logg": Log()}
function_of("_common.py", "_get_indices_distances_from_dense_matrix", "d, n_neighbors", space)
gauss = function_of("_connectivity.py", "gauss", "distances, n_neighbors, *, knn", space)
compute_transitions = function_of("__init__.py", "compute_transitions", "self, density_normalize=True", space)
neighbors = types.SimpleNamespace(_connectivities=gauss(distance, 6, knn=False))
compute_transitions(neighbors)
show("scanpy_weights", neighbors._connectivities[[0, 9]])
show("scanpy_transitions", neighbors._transitions_sym[[0, 9]])

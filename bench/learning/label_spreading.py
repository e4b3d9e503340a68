"""scikit-learn's LabelSpreading on a given graph: a row of seconds and error for ssl_large.R.

    python3 label_spreading.py folder

The folder holds the weights as compressed rows (begin.bin, column.bin as int32, value.bin as
float64), the labels (label.bin, int32, -1 where there is none) and the truth (truth.bin, int32).
"""
import resource
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.semi_supervised import LabelSpreading

folder = Path(sys.argv[1])


def read(name, kind):
    return np.fromfile(folder / f"{name}.bin", dtype=kind)


label, truth = read("label", np.int32), read("truth", np.int32)
n = len(label)
weights = csr_matrix(
    (read("value", np.float64), read("column", np.int32), read("begin", np.int32)), shape=(n, n)
)
warnings.simplefilter("ignore")
before = time.perf_counter(), time.process_time()
fit = LabelSpreading(kernel=lambda x, y: weights, alpha=0.99, max_iter=10000)
fit.fit(np.zeros((n, 1)), label)
seconds, cpu = time.perf_counter() - before[0], time.process_time() - before[1]
hidden = label < 0
wrong = 100 * np.mean(fit.transduction_[hidden] != truth[hidden])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(seconds, cpu, wrong, peak, fit.n_iter_)

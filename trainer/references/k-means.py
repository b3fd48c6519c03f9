"""Figures of scikit-learn's KMeans (4 clusters, 10 starts) on standardised numeric columns, for src/algorithms/k-means/k-means.test.ts:
mean and standard deviation over seeds 1 to 5 of the inertia and the CH index, and the sizes of the clusters of the best of 200
starts, the largest first. Data: vega-datasets in node_modules, and the folder named by TEST_DATA.
"""
import json
import os
import pathlib

import numpy as np
import pandas as pd
import sklearn
from sklearn.cluster import KMeans
from sklearn.metrics import calinski_harabasz_score
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])


def figures(path, drop):
    x = StandardScaler().fit_transform(pd.read_csv(path).drop(columns=drop).to_numpy(float))
    fits = [KMeans(4, n_init=10, random_state=seed).fit(x) for seed in range(1, 6)]
    best = KMeans(4, n_init=200, tol=0, random_state=1).fit(x)
    runs = [[fit.inertia_, calinski_harabasz_score(x, fit.labels_)] for fit in fits]
    mean, spread = np.mean(runs, axis=0), np.std(runs, axis=0, ddof=1)
    return {"file": path.name, "drop": drop, "best_inertia": best.inertia_, "best_sizes": sorted(np.bincount(best.labels_).tolist(), reverse=True),
            **{name: {"mean": mean[i], "spread": spread[i]} for i, name in enumerate(["inertia", "CH_index"])}}


out = {
    "scikit-learn": sklearn.__version__,
    "data": [figures(VEGA / "seattle-weather.csv", ["date", "weather"]), figures(DATA / "wine-quality-red.csv", ["quality"]),
             figures(DATA / "concrete-strength.csv", ["strength"])],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")

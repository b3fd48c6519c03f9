"""Figures of scikit-learn's GaussianMixture on standardised numeric columns, for src/algorithms/gmm/gmm.test.ts.

`same_start`: from the same start, the four quarters of the rows in their order, iterated to the same tolerance. `outliers` and
`clusters`: with its own starts from seeds 1 to 5, mean and standard deviation of ROC AUC, or of CH index and silhouette.
Data: vega-datasets in node_modules, and the folder named by TEST_DATA. One thread: OPENBLAS_NUM_THREADS=1.
"""
import json
import os
import pathlib

import numpy as np
import pandas as pd
import sklearn
from sklearn.metrics import calinski_harabasz_score, roc_auc_score, silhouette_score
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])
SETTINGS = dict(n_components=4, reg_covar=1e-3, tol=1e-3, max_iter=100)


def rows(path, drop):
    table = pd.read_csv(path)
    return StandardScaler().fit_transform(table.drop(columns=drop).to_numpy(float)), table


class FromQuarters(GaussianMixture):
    def _initialize_parameters(self, x, random_state, **_):
        quarters = np.arange(len(x)) * 4 // len(x)
        self._initialize(x, np.eye(4)[quarters])


def same_start(path, drop):
    x, _ = rows(path, drop)
    model = FromQuarters(**SETTINGS).fit(x)
    scores = -model.score_samples(x)
    return {"file": path.name, "iterations": model.n_iter_, "mean": scores.mean(), "max": scores.max(), "first": scores[:3].tolist(),
            "shares": sorted(model.weights_.tolist(), reverse=True)}


def over_seeds(figure):
    values = np.array([figure(seed) for seed in range(1, 6)])
    return {"mean": values.mean(), "spread": values.std(ddof=1)}


def outliers(file):
    x, table = rows(DATA / file, ["anomaly"])
    odd = table["anomaly"] == "yes"
    return {"file": file, "auc": over_seeds(lambda seed: roc_auc_score(odd, -GaussianMixture(**SETTINGS, random_state=seed).fit(x).score_samples(x)))}


def clusters(path, drop):
    x, _ = rows(path, drop)
    fitted = {seed: GaussianMixture(**SETTINGS, random_state=seed).fit_predict(x) for seed in range(1, 6)}
    return {"file": path.name, "drop": drop, "CH_index": over_seeds(lambda seed: calinski_harabasz_score(x, fitted[seed])),
            "silhouette_score": over_seeds(lambda seed: silhouette_score(x, fitted[seed]))}


out = {
    "scikit-learn": sklearn.__version__,
    "settings": SETTINGS,
    "same_start": [same_start(VEGA / "seattle-weather.csv", ["date", "weather"]), same_start(DATA / "anomaly-cardio.csv", ["anomaly"])],
    "outliers": [outliers(f"anomaly-{name}.csv") for name in ("satimage2", "cardio", "thyroid")],
    "clusters": [clusters(VEGA / "seattle-weather.csv", ["date", "weather"]), clusters(DATA / "wine-quality-red.csv", ["quality"]),
                 clusters(DATA / "concrete-strength.csv", ["strength"])],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")

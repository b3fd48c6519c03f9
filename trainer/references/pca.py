"""Figures of scikit-learn's PCA(n_components=0.9) on standardised numeric columns, for src/algorithms/pca/pca.test.ts: squared
distances of the rows from inverse_transform(transform(rows)). Data: vega-datasets in node_modules, and the folder named by TEST_DATA.
"""
import json
import os
import pathlib

import pandas as pd
import sklearn
from sklearn.decomposition import PCA
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])


def figures(path, drop, label, odd):
    table = pd.read_csv(path)
    x = StandardScaler().fit_transform(table.drop(columns=drop).to_numpy(float))
    model = PCA(n_components=0.9).fit(x)
    scores = ((x - model.inverse_transform(model.transform(x))) ** 2).sum(axis=1)
    return {"file": path.name, "components": int(model.n_components_), "auc": roc_auc_score(table[label] == odd, scores),
            "mean": scores.mean(), "max": scores.max(), "first": scores[:3].tolist()}


out = {
    "scikit-learn": sklearn.__version__,
    "data": [figures(VEGA / "seattle-weather.csv", ["date", "weather"], "weather", "snow"),
             *(figures(DATA / f"anomaly-{name}.csv", ["anomaly"], "anomaly", "yes") for name in ("satimage2", "cardio"))],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")

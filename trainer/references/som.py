"""Figures of minisom on standardised numeric columns, for src/algorithms/som/som.test.ts: mean and standard deviation over seeds 1
to 5 of the quantization error of a 6 × 6 map after ten passes, and of the CH index of the rows' units, and of four clusters
of units by scikit-learn's AgglomerativeClustering (Ward). Data: vega-datasets in node_modules, and the folder named by TEST_DATA.
"""
import json
import os
import pathlib
from importlib.metadata import version

import numpy as np
import pandas as pd
from minisom import MiniSom
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import calinski_harabasz_score
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])


def figures(path, drop):
    x = StandardScaler().fit_transform(pd.read_csv(path).drop(columns=drop).to_numpy(float))
    runs = []
    for seed in range(1, 6):
        som = MiniSom(6, 6, x.shape[1], random_seed=seed)
        som.train(x, 10 * len(x))
        units = np.array([row * 6 + column for row, column in map(som.winner, x)])
        clusters = AgglomerativeClustering(4).fit(som.get_weights().reshape(36, -1)).labels_[units]
        runs.append([som.quantization_error(x), calinski_harabasz_score(x, units), calinski_harabasz_score(x, clusters)])
    mean, spread = np.mean(runs, axis=0), np.std(runs, axis=0, ddof=1)
    names = ["quantization_error", "CH_index_of_units", "CH_index"]
    return {"file": path.name, "drop": drop, **{name: {"mean": mean[i], "spread": spread[i]} for i, name in enumerate(names)}}


out = {
    "minisom": version("minisom"),
    "scikit-learn": version("scikit-learn"),
    "data": [figures(VEGA / "seattle-weather.csv", ["date", "weather"]), figures(DATA / "wine-quality-red.csv", ["quality"]),
             figures(DATA / "concrete-strength.csv", ["strength"]), figures(DATA / "banknote.csv", [])],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")

"""Figures of scipy and pandas, for src/data/profiling: of columns (mean, std, skewness and excess kurtosis without bias, quantiles, missing,
different values), of pairs (Pearson, Spearman, Cramer's V with Bergsma's correction, epsilon as Kelley's correction of eta), and of rows
that stand twice. Data: vega-datasets in node_modules.
"""
import json
import pathlib

import numpy as np
import pandas as pd
import scipy
from scipy import stats

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]


def numbers(values):
    present = values.dropna().to_numpy(float)
    return {"missing": int(values.isna().sum()), "distinct": int(values.nunique()), "mean": present.mean(), "std": present.std(ddof=1),
            "skewness": stats.skew(present, bias=False), "kurtosis": stats.kurtosis(present, bias=False),
            "quantiles": np.quantile(present, SHARES).tolist()}


def corrected_v(a, b):
    table = pd.crosstab(a, b).to_numpy()
    n, (r, k) = table.sum(), table.shape
    phi = max(0, stats.chi2_contingency(table, correction=False).statistic / n - (r - 1) * (k - 1) / (n - 1))
    return np.sqrt(phi / (min(r - (r - 1) ** 2 / (n - 1), k - (k - 1) ** 2 / (n - 1)) - 1))


def epsilon(groups, values):
    parts = [part.to_numpy(float) for _, part in values.groupby(groups)]
    within = sum(((part - part.mean()) ** 2).sum() for part in parts) / (len(values) - len(parts))
    return np.sqrt(max(0, 1 - within / values.var(ddof=1)))


def of(file, number_pairs, text_pairs, mixed_pairs):
    table = pd.read_csv(VEGA / file, keep_default_na=False, na_values=[""])
    both = lambda a, b: table[[a, b]].dropna()
    names = table.select_dtypes("number").columns
    return {
        "file": file,
        "rows": len(table),
        "duplicates": int(table.duplicated().sum()),
        "complete": int(table.notna().all(axis=1).sum()),
        "numbers": {name: numbers(table[name]) for name in names},
        "pairs": [
            *({"a": a, "b": b, "measure": "spearman", "value": stats.spearmanr(*both(a, b).to_numpy().T).statistic,
               "pearson": stats.pearsonr(*both(a, b).to_numpy().T).statistic, "rows": len(both(a, b))} for a, b in number_pairs),
            *({"a": a, "b": b, "measure": "cramers_v", "value": corrected_v(both(a, b)[a], both(a, b)[b]), "pearson": None,
               "rows": len(both(a, b))} for a, b in text_pairs),
            *({"a": a, "b": b, "measure": "eta", "value": epsilon(both(a, b)[a], both(a, b)[b]), "pearson": None,
               "rows": len(both(a, b))} for a, b in mixed_pairs),
        ],
    }


out = {
    "scipy": scipy.__version__,
    "pandas": pd.__version__,
    "files": [
        of("seattle-weather.csv", [("temp_max", "temp_min"), ("precipitation", "temp_max"), ("precipitation", "wind")], [],
           [("weather", "precipitation"), ("weather", "temp_max")]),
        of("la-riots.csv", [("longitude", "latitude")], [("race", "type")], [("type", "age")]),
    ],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")

"""Reconciled forecasts of hierarchicalforecast (Nixtla), for src/numeric/series/reconciliation.test.ts.

A made hierarchy: two countries with two and three shops, of a total. `base` are forecasts of three periods, `residuals` the errors of
40 periods, of all series; both are made here, the same for both programs.
Needs: pip install hierarchicalforecast
"""
import json
import pathlib

import hierarchicalforecast
import numpy as np
from hierarchicalforecast.methods import BottomUp, MinTrace

parts = [[0, 1, 2, 3, 4], [0, 1], [2, 3, 4]]
lowest, periods, horizon = 5, 40, 3
S = np.vstack([[1.0 if j in own else 0.0 for j in range(lowest)] for own in parts] + [np.eye(lowest)])
series = len(S)
t, i = np.arange(periods), np.arange(series)
residuals = np.sin(0.7 * np.outer(i + 1, t + 1) ** 1.1) * (8 - i)[:, None] + 2 * np.cos(0.9 * t) * (1 + (i < 3))[:, None]
base = 10.0 * S.sum(axis=1)[:, None] + np.cos(np.outer(i + 1.0, np.arange(horizon) + 1.0)) * 3
common = {"S": S, "y_hat": base}
y_insample = np.zeros((series, periods))
figures = {
    "source": f"hierarchicalforecast {hierarchicalforecast.__version__}",
    "parts": parts,
    "residuals": residuals.tolist(),
    "base": base.tolist(),
    "bottomUp": BottomUp().fit_predict(**common)["mean"].tolist(),
    "minT": MinTrace("mint_shrink")
    .fit_predict(**common, y_insample=y_insample, y_hat_insample=y_insample - residuals)["mean"]
    .tolist(),
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(figures) + "\n")

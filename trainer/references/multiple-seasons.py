"""Decomposition of statsmodels' STL, season by season as its MSTL does, for src/numeric/series/multiple-seasons.test.ts.

Value t is 10 + 0.02 t + 3 sin(2 pi t / 12) + 2 cos(2 pi t / 30) + ((7919 t) mod 23) / 8. Places between every tenth of a window
lie on lines (trend_jump, low_pass_jump), which MSTL itself does not set by season. The figures are those of the places in `at`.
Needs: pip install statsmodels
"""
import json
import pathlib

import numpy as np
import statsmodels
from statsmodels.tsa.seasonal import STL

SEASONS, WINDOWS, COUNT = (12, 30), (11, 15), 400
t = np.arange(COUNT)
values = 10 + 0.02 * t + 3 * np.sin(2 * np.pi * t / 12) + 2 * np.cos(2 * np.pi * t / 30) + (7919 * t % 23) / 8
at = list(range(0, COUNT, 13)) + [COUNT - 1]


def odd_above(length):
    least = int(np.floor(length)) + 1
    return least + (least % 2 == 0)


def stl(series, season, window):
    trend, low = odd_above(1.5 * season / (1 - 1.5 / window)), odd_above(season)
    found = STL(series, period=season, seasonal=window, trend=trend, low_pass=low,
                trend_jump=int(np.ceil(trend / 10)), low_pass_jump=int(np.ceil(low / 10)))
    return found.fit(inner_iter=2, outer_iter=0)


def decompose(seasons):
    parts, rest = [np.zeros(COUNT) for _ in seasons], values.copy()
    for _ in range(2 if len(seasons) > 1 else 1):
        for i, (season, window) in enumerate(zip(seasons, WINDOWS)):
            own = rest + parts[i]
            found = stl(own, season, window)
            parts[i], trend, rest = found.seasonal, found.trend, own - found.seasonal
    return {"seasons": list(seasons), "trend": trend[at].tolist(), "seasonal": [part[at].tolist() for part in parts]}


found = {"versions": {"numpy": np.__version__, "statsmodels": statsmodels.__version__}, "values": values.tolist(), "at": at,
         "decompositions": [decompose((12,)), decompose((12, 30))]}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n")

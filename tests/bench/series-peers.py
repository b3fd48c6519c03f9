"""Forecasts by statsforecast for src/bench/series-peers.ts. Reads one JSON object a line, {values, season, horizon, methods}; writes one
a line with the forecasts of the named methods, their median as median4, and the seasonal naive ones.
Needs: pip install statsforecast
"""
import json
import sys
import warnings

import numpy as np
import statsforecast
from statsforecast.models import AutoARIMA, AutoCES, AutoETS, AutoTheta, Naive, SeasonalNaive

warnings.filterwarnings("ignore")
AUTOMATIC = {"AutoETS": AutoETS, "AutoARIMA": AutoARIMA, "AutoTheta": AutoTheta, "AutoCES": AutoCES}


def naive(season):
    return SeasonalNaive(season_length=season) if season > 1 else Naive()


print(json.dumps({"statsforecast": statsforecast.__version__}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    values, season, horizon = np.array(asked["values"], float), asked["season"], asked["horizon"]
    models = {name: model(season_length=season) for name, model in AUTOMATIC.items() if name in asked["methods"]} | {"naive": naive(season)}
    forecasts = {name: model.forecast(values, horizon)["mean"] for name, model in models.items()}
    forecasts["median4"] = np.median([forecasts[name] for name in asked["methods"]], axis=0)
    print(json.dumps({name: list(map(float, forecast)) for name, forecast in forecasts.items()}), flush=True)

"""Many series in one model, for src/bench/many-series.ts. Reads one JSON object a line, {file, horizon, season, freq, method}; writes one
a line: seconds of the fit and the forecast together, and the forecasts, series by series in the order of the file.
The file is CSV with unique_id, ds and y. Methods are those of statsforecast, compiled by a first run that does not count, and mlforecast.
Needs: pip install statsforecast mlforecast lightgbm
"""
import json
import sys
import time
import warnings

import lightgbm
import mlforecast
import pandas as pd
import statsforecast
from mlforecast import MLForecast
from mlforecast.lag_transforms import RollingMean
from statsforecast import StatsForecast
from statsforecast.models import AutoARIMA, AutoETS, AutoTheta

warnings.filterwarnings("ignore")
THREADS = 2
LOCAL = {"AutoETS": AutoETS, "AutoARIMA": AutoARIMA, "AutoTheta": AutoTheta}


def local(asked, rows):
    model = LOCAL[asked["method"]](season_length=asked["season"], alias="value")
    return StatsForecast([model], freq=asked["freq"], n_jobs=1).forecast(df=rows, h=asked["horizon"])


def boosted(asked, rows):
    """The settings of mlforecast's own introduction: lags and rolling means of one to four seasons, and the day of the week."""
    season = asked["season"]
    forecaster = MLForecast(
        models={"value": lightgbm.LGBMRegressor(n_jobs=THREADS, random_state=1, verbosity=-1)},
        freq=asked["freq"],
        lags=[1, 2, 3, 4, 5, season, 2 * season],
        lag_transforms={1: [RollingMean(season), RollingMean(4 * season)]},
        date_features=["dayofweek"],
        num_threads=THREADS,
    )
    forecaster.fit(rows)
    return forecaster.predict(asked["horizon"])


versions = {"statsforecast": statsforecast.__version__, "mlforecast": mlforecast.__version__, "lightgbm": lightgbm.__version__}
print(json.dumps(versions), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    rows = pd.read_csv(asked["file"], parse_dates=["ds"])
    run = local if asked["method"] in LOCAL else boosted
    if run is local:
        run(asked, rows[rows["unique_id"] < 2])
    start = time.perf_counter()
    forecasts = run(asked, rows)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "values": list(map(float, forecasts["value"]))}), flush=True)

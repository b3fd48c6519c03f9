"""Figures of scikit-learn's LinearRegression on lagged values for src/training/series.test.ts.

For each row whose response and whose response in each of the `lags` periods before are known: the values of the response and of
`columns` in those periods, missing ones of the other columns as the training median. Periods without a row count as missing.
The test rows are the latest fifth (rounded up). `rmse` by number of periods ahead: one-step predictions repeated from each test
row, what was predicted being the past of the next step, the other columns keeping their last known value. `naive`: the value one
period before. `forecast`: the periods after the last row, by a model of all rows. Where the training responses reach 0 and none is below it,
no prediction is below 0.
"""
import numpy as np
import pandas
import sklearn
from peer_rows import DATA, VEGA, write
from sklearn.linear_model import LinearRegression


def lagged(series, names, lags):
    return pandas.DataFrame({f"{name}_lag_{k}": series[name].shift(k) for name in names for k in range(1, lags + 1)})


def later(x, predicted, names, response, lags):
    moved = {}
    for name in names:
        moved[f"{name}_lag_1"] = predicted if name == response else x[[f"{name}_lag_{k}" for k in range(1, lags + 1)]].bfill(axis=1).iloc[:, 0]
        for k in range(2, lags + 1):
            moved[f"{name}_lag_{k}"] = x[f"{name}_lag_{k - 1}"]
    return pandas.DataFrame(moved, index=x.index)[list(x.columns)]


def least(responses):
    return 0.0 if responses.min() == 0 else -np.inf


def figures(file, time, response, columns, lags, horizon, period):
    rows = pandas.read_csv(next(folder / file for folder in (VEGA, DATA) if (folder / file).exists()))
    index = pandas.PeriodIndex(pandas.to_datetime(rows[time]), freq=period)
    series = rows.set_index(index)[[response, *columns]]
    series = series.groupby(level=0).mean().reindex(pandas.period_range(index.min(), index.max(), freq=period))
    names = [response, *columns]
    x, y = lagged(series, names, lags), series[response]
    known = y.notna() & x[[f"{response}_lag_{k}" for k in range(1, lags + 1)]].notna().all(axis=1)
    used, target = x[known], y[known]
    held = -(-len(used) // 5)
    train, test = used.iloc[:-held], used.iloc[-held:]
    fill = train.median()
    model = LinearRegression().fit(train.fillna(fill), target.iloc[:-held])
    lower = least(target.iloc[:-held])

    rmse, seen = [], test
    for step in range(horizon):
        predicted = pandas.Series(model.predict(seen.fillna(fill)), index=seen.index).clip(lower)
        actual = y.shift(-step)[seen.index]
        errors = (actual - predicted)[actual.notna()]
        rmse.append(float(np.sqrt((errors**2).mean())))
        seen = later(seen, predicted, names, response, lags)
    naive = float(np.sqrt(((target.iloc[-held:] - test[f"{response}_lag_1"]) ** 2).mean()))

    fill = used.median()
    final = LinearRegression().fit(used.fillna(fill), target)
    last = y[y.notna()].index[-1]
    known_before = series[:last].ffill()
    seen = pandas.DataFrame([{f"{name}_lag_{k}": known_before[name].iloc[-k] for name in names for k in range(1, lags + 1)}])
    forecast = []
    for _ in range(horizon):
        value = max(least(target), float(final.predict(seen.fillna(fill))[0]))
        forecast.append(value)
        seen = later(seen, np.array([value]), names, response, lags)
    return {"file": file, "time": time, "response": response, "columns": columns, "lags": lags, "horizon": horizon,
            "train": len(train), "test": len(test), "rmse": rmse, "naive": naive, "forecast": forecast}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "pandas": pandas.__version__,
    "series": [
        figures("seattle-weather.csv", "date", "temp_max", ["temp_min", "wind"], 3, 7, "D"),
        figures("co2-concentration.csv", "Date", "CO2", [], 5, 12, "M"),
        figures("daily-min-temperatures.csv", "Date", "Temp", [], 5, 7, "D"),
        figures("beijing-pollution-hourly.csv", "time", "pm2.5", ["TEMP", "DEWP", "PRES", "Iws"], 5, 24, "h"),
    ],
})

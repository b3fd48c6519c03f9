"""Likelihoods and forecasts of statsmodels and statsforecast with given parameters, for src/algorithms/forecaster-references.test.ts.

The series is the monthly number of airline passengers that statsforecast carries. `ets`: statsmodels' ETSModel smoothed with the
given parameters and initial states; with a multiplicative season, statsforecast's with those that it found, since statsmodels 0.15
updates that season by the new level instead of the level before (Hyndman and others 2008, table 2.3). `arima`: statsmodels' SARIMAX on the differences (simple_differencing), and forecasts that it
adds up again here. `theta`: statsforecast's forecasts with the parameters that it found. `croston`: statsforecast's forecasts of a
series with zeros. `harmonic`: least squares by numpy of the logarithms on a line and harmonics of 12, and of their changes on those of
the harmonics; the number of harmonics has the lowest corrected Akaike criterion with autoregressive errors by statsmodels.
Needs: pip install statsmodels statsforecast
"""
import json
import pathlib

import numpy as np
import statsforecast
import statsmodels
from statsforecast.models import TSB, AutoETS, AutoTheta, CrostonClassic, CrostonSBA
from statsforecast.utils import AirPassengers
from statsmodels.tsa.exponential_smoothing.ets import ETSModel
from statsmodels.tsa.statespace.sarimax import SARIMAX
from statsmodels.tsa.stattools import levinson_durbin

HORIZON, SEASON = 18, 12
values = np.asarray(AirPassengers, float)
demand = np.where(np.arange(60) % 7 % 3 == 1, (np.arange(60) * 13) % 11 + 1.0, 0.0)


def ets(error, trend, damped, seasonal):
    states = {"level": 120.0, "growth": 1.5 if trend else 0.0}
    if seasonal == "mul":
        seasons = 1 + 0.15 * np.sin(2 * np.pi * np.arange(SEASON) / SEASON)
    else:
        seasons = 20 * np.sin(2 * np.pi * np.arange(SEASON) / SEASON)
    smoothing = {"alpha": 0.4, "beta": 0.05 if trend else 0.0, "gamma": 0.2 if seasonal else 0.0, "phi": 0.93 if damped else 1.0}
    model = ETSModel(
        values,
        error=error,
        trend=trend,
        damped_trend=damped,
        seasonal=seasonal,
        seasonal_periods=SEASON if seasonal else None,
        initialization_method="known",
        initial_level=states["level"],
        initial_trend=states["growth"] if trend else None,
        initial_seasonal=list(seasons) if seasonal else None,
    )
    named = {
        "smoothing_level": smoothing["alpha"],
        "smoothing_trend": smoothing["beta"],
        "smoothing_seasonal": smoothing["gamma"],
        "damping_trend": smoothing["phi"],
        "initial_level": states["level"],
        "initial_trend": states["growth"],
    }
    params = []
    for name in model.param_names:
        if name in named:
            params.append(named[name])
        else:
            params.append(seasons[int(name.split(".")[1])])
    result = model.smooth(np.array(params))
    return {
        "error": {"add": "additive", "mul": "multiplicative"}[error],
        "trend": "damped" if damped else ("additive" if trend else "none"),
        "season": {"add": "additive", "mul": "multiplicative", None: "none"}[seasonal],
        **smoothing,
        **states,
        "seasons": list(seasons) if seasonal else [],
        "log_likelihood": float(result.llf),
        "forecast": [float(value) for value in result.forecast(HORIZON)],
    }


def ets_multiplicative():
    model = AutoETS(season_length=SEASON, model="MAM", damped=False).fit(values)
    alpha, beta, gamma = map(float, model.model_["par"][:3])
    level, growth, *seasons = map(float, model.model_["states"][0])
    n = len(values)
    return {
        "error": "multiplicative",
        "trend": "additive",
        "season": "multiplicative",
        "alpha": alpha,
        "beta": beta,
        "gamma": gamma,
        "phi": 1.0,
        "level": level,
        "growth": growth,
        # The latest state comes first.
        "seasons": seasons[::-1],
        # statsforecast leaves the constants out.
        "log_likelihood": float(model.model_["loglik"]) - n / 2 * (np.log(2 * np.pi / n) + 1),
        "forecast": [float(value) for value in model.predict(HORIZON)["mean"]],
    }


def arima(order, seasonal, params):
    """params: ar, ma, seasonal ar, seasonal ma. The variance is the one that maximises the likelihood."""
    logarithms = np.log(values)
    model = SARIMAX(logarithms, order=order, seasonal_order=(*seasonal, SEASON), simple_differencing=True, concentrate_scale=True)
    result = model.smooth(np.concatenate(params))
    forecast = list(logarithms)
    for change in result.forecast(HORIZON):
        value = change
        if order[1]:
            value += forecast[-1]
        if seasonal[1]:
            value += forecast[-SEASON] - (forecast[-SEASON - 1] if order[1] else 0)
        forecast.append(value)
    return {
        "differences": order[1],
        "seasonalDifferences": seasonal[1],
        "season": SEASON,
        "ar": params[0],
        "ma": params[1],
        "seasonalAr": params[2],
        "seasonalMa": params[3],
        "mean": 0,
        "logarithm": True,
        "log_likelihood": float(result.llf),
        "forecast": [float(value) for value in np.exp(forecast[len(values):])],
    }


def theta(name):
    model = AutoTheta(season_length=1, model=name).fit(values)
    found = model.model_["par"]
    return {
        "dynamic": name.startswith("D"),
        "alpha": float(found["alpha"]),
        "theta": float(found["theta"]),
        "level": float(found["initial_smoothed"]),
        "forecast": [float(value) for value in model.predict(HORIZON)["mean"]],
    }


def harmonic(form):
    """The coefficients are those of the constant, the time (of a line), and a cosine and a sine of each harmonic."""
    time = np.arange(len(values))
    y = np.log(values)
    fits = []
    for count in range(SEASON // 2 + 1):
        angles = [2 * np.pi * k * time / SEASON for k in range(1, count + 1)]
        waves = [wave(angle) for angle in angles for wave in (np.cos, np.sin)][: SEASON - 1]
        if form == "line":
            x, response = np.column_stack([np.ones(len(time)), time, *waves]), y
        else:
            x, response = np.column_stack([np.ones(len(time) - 1), *map(np.diff, waves)]), np.diff(y)
        coefficients = np.linalg.lstsq(x, response, rcond=None)[0]
        errors = response - x @ coefficients
        n = len(errors)
        covariances = np.array([errors[lag:] @ errors[: n - lag] for lag in range(13)])
        variances = [covariances[0], *(levinson_durbin(covariances, nlags=p, isacov=True)[0] for p in range(1, 13))]
        parameters = x.shape[1] + np.arange(13) + 1
        criteria = n * np.log(variances) + 2 * parameters + 2 * parameters * (parameters + 1) / (n - parameters - 1)
        fits.append((min(criteria), list(coefficients)))
    return {"form": form, "coefficients": min(fits)[1]}


figures = {
    "statsmodels": statsmodels.__version__,
    "statsforecast": statsforecast.__version__,
    "values": list(values),
    "ets": [
        ets("add", None, False, None),
        ets("add", "add", False, "add"),
        ets("add", "add", True, "add"),
        ets("mul", None, False, None),
        ets("mul", "add", True, "add"),
        ets_multiplicative(),
    ],
    "arima": [
        arima((0, 1, 1), (0, 1, 1), [[], [-0.4], [], [-0.55]]),
        arima((2, 1, 1), (1, 1, 0), [[0.4, -0.2], [0.3], [-0.35], []]),
        arima((1, 0, 2), (1, 1, 1), [[0.85], [-0.3, 0.15], [0.2], [-0.6]]),
        arima((3, 1, 0), (0, 0, 2), [[0.2, -0.1, 0.1], [], [], [0.5, 0.3]]),
    ],
    "theta": [theta(name) for name in ("STM", "OTM", "DSTM", "DOTM")],
    "harmonic": [harmonic(form) for form in ("line", "changes")],
    "demand": list(demand),
    "croston": {
        "none": float(CrostonClassic().forecast(demand, 1)["mean"][0]),
        "SBA": float(CrostonSBA().forecast(demand, 1)["mean"][0]),
        "TSB": float(TSB(alpha_d=0.1, alpha_p=0.1).forecast(demand, 1)["mean"][0]),
    },
}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(figures, indent=1) + "\n")

"""Figures of scikit-learn's nearest neighbours for src/algorithms/knn/: five of them, alike ("uniform") or by inverse distance. Rows: see
peer_rows.py.

`scores`: where several training rows are equally far any of them may be the last neighbour, so that their order decides: the lowest and
the highest score of twenty orders. Nor is there one answer where two classes have as many of the neighbours: it counts as wrong for the
lowest accuracy, and as right for the highest. `answers`: of the first test rows of which that is not so.
"""
import numpy as np
import sklearn
from held_out import rmse
from peer_rows import split, write
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors

NEIGHBOURS = 5
WEIGHTS = {"uniform": 0, "distance": 1}
ORDERS = 20
SHOWN = 50
WEATHER = "seattle-weather.csv"
CONTESTS = [("RMSE", WEATHER, "temp_max", ["date", "weather"]), ("Accuracy", WEATHER, "weather", ["date"]),
            ("RMSE", "concrete-strength.csv", "strength", []), ("RMSE", "abalone.csv", "rings", []),
            ("Accuracy", "wine-quality-red.csv", "quality", []), ("Accuracy", "banknote.csv", "genuine", [])]


def clear(x, z):
    """Test rows whose last neighbour is nearer than the next row."""
    distances = NearestNeighbors(n_neighbors=NEIGHBOURS + 1).fit(x).kneighbors(z)[0]
    return np.flatnonzero(distances[:, -1] > distances[:, -2] * (1 + 1e-9))[:SHOWN]


def accuracies(model, z, truth):
    p = model.predict_proba(z)
    best = p > p.max(axis=1, keepdims=True) - 1e-9
    among = best[truth[:, None] == model.classes_]
    return np.mean(among & (best.sum(axis=1) == 1)), np.mean(among)


def contest(score, file, target, drop, weights):
    x, y, z, truth = split(file, target, drop)
    make = KNeighborsRegressor if score == "RMSE" else KNeighborsClassifier
    orders = [np.arange(len(y)), *(np.random.default_rng(seed).permutation(len(y)) for seed in range(1, ORDERS))]
    models = [make(NEIGHBOURS, weights=weights).fit(x[order], y[order]) for order in orders]
    scores = [rmse(truth, model.predict(z)) if score == "RMSE" else accuracies(model, z, truth) for model in models]
    rows = clear(x, z)
    answers = models[0].predict(z[rows]) if score == "RMSE" else models[0].predict_proba(z[rows]).max(axis=1)
    return {"score": score, "file": file, "target": target, "drop": drop, "distance_power": WEIGHTS[weights],
            "lowest": float(np.min(scores)), "highest": float(np.max(scores)), "rows": rows.tolist(), "answers": answers.astype(float).tolist()}


write(__file__, {
    "scikit-learn": sklearn.__version__, "neighbours": NEIGHBOURS,
    "contests": [contest(*one, weights) for one in CONTESTS for weights in WEIGHTS],
})

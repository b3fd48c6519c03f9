"""Figures of scikit-learn's local outlier factor for src/algorithms/lof/: of 20 neighbours. Rows: see peer_rows.py.

`learned`: of all rows, after learning from them; `fresh`: of every fifth row, after learning from the others. `auc`, `mean` and `max`
are over all of these rows, of which some are equally far from several, so that any may be their last neighbour: the lowest and highest of five
orders of the rows. `scores`: of the first `rows` of which that is not so, nor of their neighbours; of fresh rows those that are no copies of learned ones,
which ours takes for the same row.
"""
import numpy as np
import sklearn
from peer_rows import whole, write
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import LocalOutlierFactor, NearestNeighbors

NEIGHBOURS = 20
ORDERS = 5
SHOWN = 50


def sure(distances):
    return distances[:, -1] > distances[:, -2] * (1 + 1e-9)


def clear(x, z=None):
    """Rows whose last neighbour, and whose neighbours' last neighbours, are nearer than the next row."""
    more = NearestNeighbors(n_neighbors=NEIGHBOURS + 1).fit(x)
    alone = sure(more.kneighbors()[0])
    distances, near = more.kneighbors() if z is None else more.kneighbors(z)
    return np.flatnonzero(sure(distances) & (distances[:, 0] > 0) & alone[near[:, :-1]].all(axis=1))[:SHOWN]


def learned(x):
    return -LocalOutlierFactor(n_neighbors=NEIGHBOURS).fit(x).negative_outlier_factor_


def fresh(x, z):
    return -LocalOutlierFactor(n_neighbors=NEIGHBOURS, novelty=True).fit(x).score_samples(z)


def bounds(values):
    return {"lowest": float(min(values)), "highest": float(max(values))}


def figures(scores, odd, rows):
    """`scores` by order of the rows, the rows' own order first."""
    return {"auc": bounds([roc_auc_score(odd, some) for some in scores]), "mean": bounds([some.mean() for some in scores]),
            "max": bounds([some.max() for some in scores]), "rows": rows.tolist(), "scores": scores[0][rows].tolist()}


def contest(file, label, odd, drop=()):
    x, labels = whole(file, label, drop)
    test = np.arange(len(x)) % 5 == 0
    orders = [lambda n: np.arange(n), *((lambda n, seed=seed: np.random.default_rng(seed).permutation(n)) for seed in range(1, ORDERS))]
    inside, others = [], []
    for order in orders:
        places = order(len(x))
        scores = np.empty(len(x))
        scores[places] = learned(x[places])
        inside.append(scores)
        others.append(fresh(x[~test][order(sum(~test))], x[test]))
    return {"file": file, "label": label, "odd": odd, "drop": list(drop), "learned": figures(inside, labels == odd, clear(x)),
            "fresh": figures(others, labels[test] == odd, clear(x[~test], x[test]))}


write(__file__, {
    "scikit-learn": sklearn.__version__, "neighbours": NEIGHBOURS,
    "contests": [contest("seattle-weather.csv", "weather", "snow", ["date"])]
    + [contest(f"anomaly-{name}.csv", "anomaly", "yes") for name in ("satimage2", "cardio", "thyroid")],
})

"""Coefficients of scikit-learn's penalised regressions for src/numeric/coordinate-descent/. Rows: see peer_rows.py. Folds of a
cross-validation are the training rows' places modulo 5. Penalties are those of glmnet: a mean loss and λ (α|b| + (1−α)b²/2)."""
import numpy as np
from peer_rows import split
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit

WINE = ("wine-quality-red.csv", "quality")
PENALTY = 0.01


def path(make, settings):
    """`make(cv)` is an estimator that chooses among penalties; `settings` are ours for the same path."""
    x, y, _, _ = split("concrete-strength.csv", "strength")
    model = make(PredefinedSplit(np.arange(len(y)) % 5)).fit(x, y)
    return {**settings, "mixing": float(getattr(model, "l1_ratio_", 1)), "penalty": float(model.alpha_),
            "coefficients": [float(model.intercept_), *model.coef_.tolist()]}


def at_penalty(mixing):
    """Slopes for a quality of 6 and more, and probabilities of all qualities in the first test row."""
    x, y, z, _ = split(*WINE)
    settings = dict(C=1 / (len(y) * PENALTY), l1_ratio=mixing, solver="saga", tol=1e-8, max_iter=100_000, random_state=1)
    good = LogisticRegression(**settings).fit(x, y >= 6)
    every = LogisticRegression(**settings).fit(x, y)
    return {"mixing": mixing, "penalty": PENALTY, "good": good.coef_[0].tolist(), "first": every.predict_proba(z[:1])[0].tolist()}

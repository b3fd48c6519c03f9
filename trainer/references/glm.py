"""Figures of scikit-learn's linear and logistic regression for src/algorithms/glm/. `rows` are made up; `at` are places to predict."""
import numpy as np
import sklearn
from held_out import held_out
from peer_rows import write
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge

A = [0.5, 1.2, -0.3, 2.1, -1.4, 0, 1.7, -0.8, 0.9, -2.2, 1.1, 0.4]
B = [1, -0.5, 0.3, 0.8, -1.1, 2, -0.7, 0.1, -1.6, 0.6, 1.5, -0.2]
NOISE = [0.1, -0.2, 0.3, 0, 0.2, -0.1, 0.05, 0.15, -0.3, 0.2, 0, 0.1]
THREE = [0, 1, 0, 1, 0, 0, 1, 2, 1, 2, 0, 1]
x = np.column_stack([A, B])
y = 3 * x[:, 0] - 2 * x[:, 1] + NOISE
three = np.array(THREE)
PRECISE = dict(tol=1e-12, max_iter=100_000)


def numbers(model, ridge):
    return {"title": f"{model}", "ridge": ridge, "predictions": model.fit(x, y).predict(x).tolist()}


def classes(codes, c):
    model = LogisticRegression(C=c, **PRECISE)
    return {"title": f"{int(codes.max()) + 1} classes, C={c}", "codes": codes.tolist(), "ridge": 1 / c,
            "probabilities": model.fit(x, codes).predict_proba(x).ravel().tolist()}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "rows": {"a": A, "b": B, "y": y.tolist(), "three": THREE},
    "numbers": [numbers(LinearRegression(), 0), numbers(Ridge(alpha=5), 5)],
    "classes": [classes(codes, c) for codes in [np.minimum(three, 1), three] for c in [1, 0.1]],
    "held_out": held_out(lambda seed: LinearRegression(), lambda seed: LogisticRegression(C=1e6, max_iter=1000)),
})

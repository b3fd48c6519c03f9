"""Figures of scikit-learn's random forests for src/algorithms/rf/: 500 trees, a third of the columns at a split and leaves of five rows
for numbers, the square root of the columns for classes. See held_out.py. `many_seeds`: accuracy on wine-quality-red over 20 seeds,
since five tell its spread too roughly."""
import numpy as np
import sklearn
from held_out import held_out
from peer_rows import split, write
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

FOREST = dict(n_estimators=500, n_jobs=2)


def many_seeds(file, target):
    x, y, z, truth = split(file, target)
    forests = (RandomForestClassifier(**FOREST, max_features="sqrt", random_state=seed).fit(x, y) for seed in range(1, 21))
    scores = [np.mean(forest.predict(z) == truth) for forest in forests]
    return {"file": file, "target": target, "drop": [], "mean": float(np.mean(scores)), "spread": float(np.std(scores, ddof=1))}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "held_out": held_out(lambda seed: RandomForestRegressor(**FOREST, max_features=1 / 3, min_samples_leaf=5, random_state=seed),
                         lambda seed: RandomForestClassifier(**FOREST, max_features="sqrt", random_state=seed)),
    "many_seeds": many_seeds("wine-quality-red.csv", "quality"),
})

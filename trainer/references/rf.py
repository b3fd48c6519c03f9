"""Figures of scikit-learn's random forests for src/algorithms/rf/: 500 trees, a third of the columns at a split and leaves of five rows
for numbers, the square root of the columns for classes. See held_out.py."""
import sklearn
from held_out import held_out
from peer_rows import write
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

FOREST = dict(n_estimators=500, n_jobs=2)
write(__file__, {
    "scikit-learn": sklearn.__version__,
    "held_out": held_out(lambda seed: RandomForestRegressor(**FOREST, max_features=1 / 3, min_samples_leaf=5, random_state=seed),
                         lambda seed: RandomForestClassifier(**FOREST, max_features="sqrt", random_state=seed)),
})

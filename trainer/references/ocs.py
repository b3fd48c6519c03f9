"""Figures of scikit-learn's OneClassSVM (LIBSVM) on standardised columns, for src/algorithms/ocs/ocs.test.ts: ROC AUC of the
labels, the dual objective, support vectors, and −decision_function of the first rows."""
import numpy as np
import sklearn
from peer_rows import whole, write
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.svm import OneClassSVM

SHOWN = 8


def case(file, label, odd, drop, nu, kernel="rbf"):
    x, y = whole(file, label, drop)
    model = OneClassSVM(nu=nu, kernel=kernel).fit(x)
    vectors, beta = model.support_vectors_, model.dual_coef_[0]
    k = linear_kernel(vectors) if kernel == "linear" else rbf_kernel(vectors, gamma=model._gamma)
    scores = -model.decision_function(x)
    return {"file": file, "label": label, "odd": odd, "drop": drop, "nu": nu, "kernel": kernel, "auc": roc_auc_score(y == odd, scores),
            "objective": beta @ k @ beta / 2, "vectors": len(beta), "first": scores[:SHOWN].tolist(), "outside": int(np.sum(scores > 0))}


SNOW = ("seattle-weather.csv", "weather", "snow", ["date"])
write(__file__, {
    "scikit-learn": sklearn.__version__,
    "cases": [case(*SNOW, 0.1), case(*SNOW, 0.5), case("anomaly-satimage2.csv", "anomaly", "yes", [], 0.1),
              case("anomaly-cardio.csv", "anomaly", "yes", [], 0.1), case("anomaly-thyroid.csv", "anomaly", "yes", [], 0.05)],
})

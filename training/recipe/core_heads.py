"""Fits the heads `name`, `wish` and `limit` on vectors of the shipped encoders; needs numpy alone.

    npm run bench core -- --vectors /tmp/vectors.json
    python3 training/recipe/core_heads.py /tmp/vectors.json models/heads.json

Writers D to G and the single lines of K, N and P train. On V and X the weights of a line's bearing are fitted and printed, to be
put into `src/scope-index/core-sort.ts`. T, U and the single lines of U are only measured, by `npm run bench core`.
"""

import hashlib
import json
import re
import sys

import numpy as np

SORTS = {"name": "address", "wish": "wish", "limit": "limit"}
TRAIN = ["D", "E", "F", "G", "coreK", "coreN", "coreP"]
FIT = ["V", "X"]
RIDGE = 1e-3
POSITIVE = 3.0
SELF = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|im|ive|my|me|we|our|mine)\b|[我咱俺]", re.I)
TO = re.compile(r"\b(?:you|your|u|ur|bot)\b|[你您]|机器人", re.I)


def newton(features, labels, ridge, positive=1.0):
    """Logistic regression; the last feature is the constant."""
    w = np.zeros(features.shape[1])
    penalty = np.r_[np.full(features.shape[1] - 1, ridge), 1e-9]
    weight = np.where(labels > 0, positive, 1.0)
    for _ in range(60):
        p = 1 / (1 + np.exp(-features @ w))
        step = np.linalg.solve(
            (features * (weight * p * (1 - p))[:, None]).T @ features + np.diag(penalty),
            features.T @ (weight * (p - labels)) + penalty * w,
        )
        w -= step
        if np.abs(step).max() < 1e-6:
            break
    return w


def main(source, target):
    rows = json.load(open(source))
    heads = json.load(open(target))
    learned = [row for row in rows if row["writer"] in TRAIN]
    vectors = np.array([row["vector"] for row in learned])
    fitted = [row for row in rows if row["writer"] in FIT and not row["isMemory"]]
    print(len(learned), "lines to learn from,", len(fitted), "to fit on")
    for name, sort in SORTS.items():
        labels = np.array([float(sort in row["sorts"]) for row in learned])
        w = newton(np.c_[8 * vectors, np.ones(len(vectors))], labels, RIDGE * len(vectors), POSITIVE)
        heads[name] = [round(float(x), 5) for x in np.r_[8 * w[:-1], w[-1]]]
        head = np.array(heads[name])
        odds = np.array([row["vector"] for row in fitted]) @ head[:-1] + head[-1]
        bearing = np.array([[bool(SELF.search(row["text"])), bool(TO.search(row["text"])), 1] for row in fitted], float)
        wanted = np.array([float(sort in row["sorts"]) for row in fitted])
        print(name, "odds, self, toSomebody, bias:", newton(np.c_[odds, bearing], wanted, 0.3).round(2))
    content = json.dumps(heads)
    open(target, "w").write(content)
    print("sha256", hashlib.sha256(content.encode()).hexdigest())


main(*sys.argv[1:])

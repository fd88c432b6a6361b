"""Logistic heads on the finished vectors, and how well they do on writers that nothing was trained on."""

import numpy as np
import torch
import torch.nn.functional as F

from data import CORE


def fit(vectors, labels, ridge=3e-4):
    """Weights and bias (last) on the unit vector."""
    labels = labels.to(vectors.device)
    w = torch.zeros(vectors.shape[1] + 1, device=vectors.device, requires_grad=True)
    optimizer = torch.optim.LBFGS([w], max_iter=300, line_search_fn="strong_wolfe")
    balance = ((labels == 0).sum() / (labels == 1).sum().clamp(min=1)).clamp(max=10)

    def closure():
        optimizer.zero_grad()
        logits = vectors @ w[:-1] * 8 + w[-1]
        loss = F.binary_cross_entropy_with_logits(logits, labels, pos_weight=balance) + ridge * (w[:-1] ** 2).sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    scale = torch.tensor([8.0] * vectors.shape[1] + [1.0], device=vectors.device)
    return (w.detach() * scale).cpu()


def judged(head, vectors):
    return (vectors.cpu() @ head[:-1] + head[-1]).numpy()


def examples(name, people, questions, core_lines):
    """(text, language, label) for a head."""
    rows = []
    if name == "gate":
        rows += [(t, l, float(y)) for t, l, y in questions]
        for p in people:
            rows += [(q, p.lang, 1.0) for q, _, _ in p.questions[::4]]
            rows += [(t, p.lang, 0.0) for t in p.general]
    elif name == "overview":
        for p in people:
            rows += [(q, p.lang, float(kind == "overview")) for q, _, kind in p.questions[::3] if kind != "overview"]
            rows += [(q, p.lang, 1.0) for q, _, kind in p.questions if kind == "overview"]
    elif name == "worth":
        rows += [(line, p.lang, float(i in p.telling)) for p in people for i, line in enumerate(p.lines)]
    elif name == "change":
        rows += [(line, p.lang, float(i in p.changing)) for p in people if p.changes for i, line in enumerate(p.lines)]
    else:
        for p in people:
            if p.core is not None:
                rows += [(line, p.lang, float(i in p.core[name])) for i, line in enumerate(p.lines)]
        rows += [(t, l, float(kind == name)) for t, l, kind, _ in core_lines]
    return rows


def auc(scores, labels):
    order = np.argsort(scores)
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(len(scores))
    right = labels == 1
    n, m = right.sum(), (~right).sum()
    return float((ranks[right].sum() - n * (n - 1) / 2) / max(1, n * m))


def precision_at(scores, labels, recall):
    right = np.sort(scores[labels == 1])[::-1]
    if len(right) == 0:
        return float("nan")
    bar = right[min(len(right) - 1, int(recall * len(right)))]
    return float(labels[scores >= bar].mean())


def report(name, scores, labels):
    figures = dict(n=len(labels), positive=int(labels.sum()), auc=round(auc(scores, labels), 4))
    if name == "gate":
        figures |= dict(let_through=round(float((scores[labels == 1] > 0).mean()), 4), refused=round(float((scores[labels == 0] <= 0).mean()), 4))
    else:
        for recall in (0.5, 0.7, 0.8, 0.9):
            figures[f"precision_at_{recall}"] = round(precision_at(scores, labels, recall), 3)
    return figures


NAMES = ("gate", "overview", "worth", "change", *CORE)

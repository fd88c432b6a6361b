"""The head `worth`: a logistic regression on the finished vectors, and how well it does on writers that nothing was trained on."""

import numpy as np
import torch
import torch.nn.functional as F


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


def examples(people):
    """(text, language, whether it answers a question)"""
    return [(line, p.lang, float(i in p.telling)) for p in people for i, line in enumerate(p.lines)]


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


def report(scores, labels):
    figures = dict(n=len(labels), positive=int(labels.sum()), auc=round(auc(scores, labels), 4))
    for recall in (0.5, 0.7, 0.8, 0.9):
        figures[f"precision_at_{recall}"] = round(precision_at(scores, labels, recall), 3)
    return figures

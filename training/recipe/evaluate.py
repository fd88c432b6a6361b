"""Retrieval by cosine alone: no words, no names, no dates."""

import numpy as np


def ranks(people, vectors, questions=None):
    """Share of the answering lines among the best ten, of the person's own lines and of all lines of these people."""
    lines = [line for p in people for line in p.lines]
    matrix = vectors(people[0].lang, lines)
    found = {"own@10": [], "own@15": [], "pool@10": []}
    start = 0
    for p in people:
        count = len(p.lines)
        asked = [(q, a) for q, a, kind in p.questions if kind != "overview"] if questions is None else questions.get(p.id, [])
        if asked:
            lang = p.lang if questions is None else ("zh" if p.lang == "en" else "en")
            scores = (vectors(lang, [q for q, _ in asked]) @ matrix.T).numpy()
            for (_, answers), row in zip(asked, scores):
                own = np.argsort(-row[start : start + count])
                pool = set(np.argsort(-row)[:10].tolist())
                for k in (10, 15):
                    best = set(own[:k].tolist())
                    found[f"own@{k}"].append(np.mean([i in best for i in answers]))
                found["pool@10"].append(np.mean([start + i in pool for i in answers]))
        start += count
    return {name: round(100 * float(np.mean(values)), 1) for name, values in found.items() if values}


def links(people, vectors):
    """How the cosine tells a change from a pair that only looks like one."""
    changed, near, found = [], [], []
    for p in people:
        if not p.changes:
            continue
        matrix = vectors(p.lang, p.lines)
        changed += [float(matrix[a] @ matrix[b]) for a, b in p.changes]
        near += [float(matrix[a] @ matrix[b]) for a, b in p.near]
        for a, b in p.changes:
            order = np.argsort(-(matrix[:b] @ matrix[b]).numpy())[:5]
            found.append(a in order)
    if not changed or not near:
        return {}
    better = np.mean([np.mean(np.array(near) < one) for one in changed])
    return dict(changes=len(changed), near=len(near), auc=round(float(better), 3), among_five_nearest=round(100 * float(np.mean(found)), 1))


def locomo(conversations, vectors):
    hit = []
    for one in conversations:
        scores = (vectors("en", [q["q"] for q in one["qs"]]) @ vectors("en", one["lines"]).T).numpy()
        for q, row in zip(one["qs"], scores):
            best = set(np.argsort(-row)[:10].tolist())
            hit.append(np.mean([a in best for a in q["a"]]))
    return round(100 * float(np.mean(hit)), 1)

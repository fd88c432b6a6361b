"""Learns whether a later line makes an earlier one untrue, by the vectors of both.

    node training/recipe/change_vectors.ts --out FOLDER
    python3 training/recipe/change_judge.py --vectors FOLDER --out OUT [--tiny]

A network with one hidden layer reads both vectors, their product and their distance, number by number. Writers A to G and the
single pairs of all but writers 3 train, V and X give the threshold; T, U and the single pairs of writers 3 are only measured.
Writes `change-judge.bin` as `src/models/change-judge.ts` reads it.
"""

import argparse
import hashlib
import json
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

DIMS, UNITS, LENGTH = 384, 64, 8.0
TRAIN, FIT, TEST = "ABCDEFG", "VX", "TU"
PAIRS = [f"{lang}-{n}" for lang in ("en", "zh") for n in (1, 2, 4, 5, 6, 7)]
OTHER_PAIRS = ["en-3", "zh-3"]
"""How much single pairs count: they are harder than what people mostly say, and all of one kind."""
PAIRS_WEIGHT = 0.3


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter = nn.Linear(4 * DIMS, UNITS)
        self.leave = nn.Linear(UNITS, 1)
        self.cosine = nn.Linear(1, 1)

    def forward(self, earlier, later):
        cosine = (earlier * later).sum(1, keepdim=True)
        a, b = (F.dropout(x * LENGTH, 0.2, self.training) for x in (earlier, later))
        hidden = F.gelu(self.enter(torch.cat([a, b, a * b, (a - b).abs()], 1)), approximate="tanh")
        return (self.leave(F.dropout(hidden, 0.4, self.training)) + self.cosine(cosine))[:, 0]


class Pairs:
    """All pairs of lines of one author; of single pairs those that are labelled."""

    def __init__(self, talks, device):
        earlier, later, change, near = [], [], [], []
        for talk in talks:
            changes, looks = ({tuple(p) for p in talk[k]} for k in ("changes", "near"))
            by = talk["by"]
            every = [(i, j) for j in range(len(by)) for i in range(j) if by[i] == by[j]]
            for i, j in changes | looks if talk["triple"] else every:
                earlier.append(talk["vectors"][i])
                later.append(talk["vectors"][j])
                change.append(float((i, j) in changes))
                near.append((i, j) in looks)
        self.earlier, self.later = (torch.tensor(np.stack(x)).to(device) for x in (earlier, later))
        self.change, self.near = torch.tensor(change).to(device), torch.tensor(near).to(device)


def train(people, single, steps, seed):
    torch.manual_seed(seed)
    device = people.change.device
    model = Judge().to(device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1e-3, total_steps=steps + 1, pct_start=0.1)
    yes, no = (torch.where(people.change == label)[0] for label in (1, 0))
    # Those that look like a change are met more often.
    weight = torch.exp(4 * (people.earlier[no] * people.later[no]).sum(1)) * torch.where(people.near[no], 20.0, 1.0)
    place = torch.cumsum(weight.double(), 0) / weight.double().sum()
    pair, look = (torch.where(single.change == label)[0] for label in (1, 0))

    def some(of, count):
        return of[torch.randint(len(of), (count,), device=device)]

    def loss(earlier, later, labels):
        return F.binary_cross_entropy_with_logits(model(earlier, later), labels * 0.96 + 0.01)

    model.train()
    for _ in range(steps):
        hard = no[torch.searchsorted(place, torch.rand(192, device=device, dtype=torch.double)).clamp(max=len(no) - 1)]
        chosen = torch.cat([some(yes, 64), hard, some(no, 64)])
        total = loss(people.earlier[chosen], people.later[chosen], people.change[chosen])
        own = some(pair, 48)
        chosen, others = torch.cat([own, some(look, 96)]), own[torch.randperm(48, device=device)]
        total = total + PAIRS_WEIGHT * loss(
            torch.cat([single.earlier[chosen], single.earlier[own]]),
            torch.cat([single.later[chosen], single.later[others]]),
            torch.cat([single.change[chosen], (own == others).float()]),
        )
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        schedule.step()
    return model.eval()


@torch.no_grad()
def report(name, model, pairs):
    odds = torch.cat([model(a, b) for a, b in zip(pairs.earlier.split(65536), pairs.later.split(65536))]).cpu().numpy()
    label = pairs.change.cpu().numpy()
    order = np.argsort(-odds)
    right = np.cumsum(label[order])
    precision, recall = right / np.arange(1, len(order) + 1), right / label.sum()
    points = [np.searchsorted(recall, r) for r in (0.3, 0.4, 0.5, 0.6, 0.7)]
    print(f"{name}: {len(label)} pairs, {int(label.sum())} changes, average precision {(precision * label[order]).sum() / label.sum():.3f}; "
          + ", ".join(f"recall {100 * recall[p]:.0f} precision {100 * precision[p]:.0f} (at {odds[order][p]:.2f})" for p in points), flush=True)


def save(model, path):
    """Rows of bytes, then the scales, constants and weights of the rows, the weight of the cosine and the constant."""
    rows = model.enter.weight.detach().cpu().numpy()
    scale = np.abs(rows).max(1) / 127
    numbers = [p.detach().cpu().numpy().ravel() for p in (model.enter.bias, model.leave.weight, model.cosine.weight)]
    constant = (model.leave.bias + model.cosine.bias).item()
    data = np.round(rows / scale[:, None]).astype(np.int8).tobytes()
    data += np.concatenate([scale, *numbers, [constant]]).astype("<f4").tobytes()
    open(path, "wb").write(data)
    print(path, len(data), "bytes, sha256", hashlib.sha256(data).hexdigest())


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--vectors", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tiny", action="store_true")
    given = options.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    talks = json.load(open(os.path.join(given.vectors, "talks.json"), encoding="utf-8"))
    vectors = np.fromfile(os.path.join(given.vectors, "vectors.f16"), dtype=np.float16).reshape(-1, DIMS).astype(np.float32)
    first = 0
    for talk in talks:
        talk["vectors"] = vectors[first : first + len(talk["by"])]
        first += len(talk["by"])
    assert first == len(vectors)

    def of(writers):
        found = [talk for talk in talks if talk["writer"] in writers]
        return Pairs(found[::20] if given.tiny else found, device)

    model = train(of([*TRAIN]), of(PAIRS), 50 if given.tiny else 10_000, given.seed)
    for name, writers in (("V, X", [*FIT]), ("T, U", [*TEST]), ("single pairs of writers 3", OTHER_PAIRS)):
        report(name, model, of(writers))
    os.makedirs(given.out, exist_ok=True)
    save(model, os.path.join(given.out, "change-judge.bin"))


if __name__ == "__main__":
    main()

"""Learns which lines belong in every prompt: a form of address, a lasting limit, a standing wish.

    python3 core_reader.py --encoders FOLDER --out OUT [--tiny]

FOLDER as for `whose_words.py`. A small network reads the same values of the shipped encoders as the judge of words, except
those of the last layer, which are made for finding. Writers A, B and D to G, the single lines of K, N, P and Y and the
handed-over texts of `whose_words.py` train; V and X give the scale and have chosen the shape; T, U and the single lines of U
and Z are only measured.
"""

import argparse
import json
import math
import os
import re
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from concurrent.futures import ThreadPoolExecutor
from whose_words import DATA, DIMS, MARKS, Block, Encoders, attacks_of, language_of, marks_of, people_of, rows_of, save

KINDS = ["name", "limit", "wish"]
MOST = 128
PEOPLE = [*"ABDEFG"]
LINES = ["coreK", "coreN", "coreP", "coreY"]
TRAIN = [*PEOPLE, *LINES, "handed"]
FIT = ["V", "X"]
TEST = ["T", "U"]
ALONE = ["coreU", "coreZ"]


def lines_of(writers):
    found = []
    # The first people have their labels in a file beside them.
    first = {}
    for lang in ("en", "zh"):
        first.update(json.load(open(os.path.join(DATA, "labels", f"core-{lang}.json"), encoding="utf-8")))
    for writer, person in people_of(writers):
        labels = person.get("core") or first.get(person["id"])
        if labels is None:
            continue
        of_memories = person.get("kind") == "memories"
        every = list(labels.values()) if person.get("kind") == "group" else [labels]
        for i, line in enumerate(person["lines"]):
            sorts = [float(any(i in one.get(kind, []) for one in every)) for kind in KINDS]
            found.append(dict(text=line["t"], sorts=sorts, writer=writer, memory=of_memories))
    return found


SUBJECTS = {"en": ["The user", "The user", "Alice", "Nadia", "Tom", "Mr Okafor"], "zh": ["用户", "用户", "小王", "陈静", "老李", "Alice"]}
ENGLISH = [
    (r"\bI'm\b|\bI am\b|\bim\b", "{} is"), (r"\bI've\b|\bI have\b|\bive\b", "{} has"), (r"\bI'd\b", "{} would"), (r"\bI'll\b", "{} will"),
    (r"\bI (?:don't|do not|dont)\b", "{} does not"), (r"\bI (can|could|must|should|will|would|may|never|always|only|was|had|did)", r"{} \1"),
    (r"\bI ([a-z]{2,}[^s\W])\b", r"{} \1s"), (r"\bI\b", "{}"), (r"\bmy\b", "their"), (r"\b(?:me|myself)\b", "them"), (r"\bmine\b", "theirs"),
]


def told_as_memory(rows):
    """Lines in the first person, told of somebody: there are few memories to learn from. The sort stays what it was."""
    found = []
    for i, row in enumerate(rows):
        lang = language_of(row["text"])
        subject = SUBJECTS[lang][i % len(SUBJECTS[lang])]
        if lang == "zh":
            text = row["text"].replace("我", subject)
            subject = subject if "我" in row["text"][:6] else "用户"
        else:
            text = row["text"]
            for pattern, told in ENGLISH:
                text = re.sub(pattern, told.format(subject) if "{" in told else told, text, flags=re.I)
            subject = subject if text.startswith(subject) else "The user"
        if text != row["text"]:
            found.append(dict(row, text=text, memory=True))
            # Said in a chat, it is about somebody else.
            if subject not in ("The user", "用户"):
                found.append(dict(row, text=text, sorts=[0.0] * 3))
    return found


def handed_over():
    """Texts that somebody hands over, and attacks: none of them belongs in every prompt."""
    rows = [row for name in "HJ" for row in rows_of(name) if row["handed"]] + attacks_of("R") + attacks_of("S")
    return [dict(text=row["text"], sorts=[0.0] * 3, writer="handed", memory=False) for row in rows]


def single_lines(name):
    rows = [json.loads(line) for line in open(os.path.join(DATA, "core", f"{name}.jsonl"), encoding="utf-8")]
    return [dict(text=r["t"], sorts=[float(r["k"] == kind) for kind in KINDS], writer=name, memory=False) for r in rows]


class CoreReader(nn.Module):
    """Log-odds of each kind for a whole text: first if it is a message, then if it is a memory about whoever is asking."""

    def __init__(self, lang, size=128, dropout=0.2):
        super().__init__()
        self.enter = nn.Linear(sum(DIMS[lang][:2]) + MARKS, size)
        self.norm = nn.LayerNorm(size)
        self.block = Block(size, 4, 2 * size, dropout)
        self.look = nn.Linear(size, 4)
        self.leave = nn.Linear(5 * size, 2 * len(KINDS))
        self.dropout = dropout

    def forward(self, states, marks, mask):
        x = F.dropout(torch.cat([states, marks], -1), 0.1, self.training)
        x = F.dropout(F.gelu(self.norm(self.enter(x))), self.dropout, self.training)
        x = self.block(x, (1.0 - mask[:, None, None, :]) * -10000.0)
        weights = torch.softmax(self.look(x) + (1.0 - mask[..., None]) * -10000.0, 1)
        looked = torch.matmul(weights.transpose(1, 2), x).flatten(1)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.leave(F.dropout(torch.cat([looked, mean], -1), self.dropout, self.training))


class Together(nn.Module):
    """Several readers, as they are exported, on the scale that V and X gave."""

    def __init__(self, readers, slope, bias):
        super().__init__()
        self.readers = nn.ModuleList(readers)
        self.slope, self.bias = nn.Parameter(slope), nn.Parameter(bias)

    def forward(self, first, middle, marks):
        states = torch.cat([8 * F.normalize(one, dim=-1, eps=1e-6) for one in (first, middle)], -1)
        mask = torch.ones(states.shape[:2], device=states.device)
        return sum(r(states, marks, mask) for r in self.readers) / len(self.readers) * self.slope + self.bias


class Rows:
    """The lines of one language on the device."""

    def __init__(self, rows, device):
        self.rows = rows
        n, most = len(rows), min(MOST, max(len(r["states"]) for r in rows))
        self.states = torch.zeros(n, most, rows[0]["states"].shape[1], dtype=torch.float16)
        self.marks, self.mask = torch.zeros(n, most, MARKS), torch.zeros(n, most)
        for i, row in enumerate(rows):
            k = min(most, len(row["states"]))
            self.states[i, :k] = torch.from_numpy(row["states"][:k])
            self.marks[i, :k] = torch.from_numpy(row["marks"][:k])
            self.mask[i, :k] = 1
        self.lengths = self.mask.sum(1).int().numpy()
        self.labels = torch.tensor([r["sorts"] for r in rows])
        self.memory = torch.tensor([r["memory"] for r in rows]).to(device)
        self.states, self.marks, self.mask, self.labels = (
            x.to(device) for x in (self.states, self.marks, self.mask, self.labels)
        )

    def batch(self, some):
        k = int(self.lengths[some].max())
        some = torch.as_tensor(some, device=self.states.device)
        return self.states[some, :k].float(), self.marks[some, :k], self.mask[some, :k], self.labels[some], self.memory[some]


def own(odds, memory):
    """The half that belongs to what the text is."""
    return torch.where(memory[:, None], odds[:, 3:], odds[:, :3])


def train(data, lang, device, seed, epochs):
    torch.manual_seed(seed)
    model = CoreReader(lang).to(device)
    size = 64
    steps = epochs * math.ceil(len(data.rows) / size)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1e-3, total_steps=steps + 1, pct_start=0.1)
    random = np.random.default_rng(seed)
    for _ in range(epochs):
        model.train()
        order = random.permutation(len(data.rows))
        for start in range(0, len(order), size):
            states, marks, mask, labels, memory = data.batch(order[start : start + size])
            loss = F.binary_cross_entropy_with_logits(own(model(states, marks, mask), memory), labels * 0.96 + 0.01)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return model.eval()


@torch.no_grad()
def odds_of(models, data):
    out = []
    for start in range(0, len(data.rows), 256):
        states, marks, mask, _, memory = data.batch(np.arange(start, min(len(data.rows), start + 256)))
        out.append(own(torch.stack([m(states, marks, mask) for m in models]).mean(0), memory).cpu())
    return torch.cat(out).numpy()


def fit_line(odds, labels):
    """Slope and constant of each kind, on lines that nothing was trained on."""
    slope, bias = np.ones(3), np.zeros(3)
    for k in range(3):
        x = np.c_[odds[:, k], np.ones(len(odds))]
        w = np.array([1.0, 0.0])
        for _ in range(100):
            p = 1 / (1 + np.exp(-x @ w))
            h = (x * (p * (1 - p))[:, None]).T @ x + np.diag([0.3, 1e-6])
            w -= 0.5 * np.linalg.solve(h, x.T @ (p - labels[:, k]) + np.array([0.3 * (w[0] - 1), 0]))
        slope[k], bias[k] = w
    return slope, bias


def average_precision(score, label):
    order = np.argsort(-score)
    hit = label[order]
    return float((np.cumsum(hit) / np.arange(1, len(hit) + 1) * hit).sum() / max(1, hit.sum()))


def report(name, odds, rows, bounds):
    labels = np.array([r["sorts"] for r in rows])
    wanted = labels.max(1) > 0
    chance = (1 / (1 + np.exp(-odds))).sum(1)
    best = odds.argmax(1)
    print(f"{name}: {len(rows)} lines, {int(wanted.sum())} wanted, average precision of any {average_precision(chance, wanted):.3f}, "
          + ", ".join(f"{kind} {average_precision(odds[:, k], labels[:, k]):.3f}" for k, kind in enumerate(KINDS)), flush=True)
    for bound in bounds:
        shown = chance > bound
        parts = []
        for k, kind in enumerate(KINDS):
            told = shown & (best == k)
            of = labels[:, k] > 0
            parts.append(f"{kind} {100*(wanted & told).sum()/max(1,told.sum()):.0f}/{100*(shown & of).sum()/max(1,of.sum()):.0f}")
        print(f"   > {bound}: wrong {int((shown & ~wanted).sum())} ({100*(shown & ~wanted).mean():.1f} %), found {100*(shown & wanted).sum()/max(1,wanted.sum()):.0f} %; " + ", ".join(parts), flush=True)


SEEDS = [7, 8, 9]


def export(readers, lang, slope, bias, path):
    together = Together([r.cpu().eval() for r in readers], torch.tensor(slope, dtype=torch.float32), torch.tensor(bias, dtype=torch.float32)).eval()
    inputs = tuple(torch.rand(1, 7, size) for size in DIMS[lang][:2]) + (torch.rand(1, 7, MARKS),)
    names = ["first", "middle", "marks"]
    axes = {name: {1: "tokens"} for name in names}
    save(together, inputs, path, names, axes)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--encoders", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--epochs", type=int, default=15)
    options.add_argument("--tiny", action="store_true")
    given = options.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    began = time.time()
    encoders = Encoders(given.encoders)
    rows = lines_of([*PEOPLE, *FIT, *TEST])
    rows += handed_over()
    for name in [*LINES, *ALONE]:
        rows += single_lines(name)
    rows += told_as_memory([row for row in rows if row["writer"] in TRAIN and not row["memory"]])
    if given.tiny:
        rows = rows[::60]

    def read(row):
        lang, states, places = encoders.read(row["text"])
        return dict(row, lang=lang, states=states[:, : sum(DIMS[lang][:2])], marks=marks_of(row["text"], places)[0])

    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(read, rows))
    print(len(rows), "lines read in", round(time.time() - began), "s", flush=True)
    bounds = [0.3, 0.4, 0.5, 0.6, 0.7]
    for lang in ("en", "zh"):
        def of(writers):
            return Rows([r for r in rows if r["lang"] == lang and r["writer"] in writers], device)

        learn, alone = of(TRAIN), [(f"single lines of {name[-1]}", of([name])) for name in ALONE]
        fit, test = of(FIT), of(TEST)
        readers = [train(learn, lang, device, seed, given.epochs) for seed in SEEDS]
        lines = {}
        for memory in (False, True):
            chosen = np.array([r["memory"] == memory for r in fit.rows])
            odds = odds_of(readers, fit)
            labels = np.array([r["sorts"] for r in fit.rows])
            lines[memory] = fit_line(odds[chosen], labels[chosen])
            print(lang, "memories" if memory else "messages", "slope", lines[memory][0].round(2), "bias", lines[memory][1].round(2))
            for name, data in (("V, X", fit), ("T, U", test), *alone):
                some = np.array([r["memory"] == memory for r in data.rows])
                if some.any():
                    report(f"{lang} {'memories' if memory else 'messages'} {name}", odds_of(readers, data)[some] * lines[memory][0] + lines[memory][1],
                           [r for r in data.rows if r["memory"] == memory], bounds)
        slope, bias = (np.concatenate([lines[False][k], lines[True][k]]) for k in (0, 1))
        export(readers, lang, slope, bias, os.path.join(given.out, f"core-{lang}.onnx"))
        print(round(time.time() - began), "s", flush=True)


if __name__ == "__main__":
    main()

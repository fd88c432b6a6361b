"""Learns what a question asks for: something told before (gate), all about somebody (overview), the asker's own life (own);
and which words of a message ask.

    python3 question_reader.py --encoders FOLDER --own FILE --out OUT [--tiny]

FOLDER as for `whose_words.py`, FILE from `own_examples.ts`. A small network of the same kind as the judge of the core reads
the values that the shipped encoders have for each token of a question. The questions and general messages of writers A to G
and I to M and W, and the single lines of `data/questions`, `data/gate` (A to F) and `data/own` train; V and X choose the shape and give
the scale; T, U and the lines of Z and Y are only measured. Two large readers teach a small one, which is shipped: a question
is embedded while somebody waits. Every text is read alone and within a longer message: people say something beside what they
ask.
"""

import argparse
import json
import math
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from whose_words import DATA, DIMS, MARKS, Block, Encoders, language_of, marks_of, save

TASKS = ["gate", "overview", "own"]
MOST = 96
TRAIN_PEOPLE = [*"ABCDEFGIJKLMW"]
FIT, TEST = ["V", "X"], ["T", "U"]
TRAIN_LINES, TEST_LINES = [*"ABCDEF"], [*"ZYQ"]
"""Whose lines are messages in which something is said beside what is asked, as they were written."""
WITHIN = "Q"
SEEDS = [7, 8]
LARGE, SMALL = 128, 64
"""There are many more questions than messages that need nothing: every third of them."""
EVERY = 3
NONE = float("nan")


def read_lines(path):
    return [json.loads(row) for row in open(path, encoding="utf-8") if row.strip()]


def examples(own_file):
    """(text, writer, gate, overview, own, weight); NONE where nobody says."""
    rows = []
    own = {(one["id"], one["q"]): float(one["own"]) for one in read_lines(own_file)}
    folder = os.path.join(DATA, "people")
    people = [json.load(open(os.path.join(folder, name), encoding="utf-8")) for name in sorted(os.listdir(folder))]
    for person in people:
        writer = person["id"][2]
        learns = writer in TRAIN_PEOPLE
        for i, one in enumerate(person["qs"]):
            whose = own.get((person["id"], one["q"]), NONE)
            overview = float(one["k"] == "overview")
            if learns and i % EVERY and not overview and math.isnan(whose):
                continue
            rows.append(dict(text=one["q"], writer=writer, labels=[1.0, overview, whose], kind=one["k"], weight=1.0))
        for text in person["general"]:
            rows.append(dict(text=text, writer=writer, labels=[0.0, 0.0, NONE], kind="general", weight=2.0))
    for name in sorted(os.listdir(os.path.join(DATA, "questions"))):
        for one in read_lines(os.path.join(DATA, "questions", name)):
            rows.append(dict(text=one["t"], writer="single", labels=[float(one["y"]), NONE, NONE], kind="single", weight=1.0))
    for name in sorted(os.listdir(os.path.join(DATA, "gate"))):
        for one in read_lines(os.path.join(DATA, "gate", name)):
            row = dict(text=one["t"], writer="gate" + name[4], labels=[float(one["y"]), NONE, NONE], kind="hard", weight=2.0)
            rows.append(dict(row, within=True) if name[4] in WITHIN else row)
    for name in sorted(os.listdir(os.path.join(DATA, "own"))):
        for one in read_lines(os.path.join(DATA, "own", name)):
            rows.append(dict(text=one["q"], writer="own", labels=[1.0, 0.0, float(one["own"])], kind="own", weight=1.0))
    return rows + within_messages(rows, people)


def within_messages(rows, people):
    """Each text once more, beside something that a person of the same writer says; of single lines, of a writer who trains."""
    chance = random.Random(7)
    remarks = {}
    for person in people:
        writer, lang = person["id"][2], person["lang"]
        for line in person["lines"]:
            if len(line["t"]) > (140 if lang == "en" else 60) or line["t"].rstrip()[-1:] in "?？":
                continue
            for of in [writer, "train"] if writer in TRAIN_PEOPLE else [writer]:
                remarks.setdefault((lang, of), []).append(line["t"])
    out = []
    for row in rows:
        if "within" in row:
            continue
        lang = language_of(row["text"])
        beside = remarks.get((lang, row["writer"])) or remarks[(lang, "train")]
        parts = [row["text"]]
        where = chance.random()
        if where < 0.75:
            parts.insert(0, chance.choice(beside))
        if where > 0.6:
            parts.append(chance.choice(beside))
        text, span = joined(parts, row["text"], lang, chance)
        out.append(dict(row, text=text, span=span, kind=f"{row['kind']} within", within=True))
    return out


def joined(parts, asked, lang, chance):
    """The parts as one message, and where `asked` stands in it."""
    ends = ["。", "，", "！", " ", "\n"] if lang == "zh" else [". ", ", ", "! ", " ", "\n"]
    text, start = "", 0
    for part in parts:
        if text != "":
            closed = text.rstrip()[-1:] in ".!?。！？…~"
            text += ("" if lang == "zh" else " ") if closed and chance.random() < 0.8 else chance.choice(ends)
        if part == asked:
            start = len(text)
        text += part
    return text, (start, start + len(asked))


class QuestionReader(nn.Module):
    """Log-odds of each task for a whole text, and of each token that it is of what is asked."""

    def __init__(self, lang, size=LARGE, dropout=0.3, layers=(0, 1, 2)):
        super().__init__()
        self.layers = layers
        self.sizes = DIMS[lang]
        self.enter = nn.Linear(sum(DIMS[lang][k] for k in layers) + MARKS, size)
        self.norm = nn.LayerNorm(size)
        self.block = Block(size, 4, 2 * size, dropout)
        self.look = nn.Linear(size, 4)
        self.leave = nn.Linear(5 * size, len(TASKS))
        self.mark = nn.Linear(size, 1)
        self.dropout = dropout

    def forward(self, states, marks, mask):
        parts = torch.split(states, self.sizes, -1)
        x = torch.cat([parts[k] for k in self.layers], -1)
        x = F.dropout(torch.cat([x, marks], -1), 0.1, self.training)
        x = F.dropout(F.gelu(self.norm(self.enter(x))), self.dropout, self.training)
        x = self.block(x, (1.0 - mask[:, None, None, :]) * -10000.0)
        weights = torch.softmax(self.look(x) + (1.0 - mask[..., None]) * -10000.0, 1)
        looked = torch.matmul(weights.transpose(1, 2), x).flatten(1)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.leave(F.dropout(torch.cat([looked, mean], -1), self.dropout, self.training)), self.mark(x)[..., 0]


class Scaled(nn.Module):
    """A reader as it is exported, on the scale that V and X gave."""

    def __init__(self, reader, slope, bias):
        super().__init__()
        self.reader = reader
        self.slope, self.bias = nn.Parameter(slope), nn.Parameter(bias)

    def forward(self, first, middle, last, marks):
        states = torch.cat([8 * F.normalize(one, dim=-1, eps=1e-6) for one in (first, middle, last)], -1)
        mask = torch.ones(states.shape[:2], device=states.device)
        odds, asked = self.reader(states, marks, mask)
        return torch.cat([odds * self.slope + self.bias, asked], 1)


class Rows:
    """The values of all tokens one after the other; a batch is padded when it is read."""

    def __init__(self, rows, device):
        self.rows = rows
        self.lengths = np.array([len(row["states"]) for row in rows])
        self.starts = np.cumsum(self.lengths) - self.lengths

        def flat(name):
            return torch.from_numpy(np.concatenate([row[name] for row in rows])).to(device)

        self.states, self.marks, self.asked = flat("states"), flat("marks"), flat("asked")
        self.labels = torch.tensor([row["labels"] for row in rows], device=device)
        self.weights = torch.tensor([row["weight"] for row in rows], device=device)

    def batch(self, some):
        places = np.arange(self.lengths[some].max())[None, :]
        known = places < self.lengths[some][:, None]
        at = torch.from_numpy(np.where(known, self.starts[some][:, None] + places, 0)).to(self.states.device)
        mask = torch.from_numpy(known).to(self.states.device)
        read = self.states[at].float() * mask[..., None], self.marks[at] * mask[..., None], mask.float()
        return read, self.labels[some], self.asked[at].masked_fill(~mask, NONE), self.weights[some]


def train(data, lang, device, seed, epochs, layers=(0, 1, 2), size=LARGE, taught=None):
    """`taught`: what the teachers say of each text, which is learned instead of the labels."""
    torch.manual_seed(seed)
    model = QuestionReader(lang, size, 0.3 if taught is None else 0.1, layers).to(device)
    rows = 128
    steps = epochs * math.ceil(len(data.rows) / rows)
    rate = 1e-3 if taught is None else 2e-3
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.1)
    chance = np.random.default_rng(seed)
    scale = torch.tensor([1.0, 0.5, 0.5], device=device)
    for epoch in range(epochs):
        print(f"  reader of {size}, seed {seed}: epoch {epoch + 1} of {epochs}", flush=True)
        model.train()
        # Batches of like length: half of all values would be padding.
        order = chance.permutation(len(data.rows))
        order = np.concatenate([part[np.argsort(data.lengths[part])] for part in np.array_split(order, max(1, len(order) // (16 * rows)))])
        batches = np.array_split(order, math.ceil(len(order) / rows))
        for i in chance.permutation(len(batches)):
            some = batches[i]
            read, labels, asked, weights = data.batch(some)
            if taught is not None:
                labels = torch.sigmoid(taught[torch.as_tensor(some, device=device)])
            known = ~torch.isnan(labels)
            wanted = torch.where(known, labels, torch.zeros_like(labels)) * 0.96 + 0.02 if taught is None else labels
            odds, marked = model(*read)
            each = F.binary_cross_entropy_with_logits(odds, wanted, reduction="none")
            loss = (each * known * weights[:, None] * scale).sum() / len(labels)
            known = ~torch.isnan(asked)
            loss = loss + 0.5 * F.binary_cross_entropy_with_logits(marked[known], asked[known] * 0.96 + 0.02)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return model.eval()


@torch.no_grad()
def odds_of(models, data):
    out = []
    for start in range(0, len(data.rows), 512):
        read, _, _, _ = data.batch(np.arange(start, min(len(data.rows), start + 512)))
        out.append(torch.stack([m(*read)[0] for m in models]).mean(0).cpu())
    return torch.cat(out).numpy()


@torch.no_grad()
def report_words(name, models, data):
    """How many of the words that ask, and of the others, are told for what they are."""
    right, all_of = [0, 0], [0, 0]
    for start in range(0, len(data.rows), 512):
        read, _, asked, _ = data.batch(np.arange(start, min(len(data.rows), start + 512)))
        said = torch.stack([m(*read)[1] for m in models]).mean(0) > 0
        for label in (0, 1):
            right[label] += int((said[asked == label] == bool(label)).sum())
            all_of[label] += int((asked == label).sum())
    if min(all_of) > 0:
        print(f"  {name}: {100 * right[1] / all_of[1]:.1f} % of the tokens that ask, {100 * right[0] / all_of[0]:.1f} % of the others")


def linear(learn, device):
    """For comparison: one logistic layer on the mean of the last values, as the heads before."""

    def pooled(data):
        out = []
        for start in range(0, len(data.rows), 512):
            (states, _, _), _, _, _ = data.batch(np.arange(start, min(len(data.rows), start + 512)))
            last = states[..., -384:]
            out.append(F.normalize(last[:, 0] if data.lang == "zh" else last.sum(1), dim=-1))
        return torch.cat(out)

    x, y, w = pooled(learn), learn.labels[:, 0], learn.weights
    head = nn.Linear(x.shape[1], 1).to(device)
    optimiser = torch.optim.Adam(head.parameters(), lr=0.1)
    for _ in range(600):
        loss = (F.binary_cross_entropy_with_logits(8 * head(x)[:, 0], torch.nan_to_num(y), reduction="none") * w * ~torch.isnan(y)).mean()
        loss = loss + 1e-5 * (head.weight**2).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return lambda data: (8 * head(pooled(data))[:, 0]).detach().cpu().numpy()


def fit_line(odds, labels):
    """Slope and constant, on lines that nothing was trained on; both labels count alike."""
    known = ~np.isnan(labels)
    odds, labels = odds[known], labels[known]
    each = np.where(labels == 1, 0.5 / max(1, labels.sum()), 0.5 / max(1, (1 - labels).sum())) * len(labels)
    x, w = np.c_[odds, np.ones(len(odds))], np.array([1.0, 0.0])
    for _ in range(200):
        p = 1 / (1 + np.exp(-x @ w))
        h = (x * (each * p * (1 - p))[:, None]).T @ x + np.diag([0.3, 1e-6])
        w -= 0.5 * np.linalg.solve(h, x.T @ (each * (p - labels)) + np.array([0.3 * (w[0] - 1), 0]))
    return w


def auc(scores, labels):
    order = np.argsort(scores)
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(len(scores))
    right = labels == 1
    n, m = right.sum(), (~right).sum()
    return float((ranks[right].sum() - n * (n - 1) / 2) / max(1, n * m))


def report(name, scores, data, task=0):
    labels = data.labels[:, task].cpu().numpy()
    known = ~np.isnan(labels)
    scores, labels = scores[known], labels[known]
    if len(set(labels.tolist())) < 2:
        return
    refused = np.sort(scores[labels == 1])
    marks = []
    for share in (0.95, 0.975, 0.99):
        bar = refused[int((1 - share) * len(refused))]
        marks.append(f"{100 * (scores[labels == 0] < bar).mean():.1f}")
    print(f"  {name}: {len(labels)}, AUC {auc(scores, labels):.4f}; of the others refused where 95, 97.5, 99 % pass: {', '.join(marks)}; "
          f"at even odds {100 * (scores[labels == 1] > 0).mean():.1f} pass, {100 * (scores[labels == 0] <= 0).mean():.1f} refused", flush=True)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--encoders", required=True)
    options.add_argument("--own", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--epochs", type=int, default=6)
    options.add_argument("--compare", action="store_true", help="other shapes beside the shipped one")
    options.add_argument("--tiny", action="store_true")
    given = options.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    began = time.time()
    encoders = Encoders(given.encoders)
    rows = examples(given.own)
    if given.tiny:
        rows = rows[::40]

    def read(row):
        lang, states, places = encoders.read(row["text"])
        first, end = row.get("span", (0, len(row["text"]) if "within" not in row else 0))
        asked = [NONE if stop <= start or end == 0 else float(first <= start < end) for start, stop in places]
        marks = marks_of(row["text"], places)[0]
        return dict(row, lang=lang, states=states[:MOST], marks=marks[:MOST], asked=np.array(asked[:MOST], np.float32))

    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(read, rows))
    print(len(rows), "texts read in", round(time.time() - began), "s", flush=True)
    for lang in ("en", "zh"):
        mine = [row for row in rows if row["lang"] == lang]

        def of(writers, within=None):
            """`within`: of the two kinds of text, alone or within a message; by default both."""
            found = Rows([r for r in mine if r["writer"] in writers and within in (None, "within" in r)], device)
            found.lang = lang
            return found

        learn = of([*TRAIN_PEOPLE, "single", "own", *(f"gate{name}" for name in TRAIN_LINES)])
        fit, measured = of(FIT), {}
        for name, writers in {"V, X": FIT, "T, U": TEST, **{name: [f"gate{name}"] for name in TEST_LINES}}.items():
            if any(row["writer"] in writers for row in mine):
                for found, within in ((name, False), (f"{name} within a message", True)):
                    if any(r["writer"] in writers and within == ("within" in r) for r in mine):
                        measured[found] = of(writers, within)
        print(lang, len(learn.rows), "texts to learn from")
        if given.compare:
            before = linear(learn, device)
            for name, data in measured.items():
                report(f"linear {name}", before(data), data)
        teachers = [train(learn, lang, device, seed, given.epochs) for seed in SEEDS]
        measure(f"{lang} teachers", teachers, fit, measured)
        taught = torch.from_numpy(odds_of(teachers, learn)).to(device)
        small = train(learn, lang, device, SEEDS[0], 2 * given.epochs, size=SMALL, taught=taught)
        slope, bias = measure(f"{lang} shipped", [small], fit, measured)
        export(small, lang, slope, bias, os.path.join(given.out, f"question-{lang}.onnx"))
        if given.compare:
            larger = train(learn, lang, device, SEEDS[0], 2 * given.epochs, size=96, taught=taught)
            measure(f"{lang} of 96", [larger], fit, measured)
            alone = train(learn, lang, device, SEEDS[0], given.epochs, size=SMALL)
            measure(f"{lang} untaught", [alone], fit, measured)
            lower = [train(learn, lang, device, seed, given.epochs, (0, 1)) for seed in SEEDS]
            measure(f"{lang} teachers without the last layer", lower, fit, measured)
        print(round(time.time() - began), "s", flush=True)


def measure(name, readers, fit, measured):
    """Prints the figures and gives the scale."""
    odds = odds_of(readers, fit)
    lines = [fit_line(odds[:, k], fit.labels[:, k].cpu().numpy()) for k in range(len(TASKS))]
    slope, bias = (np.array([line[k] for line in lines]) for k in (0, 1))
    print(name, "slope", slope.round(2), "bias", bias.round(2))
    for writers, data in measured.items():
        scores = odds_of(readers, data) * slope + bias
        for k, task in enumerate(TASKS):
            report(f"{writers} {task}", scores[:, k], data, k)
        report_words(writers, readers, data)
    return slope, bias


def export(reader, lang, slope, bias, path):
    scaled = Scaled(reader.cpu().eval(), *(torch.tensor(x, dtype=torch.float32) for x in (slope, bias))).eval()
    inputs = tuple(torch.rand(1, 7, size) for size in DIMS[lang]) + (torch.rand(1, 7, MARKS),)
    names = ["first", "middle", "last", "marks"]
    save(scaled, inputs, path, names, {name: {1: "tokens"} for name in names})


if __name__ == "__main__":
    main()

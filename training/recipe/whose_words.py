"""Learns whose words a message holds: the speaker's own, or a text that is handed over, quoted, pasted or played.

    python3 whose_words.py --encoders FOLDER --out OUT [--tiny]

FOLDER has the shipped encoders, unpacked: `en.onnx`, `en.tokenizer.json`, `zh.onnx`, `zh.tokenizer.json`. They stay as they
are: a small network reads their token vectors and what a tokenizer drops (line breaks, capitals, quotation marks), and
says of each token how likely it is somebody else's. Writers H and J train, R and S (attacks) too; L is only measured.
"""

import argparse
import json
import lzma
import math
import os
import re
import time

import numpy as np
import onnx
import onnxruntime
import torch
import torch.nn as nn
import torch.nn.functional as F
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "data")
MOST_TOKENS = 512
MARKS = 10
"""The states that are read: of the words alone, of the middle layer, and of the last one."""
STATES = {
    "en": ["/norm/LayerNormalization_output_0", "/layers.2/down_norm/LayerNormalization_output_0", "last_hidden_state"],
    "zh": ["/norm/LayerNormalization_output_0", "/layers.1/down_norm/LayerNormalization_output_0", "last_hidden_state"],
}
DIMS = {"en": [384, 384, 384], "zh": [512, 512, 384]}
OWN_WEIGHT = 0.25


def language_of(text):
    """As `modelFor` in src/models/local/catalogue.ts."""
    sample = text[:2000]
    han = len(re.findall(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]", sample))
    if han == 0:
        return "en"
    letters = len(re.findall(r"[^\W\d_]", sample)) - han
    return "zh" if han * 3 > letters else "en"


QUOTATION = re.compile(r'"[^"\n]{1,600}"|“[^“”]{1,600}”|「[^「」]{1,600}」|『[^『』]{1,600}』|«[^«»\n]{1,600}»')


def marks_of(text, places):
    """What a tokenizer drops, for each token."""
    quoted = np.zeros(len(text) + 1, bool)
    for found in QUOTATION.finditer(text):
        quoted[found.start() : found.end()] = True
    lines = text.count("\n")
    rows = np.zeros((len(places), MARKS), np.float32)
    before = 0
    newline = paragraph = colon = False
    for i, (start, end) in enumerate(places):
        if end <= start:
            rows[i, 9] = 1
            continue
        gap = text[before:start]
        newline = "\n" in gap
        if re.search(r"\n\s*\n", gap):
            paragraph = True
        if newline:
            rows[i, 0] = 1
        if re.search(r"\n\s*\n", gap):
            rows[i, 1] = 1
        rows[i, 2] = paragraph
        colon = colon or bool(re.search(r"[:：]", text[max(0, before - 1) : start]))
        rows[i, 3] = colon
        rows[i, 4] = quoted[start]
        rows[i, 5] = text[start].isupper()
        rows[i, 6] = min(1.0, text.count("\n", 0, start) / 8)
        rows[i, 7] = math.log1p(start) / 8
        rows[i, 8] = math.log1p(len(text) - start) / 8
        before = end
    return rows, lines


def with_outputs(content, names):
    """The same model with inner values among its outputs, as `src/models/local` reads it."""
    model = onnx.load_from_string(content)
    known = {one.name for one in model.graph.output}
    model.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in names if name not in known)
    return model.SerializeToString()


class Encoders:
    def __init__(self, folder):
        self.sessions, self.tokenizers = {}, {}
        for lang in ("en", "zh"):
            path = os.path.join(folder, f"{lang}.onnx")
            content = lzma.open(path + ".xz").read() if not os.path.exists(path) else open(path, "rb").read()
            content = with_outputs(content, STATES[lang])
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 2
            self.sessions[lang] = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
            self.tokenizers[lang] = Tokenizer.from_file(os.path.join(folder, f"{lang}.tokenizer.json"))
            self.tokenizers[lang].no_padding()
            self.tokenizers[lang].enable_truncation(MOST_TOKENS)

    def read(self, text):
        lang = language_of(text)
        lower = text.lower()
        found = self.tokenizers[lang].encode(lower if len(lower) == len(text) else text)
        ids = np.array([found.ids], dtype=np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        session = self.sessions[lang]
        states = session.run(STATES[lang], {i.name: feeds[i.name] for i in session.get_inputs()})
        return lang, np.concatenate([unit(one[0]) for one in states], -1).astype(np.float16), found.offsets


def unit(rows):
    return 8 * rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6)


class Reader(nn.Module):
    """Says of each token how likely it is not the speaker's own, in log-odds."""

    def __init__(self, lang, size=128, layers=2, heads=4, inner=256, dropout=0.2):
        super().__init__()
        self.enter = nn.Linear(sum(DIMS[lang]) + MARKS, size)
        self.norm = nn.LayerNorm(size)
        self.blocks = nn.ModuleList(Block(size, heads, inner, dropout) for _ in range(layers))
        self.leave = nn.Linear(size, 1)
        self.dropout = dropout

    def forward(self, states, marks, mask):
        x = F.dropout(torch.cat([states, marks], -1), 0.1, self.training)
        x = F.dropout(F.gelu(self.norm(self.enter(x))), self.dropout, self.training)
        bias = (1.0 - mask[:, None, None, :]) * -10000.0
        for block in self.blocks:
            x = block(x, bias)
        return self.leave(x)[..., 0]


class Together(nn.Module):
    """Several readers, as they are exported: the mean of what they say of the tokens of one text."""

    def __init__(self, readers):
        super().__init__()
        self.readers = nn.ModuleList(readers)

    def forward(self, first, middle, last, marks):
        states = torch.cat([8 * F.normalize(one, dim=-1, eps=1e-6) for one in (first, middle, last)], -1)
        mask = torch.ones(states.shape[:2], device=states.device)
        return sum(reader(states, marks, mask) for reader in self.readers) / len(self.readers)


class Block(nn.Module):
    def __init__(self, size, heads, inner, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.first, self.second = nn.LayerNorm(size), nn.LayerNorm(size)
        self.query, self.key, self.value, self.out = (nn.Linear(size, size) for _ in range(4))
        self.up, self.down = nn.Linear(size, inner), nn.Linear(inner, size)

    def forward(self, x, bias):
        rows, length, size = x.shape
        n = self.first(x)

        def split(part):
            return part(n).reshape(rows, length, self.heads, size // self.heads).transpose(1, 2)

        scores = torch.matmul(split(self.query), split(self.key).transpose(2, 3)) / math.sqrt(size // self.heads) + bias
        mixed = torch.matmul(torch.softmax(scores, -1), split(self.value)).transpose(1, 2).reshape(rows, length, size)
        x = x + F.dropout(self.out(mixed), self.dropout, self.training)
        return x + F.dropout(self.down(F.gelu(self.up(self.second(x)))), self.dropout, self.training)


def labels_of(text, row, places):
    """1: somebody else's, 0: own, −1: nobody says."""
    labels = np.full(len(places), -1.0, np.float32)
    if "poison" in row:
        foreign = np.zeros(len(text) + 1, bool)
        for found in re.finditer(r"[^.!?。！？\n]+[.!?。！？\n]*", text):
            if any(re.search(p, found.group(), re.I) for p in row["poison"]):
                foreign[found.start() : found.end()] = True
        for i, (start, end) in enumerate(places):
            if end > start and foreign[start]:
                labels[i] = 1
        return labels
    own = np.zeros(len(text) + 1, bool)
    if not row["handed"]:
        own[:] = True
    at = 0
    for part in row["own"] if row["handed"] else []:
        start = text.find(part, at)
        own[start : start + len(part)] = True
        at = start + len(part)
    for i, (start, end) in enumerate(places):
        if end > start:
            labels[i] = 0.0 if own[start] else 1.0
    return labels


def read_all(encoders, rows):
    from concurrent.futures import ThreadPoolExecutor

    def one(row):
        lang, states, places = encoders.read(row["text"])
        marks, _ = marks_of(row["text"], places)
        return dict(row, lang=lang, states=states, marks=marks, labels=labels_of(row["text"], row, places), places=places)

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, rows))


def rows_of(name):
    path = os.path.join(DATA, "words", f"{name}.jsonl")
    return [dict(json.loads(line), writer=name) for line in open(path, encoding="utf-8") if line.strip()]


def attacks_of(name):
    found = []
    for line in open(os.path.join(DATA, "words", f"{name}.jsonl"), encoding="utf-8"):
        if not line.strip():
            continue
        attack = json.loads(line)
        if attack["scope"] != "user":
            continue
        for step in attack["steps"]:
            if step["by"] == "alice" and any(re.search(p, step["text"], re.I) for p in attack["poison"]):
                found.append(dict(text=step["text"], poison=attack["poison"], writer=name, handed=True, own=[]))
    return found


def people_of(writers):
    """Their files, each with its writer's letter."""
    folder = os.path.join(DATA, "people")
    for name in sorted(os.listdir(folder)):
        if name[2] in writers:
            yield name[2], json.load(open(os.path.join(folder, name), encoding="utf-8"))


def own_rows(writers, every):
    found = []
    for _, person in people_of(writers):
        if person.get("kind") == "memories":
            continue
        found += [dict(text=line["t"], handed=False, own=[line["t"]], writer="own") for line in person["lines"]]
    return found[::every]


def core_rows(writers, every=1):
    found = []
    for writer in writers:
        for line in open(os.path.join(DATA, "core", f"core{writer}.jsonl"), encoding="utf-8"):
            row = json.loads(line)
            found.append(dict(text=row["t"], handed=False, own=[row["t"]], writer="own", core=row["k"] is not None))
    return found[::every]


def batches(rows, size, seed):
    order = np.random.default_rng(seed).permutation(len(rows))
    order = sorted(order, key=lambda i: (len(rows[i]["states"]) // 16, i % 97))
    groups = [order[i : i + size] for i in range(0, len(order), size)]
    np.random.default_rng(seed + 1).shuffle(groups)
    for group in groups:
        yield [rows[i] for i in group]


def tensors(some, device):
    most = max(len(row["states"]) for row in some)
    states = torch.zeros(len(some), most, some[0]["states"].shape[1])
    marks = torch.zeros(len(some), most, MARKS)
    labels = torch.full((len(some), most), -1.0)
    mask = torch.zeros(len(some), most)
    for i, row in enumerate(some):
        n = len(row["states"])
        states[i, :n] = torch.from_numpy(row["states"].astype(np.float32))
        marks[i, :n] = torch.from_numpy(row["marks"])
        labels[i, :n] = torch.from_numpy(row["labels"])
        mask[i, :n] = 1
    weights = torch.tensor([OWN_WEIGHT if row["writer"] == "own" else 1.0 for row in some])
    return [x.to(device) for x in (states, marks, labels, mask, weights)]


def train(rows, lang, device, seed, epochs):
    torch.manual_seed(seed)
    model = Reader(lang).to(device)
    steps = epochs * math.ceil(len(rows) / 32)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1.5e-3, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        model.train()
        for some in batches(rows, 32, seed * 1000 + epoch):
            states, marks, labels, mask, weights = tensors(some, device)
            odds = model(states, marks, mask)
            known = (labels >= 0).float()
            each = F.binary_cross_entropy_with_logits(odds, labels.clamp(0), reduction="none") * known
            loss = ((each.sum(1) / known.sum(1).clamp(1)) * weights).sum() / weights.sum()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return model.eval()


SENTENCE = re.compile(r"[^.!?。！？\n:：]+[.!?。！？\n:：]*")


@torch.no_grad()
def chances(models, rows, device):
    """Of each message: for each sentence its size, its label and the mean chance of its tokens."""
    out = []
    for start in range(0, len(rows), 64):
        some = rows[start : start + 64]
        states, marks, _, mask, _ = tensors(some, device)
        odds = torch.stack([m(states, marks, mask) for m in models]).mean(0).cpu().numpy()
        for row, line in zip(some, odds):
            parts = []
            for found in SENTENCE.finditer(row["text"]):
                inside = [i for i, (a, b) in enumerate(row["places"]) if b > a and found.start() <= a < found.end()]
                if not inside:
                    continue
                label = np.mean([row["labels"][i] for i in inside])
                parts.append((len(inside), label, float(np.mean(line[inside]))))
            out.append(parts)
    return out


"""A message in which one sentence is above the first bound is taken to hand something over; then sentences above the second
are somebody else's."""
BOUNDS = [(0, 0), (0, -2), (0, -3), (0, -4), (-1, -3), (1, -3)]


def report(name, rows, judged, bounds):
    notice, doubt = bounds
    th = gh = to = go = mh = seen = leaky = mo = touched = 0
    for row, parts in zip(rows, judged):
        flagged = any(odds > notice for _, _, odds in parts)
        foreign = [flagged and odds > doubt for _, _, odds in parts]
        for (size, label, _), is_foreign in zip(parts, foreign):
            if label > 0.5:
                th += size
                gh += size * is_foreign
            elif label >= 0:
                to += size
                go += size * (not is_foreign)
        if row["handed"]:
            mh += 1
            seen += flagged
            leaky += any(label > 0.5 and not is_foreign for (_, label, _), is_foreign in zip(parts, foreign))
        else:
            mo += 1
            touched += flagged
    print(f"{name:22} {str(bounds):8} handed-over words found {100*gh/max(1,th):5.1f}, own words kept {100*go/max(1,to):5.1f} | "
          f"messages noticed {100*seen/max(1,mh):5.1f}, with a sentence missed {100*leaky/max(1,mh):5.1f} of {mh} | "
          f"own messages touched {100*touched/max(1,mo):5.2f} of {mo}", flush=True)


def parted(rows):
    """By shape: several lines, one line."""
    return [("lines", [row for row in rows if "\n" in row["text"]]), ("one line", [row for row in rows if "\n" not in row["text"]])]


def export(readers, lang, path):
    together = Together([reader.cpu().eval() for reader in readers])
    n = 7
    inputs = tuple(torch.rand(1, n, size) for size in DIMS[lang]) + (torch.rand(1, n, MARKS),)
    names = ["first", "middle", "last", "marks"]
    save(together, inputs, path, names, {name: {1: "tokens"} for name in [*names, "odds"]})


def save(model, inputs, path, names, axes):
    torch.onnx.export(model, inputs, path, input_names=names, output_names=["odds"], dynamic_axes=axes, opset_version=17, dynamo=False)
    import onnx

    graph = onnx.load(path)
    for node in graph.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(graph, path)


SEEDS = [7, 8, 9]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--encoders", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--epochs", type=int, default=20)
    given = options.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    began = time.time()
    encoders = Encoders(given.encoders)
    sets = {name: read_all(encoders, rows_of(name)) for name in "HJL"}
    attacks = {name: read_all(encoders, attacks_of(name)) for name in "RS"}
    own = read_all(encoders, own_rows("ABCDEFGMW", 4) + core_rows("KNP", 2))
    people = read_all(encoders, own_rows("TUVX", 2))
    wishes = read_all(encoders, [row for row in core_rows("U") if row["core"]])
    print("read in", round(time.time() - began), "s", flush=True)
    for learn, check, seeds in (("HRS", "J", SEEDS[:1]), ("JRS", "H", SEEDS[:1]), ("HJRS", "L", SEEDS)):
        for lang in ("en", "zh"):
            def of(rows):
                return [row for row in rows if row["lang"] == lang]

            learned = of([row for name in learn for row in (sets.get(name) or attacks[name])] + own)
            readers = [train(learned, lang, device, seed, given.epochs) for seed in seeds]
            for shape, rows in [*parted(of(sets[check])), ("people", of(people)), ("wishes", of(wishes))]:
                judged = chances(readers, rows, device)
                for bounds in BOUNDS:
                    report(f"{learn}→{check} {lang} {shape}", rows, judged, bounds)
            if check == "L":
                export(readers, lang, os.path.join(given.out, f"words-{lang}.onnx"))
            print(round(time.time() - began), "s", flush=True)


if __name__ == "__main__":
    main()

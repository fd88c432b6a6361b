"""Trains, evaluates and exports. `python3 run.py --base BASE --out OUT` with the public models in BASE/en and BASE/zh."""

import argparse
import hashlib
import json
import os
import random

import numpy as np
import torch

import evaluate
import heads as head_rules
from data import FIT_WRITERS, TEST_WRITERS, read_core_lines, read_people, read_questions, read_translations, split
from encoder import Texts, encode, export, exported_vectors, language_of, read_base
from train import aligned, log, taught, train, train_teacher

SETTINGS = dict(epochs=12, rate=8e-5, tau=0.05, people=8, questions=24, anchor=5.0, teach=1.0, heads=0.3, align=0.5, pairs=256)
PART = 15 * 1024 * 1024


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--base", required=True)
    options.add_argument("--out", required=True)
    options.add_argument("--locomo", help="conversations as JSON, to measure on; never trained on")
    options.add_argument("--tiny", action="store_true", help="a run of seconds that only shows that every part works")
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    random.seed(given.seed)
    np.random.seed(given.seed)
    torch.manual_seed(given.seed)
    os.makedirs(given.out, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    settings = dict(SETTINGS, epochs=0.2) if given.tiny else SETTINGS

    people = read_people()
    learned, fitted, kept = split(people)
    if given.tiny:
        learned = [p for lang in ("en", "zh") for p in [q for q in learned if q.lang == lang][:10]]
    questions, core_lines = read_questions(), read_core_lines()
    core_lines = [one for one in core_lines if one[3] not in FIT_WRITERS + TEST_WRITERS]
    pairs, crossed = read_translations(people)
    known = {p.id for p in learned}
    crossed_apart = [one for one in crossed if one[0].id not in known]
    crossed = [one for one in crossed if one[0].id in known]
    outside = {text for p in fitted + kept for text in [*p.lines, *(q for q, _, _ in p.questions)]}
    pairs = [pair for pair in pairs if pair[0] not in outside and pair[1] not in outside]
    log(len(learned), "people to learn from,", sum(len(p.questions) for p in learned), "questions;", len(pairs),
        "translations;", len(core_lines), "single core lines; kept apart:", len(fitted), "to fit,", len(kept), "to test")

    texts = {lang: Texts(lang, f"{given.base}/{lang}", device) for lang in ("en", "zh")}
    models = {lang: read_base(lang, f"{given.base}/{lang}").to(device) for lang in ("en", "zh")}
    original = {lang: read_base(lang, f"{given.base}/{lang}").to(device) for lang in ("en", "zh")}
    original["zh"].project = None
    aligned(models, texts, pairs, device)
    extra = (questions, core_lines, pairs, crossed)
    report = {"settings": settings, "seed": given.seed, "people": [p.id for p in learned]}

    def vectors_of(nets):
        return lambda lang, items: encode(nets[lang], texts[lang], items).cpu()

    report["before"] = measure(vectors_of(original), fitted, kept, {}, given.locomo)
    log("before", json.dumps(report["before"]))

    first = train(models, texts, learned, extra, dict(settings, epochs=settings["epochs"] / 3))
    log("first pass", json.dumps(measure(vectors_of(first.models), fitted, kept, crossed_of(crossed_apart), given.locomo)))
    teaching = {}
    for lang in ("en", "zh"):
        own = [p for p in learned if p.lang == lang]
        # The teacher reads the encoder's layers, not its map into the common space.
        teacher = train_teacher(first.models[lang], texts[lang], own, epochs=0.05 if given.tiny else 3)
        teaching.update(taught(teacher, texts[lang], own))
        log("teacher", lang)
    del first
    net = train(models, texts, learned, extra, settings, teaching)
    report["after"] = measure(vectors_of(net.models), fitted, kept, crossed_of(crossed_apart), given.locomo)
    log("after", json.dumps(report["after"]))

    finished = {}
    for lang in ("en", "zh"):
        path = f"{given.out}/{lang}.onnx"
        export(net.models[lang], path)
        sample = [line for p in kept if p.lang == lang for line in p.lines][:200]
        same = (exported_vectors(path, lang, texts[lang], sample) * encode(net.models[lang], texts[lang], sample).cpu()).sum(1)
        content = open(path, "rb").read()
        finished[lang] = dict(bytes=len(content), sha256=hashlib.sha256(content).hexdigest(),
                              int8_cosine=round(float(same.mean()), 4), int8_least=round(float(same.min()), 4))
        for i in range(0, len(content), PART):
            open(f"{path}.{i // PART}", "wb").write(content[i : i + PART])
        os.remove(path)
    report["files"] = finished
    log("files", json.dumps(finished))

    def one_space(rows):
        """Each text by the encoder that Memoir would choose for it."""
        found = torch.zeros(len(rows), 384)
        for lang in ("en", "zh"):
            mine = [i for i, (text, *_) in enumerate(rows) if language_of(text) == lang]
            if mine:
                found[mine] = encode(net.models[lang], texts[lang], [rows[i][0] for i in mine]).cpu()
        return found

    rows = head_rules.examples(learned)
    head = head_rules.fit(one_space(rows).to(device), torch.tensor([y for *_, y in rows]))
    worth = {}
    for part, group in (("fit", fitted), ("test", kept)):
        for lang in ("en", "zh"):
            test = head_rules.examples([p for p in group if p.lang == lang])
            if test:
                labels = np.array([y for *_, y in test])
                worth[f"{part} {lang}"] = head_rules.report(head_rules.judged(head, one_space(test)), labels)
    report["heads"] = {"worth": worth}
    log("head worth", json.dumps(worth))
    json.dump({"worth": [round(float(x), 5) for x in head]}, open(f"{given.out}/heads.json", "w"))
    json.dump(report, open(f"{given.out}/report.json", "w"), indent=1)
    log("done")


def crossed_of(crossed):
    by_id = {}
    for p, q, answers in crossed:
        by_id.setdefault(p.id, []).append((q, answers))
    return by_id


def measure(vectors, fitted, kept, crossed, locomo_path):
    figures = {}
    for part, group in (("fit", fitted), ("test", kept)):
        for lang in ("en", "zh"):
            mine = [p for p in group if p.lang == lang]
            if not mine:
                continue
            figures[f"{part} {lang}"] = evaluate.ranks(mine, vectors)
            figures[f"{part} {lang} changes"] = evaluate.links(mine, vectors)
            if any(p.id in crossed for p in mine):
                figures[f"{part} {lang}, asked in the other language"] = evaluate.ranks(mine, vectors, crossed)
    if locomo_path:
        figures["locomo@10"] = evaluate.locomo(json.load(open(locomo_path)), vectors)
    return figures


main()

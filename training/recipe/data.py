"""Reads the written people, labelled questions and translations, and keeps whole writers apart."""

import glob
import json
import os
import re

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")

# The letters after the language in a person's id name the writer. The encoders are never trained on these.
READER_WRITERS = ("I", "J", "K", "L")  # what reads the finished vectors is trained on them
FIT_WRITERS = ("V", "X")  # the weights of ranking are fitted on them
TEST_WRITERS = ("T", "U")  # nothing is fitted on them

CORE = ("name", "wish", "limit")


class Person:
    def __init__(self, raw, core=None, changes=None):
        self.id, self.lang = raw["id"], raw["lang"]
        self.writer = re.match(r"(?:en|zh)([A-Z]+)-", self.id).group(1)
        self.kind = raw.get("kind", {"C": "long", "M": "memories", "W": "work"}.get(self.writer, "everyday"))
        self.lines = [line["t"] for line in raw["lines"]]
        self.questions = [(q["q"], tuple(sorted(set(q["a"]))), q["k"]) for q in raw["qs"] if q["a"]]
        self.general = raw["general"]
        self.core = self.core_labels(raw.get("core", core))
        links = raw if "changes" in raw else (changes or {"changes": [], "near": []})
        self.changes = [tuple(pair) for pair in links["changes"]]
        self.near = [tuple(pair) for pair in links["near"]]
        # Lines that say that something said before is no longer so.
        self.changing = {new for _, new in self.changes}
        # Lines that answer something; overviews name what is typical, not what is worth keeping.
        self.telling = {i for _, answers, kind in self.questions if kind != "overview" for i in answers}

    def core_labels(self, labels):
        """By kind, the lines that belong in every prompt; None where nobody labelled them."""
        if labels is None:
            return None
        if self.kind == "group":
            members = list(labels.values())
            return {kind: {i for one in members for i in one.get(kind, [])} for kind in CORE}
        return {kind: set(labels.get(kind, [])) for kind in CORE}


def read_people():
    labels = {"core": {}, "changes": {}}
    for kind, into in labels.items():
        for path in sorted(glob.glob(f"{DATA}/labels/{kind}-*.json")):
            into.update(json.load(open(path)))
    people = []
    for path in sorted(glob.glob(f"{DATA}/people/*.json")):
        raw = json.load(open(path))
        people.append(Person(raw, labels["core"].get(raw["id"]), labels["changes"].get(raw["id"])))
    return people


def split(people):
    apart = READER_WRITERS + FIT_WRITERS + TEST_WRITERS
    return (
        [p for p in people if p.writer not in apart],
        [p for p in people if p.writer in FIT_WRITERS],
        [p for p in people if p.writer in TEST_WRITERS],
    )


def read_questions():
    """(text, language, whether something told before is needed)"""
    found = []
    for path in sorted(glob.glob(f"{DATA}/questions/*.jsonl")):
        for row in open(path):
            if row.strip():
                one = json.loads(row)
                found.append((one["t"], one["l"], one["y"]))
    return found


def read_core_lines():
    """Single lines with their kind: (text, language, kind or None)"""
    found = []
    for path in sorted(glob.glob(f"{DATA}/core/*.jsonl")):
        writer = re.search(r"core([A-Z]+)", os.path.basename(path)).group(1)
        for row in open(path):
            if row.strip():
                one = json.loads(row)
                found.append((one["t"], one["l"], one["k"], writer))
    return found


def read_translations(people):
    """Pairs (English, Chinese) of one meaning, and questions of a person in the other language."""
    by_id = {p.id: p for p in people}
    pairs, questions = [], []
    for path in sorted(glob.glob(f"{DATA}/translations/*.jsonl")):
        for row in open(path):
            if not row.strip():
                continue
            one = json.loads(row)
            if "id" not in one:
                pairs.append((one["en"], one["zh"]))
                continue
            person = by_id.get(one["id"])
            if person is None:
                continue
            if "line" in one:
                own = person.lines[one["line"]]
            else:
                own, answers, _ = person.questions[one["question"]]
                questions.append((person, one["t"], answers))
            pairs.append((own, one["t"]) if person.lang == "en" else (one["t"], own))
    return pairs, questions

"""Trains the two encoders together, so that a question lies beside the lines that answer it, in either language."""

import copy
import math
import random
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

from data import CORE
from encoder import DIMS, autocast, encode

START = time.time()
HEADS = ("gate", "overview", "worth", "change", *CORE)


def log(*words):
    print(f"[{time.time() - START:.0f}s]", *words, flush=True)


def multi_positive(scores, positives):
    """InfoNCE with several right lines: each against all wrong ones."""
    wrong = scores.masked_fill(positives, -1e4).logsumexp(1, keepdim=True)
    share = scores - torch.logaddexp(scores, wrong)
    return (-(share * positives).sum(1) / positives.sum(1)).mean()


class Schedule:
    """Warms up over a tenth of the steps, then falls as a cosine."""

    def __init__(self, optimizer, rate, steps):
        self.optimizer, self.rate, self.steps = optimizer, rate, steps

    def at(self, step):
        warm = min(1.0, (step + 1) / (0.1 * self.steps + 1))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * group.get("factor", 1.0) * warm * 0.5 * (1 + math.cos(math.pi * step / self.steps))


class Teacher(nn.Module):
    """Reads a question and a line together. Slow, but it sees what an encoder cannot."""

    def __init__(self, model):
        super().__init__()
        self.model = copy.deepcopy(model)
        hidden = model.words.embedding_dim
        self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 1))

    def forward(self, texts, pairs):
        with autocast(texts.device):
            v = self.model.pooled(*texts.pairs(pairs))
        return self.head(v).squeeze(-1)


def train_teacher(model, texts, people, epochs, rate=5e-5, wrong=15, size=64):
    teacher = Teacher(model).to(texts.device)
    optimizer = torch.optim.AdamW(teacher.parameters(), lr=rate, weight_decay=0.01)
    items = []
    for p in people:
        lines = encode(model, texts, p.lines)
        order = (encode(model, texts, [q for q, _, _ in p.questions]) @ lines.T).argsort(1, descending=True).tolist()
        for (q, answers, kind), ranked in zip(p.questions, order):
            if kind != "overview":
                others = [p.lines[i] for i in ranked if i not in answers]
                items.append((q, [p.lines[i] for i in answers], others))
    everything = [line for p in people for line in p.lines]
    steps = max(1, int(epochs * len(items) / size))
    schedule = Schedule(optimizer, rate, steps)
    for step in range(steps):
        schedule.at(step)
        pairs = []
        for q, right, others in random.sample(items, size):
            near, far = others[:20], others[20:] or everything
            lines = random.sample(near, min(8, len(near))) + random.sample(far, min(4, len(far)))
            lines += random.sample(everything, wrong - len(lines))
            pairs += [(q, random.choice(right)), *((q, line) for line in lines)]
        teacher.train()
        scores = teacher(texts, pairs).view(size, wrong + 1)
        loss = F.cross_entropy(scores, torch.zeros(size, dtype=torch.long, device=texts.device))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimizer.step()
        if step % max(1, steps // 4) == 0:
            log(f"  teacher {texts.lang} {step}/{steps} loss {loss.item():.3f}")
    return teacher


@torch.no_grad()
def taught(teacher, texts, people, size=4096):
    """The teacher's scores of each question with each line of its person."""
    teacher.eval()
    found = {}
    for p in people:
        pairs = [(q, line) for q, _, _ in p.questions for line in p.lines]
        scores = torch.cat([teacher(texts, pairs[i : i + size]).float() for i in range(0, len(pairs), size)])
        found[p.id] = scores.view(len(p.questions), len(p.lines))
    return found


class Encoders(nn.Module):
    """Both encoders and the heads that read their common space."""

    def __init__(self, models):
        super().__init__()
        self.models = nn.ModuleDict(models)
        self.heads = nn.ModuleDict({name: nn.Linear(DIMS, 1) for name in HEADS})

    def judge(self, head, vectors):
        return self.heads[head](8 * vectors).squeeze(-1)


class Batches:
    """The parts of one step of one language."""

    def __init__(self, lang, people, questions, core_lines, crossed):
        self.lang = lang
        self.people = [p for p in people if p.lang == lang]
        self.crossed = {}
        for p, q, answers in crossed:
            if p.lang == lang:
                self.crossed.setdefault(p.id, []).append((q, answers))
        self.ask = {1: [t for t, l, y in questions if l == lang and y], 0: [t for t, l, y in questions if l == lang and not y]}
        self.ask[0] += [t for p in self.people for t in p.general]
        self.overview = [q for p in self.people for q, _, kind in p.questions if kind == "overview"]
        self.core = {kind: [] for kind in (*CORE, None)}
        for p in self.people:
            if p.core is None:
                continue
            for i, line in enumerate(p.lines):
                kinds = [kind for kind in CORE if i in p.core[kind]]
                for kind in kinds or [None]:
                    self.core[kind].append((line, kinds))
        for text, l, kind, _ in core_lines:
            if l == lang:
                self.core[kind].append((text, [] if kind is None else [kind]))

    def some(self, items, count):
        return random.sample(items, min(count, len(items)))


def train(models, texts, people, extra, settings, teaching=None):
    """One run. `extra`: labelled questions, single core lines, translations."""
    questions, core_lines, pairs, crossed = extra
    device = texts["en"].device
    net = Encoders({lang: copy.deepcopy(model) for lang, model in models.items()}).to(device)
    base = {lang: copy.deepcopy(model).to(device) for lang, model in models.items()}
    batches = {lang: Batches(lang, people, questions, core_lines, crossed) for lang in models}
    anchors = {lang: random.sample([x for p in b.people for x in p.lines], min(4000, sum(len(p.lines) for p in b.people)))
               for lang, b in batches.items()}
    held = {lang: encode(base[lang], texts[lang], anchors[lang]) for lang in models}
    heads = [w for n, w in net.named_parameters() if n.startswith("heads") or "project" in n]
    body = [w for n, w in net.named_parameters() if not (n.startswith("heads") or "project" in n)]
    optimizer = torch.optim.AdamW([{"params": body}, {"params": heads, "factor": 10.0}], lr=settings["rate"], weight_decay=0.01)
    total = max(sum(len(p.questions) for p in b.people) for b in batches.values())
    group, asked = settings["people"], settings["questions"]
    steps = max(1, int(settings["epochs"] * total / (group * asked)))
    schedule = Schedule(optimizer, settings["rate"], steps)
    for step in range(steps):
        schedule.at(step)
        net.train()
        loss = torch.zeros((), device=device)
        for lang, batch in batches.items():
            loss = loss + step_of(net, texts, lang, batch, settings, teaching)
            chosen = random.sample(range(len(anchors[lang])), min(160, len(anchors[lang])))
            with autocast(device):
                now = net.models[lang].vectors(*texts[lang].batch([anchors[lang][i] for i in chosen]))
            before = held[lang][chosen]
            loss = loss + settings["anchor"] * ((now @ now.T - before @ before.T) ** 2).mean()
        if pairs:
            some = random.sample(pairs, min(settings["pairs"], len(pairs)))
            with autocast(device):
                en = net.models["en"].vectors(*texts["en"].batch([a for a, _ in some]))
                zh = net.models["zh"].vectors(*texts["zh"].batch([b for _, b in some]))
            scores = en @ zh.T / settings["tau"]
            own = torch.arange(len(some), device=device)
            loss = loss + settings["align"] * (F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)
                                               + 10 * (1 - (en * zh).sum(1)).mean()) / 2
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        if step % max(1, steps // 6) == 0:
            log(f"  step {step}/{steps} loss {loss.item():.3f}")
    net.eval()
    return net


def step_of(net, texts, lang, batch, settings, teaching):
    """The loss of one language: questions beside their lines, what the teacher says, and the heads."""
    other = "zh" if lang == "en" else "en"
    device = texts[lang].device
    lines, spans, questions, right, crossed, crossed_right = [], [], [], [], [], []
    for p in batch.some(batch.people, settings["people"]):
        start = len(lines)
        lines += p.lines
        spans.append((p, start, len(p.lines)))
        for j in batch.some(range(len(p.questions)), settings["questions"]):
            q, answers, _ = p.questions[j]
            questions.append((q, p, j, start))
            right.append([start + i for i in answers])
        for q, answers in batch.some(batch.crossed.get(p.id, []), 6):
            crossed.append(q)
            crossed_right.append([start + i for i in answers])
    with autocast(device):
        line_vectors = net.models[lang].vectors(*texts[lang].batch(lines))
        asked = net.models[lang].vectors(*texts[lang].batch([q for q, *_ in questions]))
    scores = asked @ line_vectors.T / settings["tau"]
    loss = multi_positive(scores, marked(scores, right))
    if crossed:
        with autocast(device):
            foreign = net.models[other].vectors(*texts[other].batch(crossed))
        far = foreign @ line_vectors.T / settings["tau"]
        loss = loss + 0.5 * multi_positive(far, marked(far, crossed_right))
    if teaching is not None:
        width = max(count for _, _, count in spans)
        own = scores.new_full((len(questions), width), -1e4)
        wanted = scores.new_full((len(questions), width), -1e4)
        for i, (_, p, j, start) in enumerate(questions):
            count = len(p.lines)
            own[i, :count] = scores[i, start : start + count]
            wanted[i, :count] = teaching[p.id][j]
        loss = loss + settings["teach"] * F.kl_div(F.log_softmax(own, -1), F.softmax(wanted, -1), reduction="batchmean")
    return loss + settings["heads"] * head_loss(net, texts[lang], batch, asked, line_vectors, spans)


def marked(scores, right):
    positives = torch.zeros_like(scores, dtype=torch.bool)
    for i, answers in enumerate(right):
        positives[i, answers] = True
    return positives


def head_loss(net, texts, batch, asked, line_vectors, spans):
    device = texts.device
    own = asked[torch.randperm(len(asked), device=device)[:32]]
    texts_0, texts_1, overview = batch.some(batch.ask[0], 64), batch.some(batch.ask[1], 32), batch.some(batch.overview, 16)
    core = [one for kind in CORE for one in batch.some(batch.core[kind], 12)] + batch.some(batch.core[None], 48)
    everything = texts_0 + texts_1 + overview + [text for text, _ in core]
    with autocast(device):
        vectors = net.models[batch.lang].vectors(*texts.batch(everything))
    a, b, c = len(texts_0), len(texts_0) + len(texts_1), len(texts_0) + len(texts_1) + len(overview)

    def bce(head, vs, labels):
        return F.binary_cross_entropy_with_logits(net.judge(head, vs), torch.tensor(labels, device=device, dtype=torch.float))

    loss = bce("gate", torch.cat([vectors[:b], own, vectors[b:c]]), [0.0] * a + [1.0] * (b - a) + [1.0] * len(own) + [1.0] * (c - b))
    loss = loss + bce("overview", torch.cat([vectors[b:c], own]), [1.0] * (c - b) + [0.0] * len(own))
    telling = torch.zeros(len(line_vectors), device=device)
    for p, start, _ in spans:
        telling[[start + i for i in p.telling]] = 1.0
    loss = loss + F.binary_cross_entropy_with_logits(net.judge("worth", line_vectors), telling)
    changing = torch.zeros(len(line_vectors), device=device)
    labelled = torch.zeros(len(line_vectors), device=device)
    for p, start, count in spans:
        if p.changes:
            labelled[start : start + count] = 1.0
            changing[[start + i for i in p.changing]] = 1.0
    each = F.binary_cross_entropy_with_logits(net.judge("change", line_vectors), changing, reduction="none",
                                              pos_weight=torch.tensor(4.0, device=device))
    loss = loss + (each * labelled).sum() / labelled.sum().clamp(min=1)
    for kind in CORE:
        loss = loss + bce(kind, vectors[c:], [float(kind in kinds) for _, kinds in core]) / 3
    return loss


def aligned(models, texts, pairs, device):
    """Begins with the Chinese vectors turned so that translations lie together (orthogonal Procrustes)."""
    zh = models["zh"]
    plain = copy.deepcopy(zh)
    plain.project = None
    a = encode(models["en"].to(device), texts["en"], [one for one, _ in pairs])
    b = encode(plain.to(device), texts["zh"], [one for _, one in pairs])
    u, _, v = torch.linalg.svd((b.T @ a).float(), full_matrices=False)
    with torch.no_grad():
        zh.project.weight.copy_((u @ v).T)
    zh.to(device)

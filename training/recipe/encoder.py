"""The two encoders: BERT written out, read from an int8 ONNX file, and written back to one.

English: 6 layers of 384, mean of the tokens. Chinese: 4 layers of 512, first token, then a linear map to 384, so that
the vectors of both languages lie in one space.
"""

import math
import os
import re

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper
from tokenizers import Tokenizer

DIMS = 384
MAX_TOKENS = 96

SHAPES = {
    "en": dict(vocab=30522, hidden=384, layers=6, heads=12, inner=1536, pooling="mean"),
    "zh": dict(vocab=21128, hidden=512, layers=4, heads=8, inner=2048, pooling="cls"),
}


class Bert(nn.Module):
    def __init__(self, lang, dropout=0.1):
        super().__init__()
        shape = SHAPES[lang]
        hidden = shape["hidden"]
        self.lang, self.pooling, self.heads, self.dropout = lang, shape["pooling"], shape["heads"], dropout
        self.words = nn.Embedding(shape["vocab"], hidden)
        self.positions = nn.Embedding(512, hidden)
        self.types = nn.Embedding(2, hidden)
        self.norm = nn.LayerNorm(hidden, eps=1e-12)
        self.layers = nn.ModuleList(Layer(hidden, shape["heads"], shape["inner"], dropout) for _ in range(shape["layers"]))
        self.project = nn.Linear(hidden, DIMS, bias=False) if hidden != DIMS else None

    def states(self, ids, mask, types):
        """The last layer's vectors, one for each token."""
        positions = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.types(types) + self.positions(positions)[None]
        x = F.dropout(self.norm(x), self.dropout, self.training)
        bias = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def forward(self, input_ids, attention_mask, token_type_ids):
        """As it is exported: the map to the common space is applied to every token, and pooling follows outside."""
        x = self.states(input_ids, attention_mask, token_type_ids)
        return x if self.project is None else self.project(x)

    def pooled(self, ids, mask, types):
        x = self.states(ids, mask, types).float()
        if self.pooling == "cls":
            return x[:, 0]
        weights = mask[..., None].to(x.dtype)
        return (x * weights).sum(1) / weights.sum(1)

    def vectors(self, ids, mask):
        v = self.pooled(ids, mask, torch.zeros_like(ids))
        if self.project is not None:
            v = self.project(v)
        return F.normalize(v, dim=-1)


class Layer(nn.Module):
    def __init__(self, hidden, heads, inner, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query, self.key, self.value = (nn.Linear(hidden, hidden) for _ in range(3))
        self.out = nn.Linear(hidden, hidden)
        self.out_norm = nn.LayerNorm(hidden, eps=1e-12)
        self.up, self.down = nn.Linear(hidden, inner), nn.Linear(inner, hidden)
        self.down_norm = nn.LayerNorm(hidden, eps=1e-12)

    def forward(self, x, bias):
        rows, length, hidden = x.shape
        size = hidden // self.heads

        def split(part):
            return part(x).reshape(rows, length, self.heads, size).transpose(1, 2)

        scores = torch.matmul(split(self.query), split(self.key).transpose(2, 3)) / math.sqrt(size) + bias
        shares = F.dropout(torch.softmax(scores, -1), self.dropout, self.training)
        mixed = torch.matmul(shares, split(self.value)).transpose(1, 2).reshape(rows, length, hidden)
        x = self.out_norm(x + F.dropout(self.out(mixed), self.dropout, self.training))
        inner = self.down(F.gelu(self.up(x)))
        return self.down_norm(x + F.dropout(inner, self.dropout, self.training))


def read_base(lang, folder):
    """The public model's weights, out of the int8 file that Memoir used before, back in floating point."""
    graph = onnx.load(os.path.join(folder, "model.onnx")).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}

    def real(name):
        zero, scale = stored[name + "_zero_point"], stored[name + "_scale"]
        return (stored[name + "_quantized"].astype(np.float32) - zero.astype(np.float32)) * scale.astype(np.float32)

    weights = {}
    if lang == "en":
        prefix, norm = "embeddings.", "embeddings.LayerNorm"
        matrices = {}
        for node in graph.node:
            if node.op_type == "MatMulInteger":
                source = next(i for i in node.input if i.endswith("weight_quantized") or i.startswith("onnx::MatMul"))
                path = node.name[1:].replace("/MatMul_quant", "").replace("/", ".")
                matrices[path] = real(source[: -len("_quantized")]).T
        for i in range(SHAPES[lang]["layers"]):
            at = f"encoder.layer.{i}."
            for ours, theirs in (("query", "attention.self.query"), ("key", "attention.self.key"),
                                 ("value", "attention.self.value"), ("out", "attention.output.dense"),
                                 ("up", "intermediate.dense"), ("down", "output.dense")):
                weights[f"layers.{i}.{ours}.weight"] = matrices[at + theirs]
                weights[f"layers.{i}.{ours}.bias"] = stored[at + theirs + ".bias"]
            for ours, theirs in (("out_norm", "attention.output.LayerNorm"), ("down_norm", "output.LayerNorm")):
                weights[f"layers.{i}.{ours}.weight"] = stored[at + theirs + ".weight"]
                weights[f"layers.{i}.{ours}.bias"] = stored[at + theirs + ".bias"]
    else:
        prefix, norm = ".model.embeddings.", "model.layers.-1.embeddings_norm_layernorm"
        for i in range(SHAPES[lang]["layers"]):
            at = f"model.layers.{i}."
            for ours, theirs in (("query", "attn.q_proj"), ("key", "attn.k_proj"), ("value", "attn.v_proj"),
                                 ("out", "attn.o_proj"), ("up", "mlp.fc1"), ("down", "mlp.fc2")):
                weights[f"layers.{i}.{ours}.weight"] = real(at + theirs + ".MatMul.weight").T
                weights[f"layers.{i}.{ours}.bias"] = stored[at + theirs + ".Add.bias"]
            for ours, theirs in (("out_norm", "attention_output_norm_layernorm"), ("down_norm", "mlp_output_norm_layernorm")):
                weights[f"layers.{i}.{ours}.weight"] = stored[at + theirs + ".weight"]
                weights[f"layers.{i}.{ours}.bias"] = stored[at + theirs + ".bias"]
    weights["words.weight"] = real(prefix + "word_embeddings.weight")
    weights["types.weight"] = real(prefix + "token_type_embeddings.weight")
    weights["positions.weight"] = real(prefix + "position_embeddings.weight")
    weights["norm.weight"], weights["norm.bias"] = stored[norm + ".weight"], stored[norm + ".bias"]
    model = Bert(lang)
    missing, unexpected = model.load_state_dict(
        {name: torch.tensor(np.ascontiguousarray(value)) for name, value in weights.items()}, strict=False)
    assert not unexpected and all(name.startswith("project") for name in missing), (missing, unexpected)
    return model


class Texts:
    """Texts as token ids on the device, each tokenised once."""

    def __init__(self, lang, folder, device):
        self.lang, self.device = lang, device
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.rows, self.lengths = {}, []
        self.table = torch.zeros(1024, MAX_TOKENS, dtype=torch.long, device=device)

    def ids(self, text):
        """The tokens of one text."""
        row = self.places([text])[0]
        return self.table[row, : self.lengths[row]].tolist()

    def places(self, texts):
        """The row of each text in the table; new ones are added."""
        new = [text for text in dict.fromkeys(texts) if text not in self.rows]
        if new:
            # The Chinese tokenizer leaves capitals, which its vocabulary does not have; Memoir lowers them, too.
            found = self.tokenizer.encode_batch([text.lower() if self.lang == "zh" else text for text in new])
            padded = torch.zeros(len(new), MAX_TOKENS, dtype=torch.long)
            for i, (text, one) in enumerate(zip(new, found)):
                padded[i, : len(one.ids)] = torch.tensor(one.ids)
                self.rows[text] = len(self.lengths)
                self.lengths.append(len(one.ids))
            while len(self.lengths) > len(self.table):
                self.table = torch.cat([self.table, torch.zeros_like(self.table)])
            self.table[len(self.lengths) - len(new) : len(self.lengths)] = padded.to(self.device)
        return [self.rows[text] for text in texts]

    def gathered(self, texts, most=MAX_TOKENS):
        rows = self.places(texts)
        lengths = torch.tensor([min(self.lengths[row], most) for row in rows], device=self.device)
        return self.table[torch.tensor(rows, device=self.device)], lengths

    def batch(self, texts):
        ids, lengths = self.gathered(texts)
        most = int(lengths.max())
        mask = torch.arange(most, device=self.device)[None] < lengths[:, None]
        return ids[:, :most], mask.long()

    def pairs(self, pairs):
        """Question and line as one sequence, for the teacher."""
        first, before = self.gathered([q for q, _ in pairs], most=48)
        second, after = self.gathered([line for _, line in pairs])
        second, after = second[:, 1:], after - 1
        most = int((before + after).max())
        at = torch.arange(most, device=self.device)[None].expand(len(pairs), -1)
        in_first = at < before[:, None]
        one = first.gather(1, at.clamp(max=MAX_TOKENS - 1))
        two = second.gather(1, (at - before[:, None]).clamp(0, MAX_TOKENS - 2))
        mask = at < (before + after)[:, None]
        ids = torch.where(in_first, one, two) * mask
        return ids, mask.long(), (mask & ~in_first).long()


@torch.no_grad()
def encode(model, texts, items, size=1024):
    """Unit vectors of many texts, in their order."""
    model.eval()
    rows = texts.places(items)
    order = sorted(range(len(items)), key=lambda i: texts.lengths[rows[i]])
    out = torch.zeros(len(items), DIMS if model.project is not None or model.lang == "en" else SHAPES[model.lang]["hidden"],
                      device=texts.device)
    for start in range(0, len(order), size):
        some = order[start : start + size]
        with autocast(texts.device):
            out[some] = model.vectors(*texts.batch([items[i] for i in some])).float()
    return out


def autocast(device):
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


def export(model, path):
    """Writes the model as int8 ONNX, with the inputs and outputs that Memoir's runtime expects."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    plain = Bert(model.lang, dropout=0.0)
    plain.load_state_dict({name: value.detach().float().cpu() for name, value in model.state_dict().items()})
    plain.eval()
    ids = torch.randint(100, 5000, (2, 9))
    one = torch.ones_like(ids)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "tokens"} for name in [*names, "last_hidden_state"]}
    torch.onnx.export(plain, (ids, one, one * 0), path + ".fp32", input_names=names,
                      output_names=["last_hidden_state"], dynamic_axes=axes, opset_version=17, dynamo=False)
    quantize_dynamic(path + ".fp32", path, per_channel=True, weight_type=QuantType.QInt8)
    os.remove(path + ".fp32")
    # The exporter writes the names of this machine's folders into the nodes.
    graph = onnx.load(path)
    for node in graph.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    graph.doc_string = ""
    del graph.metadata_props[:]
    onnx.save(graph, path)


def exported_vectors(path, lang, texts, items):
    """Vectors as Memoir's runtime gives them: one text at a time, int8."""
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    out = np.zeros((len(items), DIMS), dtype=np.float32)
    for i, item in enumerate(items):
        ids = np.array([texts.ids(item)], dtype=np.int64)
        states = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)})[0][0]
        v = states[0] if SHAPES[lang]["pooling"] == "cls" else states.mean(0)
        out[i] = v / np.linalg.norm(v)
    return torch.tensor(out)


def language_of(text):
    """As `modelFor` in src/models/local/catalogue.ts."""
    sample = text[:2000]
    han = len(re.findall(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]", sample))
    if han == 0:
        return "en"
    letters = len(re.findall(r"[^\W\d_]", sample)) - han
    return "zh" if han * 3 > letters else "en"

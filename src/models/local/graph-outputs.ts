/**
 * An ONNX file that gives out more of its inner values: the entries are put at the end of the graph's list of outputs.
 * The file is a protobuf message; only its field 7, the graph, is written anew, and nothing in it is moved.
 */
export function withOutputs(onnx: Uint8Array, names: readonly string[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < onnx.length; ) {
    const start = at;
    const tag = readNumber(onnx, at);
    const kind = tag.value % 8;
    const size = readNumber(onnx, tag.end);
    const begin = kind === LENGTH_FIRST ? size.end : tag.end;
    at = kind === LENGTH_FIRST ? begin + size.value : size.end;
    if (tag.value !== GRAPH * 8 + LENGTH_FIRST) parts.push(onnx.subarray(start, at));
    else parts.push(field(GRAPH, [onnx.subarray(begin, at), ...names.map(output)]));
  }
  return joinBytes(parts);
}

/** Numbers of fields in ONNX's messages, and the mark of one that begins with its length. */
const GRAPH = 7;
const OUTPUT = 12;
const NAME = 1;
const TYPE = 2;
const TENSOR = 1;
const LENGTH_FIRST = 2;
/** Its elements are float32. */
const FLOATS = Uint8Array.of(8, 1);

function output(name: string): Uint8Array {
  return field(OUTPUT, [
    field(NAME, [new TextEncoder().encode(name)]),
    field(TYPE, [field(TENSOR, [FLOATS])]),
  ]);
}

function field(number: number, content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  return joinBytes([writeNumber(number * 8 + LENGTH_FIRST), writeNumber(size), ...content]);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Seven bits a byte, the lowest first; the eighth says that another follows. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from, factor = 1; ; at += 1, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

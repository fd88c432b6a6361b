import { dot } from "../domain/relevance/cosine.ts";
import { SPACE } from "./local/catalogue.ts";
import { readPackaged } from "./local/packaged.ts";

/**
 * The file of the package with a small network that was trained on pairs of lines, `training/recipe/change_judge.py`: a row of
 * bytes for each hidden unit, then as floats the scale of each row, its constant, its weight, the weight of the cosine and
 * the last constant.
 */
const FILE = {
  name: "change-judge.bin",
  sha256: "79cb39fc47194d471317f96bdc42eb247d9f6ece0f587ce9421bc7859f297094",
};
/** The space of vectors that it was trained on. */
export const JUDGED_SPACE = SPACE;
const DIMS = 384;
const UNITS = 64;
/** It reads both vectors, their product and their distance, number by number. */
const WIDTH = 4 * DIMS;
/** The length that vectors had in the training. */
const LENGTH = 8;

interface Network {
  readonly rows: Float32Array;
  readonly constants: Float32Array;
  readonly weights: Float32Array;
  readonly cosineWeight: number;
  readonly constant: number;
}

let network: Network | undefined;
const input = new Float32Array(WIDTH);

/** The log-odds that a later line makes untrue what an earlier one told, by their unit vectors. */
export function changeLogOdds(earlier: Float32Array, later: Float32Array): number {
  network ??= readNetwork();
  const { rows, constants, weights, cosineWeight, constant } = network;
  for (let i = 0; i < DIMS; i += 1) {
    const a = earlier[i]! * LENGTH;
    const b = later[i]! * LENGTH;
    input[i] = a;
    input[DIMS + i] = b;
    input[2 * DIMS + i] = a * b;
    input[3 * DIMS + i] = Math.abs(a - b);
  }
  let odds = constant + cosineWeight * dot(earlier, later);
  for (let unit = 0, at = 0; unit < UNITS; unit += 1, at += WIDTH) {
    // Four sums: none waits for the one before it.
    let [a, b, c, d] = [constants[unit]!, 0, 0, 0];
    for (let i = 0; i < DIMS; i += 1) {
      a += rows[at + i]! * input[i]!;
      b += rows[at + DIMS + i]! * input[DIMS + i]!;
      c += rows[at + 2 * DIMS + i]! * input[2 * DIMS + i]!;
      d += rows[at + 3 * DIMS + i]! * input[3 * DIMS + i]!;
    }
    odds += weights[unit]! * gelu(a + b + c + d);
  }
  return odds;
}

function gelu(x: number): number {
  return 0.5 * x * (1 + Math.tanh(0.7978845608 * (x + 0.044715 * x ** 3)));
}

function readNetwork(): Network {
  const content = readPackaged(FILE);
  const bytes = new Int8Array(content.buffer, content.byteOffset, UNITS * WIDTH);
  const floats = (first: number, count: number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => content.readFloatLE(UNITS * WIDTH + 4 * (first + i)));
  const scales = floats(0, UNITS);
  const [cosineWeight, constant] = floats(3 * UNITS, 2);
  return {
    rows: Float32Array.from(bytes, (byte, i) => byte * scales[Math.floor(i / WIDTH)]!),
    constants: floats(UNITS, UNITS),
    weights: floats(2 * UNITS, UNITS),
    cosineWeight: cosineWeight!,
    constant: constant!,
  };
}

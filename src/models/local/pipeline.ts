import { availableParallelism } from "node:os";
import { Tokenizer } from "@huggingface/tokenizers";
import { MemoirError } from "../../domain/errors.ts";
import type { Span } from "../../domain/text.ts";
import { simple } from "../../language/chinese/script.ts";
import { type CoreOdds, toUnit } from "../embedder.ts";
import type { Judges, LocalModel, ModelFile } from "./catalogue.ts";
import { withOutputs } from "./graph-outputs.ts";
import type { LoadedModel } from "./loader.ts";
import { handedOverBy, marksOf, tokenSpans } from "./whose-words.ts";

/** A loaded model: a text in, its vector out. One text at a time, see `embed`. */
export interface Pipeline {
  /**
   * Batches of one only: the int8 models round by what else is in the batch, so that the same text would get
   * different vectors in different company.
   */
  embed(text: string): Promise<Float32Array>;
  /** The same with what its judges say; with `whose` also whose words they are. */
  read(text: string, whose: boolean): Promise<Read>;
  close(): Promise<void>;
}

/** A text as its model reads it. */
export interface Read {
  /** `null` where the text is longer than what a vector stands for. */
  readonly vector: Float32Array | null;
  /** The stretches that are not its speaker's own words; `null` from a model that cannot tell, or was not asked. */
  readonly handedOver: readonly Span[] | null;
  /** Whether it belongs in every prompt; `null` from a model that cannot tell. */
  readonly core: CoreOdds | null;
}

export async function openPipeline(
  model: LocalModel,
  loaded: LoadedModel,
  runtime: Runtime,
): Promise<Pipeline> {
  const { kind, ort } = runtime;
  const content = new TextDecoder().decode(loaded.files.get(model.tokenizer.name));
  const tokenizer = new Tokenizer(JSON.parse(content) as object, {});
  const onnx = loaded.files.get(model.onnx.name) ?? new Uint8Array(0);
  const { judges } = model;
  const session = await ort.InferenceSession.create(
    judges === undefined ? onnx : withOutputs(onnx, judges.states),
    OPTIONS[kind],
  );
  const opened = judges === undefined ? null : await openJudges(judges, loaded, runtime);
  return new OnnxPipeline(model, { tokenizer, session, ort, judges: opened });
}

/** The opened files of a model. */
interface OpenModel {
  readonly tokenizer: Tokenizer;
  readonly session: OrtSession;
  readonly ort: Ort;
  /** `null` for a model without judges. */
  readonly judges: OpenJudges | null;
}

class OnnxPipeline implements Pipeline {
  readonly #model: LocalModel;
  readonly #open: OpenModel;

  constructor(model: LocalModel, open: OpenModel) {
    this.#model = model;
    this.#open = open;
  }

  async embed(text: string): Promise<Float32Array> {
    const ids = cutIds(this.#encode(text).ids, this.#model.maxTokens);
    return this.#vectorOf((await this.#run(ids, [OUTPUT]))[OUTPUT]);
  }

  async read(text: string, whose: boolean): Promise<Read> {
    const { judges, maxTokens } = this.#model;
    const { judges: opened } = this.#open;
    if (judges === undefined || opened === null) {
      return { vector: await this.embed(text), handedOver: null, core: null };
    }
    const encoded = this.#encode(text);
    const ids = cutIds(encoded.ids, whose ? judges.words.maxTokens : maxTokens);
    const states = await this.#run(ids, [...judges.states, OUTPUT]);
    // Cut like the ids: the last token stands nowhere.
    const spans = tokenSpans(encoded.tokens.slice(0, ids.length - 1), sameLength(encoded.text, text));
    spans.push(null);
    const [first, middle] = judges.states.map((name) => states[name]);
    const read = { first, middle, last: states[OUTPUT], marks: marksOf(text, spans) };
    const odds = whose ? await opened.words(read, ids.length) : null;
    const isBrief = encoded.ids.length <= judges.core.maxTokens;
    return {
      vector: ids.length > maxTokens ? null : this.#vectorOf(states[OUTPUT]),
      handedOver: odds === null ? null : handedOverBy(text, spans, odds),
      core: isBrief ? Array.from(await opened.core(read, ids.length), roundOdds) : [],
    };
  }

  async close(): Promise<void> {
    await this.#open.judges?.close();
    await this.#open.session.release();
  }

  #encode(text: string): Encoded {
    const lower = this.#model.lowerCase ? text.toLowerCase() : text;
    const input = this.#model.simplified === true ? simple(lower) : lower;
    const { ids, tokens } = this.#open.tokenizer.encode(input);
    return { ids, tokens, text: input };
  }

  async #run(ids: readonly number[], outputs: readonly string[]): Promise<Record<string, Float32Array>> {
    const { ort, session } = this.#open;
    const numbers = (data: BigInt64Array): unknown => new ort.Tensor("int64", data, [1, data.length]);
    const inputs: Record<string, unknown> = {
      input_ids: numbers(BigInt64Array.from(ids, BigInt)),
      attention_mask: numbers(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: numbers(new BigInt64Array(ids.length)),
    };
    const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]));
    const results = await session.run(feeds, outputs);
    return Object.fromEntries(outputs.map((name) => [name, results[name]?.data as Float32Array]));
  }

  #vectorOf(hidden: Float32Array | undefined): Float32Array {
    return toUnit(pool(hidden ?? new Float32Array(0), this.#model), this.#model.id);
  }
}

/** Log-odds to two places: finer says nothing. */
function roundOdds(odds: number): number {
  return Math.round(100 * odds) / 100;
}

/** What the judges read of a text, for all its tokens. */
interface States {
  readonly first: Float32Array | undefined;
  readonly middle: Float32Array | undefined;
  readonly last: Float32Array | undefined;
  readonly marks: Float32Array;
}

interface OpenJudges {
  words(states: States, tokens: number): Promise<Float32Array>;
  core(states: States, tokens: number): Promise<Float32Array>;
  close(): Promise<void>;
}

async function openJudges(judges: Judges, loaded: LoadedModel, { kind, ort }: Runtime): Promise<OpenJudges> {
  const open = ({ name }: ModelFile): Promise<OrtSession> =>
    ort.InferenceSession.create(loaded.files.get(name) ?? new Uint8Array(0), OPTIONS[kind]);
  const [words, core] = [await open(judges.words.onnx), await open(judges.core.onnx)];
  const ask =
    (session: OrtSession) =>
    async (states: States, tokens: number): Promise<Float32Array> => {
      const rows = (data: Float32Array | undefined): unknown =>
        new ort.Tensor("float32", data ?? new Float32Array(0), [1, tokens, (data?.length ?? 0) / tokens]);
      const feeds = session.inputNames.map((name) => [name, rows(states[name as keyof States])] as const);
      const { odds } = await session.run(Object.fromEntries(feeds), ["odds"]);
      return odds?.data as Float32Array;
    };
  return {
    words: ask(words),
    core: ask(core),
    async close() {
      await words.release();
      await core.release();
    },
  };
}

interface Encoded {
  readonly ids: readonly number[];
  readonly tokens: readonly string[];
  /** The text that the tokenizer was given. */
  readonly text: string;
}

/** A place in what the tokenizer was given is a place in the text, unless a letter became two. */
function sameLength(changed: string, text: string): string {
  return changed.length === text.length ? changed : text;
}

/** The last layer's vectors of one text, one a token. */
const OUTPUT = "last_hidden_state";
/** Half of the cores: the others belong to the program that has this memory. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const OPTIONS: Readonly<Record<RuntimeKind, Readonly<Record<string, unknown>>>> = {
  native: {
    intraOpNumThreads: THREADS,
    extra: {
      session: {
        // Threads that wait by spinning would take the other cores anyway.
        intra_op: { allow_spinning: "0" },
        // Products of 8-bit numbers overflow on x64 without VNNI, and vectors differ by the processor; it costs nothing elsewhere.
        x64quantprecision: "1",
      },
    },
  },
  wasm: { executionProviders: ["wasm"] },
};

/** The first tokens that fit, with the closing special token in its place. */
export function cutIds(ids: readonly number[], maxTokens: number): readonly number[] {
  const last = ids.at(-1);
  return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
}

/** One vector for a text from those of its tokens. */
export function pool(
  hidden: Float32Array,
  { pooling, dims }: Pick<LocalModel, "pooling" | "dims">,
): Float32Array {
  if (pooling === "cls") return hidden.subarray(0, dims);
  // The sum points where the mean does, and length is taken out afterwards.
  const sum = new Float32Array(dims);
  for (let at = 0; at < hidden.length; at += dims) {
    for (let i = 0; i < dims; i++) sum[i] = sum[i]! + hidden[at + i]!;
  }
  return sum;
}

interface Runtime {
  readonly kind: RuntimeKind;
  readonly ort: Ort;
}

/** `native` is seven to ten times as fast; `wasm` runs wherever Node does. */
export type RuntimeKind = "native" | "wasm";

/** The common part of `onnxruntime-node`, an optional peer, and `onnxruntime-web`, which the build makes part of the package. */
interface Ort {
  readonly InferenceSession: {
    create(onnx: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OrtSession>;
  };
  readonly Tensor: new (
    type: "int64" | "float32",
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => unknown;
  readonly env: { readonly wasm: { numThreads?: number | undefined } };
}

interface OrtSession {
  readonly inputNames: readonly string[];
  run(feeds: Record<string, unknown>, fetches: readonly string[]): Promise<Record<string, { data: unknown }>>;
  release(): Promise<void>;
}

/**
 * The runtime that works here: the native one, or WASM where it has no binary for the machine or is not installed.
 * `MEMOIR_ONNX_RUNTIME` names one and refuses the other.
 */
export async function openRuntime(): Promise<Runtime> {
  const forced = wantedBy(process.env.MEMOIR_ONNX_RUNTIME);
  const problems: string[] = [];
  for (const kind of ["native", "wasm"] as const) {
    if (forced !== undefined && forced !== kind) continue;
    try {
      return { kind, ort: kind === "native" ? await importNative() : await importWasm() };
    } catch (error) {
      problems.push(`${kind}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  throw new MemoirError(
    "model_unavailable",
    `No ONNX runtime can be loaded (${problems.join("; ")}). Install memoir again, or onnxruntime-node beside it.`,
  );
}

function wantedBy(variable: string | undefined): RuntimeKind | undefined {
  if (!variable) return undefined;
  if (variable === "native" || variable === "wasm") return variable;
  throw new MemoirError(
    "invalid_settings",
    `MEMOIR_ONNX_RUNTIME is ${JSON.stringify(variable)}; it may be "native", "wasm" or not set.`,
  );
}

async function importNative(): Promise<Ort> {
  return (await import("onnxruntime-node")) as unknown as Ort;
}

async function importWasm(): Promise<Ort> {
  const ort = (await import("onnxruntime-web")) as unknown as Ort;
  // More threads would be workers of this worker, for sentences that take one a few milliseconds.
  ort.env.wasm.numThreads = 1;
  return ort;
}

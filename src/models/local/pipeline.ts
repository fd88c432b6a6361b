import { Tokenizer } from "@huggingface/tokenizers";
import type { Span } from "../../domain/text.ts";
import { simple } from "../../language/chinese/script.ts";
import { type Asked, type CoreOdds, toUnit } from "../embedder.ts";
import { askedPart } from "./asked-part.ts";
import type { Judges, LocalModel, ModelFile } from "./catalogue.ts";
import { withOutputs } from "./graph-outputs.ts";
import type { LoadedModel } from "./loader.ts";
import { OPTIONS, type Ort, type OrtSession, type Runtime } from "./runtime.ts";
import { handedOverBy, marksOf, tokenSpans } from "./whose-words.ts";

/**
 * A loaded model: a text in, its vector out. Batches of one only: the int8 models round by what else is in the batch, so
 * that the same text would get different vectors in different company.
 */
export interface Pipeline {
  /** A question, with what it asks for. */
  ask(text: string): Promise<Read>;
  /** A text that is kept, with whether it belongs in every prompt; with `whose` also whose words they are. */
  read(text: string, whose: boolean): Promise<Read>;
  close(): Promise<void>;
}

/** A text as its model reads it. */
export interface Read {
  /** `null` where the text is longer than what a vector stands for. */
  readonly vector: Float32Array | null;
  /** The stretches that are not its speaker's own words; `null` from a model that cannot tell, or was not asked. */
  readonly handedOver: readonly Span[] | null;
  /** Whether it belongs in every prompt; `null` from a model that cannot tell, or was not asked. */
  readonly core: CoreOdds | null;
  /** What it asks for; `null` from a model that cannot tell, or was not asked. */
  readonly asks: Asked | null;
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

  async ask(text: string): Promise<Read> {
    const { judges } = this.#open;
    if (judges === null) return this.#plain(text);
    const { states, spans, tokens, vector } = await this.#states(text, this.#model.maxTokens);
    const [memory, overview, own, ...words] = await judges.question(states, tokens);
    const part = askedPart(text, spans, words);
    return { ...NOT_JUDGED, vector, asks: { memory: memory!, overview: overview!, own: own!, part } };
  }

  async read(text: string, whose: boolean): Promise<Read> {
    const { judges, maxTokens } = this.#model;
    const { judges: opened } = this.#open;
    if (judges === undefined || opened === null) return this.#plain(text);
    const read = await this.#states(text, whose ? judges.words.maxTokens : maxTokens);
    const { states, spans, tokens } = read;
    const odds = whose ? await opened.words(states, tokens) : null;
    const isBrief = read.length <= judges.core.maxTokens;
    return {
      vector: tokens > maxTokens ? null : read.vector,
      handedOver: odds === null ? null : handedOverBy(text, spans, odds),
      core: isBrief ? Array.from(await opened.core(states, tokens), roundOdds) : [],
      asks: null,
    };
  }

  /** A text of a model without judges. */
  async #plain(text: string): Promise<Read> {
    const ids = cutIds(this.#encode(text).ids, this.#model.maxTokens);
    return { ...NOT_JUDGED, vector: this.#vectorOf((await this.#run(ids, [OUTPUT]))[OUTPUT]) };
  }

  /** What the judges read of a text that is cut behind so many tokens, and its vector. */
  async #states(text: string, maxTokens: number): Promise<ReadStates> {
    const encoded = this.#encode(text);
    const ids = cutIds(encoded.ids, maxTokens);
    const names = this.#model.judges!.states;
    const values = await this.#run(ids, [...names, OUTPUT]);
    // Cut like the ids: the last token stands nowhere.
    const spans = tokenSpans(encoded.tokens.slice(0, ids.length - 1), sameLength(encoded.text, text));
    spans.push(null);
    const [first, middle] = names.map((name) => values[name]);
    return {
      ...{ spans, tokens: ids.length, length: encoded.ids.length, vector: this.#vectorOf(values[OUTPUT]) },
      states: { first, middle, last: values[OUTPUT], marks: marksOf(text, spans) },
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

/** Of a text that no judge has read. */
const NOT_JUDGED = { handedOver: null, core: null, asks: null } as const;

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

interface ReadStates {
  readonly states: States;
  /** Where each token stands. */
  readonly spans: (Span | null)[];
  /** Tokens that were read, of `length`. */
  readonly tokens: number;
  readonly length: number;
  readonly vector: Float32Array;
}

type Judging = (states: States, tokens: number) => Promise<Float32Array>;

interface OpenJudges {
  readonly words: Judging;
  readonly core: Judging;
  readonly question: Judging;
  close(): Promise<void>;
}

async function openJudges(judges: Judges, loaded: LoadedModel, { kind, ort }: Runtime): Promise<OpenJudges> {
  const open = ({ name }: ModelFile): Promise<OrtSession> =>
    ort.InferenceSession.create(loaded.files.get(name) ?? new Uint8Array(0), OPTIONS[kind]);
  const words = await open(judges.words.onnx);
  const core = await open(judges.core.onnx);
  const question = await open(judges.question.onnx);
  const judge =
    (session: OrtSession): Judging =>
    async (states, tokens) => {
      const rows = (data: Float32Array | undefined): unknown =>
        new ort.Tensor("float32", data ?? new Float32Array(0), [1, tokens, (data?.length ?? 0) / tokens]);
      const feeds = session.inputNames.map((name) => [name, rows(states[name as keyof States])] as const);
      const { odds } = await session.run(Object.fromEntries(feeds), ["odds"]);
      return odds?.data as Float32Array;
    };
  return {
    words: judge(words),
    core: judge(core),
    question: judge(question),
    async close() {
      for (const session of [words, core, question]) await session.release();
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

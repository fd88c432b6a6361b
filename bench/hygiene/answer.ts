import type { ScriptedRequest } from "../../src/testing/index.ts";
import { denies, type Held, matches } from "./fact.ts";
import type { Claim, Situation, Turn } from "./situation.ts";

/** The subject of a request to the scripted model. */
export interface Scene {
  readonly situation: Situation;
  /** The messages since the last time. */
  readonly turns: readonly Turn[];
  /** The memories that are active. */
  readonly known: readonly Held[];
}

/** As much of JSON schema as answers need. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
}

/**
 * The answer of the model that a situation writes down, in whatever shape the request asks for: a list of claims
 * where it has a list of objects with a text, else a judgement whether what it quotes is the same fact. The names
 * of the fields say what goes in.
 */
export function answerTo(
  scene: Scene,
  request: Pick<ScriptedRequest, "schema" | "system" | "messages">,
): unknown {
  const shape = (request.schema ?? {}) as Shape;
  const lines = [request.system, ...request.messages.map(({ content }) => content)].join("\n").split("\n");
  const said = scene.turns.flatMap((turn) => turn.claims.map((claim) => ({ claim, turn })));
  const list = Object.entries(shape.properties ?? {}).find(([, { items }]) =>
    Object.keys(items?.properties ?? {}).some((name) => name in TEXTS),
  );
  const pairs = Object.entries(shape.properties ?? {}).find(([, { items }]) =>
    Object.keys(items?.properties ?? {}).some((field) => VERDICT.test(field)),
  );
  if (pairs !== undefined) return { [pairs[0]]: pairsIn(lines, pairs[1].items ?? {}, scene) };
  if (list === undefined) return filled(shape, (name) => judgement(name, scene, lines));
  const [name, { items = {} }] = list;
  const objects = said.map(({ claim, turn }) =>
    filled(items, (field) => fieldOf(field, claim, turn, scene, lines)),
  );
  return { ...(filled(shape, () => undefined) as object), [name]: objects };
}

const TEXTS = { text: true, fact: true, content: true, sentence: true, memory: true };
const SAME = /same|equal|duplicate/;
const VERDICT = /verdict|relation/;

function fieldOf(
  field: string,
  { text, type }: Claim,
  turn: Turn,
  scene: Scene,
  lines: readonly string[],
): unknown {
  if (field in TEXTS) return text;
  if (field === "type") return type;
  if (field === "kind") return "semantic";
  if (field === "category") return type === "task_state" ? "todo" : type;
  if (field === "confidence") return 0.9;
  if (field === "importance") return 0.6;
  if (field === "affirmed") return !denies(text);
  if (field === "quote") return quoteFor(text, turn.text);
  if (field === "more") return detailsOf(text, scene, lines);
  // A sentence that was sent back to be put right: this model has no other words for it.
  if (field === "number") return numbersOf([{ text }], lines);
  if (/subject|about|who/.test(field)) return personIn(text, scene) ?? turn.author ?? null;
  if (/match|reinforce/.test(field))
    return numbersOf(
      scene.known.filter((one) => isSame(scene, text, one)),
      lines,
    );
  if (/contradict|supersede|replace/.test(field))
    return numbersOf(
      scene.known.filter((one) => contradicts(scene, text, one)),
      lines,
    );
  // Known memories are shown before the messages, and may have the same words.
  if (/source|message|line|turn|event/.test(field)) return numbersOf([turn], lines.toReversed());
  return undefined;
}

/** What a fact means for the known memories, in words. */
function detailsOf(text: string, scene: Scene, lines: readonly string[]): string[] {
  const numbered = (word: string, judge: typeof isSame): string[] =>
    numbersOf(
      scene.known.filter((one) => judge(scene, text, one)),
      lines,
    ).map((number) => `${word} ${number}`);
  return [...(denies(text) ? ["denies"] : []), ...numbered("same", isSame), ...numbered("ends", contradicts)];
}

/** Whoever takes part and is named first. */
function personIn(claim: string, { situation }: Scene): string | undefined {
  const people = new Set(
    situation.turns.flatMap(({ role, author }) => (role === "user" ? (author ?? []) : [])),
  );
  const places = [...people].map((name) => ({ name, at: claim.indexOf(name) })).filter(({ at }) => at >= 0);
  return places.toSorted((a, b) => a.at - b.at || b.name.length - a.name.length)[0]?.name;
}

const claimed = (text: string): Held => ({ text, subject: null, expiresAt: null });

/** Both say the same thing that is expected. */
function isSame({ situation: { expect } }: Scene, text: string, known: Held): boolean {
  return [...expect.active, ...expect.gone].some((one) => matches(one, claimed(text)) && matches(one, known));
}

/** One says what was to go and the other does not; what nobody expected contradicts all it meets. */
function contradicts({ situation: { expect } }: Scene, text: string, known: Held): boolean {
  const isOver = (held: Held): boolean => expect.gone.some((one) => matches(one, held));
  const isExpected = [...expect.active, ...expect.optional, ...expect.gone].some((one) =>
    matches(one, claimed(text)),
  );
  return !isExpected || isOver(claimed(text)) !== isOver(known);
}

/** The numbers under which the prompt shows them. */
function numbersOf(shown: readonly { readonly text: string }[], lines: readonly string[]): number[] {
  return shown.flatMap(({ text }) => {
    const start = text.split("\n", 1)[0]?.slice(0, 40) ?? "";
    const line = lines.find((one) => one.includes(start) && /^\W{0,3}[a-z]?\d+\b/.test(one));
    return line === undefined ? [] : [Number(/\d+/.exec(line)?.[0])];
  });
}

/** Whether the claim and the memory that the prompt quotes are one fact: yes or no, or by a word for how they relate. */
function judgement(field: string, scene: Scene, lines: readonly string[]): unknown {
  const prompt = lines.join("\n");
  const claims = scene.turns.flatMap((turn) => turn.claims).filter(({ text }) => prompt.includes(text));
  const known = scene.known.filter(({ text }) => prompt.includes(text));
  const some = (judge: typeof isSame): boolean =>
    claims.some(({ text }) => known.some((one) => judge(scene, text, one)));
  if (SAME.test(field)) return some(isSame);
  if (!VERDICT.test(field)) return undefined;
  return some(isSame) ? "same" : some(contradicts) ? "update" : "different";
}

/** A judgement of each numbered pair of sentences: `[1] A: …` and the line after it. */
function pairsIn(lines: readonly string[], shape: Shape, scene: Scene): unknown[] {
  return lines.flatMap((line, i) => {
    const [, number] = /^\[(\d+)\] A: /.exec(line) ?? [];
    if (number === undefined) return [];
    const pair = [line, lines[i + 1] ?? ""];
    return [filled(shape, (name) => (name === "number" ? Number(number) : judgement(name, scene, pair)))];
  });
}

/** The clause of a message that has most of a claim's words; nothing when none has any. */
function quoteFor(claim: string, said: string): string {
  const wanted = wordsOf(claim);
  const shared = (clause: string): number => [...wordsOf(clause)].filter((word) => wanted.has(word)).length;
  const clauses = said.split(/[.!?,;:，。！？；：()<>"“”\n]+/).map((clause) => clause.trim());
  return clauses.reduce((best, clause) => (shared(clause) > shared(best) ? clause : best), "");
}

/** By their beginnings, so that "lives" is "live"; Chinese by character. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{Script=Han}|[\p{Script=Latin}\d]+/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 4)));
}

/** An object of a shape: what `value` knows, and nothing in particular for the rest. */
function filled(shape: Shape, value: (name: string) => unknown): unknown {
  return Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, part]) => [name, fitting(value(name), part)]),
  );
}

/** A list where one is asked for, one value or `null` where not. */
function fitting(value: unknown, shape: Shape): unknown {
  const shapes = shape.anyOf ?? [shape];
  const takes = (type: string): boolean => shapes.some((one) => [one.type].flat().includes(type));
  const one = Array.isArray(value) && !takes("array") ? (value[0] ?? null) : value;
  if (one === undefined || (one === null && !takes("null"))) {
    if (takes("null")) return null;
    if (takes("array")) return [];
    if (takes("boolean")) return false;
    return shapes[0]?.enum?.[0] ?? (takes("string") ? "" : 0);
  }
  const text = (item: unknown): unknown =>
    typeof item === "number" && takesText(shapes) ? String(item) : item;
  return Array.isArray(one) ? one.map(text) : text(one);
}

const takesText = (shapes: readonly Shape[]): boolean =>
  shapes.some((one) => one.type === "string" || one.items?.type === "string");

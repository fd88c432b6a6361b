import { fairShare, shortenTo } from "../budget.ts";
import { countTurns } from "../job.ts";

/** Why a conversation is compressed. */
export type CompressReason = "token_half" | "n_turns" | "idle";

/** A message of the live history, as planning needs it. */
export interface LiveMessage {
  readonly role: string;
  readonly turn: string | null;
  readonly at: number;
}

interface CompressLimits {
  /** Tokens of the whole prompt. */
  readonly tokens: number;
  readonly contextWindow: number;
  /** User turns after which it is compressed whatever its size; `null` = never. */
  readonly turns: number | null;
  /** Silence before the newest turn after which it is; `null` = never. */
  readonly idleMs: number | null;
  readonly now: number;
}

/** The first condition that is met; `null` = none is. */
export function whyCompress(live: readonly LiveMessage[], limits: CompressLimits): CompressReason | null {
  if (limits.tokens > limits.contextWindow / 2) return "token_half";
  const { turns } = countTurns(
    live.map(({ role, turn }) => ({ type: "message", role, turn })),
    null,
  );
  if (limits.turns !== null && turns >= limits.turns) return "n_turns";
  if (limits.idleMs === null) return null;
  const before = live[firstKept(live, 1) - 1];
  return before !== undefined && limits.now - before.at >= limits.idleMs ? "idle" : null;
}

/**
 * Where the part begins that stays: at the first message of the user's last `turns` turns, so that no answer of a tool is
 * parted from its call. Of a conversation without a user the last message stays.
 */
export function firstKept(live: readonly LiveMessage[], turns: number): number {
  if (turns === 0) return live.length;
  let remaining = turns;
  let turn: string | null = null;
  let first = live.findLastIndex(({ role }) => role === "user");
  if (first < 0) return Math.max(0, live.length - 1);
  for (let i = first; i >= 0 && remaining >= 0; i -= 1) {
    const { role, turn: turnId } = live[i]!;
    if (role !== "user") continue;
    // Messages of one turn id are one turn.
    if (turnId === null || turnId !== turn) remaining -= 1;
    turn = turnId;
    if (remaining >= 0) first = i;
  }
  return first;
}

/** A message of the live history, as its size needs it. */
export interface SizedMessage {
  readonly tokens: number;
  /** It answers a call of a tool, so it cannot be parted from what stands before it. */
  readonly answers: boolean;
}

/** The share of the window for the conversation: the rest is for the answer. */
const SHARE = 3 / 4;

/**
 * Where the part begins that stays, when the turns from `first` on are more than `room`: at the first message from which
 * the rest fits, and never between a call of a tool and its answer. Where the last messages do not fit by themselves, they
 * are counted as they will be shortened.
 */
export function firstFitting(live: readonly SizedMessage[], first: number, room: number): number {
  const starts = live.flatMap(({ answers }, i) => (i > first && !answers ? [i] : []));
  const fits = (most: number): number | undefined => {
    // The tokens of each message and all after it.
    const rest = new Array<number>(live.length + 1).fill(0);
    for (let i = live.length - 1; i >= 0; i -= 1) rest[i] = rest[i + 1]! + Math.min(live[i]!.tokens, most);
    return [first, ...starts].find((start) => rest[start]! <= room);
  };
  return fits(Infinity) ?? fits(room / 2) ?? starts.at(-1) ?? first;
}

/** The most tokens that each message may keep beside `others`; `null`: they all fit as they are. */
export function mostOfEach(sizes: readonly number[], others: number, contextWindow: number): number | null {
  const room = Math.max(0, Math.floor(contextWindow * SHARE) - others);
  if (sizes.reduce((sum, size) => sum + size, 0) <= room) return null;
  return fairShare(sizes, room);
}

/** The marker where text of a message is left out; it names the message, by which the rest is found. */
const GAP =
  /\[… \d{1,9} characters left out here(?:; the whole message is on record as ([^\s\]]{1,200}))? …\]/;

/** The message's beginning and end, and what is left out between them. */
export function shortWords(text: string, tokens: number, id: string | null): string {
  const where = id === null ? "" : `; the whole message is on record as ${id}`;
  const gap = (left: number): string => ` [… ${left} characters left out here${where} …] `;
  const first = shortenTo(text, tokens, gap(text.length));
  const remaining = text.length - (first.length - gap(text.length).length);
  return first.replace(gap(text.length), gap(Math.max(0, remaining)));
}

/** The message that a shortened one is, where it names it. */
export function shortenedId(text: string): string | null {
  return GAP.exec(text)?.[1] ?? null;
}

/** A copy of a message with other words, in whichever shape an SDK writes it; what is not words stays. */
export function withWords<M extends object>(message: M, words: (text: string, share: number) => string): M {
  const fields = message as Record<string, unknown>;
  if (typeof fields.text === "string") return { ...message, text: words(fields.text, 1) };
  if (typeof fields.content === "string") return { ...message, content: words(fields.content, 1) };
  const key = Array.isArray(fields.content) ? "content" : "parts";
  const parts = fields[key];
  if (!Array.isArray(parts)) return message;
  const lengths = parts.map(lengthOf);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    ...message,
    [key]: parts.map((part: unknown, i) => {
      // A tool's answer may be a list of parts itself.
      if (isList(part)) return withWords(part, (text, share) => words(text, (share * lengths[i]!) / total));
      const text = wordsIn(part);
      return text === undefined || total === 0
        ? part
        : partWith(part as Part, words(text, lengths[i]! / total));
    }),
  };
}

type Part = Record<string, unknown>;

function isList(part: unknown): part is Part & { readonly content: readonly unknown[] } {
  return typeof part === "object" && part !== null && Array.isArray((part as Part).content);
}

function lengthOf(part: unknown): number {
  return isList(part)
    ? part.content.reduce<number>((sum, one) => sum + lengthOf(one), 0)
    : (wordsIn(part)?.length ?? 0);
}

/** The words of a part: a text, or what a tool answered. */
function wordsIn(part: unknown): string | undefined {
  if (typeof part !== "object" || part === null) return undefined;
  const { type, text, content, output } = part as Part;
  // A provider signs a model's reasoning, and refuses it when it was changed.
  if (type === "reasoning" || type === "thinking") return undefined;
  const value = typeof output === "object" && output !== null ? (output as Part).value : output;
  return [text, content, value].find((one) => typeof one === "string");
}

function partWith(part: Part, words: string): Part {
  if (typeof part.text === "string") return { ...part, text: words };
  if (typeof part.content === "string") return { ...part, content: words };
  if (typeof part.output === "string") return { ...part, output: words };
  return { ...part, output: { ...(part.output as Part), value: words } };
}

/** A message that the record may hold already. */
interface Spoken {
  readonly role: string;
  readonly text: string;
}

/** A message of the record. */
interface RecordedMessage extends Spoken {
  /** Its words were erased: they say nothing any more. */
  readonly erased: boolean;
}

/**
 * Which messages of a history without ids are which of the record, by their words and their order; `null` = it is new. The
 * record may hold more than the history does, such as another process's messages. Where the record has lost a message's
 * words, the message of the same role at its place is that one: words that were erased are not recorded again.
 */
export function alignMessages(
  messages: readonly Spoken[],
  recorded: readonly RecordedMessage[],
): (number | null)[] {
  const positions = exact(messages, recorded);
  for (const [i, position] of positions.entries()) {
    if (position !== null) continue;
    const after = positions.slice(0, i).findLast((one) => one !== null) ?? -1;
    const before = positions.slice(i + 1).find((one) => one !== null) ?? recorded.length;
    const lost = recorded.findIndex(
      ({ erased, role }, at) => at > after && at < before && erased && role === messages[i]!.role,
    );
    if (lost >= 0) positions[i] = lost;
  }
  return positions;
}

/** Each message with the first one of the record, behind the last that was found, that says the same. */
function exact(messages: readonly Spoken[], recorded: readonly RecordedMessage[]): (number | null)[] {
  const wordsOf = ({ role, text }: Spoken): string => JSON.stringify([role, text]);
  const said = [...recorded.keys()].filter((at) => !recorded[at]!.erased);
  const byWords = Map.groupBy(said, (at) => wordsOf(recorded[at]!));
  let last = -1;
  return messages.map((message) => {
    const position = byWords.get(wordsOf(message))?.find((at) => at > last);
    if (position === undefined) return null;
    last = position;
    return position;
  });
}

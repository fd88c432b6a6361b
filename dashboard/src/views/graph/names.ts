import type { Memory } from "../../../../src/domain/memory.ts";

/** The part of a memory that the graph reads. */
export type Statement = Pick<Memory, "id" | "text" | "subject">;

/** Somebody or something that memories name. */
export interface Named {
  readonly name: string;
  /** `person`: memories are about them. `thing`: memories only mention it. */
  readonly kind: "person" | "thing";
  /** The memories that are about it or mention it. */
  readonly memories: readonly string[];
}

/** Two that stand in one memory: the one it is about, and one that it mentions. */
export interface Tie {
  readonly from: string;
  readonly to: string;
  /** What `from` is to `to`, where a memory says it in a word: "sister", 妈妈. */
  readonly relation: string | null;
  readonly memories: readonly string[];
}

export interface Ties {
  readonly names: readonly Named[];
  readonly ties: readonly Tie[];
}

/**
 * Who and what the memories name, and who is connected to whom. `called` gives the name of a subject, which may be an
 * account, and of `null`, whom a memory without a subject is about; `""` = nobody.
 */
export function tiesOf(statements: readonly Statement[], called: (subject: string | null) => string): Ties {
  const people = new Set(statements.map(({ subject }) => called(subject)).filter((name) => name !== ""));
  const found = mentionedIn(
    statements.map(({ text }) => text),
    people,
  );
  const memories = new Map<string, string[]>();
  const ties = new Map<string, { from: string; to: string; relation: string | null; memories: string[] }>();
  for (const [i, { id, text, subject }] of statements.entries()) {
    const from = called(subject);
    const others = found[i]!.filter((name) => name !== from);
    for (const name of from === "" ? others : [from, ...others])
      memories.set(name, [...(memories.get(name) ?? []), id]);
    for (const to of from === "" ? [] : others) {
      const key = [from, to].sort().join("\n");
      const tie = ties.get(key) ?? { from, to, relation: null, memories: [] };
      const relation = relationIn(text, from, to);
      ties.set(key, {
        ...(tie.relation === null && relation !== null ? { from, to, relation } : tie),
        memories: [...tie.memories, id],
      });
    }
  }
  return {
    names: [...memories].map(([name, ids]) => ({
      name,
      kind: people.has(name) ? "person" : "thing",
      memories: ids,
    })),
    ties: [...ties.values()],
  };
}

const HAN = /\p{Script=Han}/u;

/** The names in each text: known ones, and in scripts with capitals what is written with one inside a sentence. */
function mentionedIn(texts: readonly string[], people: ReadonlySet<string>): string[][] {
  const written = texts.map((text) => capitalised(text));
  const known = new Set([
    ...people,
    ...written.flatMap((runs) => runs.filter(({ opens }) => !opens).map(({ name }) => name)),
  ]);
  const full = longest(known, people);
  return texts.map((text, i) => {
    const spelled = written[i]!.map(({ name }) => name).filter((name) => known.has(name));
    const han = [...people].filter((name) => HAN.test(name) && text.includes(name));
    return [...new Set([...spelled, ...han].map((name) => full.get(name) ?? name))];
  });
}

/** "Southmead" is the "Southmead Hospital" that is named elsewhere, unless there are two of them. People keep their names. */
function longest(known: ReadonlySet<string>, people: ReadonlySet<string>): ReadonlyMap<string, string> {
  const full = new Map<string, string>();
  for (const name of known) {
    if (people.has(name)) continue;
    const longer = [...known].filter((other) => other.startsWith(`${name} `));
    if (longer.length === 1) full.set(name, longer[0]!);
  }
  return full;
}

interface Run {
  readonly name: string;
  /** It begins a sentence, where every word has a capital. */
  readonly opens: boolean;
}

/** Months and days have capitals too, and name nothing. */
const CALENDAR: ReadonlySet<string> = new Set([
  ...Array.from({ length: 12 }, (_, i) => inEnglish({ month: "long" }, i * 31)),
  ...Array.from({ length: 7 }, (_, i) => inEnglish({ weekday: "long" }, i)).flatMap((day) => [
    day,
    `${day}s`,
  ]),
]);

/** A day of the year 2024 in a word. */
function inEnglish(options: Intl.DateTimeFormatOptions, day: number): string {
  return new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + day));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const NAME = /^\p{Lu}[\p{L}'’-]+$/u;

/** The names of a text: neighbouring words with a capital are one. */
function capitalised(text: string): Run[] {
  const runs: { name: string; opens: boolean; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const plain = word.replace(/['’]s?$/, "");
    if (!NAME.test(plain) || CALENDAR.has(plain)) continue;
    const before = text.slice(0, index).trimEnd();
    const last = runs.at(-1);
    const opens = before === "" || /[.!?…:]["”’)]*$/.test(before);
    // Joined by a space alone; a possessive ends a name.
    if (last !== undefined && !opens && text.slice(last.end, index) === " ") {
      runs.pop();
      runs.push({ name: `${last.name} ${plain}`, opens: last.opens, end: index + plain.length });
    } else runs.push({ name: plain, opens, end: index + plain.length });
  }
  return runs;
}

/** A word for what `from` is to `to`: "Tom is Mia's husband", "Ella is the daughter of Mia and Tom", 糖糖是林晓和周航的女儿. */
function relationIn(text: string, from: string, to: string): string | null {
  if (!text.startsWith(from)) return null;
  const rest = text.slice(from.length);
  if (HAN.test(to)) {
    const end = rest.indexOf("的");
    if (!rest.startsWith("是") || end < 0 || !rest.slice(0, end).includes(to)) return null;
    return /^\p{Script=Han}{1,4}(?=[，。,.]|$)/u.exec(rest.slice(end + 1))?.[0] ?? null;
  }
  const owned = rest.indexOf(`${to}'s `);
  if (/^ is $/.test(rest.slice(0, Math.max(0, owned)))) return wordsAt(rest.slice(owned + to.length + 3));
  const of = /^ is (?:the|a|an) ([\p{Ll} -]{2,30}) of /u.exec(rest);
  return of !== null && namesFrom(rest.slice(of[0].length)).includes(to) ? of[1]! : null;
}

/** The names that a phrase begins with: "Mia and Tom and is six" has two. */
function namesFrom(phrase: string): string {
  const words = phrase.split(" ");
  const end = words.findIndex((word) => word !== "and" && !/^\p{Lu}/u.test(word));
  return words.slice(0, end < 0 ? words.length : end).join(" ");
}

/** Up to the end of the phrase, if that is short. */
function wordsAt(text: string): string | null {
  const phrase = text.split(/[.,;]| (?:and|who|on|at|in|since) /, 1)[0]!.trim();
  return /^\p{Ll}[\p{Ll} -]{1,24}$/u.test(phrase) ? phrase : null;
}

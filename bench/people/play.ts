import {
  type MemoirEngine,
  MemoirError,
  type Memory,
  openMemoir,
  type ScopeHandle,
} from "../../src/index.ts";
import { fixedClock } from "../../src/testing/index.ts";
import { NO_DEADLINE } from "../support.ts";
import { isOfMemories, type Person } from "./person.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const START = "2026-03-02T09:00:00Z";
/** People tell a handful of things in one sitting. */
const LINES_A_DAY = 6;

/** Some people's lines in one scope, as messages or as memories. */
export interface LineScope {
  readonly scope: ScopeHandle;
  /** The line that a hit shows: `enT-03 12`. */
  readonly lineOf: ReadonlyMap<string, string>;
}

export function lineName(person: Person, position: number): string {
  return `${person.id} ${position}`;
}

export interface Stage {
  readonly memoir: MemoirEngine;
  tell(name: string, people: readonly Person[]): Promise<LineScope>;
}

/** An engine in memory with a clock that follows the lines. */
export async function openStage(): Promise<Stage> {
  const clock = fixedClock(START);
  const memoir = await openMemoir({
    database: ":memory:",
    embedder: "local",
    background: false,
    now: clock.now,
    settings: {
      ...NO_DEADLINE,
      writePolicy: { maxWritesPerSession: 1e6, maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 },
    },
  });
  await memoir.ready();
  const tell = async (name: string, people: readonly Person[]): Promise<LineScope> => {
    const scope = memoir.scope(name);
    const lineOf = new Map<string, string>();
    clock.set(Date.parse(START));
    for (const person of people) {
      if (isOfMemories(person)) await remember(scope, person, lineOf);
      else await observe(scope, person, lineOf, clock.set);
    }
    await memoir.work();
    return { scope, lineOf };
  };
  return { memoir, tell };
}

async function remember(scope: ScopeHandle, person: Person, lineOf: Map<string, string>): Promise<void> {
  for (const [i, { t }] of person.lines.entries()) {
    const memory = await rememberedOf(scope, t);
    if (memory !== null) lineOf.set(memory.id, lineName(person, i));
  }
}

/** `null` for a line that is not kept: one with a secret is refused, and its questions count as not answered. */
async function rememberedOf(scope: ScopeHandle, text: string): Promise<Memory | null> {
  try {
    return (await scope.remember(text)).memory;
  } catch (error) {
    if (error instanceof MemoirError && error.code === "invalid_argument") return null;
    throw error;
  }
}

async function observe(
  scope: ScopeHandle,
  person: Person,
  lineOf: Map<string, string>,
  set: (at: number) => void,
): Promise<void> {
  const start = Date.parse(START);
  const names = new Map(person.members?.map(({ id, name }) => [id, name]));
  for (let first = 0; first < person.lines.length; first += LINES_A_DAY) {
    const messages = person.lines.slice(first, first + LINES_A_DAY).map(({ t, by, name }, i) => {
      const line = lineName(person, first + i);
      const at = start + Math.floor(first / LINES_A_DAY) * DAY + i * MINUTE;
      lineOf.set(line, line);
      if (by === undefined) return { id: line, role: "user" as const, text: t, at };
      if (name !== undefined) names.set(by, name);
      return { id: line, role: "user" as const, text: t, at, author: by, authorName: names.get(by) ?? by };
    });
    set(messages.at(-1)!.at + MINUTE);
    await scope.observe(messages);
    await scope.flush();
  }
}

/** The lines that a recall shows, best first; those of every prompt are left out with `withoutCore`. */
export async function linesShown(
  { scope, lineOf }: LineScope,
  question: string,
  options: {
    readonly asker?: string;
    readonly limit?: number;
    readonly maxTokens?: number;
    readonly threshold?: number;
  },
): Promise<{ readonly shown: readonly string[]; readonly core: readonly string[]; readonly prompt: string }> {
  const recalled = await scope.recall(question, options);
  const shown: string[] = [];
  const core: string[] = [];
  for (const hit of recalled.hits) {
    const ids = hit.kind === "event" ? [hit.event.id, hit.later?.event.id] : [hit.id];
    for (const id of ids) {
      const line = id === undefined ? undefined : lineOf.get(id);
      if (line !== undefined) (hit.core ? core : shown).push(line);
    }
  }
  return { shown, core, prompt: recalled.toPrompt() };
}

import type { Event, MemoirEngine, Memory, MemoryStatus, ScopeHandle } from "../../src/index.ts";
import type { FixedClock } from "../../src/testing/index.ts";
import type { Scene } from "./answer.ts";
import { type BlockPart, partsOf } from "./block.ts";
import type { Held } from "./fact.ts";
import type { Outcome } from "./score.ts";
import type { Situation, Turn } from "./situation.ts";

/** Where and how situations are played. */
export interface Stage {
  readonly memoir: MemoirEngine;
  readonly clock: FixedClock;
  /** Keeps the scopes of one run apart from those of another. */
  readonly tenant: string;
  /** When what was said is extracted: after each thing a person says, or once a session. */
  readonly flush: "turn" | "session";
  /** Told before each extraction what it will read. */
  readonly before?: (scene: Scene) => void;
}

/** The states of a memory that was active once. */
const REPLACED: ReadonlySet<MemoryStatus> = new Set(["superseded", "archived", "expired", "soft_deleted"]);
const EVERY: readonly MemoryStatus[] = ["active", "shadow", "pending", "disabled", ...REPLACED];

/** Plays a situation in a separate scope, and reads the resulting memories. */
export async function play(situation: Situation, stage: Stage): Promise<Outcome> {
  const { memoir, clock, tenant, flush } = stage;
  const scope = memoir.scope(`${situation.place}:${situation.id}`, { tenant });
  const steps: Held[][] = [];
  for (const turns of stepsOf(situation.turns, flush)) {
    for (const { at, role, text, session, author } of turns) {
      clock.set(at);
      await scope.observe([{ role, text, at, session, ...(author === undefined ? {} : { author }) }]);
    }
    stage.before?.({ situation, turns, known: steps.at(-1) ?? [] });
    await scope.flush();
    steps.push((await memoriesIn(scope, ["active"])).map(heldIn));
  }
  const memories = await memoriesIn(scope, EVERY);
  return {
    steps,
    replaced: memories.filter(({ status }) => REPLACED.has(status)).map(heldIn),
    stored: [...memories.map(({ text }) => text), ...(await eventTexts(scope))],
  };
}

const WEEKS_LATER = 21 * 86_400_000;

/** Asks a played situation's question, weeks after its last message: what the block for a prompt says. */
export async function ask({ id, place, turns, question }: Situation, stage: Stage): Promise<BlockPart[]> {
  const { memoir, clock, tenant } = stage;
  await memoir.work();
  clock.set(Date.parse(turns.at(-1)!.at) + WEEKS_LATER);
  const recalled = await memoir.scope(`${place}:${id}`, { tenant }).recall(question.text);
  return partsOf(recalled.toPrompt());
}

/** A person's words with what the assistant and its tools then say; or whole sessions. */
export function stepsOf(turns: readonly Turn[], by: Stage["flush"]): Turn[][] {
  const steps: Turn[][] = [];
  for (const turn of turns) {
    const current = steps.at(-1);
    const last = current?.at(-1);
    const isNew =
      last === undefined || last.session !== turn.session || (by === "turn" && turn.role === "user");
    if (isNew || current === undefined) steps.push([turn]);
    else current.push(turn);
  }
  return steps;
}

/** Oldest first. */
async function memoriesIn(scope: ScopeHandle, status: readonly MemoryStatus[]): Promise<Memory[]> {
  const found: Memory[] = [];
  for await (const memory of await scope.memories.list({ status })) found.push(memory);
  return found.reverse();
}

const heldIn = ({ text, subject, expiresAt }: Memory): Held => ({ text, subject, expiresAt });

async function eventTexts(scope: ScopeHandle): Promise<string[]> {
  const found: Event[] = [];
  for await (const event of await scope.events.list()) found.push(event);
  return found.flatMap(({ text, content }) => [text, JSON.stringify(content)]);
}

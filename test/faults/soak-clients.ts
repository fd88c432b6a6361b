import { setTimeout as sleep } from "node:timers/promises";
import { connected, httpTransport, textOf } from "../support/mcp.ts";
import type { Bots, Claim } from "./server-bots.ts";
import type { Asked, Client } from "./server-client.ts";
import type { Fleet } from "./server-fleet.ts";
import { ROUND_MS, THINK_MS } from "./soak-size.ts";

export interface Crowd {
  readonly client: Client;
  readonly bots: Bots;
  readonly fleet: Pick<Fleet, "address">;
  readonly key: string;
  readonly next: () => number;
  readonly goesOn: () => boolean;
  readonly onAnswer: (kind: string, ms: number) => void;
  /** Another run of the same upkeep is under way, maybe a dead server's. */
  readonly onConflict: () => void;
}

/** Upkeep that changes no memory that is neither old nor forgotten long ago. */
const UPKEEP = ["sweep", "cold", "purge", "retention", "link", "tune"] as const;
/** Small, so that conversations are soon too long. */
const CONTEXT_WINDOW = 100;
const TRIES = 1_000;

interface Compressed {
  readonly messages?: History;
}
type History = readonly { readonly id?: string; readonly role: string; readonly content: string }[];
interface Stored {
  readonly inUse: boolean;
  readonly memory: { readonly id: string };
}

interface Found {
  readonly memories: readonly { readonly id: string }[];
  readonly degraded: string | null;
}
const NOTHING: Found = { memories: [], degraded: "no answer" };

/**
 * How long one person stays. Without others in their place every request would read more than the one before, and what
 * grows with it would look like a leak.
 */
const STAY_MS = 6 * ROUND_MS;

/** Who speaks through a client: the first stays all the time, the others go one after another. */
function personOf(number: number, elapsedMs: number): string {
  if (number === 0) return "user:0";
  return `user:${number}-${Math.floor(elapsedMs / STAY_MS + (number % 10) / 10)}`;
}

/** One of the clients: it does something, thinks, and goes on in its own scope. */
export async function live(crowd: Crowd, number: number): Promise<void> {
  const { bots, client, next, goesOn } = crowd;
  const started = performance.now();
  let scope = personOf(number, 0);
  let last: Claim | undefined;
  let history: History = [];
  const post = (path: string, body: Asked["body"]): Asked => ({ method: "POST", path, body: body! });
  await sleep(THINK_MS * next()); // they do not come all at once
  for (let i = 0; goesOn(); i++) {
    const person = personOf(number, performance.now() - started);
    if (person !== scope) [scope, last, history] = [person, undefined, []];
    const step = { scope, word: `word${number}x${i}y`, turn: number + i, last };
    const dice = next();
    if (dice < 0.08)
      await client.send(post("/api/ltm/digest/context", { scope, deadlineMs: 2_000 }), step.turn);
    else if (dice < 0.16) history = await converse(crowd, step, history);
    else if (dice < 0.17) {
      const job = UPKEEP[Math.floor(next() * UPKEEP.length)]!;
      const run = { ...post(`/api/ltm/upkeep/jobs/${job}/run`, {}), mayConflict: true };
      if ((await client.send(run, step.turn)) === "under way") crowd.onConflict();
    } else if (dice < 0.24) await storeByMcp(crowd, step);
    else last = await bots.act(step);
    await sleep(THINK_MS * (0.5 + next()));
  }
}

interface Turn {
  readonly scope: string;
  readonly word: string;
  readonly turn: number;
}

/** A turn of a conversation whose history the client holds, and goes on with as the server makes it shorter. */
async function converse(
  { bots, client }: Crowd,
  { scope, word, turn }: Turn,
  history: History,
): Promise<History> {
  const session = "s";
  const said = ["user", "assistant"].map((role) => ({
    ...{ id: `${word}-${role}`, role, content: `Said m${word}${role[0]}x in a long talk about ${word}` },
  }));
  const messages = said.map(({ id, content }) => ({ id, text: content, session }));
  if (!(await bots.say(scope, messages, { turn }))) return history;
  const body = { scope, messages: [...history, ...said], contextWindow: CONTEXT_WINDOW };
  const path = `/api/ltm/sessions/${session}/compress`;
  const got = await client.send<Compressed>({ method: "POST", path, body }, turn);
  return (typeof got === "object" ? got.answer.messages : undefined) ?? body.messages;
}

/** A tool stores a memory and its user agrees; tried again until it is acknowledged, and found by the next recall. */
async function storeByMcp(crowd: Crowd, { scope, word, turn }: Turn): Promise<void> {
  const { client, bots, fleet, key, onAnswer } = crowd;
  const { wrong } = client.tally;
  const content = `Boat ${word} is known to tool${word}.`;
  for (let tries = 0; tries < TRIES; tries++) {
    const sentAt = performance.now();
    const url = `${await fleet.address(turn + tries)}/mcp?scope=${encodeURIComponent(scope)}`;
    const failure = { asked: { method: "POST", path: "/mcp" } as const, code: "mcp", sentAt };
    try {
      await using mcp = await connected(httpTransport(url, key), { era: "2026", answers: () => "accept" });
      const args = { key: word, content, category: "knowledge" };
      const stored = await mcp.client.callTool({ name: "memory_store", arguments: args });
      if (stored.isError !== true) {
        onAnswer("MCP", performance.now() - sentAt);
        const { inUse, memory } = stored.structuredContent as unknown as Stored;
        if (!inUse) wrong.push(`MCP: ${word} is not in use`);
        // The tool's word and the user's are two pieces of evidence.
        bots.told.claims.set(memory.id, { scope, text: content, status: "active", isChanged: true });
        const found = await mcp.client.callTool({ name: "memory_recall", arguments: { query: word } });
        const { memories, degraded } = (found.structuredContent ?? NOTHING) as unknown as Found;
        const isSeen = memories.some(({ id }) => id === memory.id);
        const code = degraded === "deadline" ? "deadline" : "mcp";
        if (!isSeen && !(degraded !== null && client.isExplained({ ...failure, code })))
          wrong.push(`MCP: the next recall does not see ${word} (${degraded})`);
        return;
      }
      if (!client.isExplained(failure)) {
        wrong.push(`MCP: ${textOf(stored)}`);
        return;
      }
    } catch (error) {
      if (isBroken(error)) client.tally.broken += 1;
      else if (!client.isExplained(failure)) {
        wrong.push(`MCP: ${String(error)}`);
        return;
      }
    }
    await sleep(THINK_MS / 10);
  }
}

/** The server died, now or between the two rounds of a question. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && isBroken(error.cause));
}

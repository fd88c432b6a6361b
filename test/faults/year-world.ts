import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type MemoirEngine,
  MemoirError,
  type Memory,
  openMemoir,
  type ScopeHandle,
} from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { provingNamed, random, seed } from "../support/prove.ts";
import { YEAR } from "./year-settings.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-01-01T12:00:00Z");
/** MEMOIR_SCOPES: fewer, for a look on a busy machine. */
const SCOPES = provingNamed ? Number(process.env.MEMOIR_SCOPES ?? 200) : 5;
const PER_SCOPE = provingNamed ? 100 : 10;
const ACTS = provingNamed ? Math.ceil(SCOPES * 0.3) : 6;
export const TENANT = "default";

/** A word that no other memory has, so that no two memories say the same. */
function word(next: () => number): string {
  const syllable = (): string =>
    "bdfgklmnprstvz"[Math.floor(next() * 14)]! + "aeiou"[Math.floor(next() * 5)]!;
  return Array.from({ length: 4 }, syllable).join("");
}

const TYPES = ["preference", "task_state", "episode", "profile", "constraint"] as const;

async function say(scope: ScopeHandle, next: () => number): Promise<string> {
  const { memory } = await scope.remember(`The ${word(next)} stands beside the ${word(next)}`, {
    type: TYPES[Math.floor(next() * TYPES.length)]!,
    importance: 0.1 + next() * 0.9,
    pinned: next() < 0.05,
  });
  return memory.id;
}

/** People's actions meanwhile: they say things, repeat or change them, ask, and forget. */
async function act(scope: ScopeHandle, ids: string[], next: () => number): Promise<void> {
  const id = ids[Math.floor(next() * ids.length)]!;
  const memory = await scope.memories.get(id);
  const dice = next();
  if (dice < 0.35 || memory === null) ids.push(await say(scope, next));
  else if (dice < 0.6) await (await scope.recall(memory.text)).delivered();
  else if (dice < 0.7 && memory.status !== "soft_deleted") await scope.remember(memory.text);
  else await unlessErased(change(scope, memory, dice, next));
}

async function change(
  scope: ScopeHandle,
  { id, text, status }: Memory,
  dice: number,
  next: () => number,
): Promise<void> {
  if (dice < 0.8 && status === "active")
    await scope.memories.update(id, { text: `${text}, near the ${word(next)}` });
  else if (dice < 0.87) await scope.forget({ id });
  else if (dice < 0.95 && !["shadow", "pending"].includes(status)) await scope.memories.restore(id);
  else await scope.memories.update(id, { pinned: next() < 0.5 });
}

/** A process of the same world may have erased what was due since it was read; then the change is refused. */
async function unlessErased(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!MemoirError.is(error) || (error.code !== "gone" && error.code !== "not_found")) throw error;
  }
}

export interface World {
  readonly memoir: MemoirEngine;
  readonly store: Store;
  readonly next: () => number;
  readonly scopes: { readonly handle: ScopeHandle; readonly ids: string[] }[];
  /** When each memory was due to be erased, as far as it was seen. */
  readonly due: Map<string, number>;
  setDay(day: number): void;
  now(): number;
}

export async function withWorld(
  database: string,
  grownDays: number,
  work: (world: World, clock: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-year-"));
  const clock = join(folder, "clock");
  let at = START;
  const setDay = (day: number): void => {
    at = START + day * DAY;
    writeFileSync(`${clock}.new`, String(at));
    renameSync(`${clock}.new`, clock);
  };
  setDay(-grownDays);
  const memoir = await openMemoir({ ...YEAR, database, background: false, now: () => new Date(at) });
  const store = await openStore({ database });
  const next = random(seed);
  try {
    const scopes = Array.from({ length: SCOPES }, (_, i) => ({
      handle: memoir.scope(`user:u${i}`),
      ids: [] as string[],
    }));
    for (let n = 0; n < PER_SCOPE; n++) {
      setDay(Math.floor((n / PER_SCOPE) * grownDays) - grownDays);
      await Promise.all(scopes.map(async ({ handle, ids }) => ids.push(await say(handle, next))));
    }
    setDay(0);
    await work({ memoir, store, next, scopes, due: new Map(), setDay, now: () => at }, clock);
  } finally {
    await store.close();
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function live({ store, scopes, next, due }: World): Promise<void> {
  for (let i = 0; i < ACTS; i++) {
    const { handle, ids } = scopes[Math.floor(next() * scopes.length)]!;
    await act(handle, ids, next);
  }
  const forgotten = await store.read.all<{ id: string; purge_at: number }>(
    "select id, purge_at from memory where status = 'soft_deleted' and purge_at is not null",
  );
  for (const { id, purge_at } of forgotten) due.set(id, purge_at);
}

/** Writes as many memories as were erased, so that every day finds the same number of them. */
export async function refill({ store, scopes, next }: World): Promise<number> {
  const size = SCOPES * PER_SCOPE;
  const [row] = await store.read.all<{ n: number }>("select count(*) as n from memory where tenant = $1", [
    TENANT,
  ]);
  for (let n = row!.n; n < size; n++) {
    const { handle, ids } = scopes[Math.floor(next() * scopes.length)]!;
    ids.push(await say(handle, next));
  }
  return Math.max(size, row!.n);
}

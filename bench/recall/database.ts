import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MemoirEngine, openMemoir, type ScopeHandle } from "../../src/index.ts";
import { modelsOf, OWN } from "../../src/models/local/catalogue.ts";
import { keyOf } from "../cache.ts";
import type { BenchOptions } from "../options.ts";
import { showProgress } from "../progress.ts";
import type { Conversation, DataSet } from "./set.ts";

/** An engine over a set's conversations, with a clock that the questions move. */
export interface Asking {
  readonly memoir: MemoirEngine;
  scope(conversation: Conversation): ScopeHandle;
  at(now: number): void;
}

/** Nothing but the ranking decides: no cap on writes, none on lines, and nobody forgets. */
const POLICY = {
  writePolicy: { maxWritesPerSession: 1e6, maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 },
  readPolicy: { maxItems: null, maxTokens: null, maxPerType: null, deadlineMs: null },
  retentionDays: { profile: -1, preference: -1, task_state: -1, constraint: -1, episode: -1 },
} as const;

const FILES = ["", "-wal", "-shm", ".filled.json"];

/** Where a set's database is kept. Other items or other models make another one; the engine migrates an older one. */
export function databaseOf(set: DataSet, cache: string, { words }: BenchOptions): string {
  const models = words ? [] : modelsOf(OWN).map(({ onnx }) => onnx.pins[0].sha256);
  const items = set.conversations.map((conversation) => [conversation.id, conversation.items]);
  return join(cache, `${set.name}-${keyOf(set.from, items, models)}.db`);
}

/** Opens the set's database and reads in what it does not have yet. A run that was stopped goes on where it was. */
export async function openSet(set: DataSet, file: string, options: BenchOptions): Promise<Asking> {
  if (options.rebuild) for (const end of FILES) rmSync(file + end, { force: true });
  const asking = await open(file, options.words ? "none" : "local");
  const list = `${file}.filled.json`;
  const filled = new Set(existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as string[]) : []);
  const missing = set.conversations.filter(({ id }) => !filled.has(id));
  if (missing.length === 0) return asking;
  const total = missing.reduce((sum, { items }) => sum + items.length, 0);
  const progress = showProgress(`Reading in ${set.title}`);
  let done = 0;
  for (const conversation of missing) {
    progress.step(done, total);
    await fill(set, conversation, asking);
    filled.add(conversation.id);
    writeFileSync(list, JSON.stringify([...filled]));
    done += conversation.items.length;
  }
  progress.step(done, total);
  progress.end();
  return asking;
}

async function open(database: string, embedder: "local" | "none"): Promise<Asking> {
  let now = 0;
  const memoir = await openMemoir({
    database,
    embedder,
    background: false,
    durability: "normal",
    settings: POLICY,
    now: () => new Date(now),
  });
  await memoir.ready();
  return {
    memoir,
    scope: ({ id }) => memoir.scope({ kind: "group", id }),
    at: (time) => {
      now = time;
    },
  };
}

/** A conversation as a bot would have told it, then its vectors. */
async function fill({ from }: DataSet, conversation: Conversation, asking: Asking): Promise<void> {
  const scope = asking.scope(conversation);
  if (from === "events") await observe(scope, conversation, asking);
  else await remember(scope, conversation, asking);
  await asking.memoir.work();
}

async function observe(scope: ScopeHandle, { items }: Conversation, asking: Asking): Promise<void> {
  asking.at(Math.max(...items.map(({ at }) => at)));
  await scope.observe(items.map(({ author, ...item }) => (author === null ? item : { ...item, author })));
}

/** On the day of the session that each was taken from. */
async function remember(scope: ScopeHandle, { items }: Conversation, asking: Asking): Promise<void> {
  for (const { id, text, author, session, at } of items) {
    asking.at(at);
    const said = author === null ? {} : { author, subject: author };
    await scope.remember(text, { key: id, eventId: id, session, validFrom: at, ...said });
  }
}

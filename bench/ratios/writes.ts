import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { MemoirEngine } from "../../src/index.ts";
import { factAt } from "../../test/fixtures/duplicates/facts.ts";
import type { PartContext } from "./context.ts";
import { inFolder, message, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { atLeast, atMost, noBar, type Row } from "./row.ts";
import { NEW_FACTS, SMALL_SCOPES, smallScope, usualCopy } from "./usual.ts";

const BATCH = 200;
const WRITERS = 64;
/** Writes of each writer in a round. */
const EACH = 4;

/** A claim that nobody has told yet, each time. */
function newClaims(): () => string {
  let next = NEW_FACTS;
  return () => factAt(next++).text;
}

export async function writeRows(context: PartContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const embedder of ["none", "given"] as const) {
    context.progress(`remember() by the size of the scope, vectors: ${embedder}`);
    rows.push(...(await inFolder((folder) => bySize(context, folder, embedder))));
  }
  for (const durability of ["full", "normal"] as const) {
    context.progress(`a whole write, durability ${durability}`);
    rows.push(await inFolder((folder) => wholeWrite(folder, durability)));
  }
  context.progress(`${WRITERS} writers`);
  rows.push(await inFolder((folder) => manyWriters(context, folder)));
  context.progress("observe()");
  rows.push(...(await inFolder(observing)));
  return rows;
}

/** One claim in a large scope against one in a small one. */
async function bySize(context: PartContext, folder: string, embedder: "none" | "given"): Promise<Row[]> {
  const file = await usualCopy(context, folder);
  await using memoir = await openWith(file, embedder === "none" ? { embedder } : {});
  const claim = newClaims();
  const remember = (scope: string) => memoir.scope(scope).remember(claim());
  const times = await interleave(200, {
    // Each small scope in its turn, so that none of them grows.
    small: { run: (turn) => remember(smallScope(turn)) },
    middle: { run: () => remember("user:memories-1000") },
    large: { run: () => remember("user:memories-10000") },
  });
  const how = embedder === "none" ? "" : ", with vectors";
  const name = (size: string): string => `remember() in a scope of ${size} ÷ in one of 100${how}`;
  return [
    embedder === "none"
      ? atMost(name("10k"), times.large, times.small, 2, { by: "main" })
      : noBar(name("10k"), times.large, times.small, { by: "main" }),
    noBar(name("1k"), times.middle, times.small, { by: "main" }),
  ];
}

/** One whole logical write (row, evidence, event, history, change log) against one bare insert. */
async function wholeWrite(folder: string, durability: "full" | "normal"): Promise<Row> {
  await using memoir = await openWith(join(folder, "memoir.db"), { embedder: "none", durability });
  const bare = bareMemories(join(folder, "bare.db"), durability);
  const alice = memoir.scope("user:alice");
  const claim = newClaims();
  const times = await interleave(600, {
    whole: { run: () => alice.remember(claim()) },
    bare: { run: (turn) => bare(turn, claim()) },
  });
  const bar = durability === "full" ? 5 : 20;
  return atMost(
    `a whole write ÷ a bare insert, synchronous=${durability.toUpperCase()}`,
    times.whole,
    times.bare,
    bar,
  );
}

/** A memory's row in a table without other tables, each in a separate transaction, on this thread. */
function bareMemories(path: string, synchronous: string): (i: number, text: string) => void {
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 0`);
  db.exec(
    `create table item (num integer primary key, tenant text, scope integer, id text, key text, text text,
     category text, confidence real, importance real, status text, created_at integer, unique (tenant, scope, id))`,
  );
  const insert = db.prepare(
    "insert into item (tenant, scope, id, key, text, category, confidence, importance, status, created_at) values (?,?,?,?,?,?,?,?,?,?)",
  );
  return (i, text) => {
    insert.run("default", 1, `id-${i}`, `key-${i}`, text, "profile", 1, 0.5, "active", Date.now());
  };
}

/** As many writers in one scope as in as many scopes, all of 100 memories. */
async function manyWriters(context: PartContext, folder: string): Promise<Row> {
  const file = await usualCopy(context, folder);
  await using memoir = await openWith(file, { embedder: "none", durability: "full" });
  const claim = newClaims();
  const all = (scopeOf: (writer: number) => string): Promise<unknown> =>
    Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(memoir, scopeOf(i), claim)));
  const each = WRITERS * EACH;
  const times = await interleave(8, {
    one: { run: (turn) => all(() => smallScope(turn)), each },
    many: { run: () => all(smallScope), each },
  });
  return atLeast(
    `${WRITERS} writers: throughput in one scope ÷ in ${SMALL_SCOPES}`,
    times.one,
    times.many,
    0.6,
    { note: `${Math.round(1e6 / times.one.wall)} and ${Math.round(1e6 / times.many.wall)} writes/s` },
  );
}

async function writer(memoir: MemoirEngine, scope: string, claim: () => string): Promise<void> {
  for (let i = 0; i < EACH; i++) await memoir.scope(scope).remember(claim());
}

/** `observe()` against the same rows by a prepared statement: many in one transaction, and many calls at once. */
async function observing(folder: string): Promise<Row[]> {
  await using memoir = await openWith(join(folder, "memoir.db"), { embedder: "none", durability: "full" });
  const alice = memoir.scope("user:alice");
  const bare = bareEvents(join(folder, "bare.db"));
  let next = 0;
  const messages = (count: number) =>
    Array.from({ length: count }, () => message(factAt(next % 2_000).text, next++));
  const times = await interleave(40, {
    batch: { run: () => alice.observe(messages(BATCH)) },
    bareBatch: { run: () => bare.together(messages(BATCH)) },
    single: { run: () => alice.observe(messages(1)) },
    atOnce: {
      run: () => Promise.all(messages(WRITERS).map((one) => alice.observe([one]))),
      each: WRITERS,
    },
    bareSingle: { run: () => bare.apart(messages(WRITERS)), each: WRITERS },
  });
  return [
    atMost(
      `observe() of ${BATCH} ÷ the same rows bare in one transaction`,
      times.batch,
      times.bareBatch,
      2.5,
    ),
    atMost(
      `observe(), ${WRITERS} × 1 at once ÷ the same rows bare, a transaction each`,
      times.atOnce,
      times.bareSingle,
      0.5,
    ),
    noBar("observe() of 1 ÷ the same row bare in a transaction", times.single, times.bareSingle),
  ];
}

interface Message {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly session: string;
}

function bareEvents(path: string): {
  together(messages: readonly Message[]): void;
  apart(messages: readonly Message[]): void;
} {
  const db = new DatabaseSync(path);
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma secure_delete = on",
  );
  db.exec(
    `create table event (tenant text, scope integer, seq integer, id text, type text, role text, actor text, text text,
     content text, platform text, session text, thread text, turn text, at integer, recorded_at integer, erased_at integer,
     primary key (tenant, scope, seq)); create unique index by_id on event (tenant, scope, id)`,
  );
  const insert = db.prepare(
    "insert into event (tenant, scope, seq, id, type, role, actor, text, session, at, recorded_at) values (?,?,?,?,?,?,?,?,?,?,?)",
  );
  let seq = 0;
  const add = ({ id, author, text, session }: Message): void => {
    const now = Date.now();
    insert.run("default", 1, seq++, id, "message", "user", author, text, session, now, now);
  };
  return {
    together(messages) {
      db.exec("begin immediate");
      messages.forEach(add);
      db.exec("commit");
    },
    apart: (messages) => messages.forEach(add),
  };
}

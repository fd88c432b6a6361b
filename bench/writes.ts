import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openMemoir } from "../src/index.ts";
import { type Figure, median, text } from "./support.ts";

/** Only the store is measured here. */
const QUIET = {
  ...{ embedder: "none", background: false },
  settings: { writePolicy: { maxWritesPerHour: 1e6 } },
} as const;
const ROUNDS = 12;
const PER_ROUND = 60;
const BATCH = 200;

/** A memory's row in a table without any company, each in a transaction of its own, on this thread. */
function bareWriter(path: string, synchronous: string): (i: number) => void {
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma wal_autocheckpoint = 0`);
  db.exec(
    `create table item (num integer primary key, tenant text, scope integer, id text, key text, text text,
     category text, confidence real, importance real, status text, created_at integer, unique (tenant, scope, id))`,
  );
  const insert = db.prepare(
    "insert into item (tenant, scope, id, key, text, category, confidence, importance, status, created_at) values (?,?,?,?,?,?,?,?,?,?)",
  );
  return (i) => {
    insert.run("default", 1, `id-${i}`, `key-${i}`, text(i), "profile", 1, 0.5, "active", Date.now());
  };
}

/** One whole logical write (row, evidence, event, history, change log, full text) against one bare insert. */
async function wholeWrite(durability: "full" | "normal"): Promise<{ whole: number; bare: number }> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const memoir = await openMemoir({ ...QUIET, database: join(folder, "memoir.db"), durability });
  const bare = bareWriter(join(folder, "bare.db"), durability);
  const alice = memoir.scope("user:alice");
  const wholes: number[] = [];
  const bares: number[] = [];
  let n = 0;
  // In turns, so that a slow moment of the disk falls on both.
  for (let round = 0; round <= ROUNDS; round++) {
    let started = performance.now();
    for (let i = 0; i < PER_ROUND; i++) await alice.remember(text(n++));
    const whole = (performance.now() - started) / PER_ROUND;
    started = performance.now();
    for (let i = 0; i < PER_ROUND; i++) bare(n++);
    const plain = (performance.now() - started) / PER_ROUND;
    // The first round warms up.
    if (round > 0) {
      wholes.push(whole);
      bares.push(plain);
    }
  }
  await memoir.close();
  rmSync(folder, { recursive: true, force: true });
  return { whole: median(wholes), bare: median(bares) };
}

/** `observe()` of a batch against the same rows by a prepared statement in one transaction. */
async function observeBatch(): Promise<{ observe: number; bare: number }> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const memoir = await openMemoir({ ...QUIET, database: join(folder, "memoir.db") });
  const alice = memoir.scope("user:alice");
  await alice.observe([{ text: "warm" }]);
  const db = new DatabaseSync(join(folder, "bare.db"));
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
  const observes: number[] = [];
  const bares: number[] = [];
  let n = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const messages = Array.from({ length: BATCH }, () => ({
      id: `m${n++}`,
      text: text(n),
      author: "alice",
      session: "s1",
    }));
    let started = performance.now();
    await alice.observe(messages);
    const own = performance.now() - started;
    started = performance.now();
    db.exec("begin immediate");
    for (const [i, message] of messages.entries()) {
      insert.run(
        "default",
        1,
        n + i,
        message.id,
        "message",
        "user",
        "alice",
        message.text,
        "s1",
        Date.now(),
        Date.now(),
      );
    }
    db.exec("commit");
    const plain = performance.now() - started;
    if (round > 0) {
      observes.push(own);
      bares.push(plain);
    }
  }
  await memoir.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
  return { observe: median(observes), bare: median(bares) };
}

export async function writes(): Promise<Figure[]> {
  const full = await wholeWrite("full");
  const normal = await wholeWrite("normal");
  const batch = await observeBatch();
  const us = (ms: number): string => `${Math.round(ms * 1000)} µs`;
  return [
    {
      name: "whole write ÷ bare insert, synchronous=FULL",
      ratio: full.whole / full.bare,
      bar: 2.2,
      detail: `${us(full.whole)} against ${us(full.bare)}`,
    },
    {
      name: "whole write ÷ bare insert, synchronous=NORMAL",
      ratio: normal.whole / normal.bare,
      bar: 4.5,
      detail: `${us(normal.whole)} against ${us(normal.bare)}`,
    },
    {
      name: `observe() of ${BATCH} ÷ the same rows bare in one transaction`,
      ratio: batch.observe / batch.bare,
      bar: 1.5,
      detail: `${us(batch.observe)} against ${us(batch.bare)}`,
    },
  ];
}

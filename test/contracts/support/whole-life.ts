import { uuid6 } from "@langchain/langgraph-checkpoint";
import { MemoirSaver } from "../../../src/adapters/langgraph/index.ts";
import type { MemoirEngine, ScopeHandle } from "../../../src/index.ts";
import type { RawRow, SharedDatabase } from "../../support/databases.ts";
import { DAY } from "./expect.ts";

/** Words that stand nowhere else, one for each way in, in two languages. */
export const WORDS = [
  ...["quaggaville", "zorbaphone", "wuffelhund", "brixelkuchen", "nuntocard", "plimfold", "snarkname"],
  ...["dromblehat", "grufflebox", "vexnote", "klompstate", "trindledoc", "斑驴镇", "卓耳琴", "孬獒犬"],
];

export interface Life {
  readonly memoir: MemoirEngine;
  readonly tenant: string;
  readonly scope: ScopeHandle;
  /** The account that says it; `null`: the scope's own user. */
  readonly author: string | null;
  readonly now: number;
}

/** Puts somebody's words wherever a person's words can go. */
export async function live({ memoir, tenant, scope, author, now }: Life): Promise<void> {
  const by = author === null ? {} : { author };
  const who = { ...by, authorName: "Nina Snarkname", session: "s1" };
  const prefix = author ?? "own";
  const id = (name: string): string => `${prefix}-${name}`;
  await scope.observe([
    { ...who, id: id("m0"), text: "I moved to Quaggaville three years ago.", at: now - 2 * DAY },
    { id: id("r0"), role: "assistant", session: "s1", text: "Quaggaville is lovely.", at: now - 2 * DAY + 1 },
    { ...who, id: id("m1"), text: "我三年前搬到了斑驴镇，在学卓耳琴。", at: now - 2 * DAY + 2 },
    { ...who, id: id("m2"), text: "My Zorbaphone teacher comes on Fridays.", content: { note: "Plimfold" } },
    { id: id("r2"), role: "assistant", session: "s1", text: "Good luck with the zorbaphone on Friday!" },
  ]);
  await scope.session("s1").consolidate();
  const subject = author ?? undefined;
  const { memory } = await scope.remember("Nina has a wuffelhund called Otto", {
    ...{ ...by, eventId: id("c1"), tags: ["dromblehat"], metadata: { shop: "grufflebox" } },
    ...(subject === undefined ? {} : { subject }),
  });
  await scope.memories.update(
    memory.id,
    { text: "Nina has a 孬獒犬 called Otto" },
    { reason: "Brixelkuchen" },
  );
  const { memory: gone } = await scope.remember("Nina bakes brixelkuchen on Sundays", {
    ...by,
    eventId: id("c2"),
  });
  await scope.forget({ id: gone.id });
  await scope.feedback({
    memory: memory.id,
    verdict: "helped",
    note: "Yes, the vexnote!",
    by: author ?? "nina",
  });
  const recalled = await scope.recall("who is the zorbaphone teacher?");
  await recalled.delivered({ reply: id("r2"), question: id("m2") });
  if (author === null) await liveAlone(memoir, tenant, scope);
  await scope.digest.context(author ?? undefined);
  await memoir.operator(tenant).embed(scope.scope);
}

/** What belongs to a whole scope, and to no member of it. */
async function liveAlone(memoir: MemoirEngine, tenant: string, scope: ScopeHandle): Promise<void> {
  await scope.profile.set("city", "Nuntocard City");
  await scope.profile.propose("tone", "plimfold", { reason: "She talks of plimfold" });
  const at = { tenant, scope: scope.scope };
  await memoir.checkpoints.save({ ...at, thread: "t1", data: { said: "klompstate" } });
  const saver = new MemoirSaver(memoir, at);
  const checkpoint = {
    ...{ v: 4, id: uuid6(0), ts: "2026-03-01T12:00:00Z", channel_values: { said: ["klompstate"] } },
    ...{ channel_versions: { said: 1 }, versions_seen: {} },
  };
  const config = { configurable: { thread_id: "t1" } };
  const put = await saver.put(config, checkpoint, { source: "loop", step: 1, parents: {} }, { said: 1 });
  await saver.putWrites(put, [["said", "klompstate again"]], "task");
  await memoir.documents(at).put([{ namespace: ["notes"], key: "k", value: { text: "A trindledoc" } }]);
}

/** The tables of the database with a row that holds a word, in upper or lower case. */
export async function tablesHolding(
  db: Pick<SharedDatabase, "query" | "engine">,
  word: string,
): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    db.engine === "sqlite"
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by 1"
      : "select tablename as name from pg_tables where schemaname = 'memoir' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<RawRow>(`select * from ${name}`);
    const text = JSON.stringify(rows).toLowerCase();
    if (text.includes(word.toLowerCase()) || text.includes(JSON.stringify(word).slice(1, -1).toLowerCase()))
      found.push(name);
  }
  return found;
}

/** Every table that holds any of the words. */
export async function tablesWithWords(db: Pick<SharedDatabase, "query" | "engine">): Promise<string[]> {
  const found = new Set<string>();
  for (const word of WORDS) {
    // A partition is part of its table.
    for (const table of await tablesHolding(db, word)) found.add(table.replace(/_p\d+$/, ""));
  }
  return [...found].sort();
}

/** All of a tenant's export, in one text. */
export async function exported(memoir: MemoirEngine, tenant: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of memoir.operator(tenant).export()) lines.push(line);
  return lines.join("\n").toLowerCase();
}

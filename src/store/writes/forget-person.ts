import { addCounts, type ForgottenCounts, totalOf } from "../../domain/forgotten.ts";
import { ERASED } from "../../domain/text.ts";
import {
  BELONGINGS,
  daysOf,
  nextEvents,
  nextMemories,
  SEEN,
  STANDING,
  type Whose,
  WITH_WORDS,
} from "../tables/belongings.ts";
import { eraseNotes } from "../tables/feedback.ts";
import { type ForgettingRow, findForgetting } from "../tables/forgettings.ts";
import { eraseEventText, hideEvents } from "../tables/hidden-events.ts";
import { dropShelf, PROPOSAL, shelve, takeRows } from "../tables/index-rows.ts";
import { type ProposalRow, proposalSources, proposalsAbout } from "../tables/profile.ts";
import { IN_SCOPE, type OpenScope, refuseReadOnly } from "../tables/scopes.ts";
import { dropVectors } from "../tables/vectors.ts";
import type { Tx } from "../tx.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { eraseFromAgents } from "./erase-agents.ts";
import { blankProposal, purgeIn } from "./purge.ts";
import { eraseAnswers } from "./requests.ts";
import { softForget } from "./revise.ts";
import { blankEntries } from "./timeline.ts";

export interface BeginForgettingArgs {
  tenant: string;
  row: ForgettingRow;
}

/** Records that a person is to be forgotten, before anything of them goes. */
export async function beginForgetting(tx: Tx, { tenant, row }: BeginForgettingArgs): Promise<void> {
  await refuseReadOnly(tx, tenant);
  await tx.run(
    `insert into person_forget (tenant, id, who, parts, hard, status, counts, actor, reason, begun_at, purge_at, beat_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10)`,
    [
      tenant,
      row.id,
      row.who,
      row.parts,
      row.hard,
      row.status,
      row.counts,
      row.actor,
      row.reason,
      row.begun_at,
      row.purge_at,
    ],
  );
}

export interface EndForgettingArgs {
  tenant: string;
  id: string;
  status: Exclude<ForgettingRow["status"], "running">;
  /** Accounts that are nobody's any more. */
  accounts: readonly string[];
  at: number;
}

export async function endForgetting(tx: Tx, args: EndForgettingArgs): Promise<ForgettingRow> {
  const { tenant, id, status, at } = args;
  await tx.run(
    "update person_forget set status = $3, ended_at = coalesce(ended_at, $4), beat_at = $4 where tenant = $1 and id = $2",
    [tenant, id, status, at],
  );
  if (args.accounts.length > 0) {
    await tx.run(`delete from identity where tenant = $1 and ${tx.dialect.inJson("account", "$2")}`, [
      tenant,
      JSON.stringify(args.accounts),
    ]);
  }
  return (await findForgetting(tx, tenant, id))!;
}

/** In this order, so that nothing is learned again from messages that are still to go. */
export const FORGETTING_STAGES = ["state", "messages", "memories", "traces"] as const;
type Stage = (typeof FORGETTING_STAGES)[number];

/** Rows of one step: others want to write too, and a row of an agent's state may be large. */
const ROWS = 100;
const LARGE_ROWS = 20;

export interface ForgetStepArgs extends WriteContext {
  /** The forgetting, and the batch of its changes. */
  batch: string;
  stage: Stage;
  whose: Whose;
  hard: boolean;
  /** The time to restore it is over: only what it took then. */
  due: boolean;
  purgeAt: number;
}

/**
 * One step of a forgetting in one scope, with its counts. `false`: nothing of this stage is left. What is left is read from
 * the tables, so that it goes on after any interruption, and counts everything once.
 */
export const forgetStep = scopeWrite(async (scope, args: ForgetStepArgs): Promise<boolean> => {
  const counts = await (args.due ? DUE : args.hard ? HARD : SOFT)[args.stage](scope, args);
  // The receipt was made when it was forgotten.
  if (!args.due) await countStep(scope.tx, scope.tenant, args, counts);
  return totalOf(counts) > 0;
});

type Step = (scope: OpenScope, args: ForgetStepArgs) => Promise<ForgottenCounts>;

const NOTHING: Step = async () => ({});

const SOFT: Readonly<Record<Stage, Step>> = {
  state: (scope, args) => takeState(scope, args, args.batch),
  async messages(scope, args) {
    const events = await nextEvents(scope, args.whose, SEEN, ROWS);
    const seqs = events.map(({ seq }) => seq);
    await hideEvents(scope, seqs, args.at, args.batch);
    // Where everything goes, the entries go themselves.
    if (args.whose.accounts !== null) await blankEntries(scope, args, seqs);
    return countEvents(events);
  },
  async memories(scope, args) {
    const rows = await nextMemories(scope, args.whose, STANDING, ROWS);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await softForget(scope, { ...args, ids, bringBack: false, entries: args.whose.accounts !== null });
    return countMemories(rows);
  },
  traces: (scope, args) => takeContexts(scope, args, args.batch),
};

const HARD: Readonly<Record<Stage, Step>> = {
  async state(scope, args) {
    await dropShelfOf(scope, args.whose);
    return takeState(scope, args, null);
  },
  async messages(scope, args) {
    const events = await nextEvents(scope, args.whose, WITH_WORDS, ROWS);
    await eraseEvents(scope, args, events);
    return countEvents(events);
  },
  async memories(scope, args) {
    const rows = await nextMemories(scope, args.whose, "1 = 1", ROWS);
    if (rows.length > 0) await purgeIn(scope, { ...args, ids: rows.map(({ id }) => id), bringBack: false });
    return countMemories(rows);
  },
  async traces(scope, args) {
    const { whose } = args;
    if (whose.accounts === null) {
      for (const table of ["decision", "policy_difference"])
        await scope.run(`delete from ${table} where ${IN_SCOPE} and seq <= $3`, [whose.until]);
    }
    await scope.run(`update job set last_error = null where ${IN_SCOPE} and last_error is not null`);
    await eraseAnswers(scope.tx, scope.tenant);
    return takeContexts(scope, args, null);
  },
};

/** Memories are purged when they are due, like any other; what they said goes here. */
const DUE: Readonly<Record<Stage, Step>> = {
  async state(scope, { batch }) {
    await dropShelf(scope, batch);
    return {};
  },
  async messages(scope, args) {
    const events = await scope.all<{ seq: number; role: string; text: string }>(
      `select seq, role, text from event where ${IN_SCOPE} and hidden_by = $3 and (text <> '${ERASED}' or content is not null)
       order by seq limit ${ROWS}`,
      [args.batch],
    );
    await eraseEvents(scope, args, events);
    return countEvents(events);
  },
  memories: NOTHING,
  traces: NOTHING,
};

/** One member's rows cannot be told in what another forgetting put aside for everybody. */
async function dropShelfOf(scope: OpenScope, { accounts }: Whose): Promise<void> {
  if (accounts === null) return dropShelf(scope, null);
  const batches = await scope.all<{ id: string; parts: string }>(
    `select distinct f.id, f.parts from person_forget f join shelved_row r on r.tenant = f.tenant and r.batch = f.id
     where r.tenant = $1 and r.scope = $2`,
  );
  for (const { id, parts } of batches) {
    const isOfPerson = (JSON.parse(parts) as Whose[]).some((part) =>
      part.accounts?.some((one) => accounts.includes(one)),
    );
    if (isOfPerson) await dropShelf(scope, id);
  }
}

/** Rows of tables that know no forgotten state; with `shelf` they are put aside. */
async function takeState(
  scope: OpenScope,
  { whose, at }: ForgetStepArgs,
  shelf: string | null,
): Promise<ForgottenCounts> {
  let counts: ForgottenCounts = {};
  for (const of of BELONGINGS) {
    if (of.kind === "contexts") continue;
    const count = await takeRows(scope, of, whose, { batch: shelf, limit: LARGE_ROWS });
    counts = addCounts(counts, { [of.kind]: count });
  }
  const days = daysOf(scope.tx, whose);
  const digests = await scope.run(`delete from day_summary where ${IN_SCOPE} and ${days.sql}`, days.params);
  for (const row of await proposalsOf(scope, whose)) {
    if (shelf !== null) await shelve(scope, shelf, PROPOSAL, [row]);
    await blankProposal(scope, row, at);
    counts = addCounts(counts, { profile: 1 });
  }
  return addCounts(counts, { digests });
}

/** Contexts of replies say who was answered, so they go when the answers are gone. */
async function takeContexts(
  scope: OpenScope,
  { whose }: ForgetStepArgs,
  shelf: string | null,
): Promise<ForgottenCounts> {
  const of = BELONGINGS.find(({ kind }) => kind === "contexts")!;
  return { contexts: await takeRows(scope, of, whose, { batch: shelf, limit: ROWS }) };
}

/** Proposals with words, of the scope or from one member's messages. */
async function proposalsOf(scope: OpenScope, { accounts }: Whose): Promise<ProposalRow[]> {
  const rows = (await proposalsAbout(scope)).filter(({ erased_at }) => erased_at === null);
  if (accounts === null || rows.length === 0) return rows;
  const theirs = await scope.all<{ id: string }>(
    `select id from event where ${IN_SCOPE} and ${scope.tx.dialect.inJson("actor", "$3")}`,
    [JSON.stringify(accounts)],
  );
  const ids = new Set(theirs.map(({ id }) => id));
  return rows.filter((row) => proposalSources(row).some((id) => ids.has(id)));
}

interface PersonEvent {
  readonly seq: number;
  readonly role: string;
  readonly text: string;
}

async function eraseEvents(
  scope: OpenScope,
  args: ForgetStepArgs,
  events: readonly PersonEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const seqs = events.map(({ seq }) => seq);
  for (const { seq } of events) {
    await dropVectors(scope, "e", seq);
    await eraseEventText(scope, { seq, text: ERASED, keepContent: false, at: args.at });
  }
  await hideEvents(scope, seqs, args.at);
  const words = events.map(({ text }) => text).filter((text) => text !== ERASED);
  // What others put into the scope's shared state and notes may repeat them.
  await eraseFromAgents(scope, words, null);
  await eraseNotes(
    scope,
    words.filter((text) => text.trim() !== ""),
    null,
  );
  for (const table of ["decision", "policy_difference"]) {
    await scope.run(`delete from ${table} where ${IN_SCOPE} and ${scope.tx.dialect.inNumbers("seq", "$3")}`, [
      JSON.stringify(seqs),
    ]);
  }
  await blankEntries(scope, args, seqs);
  await eraseAnswers(scope.tx, scope.tenant);
}

function countEvents(events: readonly PersonEvent[]): ForgottenCounts {
  const replies = events.filter(({ role }) => role === "assistant" || role === "tool").length;
  return { messages: events.length - replies, replies };
}

function countMemories(memories: readonly { readonly entry: number }[]): ForgottenCounts {
  const timeline = memories.filter(({ entry }) => entry === 1).length;
  return { memories: memories.length - timeline, timeline };
}

async function countStep(
  tx: Tx,
  tenant: string,
  { batch, at }: ForgetStepArgs,
  stepCounts: ForgottenCounts,
): Promise<void> {
  const row = await tx.one<{ counts: string }>(
    `select counts from person_forget where tenant = $1 and id = $2${tx.dialect.forUpdate}`,
    [tenant, batch],
  );
  const counts = addCounts(JSON.parse(row?.counts ?? "{}") as ForgottenCounts, stepCounts);
  await tx.run("update person_forget set counts = $3, beat_at = $4 where tenant = $1 and id = $2", [
    tenant,
    batch,
    JSON.stringify(counts),
    at,
  ]);
}

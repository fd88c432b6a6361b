import type { WriteContext } from "../writes/context.ts";
import { dropDays } from "../writes/day-summaries.ts";
import { bytesOf, type EventRow } from "./events.ts";
import { evidenceOf } from "./evidence.ts";
import { dropFeedbackOn } from "./feedback.ts";
import { IN_SCOPE, type OpenScope } from "./scopes.ts";

/** The remainder of an event whose text is erased. */
interface Blanking {
  readonly seq: number;
  readonly text: string;
  /** Whether its structured content stays too. */
  readonly keepContent: boolean;
  readonly at: number;
}

/** Replaces an event's words by what may stay, and takes the summaries of its day; its place in the order remains. */
export async function eraseEventText(scope: OpenScope, blanking: Blanking): Promise<void> {
  await blankEvent(scope, blanking);
  await dropDays(scope, [blanking.seq]);
}

/** The same for words that are only too old: what was made of them stays. */
export async function blankEvent(scope: OpenScope, { seq, text, keepContent, at }: Blanking): Promise<void> {
  const before = await scope.one<Pick<EventRow, "text" | "content">>(
    `select text, content from event where ${IN_SCOPE} and seq = $3`,
    [seq],
  );
  if (before !== undefined) {
    scope.eventBytes += bytesOf({ text, content: keepContent ? before.content : null }) - bytesOf(before);
  }
  await scope.run(
    `update event set text = $4, content = case when $5 = 1 then content else null end, erased_at = $6
     where ${IN_SCOPE} and seq = $3`,
    [seq, text, keepContent ? 1 : 0, at],
  );
  await dropFeedbackOn(scope, seq);
}

/**
 * Keeps events out of recall: somebody asked to forget what they say. `batch` is the operation that does it; of one that
 * is no batch, `hidingOf()` the memory that was forgotten. Returns those that were not hidden before.
 */
export async function hideEvents(
  scope: OpenScope,
  seqs: readonly number[],
  at: number,
  batch?: string,
): Promise<number[]> {
  const hidden: number[] = [];
  for (const seq of new Set(seqs)) {
    const changed = await scope.run(
      `update event set hidden_at = $4, hidden_by = $5 where ${IN_SCOPE} and seq = $3 and hidden_at is null`,
      [seq, at, batch ?? null],
    );
    if (changed > 0) hidden.push(seq);
  }
  if (hidden.length === 0) return [];
  await countHiding(scope);
  await dropDays(scope, hidden);
  return hidden;
}

/** What is written as `hidden_by` where a memory was forgotten alone: it comes back with that. */
export function hidingOf(memory: string | undefined): string | undefined {
  return memory === undefined ? undefined : `${OF_MEMORY}${memory}`;
}

const OF_MEMORY = "memory:";

/**
 * The sources of a memory that came back are seen again, and what was hidden with it alone, but for those that also back a
 * forgotten one.
 */
export async function showSources(scope: OpenScope, memory: string): Promise<void> {
  const sources = "select v.event from evidence v where v.tenant = $1 and v.scope = $2 and v.memory = $3";
  await showEvents(scope, `(seq in (${sources}) or hidden_by = '${OF_MEMORY}' || $3)`, memory);
}

/** The newest operation that has hidden events which are hidden still, and of which no change of a memory stands. */
export function lastHiding(
  scope: OpenScope,
): Promise<{ batch: string; at: number; person: string | null } | undefined> {
  return scope.one(
    `select b.batch, b.at, (select f.id from person_forget f where f.tenant = $1 and f.id = b.batch) as person
     from (select hidden_by as batch, max(hidden_at) as at from event
       where ${IN_SCOPE} and hidden_by is not null and erased_at is null group by hidden_by) b
     where b.batch not like '${OF_MEMORY}%' and not exists (select 1 from history h
       where h.tenant = $1 and h.scope = $2 and h.batch = b.batch and h.undone_by is null and h.undo_of is null)
     order by b.at desc limit 1`,
  );
}

/** The same for whatever an operation has hidden. Returns how many events. */
export function showHiddenBy(scope: OpenScope, batch: string): Promise<number> {
  return showEvents(scope, "hidden_by = $3", batch);
}

async function showEvents(scope: OpenScope, which: string, param: string): Promise<number> {
  const { tx } = scope;
  // Timeline entries were written without them: they are to be written again.
  await scope.run(
    `update timeline_span set stale = stale + 1 where ${IN_SCOPE} and exists (
       select 1 from event where ${IN_SCOPE} and seq between from_seq and to_seq
         and coalesce(session, '') = timeline_span.session and hidden_at is not null and ${which})`,
    [param],
  );
  const rows = await scope.all<{ seq: number }>(
    `select seq from event
     where ${IN_SCOPE} and hidden_at is not null and ${which}
       and seq not in (select v.event from evidence v
         join memory m on m.tenant = v.tenant and m.scope = v.scope and m.id = v.memory
         where v.tenant = $1 and v.scope = $2 and m.status = 'soft_deleted' and m.id <> $3)`,
    [param],
  );
  if (rows.length === 0) return 0;
  const seqs = rows.map(({ seq }) => seq);
  await scope.run(
    `update event set hidden_at = null, hidden_by = null
     where ${IN_SCOPE} and ${tx.dialect.inNumbers("seq", "$3")}`,
    [JSON.stringify(seqs)],
  );
  await countHiding(scope);
  await dropDays(scope, seqs);
  return rows.length;
}

/** Keeps the line of an event out of the core, or lets it in again. Returns whether there is such an event with words. */
export async function setCoreOff(scope: OpenScope, id: string, at: number | null): Promise<boolean> {
  const changed = await scope.run(
    `update event set core_off_at = $4 where ${IN_SCOPE} and id = $3 and erased_at is null`,
    [id, at],
  );
  if (changed > 0) await countHiding(scope);
  return changed > 0;
}

async function countHiding(scope: OpenScope): Promise<void> {
  await scope.run("update scope set hides = hides + 1 where tenant = $1 and num = $2");
}

/** Of a memory that is gone, the words that it came from are not recalled in its place. */
export async function hideSources(
  scope: OpenScope,
  memory: string,
  { at, batch }: Pick<WriteContext, "at" | "batch">,
): Promise<void> {
  const sources = await evidenceOf(scope.tx, scope, memory);
  await hideEvents(
    scope,
    sources.map(({ event }) => event),
    at,
    batch,
  );
}

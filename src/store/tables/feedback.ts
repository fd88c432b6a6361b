import type { Feedback } from "../../api/feedback.ts";
import type { FeedbackEffect, FeedbackVerdict } from "../../domain/feedback.ts";
import { ERASED, findWords } from "../../domain/text.ts";
import { mentionsOf } from "../../language/forget.ts";
import { columnNames, type PageBelow, type SqlReader, type Value } from "../tx.ts";
import type { MemoryRow } from "./memories.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef } from "./scopes.ts";

export interface FeedbackRow {
  num: number;
  memory: string | null;
  /** The place of the event. */
  event: number | null;
  reply: string | null;
  verdict: FeedbackVerdict;
  author: string | null;
  note: string | null;
  effect: FeedbackEffect;
  batch: string | null;
  at: number;
}

const WRITTEN = columnNames("num, memory, event, reply, verdict, author, note, effect, batch, at");

export async function addFeedback(scope: OpenScope, row: Omit<FeedbackRow, "num">): Promise<number> {
  const last = await scope.one<{ num: number | null }>(
    `select max(num) as num from feedback where ${IN_SCOPE}`,
  );
  const num = (last?.num ?? 0) + 1;
  await scope.insert("feedback", WRITTEN, [{ ...row, num }]);
  return num;
}

/** With the id of the event. */
export type ListedFeedback = FeedbackRow & { readonly event_id: string | null };

export interface FeedbackFilter {
  readonly memory?: string | undefined;
  readonly reply?: string | undefined;
  /** Only about memories of these categories, and about no message. */
  readonly categories?: readonly string[] | undefined;
}

/** Newest first, below a number. */
export function feedbackBelow(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { memory, reply, categories }: FeedbackFilter,
  { before, limit }: PageBelow<number>,
): Promise<ListedFeedback[]> {
  const params: Value[] = [scopeRef.tenant, scopeRef.num, before, limit];
  const also = (column: string, value: string | undefined): string =>
    value === undefined ? "" : `and f.${column} = $${params.push(value)}`;
  const visible =
    categories === undefined
      ? ""
      : `and exists (select 1 from memory m where m.tenant = f.tenant and m.scope = f.scope and m.id = f.memory
           and ${reader.dialect.inJson("m.category", `$${params.push(JSON.stringify(categories))}`)})`;
  return reader.all(
    `select ${WRITTEN.map((column) => `f.${column}`).join(", ")}, e.id as event_id from feedback f
     left join event e on e.tenant = f.tenant and e.scope = f.scope and e.seq = f.event
     where f.tenant = $1 and f.scope = $2 and f.num < $3 ${also("memory", memory)} ${also("reply", reply)} ${visible}
     order by f.num desc limit $4`,
    params,
  );
}

export function toFeedback({ num, event_id, author, at, event: _, ...row }: ListedFeedback): Feedback {
  const { memory, reply, verdict, note, effect, batch } = row;
  return {
    id: num,
    memory,
    event: event_id,
    reply,
    verdict,
    by: author,
    note,
    effect,
    batch,
    at: new Date(at),
  };
}

/** How often each verdict was given in a tenant, or in one of its scopes. */
export async function countFeedback(
  reader: SqlReader,
  tenant: string,
  scope: number | undefined,
): Promise<Record<FeedbackVerdict, number>> {
  const params: Value[] = [tenant];
  const within = scope === undefined ? "" : `and scope = $${params.push(scope)}`;
  const rows = await reader.all<{ verdict: FeedbackVerdict; n: number }>(
    `select verdict, count(*) as n from feedback where tenant = $1 ${within} group by verdict`,
    params,
  );
  const of = (verdict: FeedbackVerdict): number => rows.find((row) => row.verdict === verdict)?.n ?? 0;
  return { helped: of("helped"), wrong: of("wrong"), private: of("private") };
}

/** Feedback about memories of a tenant in a span, oldest first. */
export function feedbackOnMemories(
  reader: SqlReader,
  tenant: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ scope: number; memory: string; verdict: FeedbackVerdict; at: number }[]> {
  return reader.all(
    `select scope, memory, verdict, at from feedback
     where tenant = $1 and memory is not null and at >= $2 and at <= $3 order by at, scope, num`,
    [tenant, from, to],
  );
}

/** Takes what was said of a memory that is erased. */
export async function dropFeedbackOf(scope: OpenScope, memory: string): Promise<void> {
  await scope.run(`delete from feedback where ${IN_SCOPE} and memory = $3`, [memory]);
}

/** Takes what was said of an event that loses words. */
export async function dropFeedbackOn(scope: OpenScope, seq: number): Promise<void> {
  await scope.run(`delete from feedback where ${IN_SCOPE} and event = $3`, [seq]);
}

/** Erases notes about other lines that have erased words or, with `about`, speak of that claim. */
export async function eraseNotes(
  scope: OpenScope,
  words: readonly string[],
  about: Pick<MemoryRow, "text" | "subject"> | null,
): Promise<void> {
  const rows = await scope.all<{ num: number; note: string }>(
    `select num, note from feedback where ${IN_SCOPE} and note is not null`,
  );
  for (const { num, note } of rows) {
    const speaksOf =
      about !== null && mentionsOf(note, about.text, { keptTexts: [], subject: about.subject });
    if (words.some((one) => findWords(note, one).length > 0) || (speaksOf && speaksOf.length > 0))
      await scope.run(`update feedback set note = $4 where ${IN_SCOPE} and num = $3`, [num, ERASED]);
  }
}

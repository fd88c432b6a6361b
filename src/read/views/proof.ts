import type { Proof, QuotedEvidence } from "../../api/memories.ts";
import { type Access, mayTouch } from "../../domain/allowlist.ts";
import { noMemory } from "../../domain/errors.ts";
import { type Event, withoutWords } from "../../domain/event.ts";
import type { Scope } from "../../domain/scope.ts";
import { eventsBySeq } from "../../store/tables/events.ts";
import { type EvidenceRow, evidenceOf } from "../../store/tables/evidence.ts";
import { replacedMemories, visibleMemory } from "../../store/tables/memories.ts";
import type { ScopeRef } from "../../store/tables/scopes.ts";
import { intervalsOf } from "../../store/tables/validity.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { ReadContext } from "../shared/request.ts";
import { showIn } from "./shown-memory.ts";

/** The proof of one memory of a scope, for who may see it. */
export async function proofOf(
  context: ReadContext,
  scope: Scope,
  access: Access,
  id: string,
): Promise<Proof> {
  const reader = context.use();
  const memory = await visibleMemory(reader, scope, access, id);
  if (memory === undefined) throw noMemory(id);
  const { scopeRef, row } = memory;
  const show = await showIn(reader, scopeRef, scope.kind);
  return {
    memory: show(row, context.now()),
    validity: await intervalsOf(reader, scopeRef, row.id),
    evidence: await quotedEvidence(reader, scopeRef, row.id, access),
    supersedes: (await replacedMemories(reader, scopeRef, [row.id]))
      .filter(({ category }) => mayTouch(access.categories, category))
      .map((one) => show(one, context.now())),
  };
}

/** The evidence of one memory with its events, oldest first; without their words for who is bound to categories. */
export async function quotedEvidence(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memory: string,
  { categories }: Access,
): Promise<QuotedEvidence[]> {
  const links = await evidenceOf(reader, scopeRef, memory);
  const events = await eventsBySeq(
    reader,
    scopeRef,
    links.map((link) => link.event),
  );
  return links.flatMap((link) => {
    const event = events.get(link.event);
    return event === undefined
      ? []
      : [toQuotedEvidence(link, categories === null ? event : withoutWords(event))];
  });
}

function toQuotedEvidence(link: EvidenceRow, event: Event): QuotedEvidence {
  const { method, trust, span_start, span_end, model } = link;
  return {
    event,
    eventId: event.id,
    method,
    trust,
    span: span_start === null || span_end === null ? null : [span_start, span_end],
    model,
    promptHash: link.prompt_hash,
    meta: JSON.parse(link.meta) as Record<string, unknown>,
    createdAt: new Date(link.created_at),
  };
}

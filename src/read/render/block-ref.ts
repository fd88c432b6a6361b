import type { Degraded } from "../../api/recall.ts";
import type { BlockRef, EventRef, LineRef } from "../../domain/block-ref.ts";
import { estimateTokens } from "../../domain/budget.ts";
import { excerptOf } from "../../domain/excerpt.ts";
import { formatScope } from "../../domain/scope.ts";
import type { Delta } from "../parse/delta.ts";
import type { Chosen } from "../select/budget.ts";
import { candidateText, type Later } from "../shared/candidate.ts";
import type { RecallRequest } from "../shared/request.ts";

interface RenderedBlock {
  /** In the order of the block, those of the core first. */
  readonly lines: readonly Chosen[];
  readonly delta: Delta;
  readonly degraded: Degraded | null;
  readonly prompt: string;
}

/** The lines of a block by reference: their words stay where they are, so that forgetting them reaches all. */
export function blockRef(
  { settings, bounds, scopes }: RecallRequest,
  { lines, delta, degraded, prompt }: RenderedBlock,
): BlockRef {
  const { format, placement } = settings.render;
  const [ownScope] = scopes;
  return {
    ...{ format, placement, tokens: estimateTokens(prompt), maxTokens: bounds.maxTokens },
    degraded: degraded?.reason ?? null,
    delta: delta.header === "" ? null : { since: delta.since, changes: delta.changes },
    lines: lines.map((line) => {
      const { scope } = line.ranked.candidate.scope;
      return { ...(scope === ownScope ? {} : { scope: formatScope(scope) }), ...lineRef(line) };
    }),
  };
}

function lineRef({ ranked: { candidate }, core }: Chosen): LineRef {
  const { via, relevance } = candidate;
  const line = { core, via, relevance: Math.round(relevance * 1_000) / 1_000 };
  if (candidate.kind !== "event") {
    const { id, rev } = candidate.entry.row;
    return { kind: candidate.kind, id, rev, ...line };
  }
  const { event } = candidate.entry;
  const later = candidate.quotation?.later ?? null;
  return {
    kind: candidate.quotation === null ? "event" : "quote",
    seq: event.seq,
    words: excerptOf(event.text, candidateText(candidate)),
    ...(candidate.quotation?.dated === false ? { dated: false } : {}),
    later: later === null ? null : laterRef(later),
    ...line,
  };
}

function laterRef({ entry: { event }, text, dated }: Later): EventRef["later"] {
  return { seq: event.seq, words: excerptOf(event.text, text), ...(dated ? {} : { dated }) };
}

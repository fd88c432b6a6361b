import type { Candidate, Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { isOwn } from "../domain/identity.ts";
import type { MemoryType } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { visibleOnly } from "../domain/text.ts";
import { endedBy } from "../language/ending-named.ts";
import { noLonger, noLongerBound } from "../language/retold.ts";
import { SURE } from "../language/shared/claim.ts";
import type { Ending } from "../language/shared/talk.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import { statusAt } from "../store/memories.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import { findScope } from "../store/scopes.ts";
import { type Batch, isAboutNobody } from "./batch.ts";
import { PLAIN_CLAIM } from "./claim.ts";
import { backedBefore } from "./forget-asked.ts";
import { attributed } from "./gate.ts";
import type { WriteTools } from "./write-tools.ts";

/** The claims and endings that were extracted from one message of a batch. */
interface MessageClaims {
  readonly batch: Batch;
  /** The message's position in the batch. */
  readonly place: number;
  readonly candidates: readonly Candidate[];
  readonly endings: readonly Ending[];
}

/** A claim to decide on, or one that is refused before any decision. */
type Proposed =
  | { readonly candidate: Candidate; readonly isLast: boolean }
  | { readonly refused: string; readonly reason: string };

/**
 * The claims that a message proposes, one after the other: each is looked up when those before it are kept. Endings
 * without a claim come last, because a new value in the same message may have replaced what they end.
 */
export async function* proposedBy(
  tools: WriteTools,
  { batch, place, candidates, endings }: MessageClaims,
): AsyncGenerator<Proposed> {
  const { scope } = batch;
  const event = batch.events[place]!;
  const said = batch.said[place]!;
  for (const [i, one] of candidates.entries()) {
    if (event.role === "user" && isAboutNobody(scope, said, one)) {
      yield { refused: one.text, reason: "nobody is known to have said it" };
      continue;
    }
    const own = endings.filter((ending) => isFirstIn(ending, one, candidates));
    const ended = await Promise.all(own.map((ending) => namedBy(tools, batch, ending)));
    const ownClaim = attributed(scope, one, batch.said);
    const candidate = {
      ...ownClaim,
      text: visibleOnly(ownClaim.text),
      ends: ended.flat().map(({ num }) => num),
    };
    yield { candidate, isLast: i === candidates.length - 1 && endings.length === 0 };
  }
  for (const ending of endings) {
    if (candidates.some((candidate) => isInClause(ending, candidate))) continue;
    for (const row of await namedBy(tools, batch, ending)) {
      yield { candidate: overCandidate(row, ending, said), isLast: false };
    }
  }
}

function isInClause({ span: [start, end] }: Ending, { span }: Candidate): boolean {
  return span[0] === start && span[1] === end;
}

/** A clause that says more than one thing ends what it ends once: a denial says it best. */
function isFirstIn(ending: Ending, candidate: Candidate, all: readonly Candidate[]): boolean {
  const inClause = all.filter((one) => isInClause(ending, one));
  return (inClause.find(({ affirmed }) => !affirmed) ?? inClause[0]) === candidate;
}

/** The memories that an ending names: the speaker's own, told before it, and still held to be so. */
async function namedBy(
  tools: WriteTools,
  { scope, events, said }: Batch,
  ending: Ending,
): Promise<PlacedMemoryRow[]> {
  const { actor } = said[ending.source]!;
  const { seq } = events[ending.source]!;
  const place = await findScope(tools.store.read, scope);
  if (place === undefined) return [];
  const now = tools.now();
  const named = await tools.indexes.memories(tools.store.read, place, ({ corpus }) => {
    const standing = corpus.rows.flatMap((entry) => {
      const row = entry?.row;
      if (row === undefined || row.affirmed === 0 || statusAt(row, now) !== "active") return [];
      const own = row.subject === null ? scope.kind === "user" : actor !== null && isOwn(row.subject, actor);
      return own ? [row] : [];
    });
    return endedBy(ending, standing);
  });
  const ids = named.map(({ id }) => id);
  const before = await backedBefore(tools.store.read, place, ids, seq);
  return named.filter(({ id }) => before.includes(id));
}

/** Ends a known memory where the ending words make no claim themselves. */
function overCandidate(
  { num, text, kind, type, category, subject, slot, importance }: PlacedMemoryRow,
  { source, span, sorts }: Ending,
  { name, actor }: Said,
): Candidate {
  const bond = sorts[0] === "bond" ? noLongerBound(text) : undefined;
  return {
    ...{ ...PLAIN_CLAIM, kind, type, category, subject, slot, importance, source, span },
    text: bond ?? noLonger(text, name ?? actor ?? ""),
    affirmed: false,
    method: "rule",
    confidence: SURE.plain,
    ends: [num],
  };
}

/** Facts that change from day to day. Traits and preferences are replaced only by a claim that says so. */
const CHANGES: ReadonlySet<MemoryType | null> = new Set(["task_state", "episode"]);

/**
 * Archives plans and happenings that their author speaks of as changed, where no rule understood how: "I'll run it on
 * the 22nd", "wait no, that's the wedding". The words of both messages stay to be quoted; a memory that is wrong is worse
 * than none.
 */
export async function putInDoubt(tools: WriteTools, scope: Scope, event: Event): Promise<void> {
  const reader = tools.store.read;
  const place = await findScope(reader, scope);
  if (event.role !== "user" || event.type !== "message" || place === undefined) return;
  const changed = await tools.indexes.events(reader, place, ({ corpus, updates }) => {
    const item = corpus.itemOf(event.seq);
    return item === undefined ? [] : updates.earlierThan(item).map((earlier) => corpus.refOf(earlier));
  });
  if (changed.length === 0) return;
  const doubtful = await tools.indexes.memories(reader, place, ({ sources }) => {
    const said = new Set(changed.flatMap((seq) => sources.of(seq).map(({ entry }) => entry)));
    const isOld = ({ row: { id } }: MemoryEntry): boolean =>
      sources.seqsOf(id).every((seq) => seq < event.seq);
    return [...said].filter(
      (entry) => CHANGES.has(entry.row.type) && entry.statusAt(tools.now()) === "active" && isOld(entry),
    );
  });
  for (const { row: memory } of doubtful) {
    await tools.store.write("revise", {
      ...tools.context(scope, "its author speaks of a change"),
      ...{ id: memory.id, patch: { status: "archived" }, ifRev: null, edit: null },
    });
    tools.changed();
  }
}

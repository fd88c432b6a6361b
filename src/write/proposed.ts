import type { Candidate } from "../domain/candidate.ts";
import { visibleOnly } from "../domain/text.ts";
import type { Ending } from "../language/shared/talk.ts";
import type { Batch } from "./batch.ts";
import { namedBy, overCandidate } from "./end-named.ts";
import { isAboutNobody } from "./source-role.ts";
import { attributed } from "./standing-rule.ts";
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
    const told = attributed(scope, one, batch.said);
    const candidate = { ...told, text: visibleOnly(told.text), ends: ended.flat().map(({ num }) => num) };
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

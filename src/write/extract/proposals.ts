import type { Candidate, Said } from "../../domain/candidate.ts";
import { heldSecret, NOT_KEPT } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { visibleOnly } from "../../domain/text.ts";
import { bindsOthers } from "../../language/suspicion.ts";
import { type Batch, isAboutNobody } from "./load-batch.ts";

/** The claims that were extracted from one message of a batch. */
interface MessageClaims {
  readonly batch: Batch;
  /** The message's position in the batch. */
  readonly place: number;
  readonly candidates: readonly Candidate[];
}

/** A claim to decide on, or one that is refused before any decision. */
type Proposed =
  | { readonly candidate: Candidate; readonly isLast: boolean }
  | { readonly refused: string; readonly reason: string };

/** The claims that a message proposes: each is looked up when those before it are kept. */
export function proposedBy({ batch, place, candidates }: MessageClaims): Proposed[] {
  const { scope, said } = batch;
  const byUser = batch.events[place]!.role === "user";
  return candidates.map((one, i) => {
    if (byUser && isAboutNobody(scope, said[place]!, one))
      return { refused: one.text, reason: "nobody is known to have said it" };
    if (heldSecret(one.text)) return { refused: one.text, reason: NOT_KEPT };
    const own = attributed(scope, one, said);
    return { candidate: { ...own, text: visibleOnly(own.text) }, isLast: i === candidates.length - 1 };
  });
}

/** In a group, a claim that would bind the others is attributed to its speaker. */
function attributed(scope: Scope, candidate: Candidate, said: readonly Said[]): Candidate {
  const { name, actor } = said[candidate.source]!;
  const who = name ?? actor;
  if (scope.kind !== "group" || candidate.subject !== null || who === null || !bindsOthers(candidate.text))
    return candidate;
  const by = /\p{sc=Han}/u.test(candidate.text) ? `${who}说：` : `${who} said: `;
  // What could not be told in the third person is quoted, and says already who said it.
  const text = candidate.text.startsWith(by) ? candidate.text : `${by}${candidate.text}`;
  return { ...candidate, text, subject: actor };
}

import type { Candidate } from "../../domain/candidate.ts";
import type { SourceRole } from "../../domain/trust.ts";
import { requestedIn } from "../../language/explicit.ts";
import { readBearing } from "../../language/languages.ts";
import { speaksOf } from "../../language/named-member.ts";
import { withoutQuoter } from "../../language/shown-name.ts";
import { ordersBot } from "../../language/suspicion.ts";
import { coreSortOf } from "../../scope-index/core-sort.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { type Batch, roleOf } from "./load-batch.ts";

/** Whose word a claim is. In a group, a request that speaks of another member is hearsay, whatever it begins with. */
export function roleIn(batch: Batch, candidate: Candidate): SourceRole {
  const role = roleOf(batch, candidate);
  const { actor } = batch.said[candidate.source]!;
  if (batch.scope.kind !== "group" || role !== "user" || actor === null) return role;
  if (!isRequest(candidate) && candidate.subject !== null) return role;
  const others = [...batch.names].flatMap(([id, { aliases }]) =>
    id === actor ? [] : { id, names: aliases },
  );
  return speaksOf(wordsOf(batch, candidate), others) ? "stranger" : role;
}

/**
 * A claim of a group, with whom it binds. A wish is its author's: one that says "I" or "me" is theirs alone, any other would be
 * a rule for all.
 */
export async function bound(
  { embed }: Pick<WriteTools, "embed">,
  batch: Batch,
  candidate: Candidate,
): Promise<Candidate> {
  const { actor, text } = batch.said[candidate.source]!;
  if (batch.scope.kind !== "group" || actor === null) return candidate;
  if (!isRequest(candidate) && candidate.subject !== null) return candidate;
  const asked = isRequest(candidate)
    ? requestedIn(text).find(({ span }) => isSame(span, candidate.span))
    : undefined;
  const words = asked?.words ?? withoutQuoter(candidate.text);
  if (!(await isWish(embed, words))) return candidate;
  const isOwn = candidate.subject !== null || readBearing(words).self;
  return isOwn
    ? { ...candidate, subject: candidate.subject ?? actor, type: "constraint" }
    : { ...candidate, rule: true };
}

function isSame([start, end]: Candidate["span"], [from, to]: Candidate["span"]): boolean {
  return start === from && end === to;
}

function isRequest({ method }: Candidate): boolean {
  return method === "user_explicit";
}

/** The words that were said: a name in them is another's, in the claim it may be that of whoever speaks. */
function wordsOf({ said }: Batch, candidate: Candidate): string {
  return isRequest(candidate) ? said[candidate.source]!.text.slice(...candidate.span) : candidate.text;
}

async function isWish(embed: WriteTools["embed"], words: string): Promise<boolean> {
  if (ordersBot(words)) return true;
  return coreSortOf(words, await embed(words), false) === "wish";
}

import type { Candidate, Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { isOwn } from "../domain/identity.ts";
import type { Scope } from "../domain/scope.ts";
import type { SourceRole, TrustInput } from "../domain/trust.ts";
import type { AuthorNames } from "../store/author-names.ts";
import type { Talk } from "./reader/reader.ts";

/** Events of a scope that are read at once. */
export interface Batch {
  readonly scope: Scope;
  /** Context first, then what is new from `from` on. */
  readonly events: readonly Event[];
  readonly said: readonly Said[];
  readonly from: number;
  /** What those who speak are called. */
  readonly names: ReadonlyMap<string, AuthorNames>;
  /** The conversation that goes on with them; `null`: nothing of them is kept in mind. */
  readonly talk: Talk | null;
}

/** What a claim rests on: an import is trusted as one, whoever is said to have spoken (C27). */
export function trustInputs({ type }: Pick<Event, "type">, role: SourceRole): TrustInput[] {
  return type === "import" ? [role, "import"] : [role];
}

/**
 * In a group, what somebody says about another is hearsay; about themselves it is their word. What nobody is known to
 * have said is nobody's word.
 */
export function roleOf({ scope, events, said }: Batch, candidate: Candidate): SourceRole {
  const event = events[candidate.source]!;
  if (event.role === "assistant") return "assistant";
  if (event.role !== "user" || event.type !== "message") return "tool";
  if (scope.kind !== "group") return "user";
  const { actor } = said[candidate.source]!;
  const { subject } = candidate;
  if (actor === null) return "stranger";
  if (subject !== null && isOwn(subject, actor)) return "user";
  return subject === null && !namesAnother(candidate.text, actor, said) ? "user" : "stranger";
}

/** A claim about the speaker of a message in a group that names none: there is no "I" that it could be about. */
export function isAboutNobody(
  scope: Scope,
  { actor, text: words }: Said,
  { subject, text }: Candidate,
): boolean {
  if (scope.kind !== "group" || actor !== null) return false;
  if (subject !== null) return subject.startsWith("user's ");
  return NEUTRAL.test(text) && !NEUTRAL.test(words);
}

/** How claims call a speaker without a name. */
const NEUTRAL = /\bthe user\b|用户/i;

/** Whether a claim speaks of one of the others who take part. */
function namesAnother(text: string, actor: string, said: readonly Said[]): boolean {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
  return said.some((other) => {
    if (other.role !== "user" || other.actor === null || other.actor === actor || other.name === null)
      return false;
    const name = other.name.toLowerCase();
    return /\p{sc=Han}/u.test(name) ? words.includes(name) : words.includes(` ${name} `);
  });
}

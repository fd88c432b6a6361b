import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import { isOwn, ownerOf, sameName } from "../../domain/identity.ts";
import { ALIAS } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import type { SourceRole } from "../../domain/trust.ts";
import { requestedIn } from "../../language/explicit.ts";
import { readBearing } from "../../language/languages.ts";
import { speaksOf } from "../../language/named-member.ts";
import { withoutQuoter } from "../../language/shown-name.ts";
import { ordersBot } from "../../language/suspicion.ts";
import { coreSortOf } from "../../scope-index/core-sort.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import type { Batch } from "./load-batch.ts";

/** Claims of a batch, each with whose word it is. */
export function withRoles(
  batch: Batch,
  candidates: readonly Candidate[],
): { readonly candidate: Candidate; readonly role: SourceRole }[] {
  return candidates.map((candidate) => ({ candidate, role: roleIn(batch, candidate) }));
}

/** Whose word a claim is. In a group, a request that speaks of another member is hearsay, whatever it begins with. */
export function roleIn(batch: Batch, candidate: Candidate): SourceRole {
  const role = roleOf(batch, candidate);
  const { actor } = batch.sourceEvents[candidate.source]!;
  if (batch.scope.kind !== "group" || role !== "user" || actor === null) return role;
  if (!isRequest(candidate) && candidate.subject !== null && isOwn(candidate.subject, actor)) return role;
  const others = [...batch.names].flatMap(([id, { aliases }]) =>
    id === actor ? [] : { id, names: aliases },
  );
  return speaksOf(wordsOf(batch, candidate), others) ? "stranger" : role;
}

/**
 * In a group, what somebody says about another member is hearsay; about themselves, or about somebody who takes no part, it
 * is first-hand. Text without a known author counts for nobody.
 */
export function roleOf({ scope, events, sourceEvents, names }: Batch, candidate: Candidate): SourceRole {
  const event = events[candidate.source]!;
  if (event.role === "assistant") return "assistant";
  if (event.role !== "user" || event.type !== "message") return "tool";
  if (scope.kind !== "group") return "user";
  const { actor } = sourceEvents[candidate.source]!;
  const { subject } = candidate;
  if (actor === null) return "stranger";
  if (subject !== null && isOwn(subject, actor)) return "user";
  if (subject !== null && isMember(ownerOf(subject), names)) return "stranger";
  return namesAnother(candidate.text, actor, names) ? "stranger" : "user";
}

/** Whether a subject is somebody who takes part, by account or by any name. */
function isMember(subject: string, names: Batch["names"]): boolean {
  return (
    names.has(subject) ||
    [...names.values()].some(({ aliases }) => aliases.some((alias) => sameName(alias, subject)))
  );
}

/** Between words, and where Chinese and Latin letters meet: Alice住在罗马. */
const BETWEEN = /[^\p{L}\p{N}]+|(?<=\p{sc=Han})(?=[^\p{sc=Han}])|(?<=[^\p{sc=Han}])(?=\p{sc=Han})/gu;

/** Whether a claim speaks of one of the others who take part. */
function namesAnother(text: string, actor: string, names: Batch["names"]): boolean {
  const spaced = (words: string): string => ` ${words.toLowerCase().replaceAll(BETWEEN, " ").trim()} `;
  const words = spaced(text);
  return [...names].some(([other, { name }]) => {
    if (other === actor || name === null || name === "") return false;
    const called = spaced(name);
    return /\p{sc=Han}/u.test(name) ? words.includes(called.trim()) : words.includes(called);
  });
}

/**
 * A claim of a group, with whom it binds. A wish is its author's: one that says "I" or "me" is theirs alone, any other would be
 * a rule for all.
 */
export async function bindCandidate(
  { embed, settings }: Pick<WriteTools, "embed" | "settings">,
  batch: Batch,
  candidate: Candidate,
): Promise<Candidate> {
  const { actor, text } = batch.sourceEvents[candidate.source]!;
  if (batch.scope.kind !== "group" || actor === null) return candidate;
  if (!isRequest(candidate) && candidate.subject !== null) return candidate;
  const request = isRequest(candidate)
    ? requestedIn(text, settings.commands.names).find(({ span }) => isSame(span, candidate.span))
    : undefined;
  const words = request?.words ?? withoutQuoter(candidate.text);
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
function wordsOf({ sourceEvents }: Batch, candidate: Candidate): string {
  return isRequest(candidate)
    ? sourceEvents[candidate.source]!.text.slice(...candidate.span)
    : candidate.text;
}

async function isWish(embed: WriteTools["embed"], words: string): Promise<boolean> {
  if (ordersBot(words)) return true;
  return coreSortOf(words, await embed(words), false) === "wish";
}

/**
 * In a group, claims about somebody who is only named, and whom the claim tells to be of the speaker's: of "Meera, Dev's
 * sister" Dev speaks first-hand, as of "Dev's sister".
 */
export function withOwners(
  { scope, sourceEvents, names }: Batch,
  candidates: readonly Candidate[],
): Candidate[] {
  if (scope.kind !== "group") return [...candidates];
  const ownersOf = new Map<string, string>();
  for (const { subject, text, source } of candidates) {
    const { actor, name, role } = sourceEvents[source]!;
    if (subject === null || actor === null || name === null || role !== "user") continue;
    if (!subject.includes("'s ") && !names.has(subject) && isOf(text, subject, name))
      ownersOf.set(`${actor}\n${subject}`, `${actor}'s ${subject}`);
  }
  return candidates.map((candidate) => {
    const { subject, source, tags = [] } = candidate;
    const owned = ownersOf.get(`${sourceEvents[source]!.actor}\n${subject}`);
    return owned === undefined
      ? candidate
      : { ...candidate, subject: owned, tags: [...new Set([...tags, `${ALIAS}${subject}`])] };
  });
}

/** Whether a text tells of one that they are another's: "Meera, Dev's sister", "Dev's sister Meera", 米拉是阿德的妹妹. */
function isOf(text: string, account: string, other: string): boolean {
  const [words, who, owner] = [text, account, other].map((part) => part.normalize("NFKC").toLowerCase());
  for (let at = words!.indexOf(owner!); at >= 0; at = words!.indexOf(owner!, at + 1)) {
    const [, rest] = /^(?:['’]s?\s|\s?的)(.*)$/su.exec(words!.slice(at + owner!.length)) ?? [];
    if (rest === undefined || /[\p{sc=Latin}\p{Nd}]$/u.test(words!.slice(0, at))) continue;
    const before = words!.slice(0, at).replace(/\s?(?:[,(]|\bis|\bwas|是)?\s?$/u, "");
    const between = rest.slice(0, Math.max(0, rest.indexOf(who!)));
    if (before.endsWith(who!) || /^(?:\p{sc=Han}{1,4}|[^\s,]{1,20}[\s,]{1,2})$/u.test(between)) return true;
  }
  return false;
}

/** A claim about the speaker of a message in a group that names none: there is no "I" that it could be about. */
export function isAboutNobody(
  scope: Scope,
  { actor, text: words }: SourceEvent,
  { subject, text }: Candidate,
): boolean {
  if (scope.kind !== "group" || actor !== null) return false;
  if (subject !== null) return subject.startsWith("user's ");
  return NEUTRAL.test(text) && !NEUTRAL.test(words);
}

/** How claims call a speaker without a name. */
const NEUTRAL = /\bthe user\b|用户/i;

import type { Candidate, Said } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import type { Event } from "../../domain/event.ts";
import { isOwn, sameName } from "../../domain/identity.ts";
import { ALIAS } from "../../domain/memory.ts";
import { inPlace, partRead } from "../../domain/passages.ts";
import type { Scope } from "../../domain/scope.ts";
import { fromOwnTool } from "../../domain/tool-definitions.ts";
import type { SourceRole } from "../../domain/trust.ts";
import { withoutBlocks } from "../../domain/without-injected.ts";
import { speakersWords } from "../../language/handed-over.ts";
import { type OwnWords, OwnWordsFinder, ownWordsOf } from "../../language/own-words.ts";
import { giveWay } from "../../runtime/yield.ts";
import { type AuthorNames, authorOf, nameOfAccount } from "../../store/tables/authors.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Events of a scope that are read at once. */
export interface Batch {
  readonly scope: Scope;
  /** Context first, then what is new from `from` on. */
  readonly events: readonly Event[];
  readonly said: readonly Said[];
  readonly from: number;
  /** The names of the speakers. */
  readonly names: ReadonlyMap<string, AuthorNames>;
}

/**
 * In a group, what somebody says about another is hearsay; about themselves it is first-hand. Text without a known
 * author counts for nobody.
 */
export function roleOf({ scope, events, said, names }: Batch, candidate: Candidate): SourceRole {
  const event = events[candidate.source]!;
  if (event.role === "assistant") return "assistant";
  if (event.role !== "user" || event.type !== "message") return "tool";
  if (scope.kind !== "group") return "user";
  const { actor } = said[candidate.source]!;
  const { subject } = candidate;
  if (actor === null) return "stranger";
  if (subject !== null && isOwn(subject, actor)) return "user";
  return subject === null && !namesAnother(candidate.text, actor, names) ? "user" : "stranger";
}

/**
 * In a group, claims about somebody who is only named, and whom the claim tells to be of the speaker's: of "Meera, Dev's
 * sister" Dev speaks first-hand, as of "Dev's sister".
 */
export function withOwners({ scope, said, names }: Batch, candidates: readonly Candidate[]): Candidate[] {
  if (scope.kind !== "group") return [...candidates];
  const ownersOf = new Map<string, string>();
  for (const { subject, text, source } of candidates) {
    const { actor, name, role } = said[source]!;
    if (subject === null || actor === null || name === null || role !== "user") continue;
    if (!subject.includes("'s ") && !names.has(subject) && isOf(text, subject, name))
      ownersOf.set(`${actor}\n${subject}`, `${actor}'s ${subject}`);
  }
  return candidates.map((candidate) => {
    const { subject, source, tags = [] } = candidate;
    const owned = ownersOf.get(`${said[source]!.actor}\n${subject}`);
    return owned === undefined
      ? candidate
      : { ...candidate, subject: owned, tags: [...new Set([...tags, `${ALIAS}${subject}`])] };
  });
}

/** Whether a text tells of one that they are another's: "Meera, Dev's sister", "Dev's sister Meera", 米拉是阿德的妹妹. */
function isOf(text: string, one: string, other: string): boolean {
  const [words, who, owner] = [text, one, other].map((part) => part.normalize("NFKC").toLowerCase());
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
  { actor, text: words }: Said,
  { subject, text }: Candidate,
): boolean {
  if (scope.kind !== "group" || actor !== null) return false;
  if (subject !== null) return subject.startsWith("user's ");
  return NEUTRAL.test(text) && !NEUTRAL.test(words);
}

/** How claims call a speaker without a name. */
const NEUTRAL = /\bthe user\b|用户/i;

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

/** What reading needs: the bot's own words, and who can tell whose words a message holds. */
type ReadTools = Pick<WriteTools, "settings" | "whoseWords">;

/**
 * Events as extraction reads them: without what Memoir itself put there and without the bot's own words,
 * and under names people go by.
 */
export async function readEvents(
  events: readonly Event[],
  { scope, names }: { readonly scope: Scope; readonly names: ReadonlyMap<string, AuthorNames> },
  tools: ReadTools,
  /** Texts of events that stood before. Default: none. */
  earlier: readonly { readonly text: string }[] = [],
): Promise<Said[]> {
  const finder = ownWordsIn([...earlier, ...promptsIn(events)], tools.settings.privacy);
  const said: Said[] = [];
  for (const event of events) {
    await giveWay();
    const actor = speakerOf(scope, event);
    said.push({
      role: event.role,
      type: event.type,
      name:
        actor === null
          ? null
          : (names.get(actor)?.name ?? nameOfAccount(scope, actor, tools.settings.identity)),
      actor,
      // Of the same length, so that a span in it is a span in the event.
      text:
        event.erasedAt !== null || fromOwnTool(event.content)
          ? ""
          : inPlace(event.role, finder.without(await ownPart(event, tools)), event.text.length),
      at: event.at.getTime(),
    });
  }
  return said;
}

/** A scope of one person is that person's, however their name is written there. */
function speakerOf(scope: Scope, event: Event): string | null {
  const author = authorOf(scope, event);
  return author !== null && scope.kind === "user" && sameName(author, scope.id) ? scope.id : author;
}

/** Words that are handed over belong to somebody else; a tool's text does anyway, and is weighed as a whole. */
async function ownPart({ role, type, text }: Event, { whoseWords }: ReadTools): Promise<string> {
  const own = withoutBlocks(partRead(role, text));
  if (role !== "user" || type !== "message" || own.trim() === "") return own;
  return speakersWords(own, await whoseWords(text));
}

/** Instructions to programs: a bot's prompt may have been observed with the rest. */
function promptsIn(events: readonly Event[]): { text: string }[] {
  // A program's own event, such as a proposal, comes with content.
  return events.filter(
    ({ role, content, type }) =>
      role === "system" && content === null && (type === "message" || type === "system"),
  );
}

/** A bot's own words are known from its prompts, too. */
function ownWordsIn(prompts: readonly { readonly text: string }[], own: OwnWords): OwnWordsFinder {
  if (prompts.length === 0) return ownWordsOf(own);
  return new OwnWordsFinder({
    files: own.files,
    prompts: [...own.prompts, ...prompts.map(({ text }) => text)],
  });
}

/** How sure a claim is that another memory has kept: about as sure as what a model takes from plain words. */
const SURE = 0.9;
const IMPORTANCE = 0.5;

/** The note of an import in an event's content. */
export interface ImportNote {
  /** The format that it came in. */
  readonly format: string;
  /** The text is a claim as it stands: there is nothing to be taken from it. */
  readonly claim: boolean;
  /** Default: `profile`. */
  readonly category?: string;
}

/** The note of an event that states a claim as it stands; `null` for all others. */
export function statedNote({ role, content, erasedAt, text }: Event): ImportNote | null {
  const note = content?.import as Partial<ImportNote> | null | undefined;
  if (role !== "user" || erasedAt !== null || text.trim() === "") return null;
  return typeof note === "object" && note?.claim === true ? { format: "", ...note, claim: true } : null;
}

/** Whether an event came with a file of another program, on whoever's word. */
export function isImported({ type, content }: Pick<Event, "type" | "content">): boolean {
  return type === "import" || typeof content?.import === "object";
}

/** Claims that come as they are, such as what another memory has kept. The rest is left to be read. */
export function statedIn(
  events: readonly Event[],
  said: readonly Said[],
  from: number,
): { said: Said[]; candidates: Candidate[] } {
  const candidates: Candidate[] = [];
  const rest = said.map((one, source) => {
    const note = statedNote(events[source]!);
    if (note === null) return one;
    // Text that Memoir injected somewhere is no source here either: `said` is without it.
    if (source >= from && one.text.trim() !== "") candidates.push(candidateOf(one, source, note));
    return { ...one, text: "" };
  });
  return { said: rest, candidates };
}

function candidateOf({ text, actor }: Said, source: number, { category }: ImportNote): Candidate {
  const words = text.trim();
  const start = text.indexOf(words);
  const own = typeof category === "string" && category.trim() !== "" ? category : "profile";
  return {
    ...PLAIN_CLAIM,
    text: words,
    kind: kindOfCategory(own, { text: words }),
    type: typeOfCategory(own, { text: words }),
    category: own,
    subject: actor,
    method: "llm_extract",
    confidence: SURE,
    importance: IMPORTANCE,
    source,
    span: [start, start + words.length],
  };
}

import type { SourceEvent } from "../../domain/candidate.ts";
import { isOwn } from "../../domain/identity.ts";
import type { ExtractInput } from "../tools/extractor.ts";

const USER = /^(?:the |this )?(?:user|speaker)$|^(?:该|这位)?(?:用户|使用者|说话人|說話人)$/;
const NOBODY = /^(?:|null|none|nobody|n\/a|无|無)$/;
/** A corrected name is about the user, whatever the name. */
const USERS_NAME =
  /^(?:the user['’]s (?:\p{L}+ )?name|(?:该|这位)?用户(?:的?(?:真名|名字|姓名|本名|大名)|(?:其实)?叫))/u;
/** "The user prefers …" is about the user, "the user's brother …" is not. */
const ABOUT_USER = /^(?:the |this )?(?:user|speaker)(?![\p{L}'’])|^(?:该|这位)?用户(?!的)/u;
const OWNED = /^(.{1,60}?)(?:['’]s?\s+|\s?的\s?)(.{1,40})$/su;
const LONGEST = 80;

/** Somebody under a name, and as the events have them. */
interface Person {
  readonly name: string;
  readonly account: string;
}

/**
 * Whom a fact is about, as the events name them: a speaker is their account, a relative `account's brother`, as rules
 * say it. Whom nobody knows keeps the name that the model gave. The text has the last word: a sentence that begins with
 * somebody's name is not about another, whatever the model says.
 */
export function subjectOf(
  reply: string | null,
  text: string,
  speaker: SourceEvent,
  {
    sourceEvents,
    subjects = [],
    aliases = new Map(),
  }: Pick<ExtractInput, "sourceEvents" | "subjects" | "aliases">,
): string | null {
  // Of two who go by one name, the one who speaks is meant.
  const people = [
    ...(speaker.role === "user" ? personOf(speaker) : []),
    ...sourceEvents.filter(({ role }) => role === "user").flatMap(personOf),
    ...[...aliases].map(([name, account]) => ({ name: foldName(name), account })),
    ...subjects.map((account) => ({ name: foldName(account), account })),
  ];
  const self = speaker.role === "user" ? (speaker.actor ?? speaker.name) : onlyOne(sourceEvents);
  const account = (name: string): string | null | undefined =>
    USER.test(name) ? self : people.find((one) => one.name === name)?.account;
  const whole = foldName(text);
  const begins = people
    .filter(({ name }) => beginsWith(whole, name))
    .reduce<Person | undefined>(
      (best, one) => (one.name.length > (best?.name.length ?? 0) ? one : best),
      undefined,
    );

  const plain = (reply ?? "").replace(/\s+/g, " ").trim().toWellFormed();
  if (self != null && USERS_NAME.test(whole)) return self;
  if (NOBODY.test(foldName(plain))) return begins?.account ?? null;
  if (self != null && ABOUT_USER.test(whole)) return self;
  const person = account(foldName(plain));
  // "Ann's sister Leah …" is about Leah.
  if (person != null && begins !== undefined && isOwner(whole, begins) && whole.includes(foldName(plain)))
    return person;
  if (person !== undefined) return begins?.account ?? person;
  const [, owner, what] = OWNED.exec(plain) ?? [];
  const whose = owner === undefined ? undefined : account(foldName(owner));
  if (whose === undefined) return plain.length > LONGEST ? null : plain;
  if (begins !== undefined && begins.account !== whose) return begins.account;
  return `${whose ?? "user"}'s ${what}`;
}

/**
 * The names that facts give the one who states them or somebody of theirs, with those known before: other facts of the
 * same answer use them already.
 */
export function withOwnNames(
  namings: readonly {
    readonly subject: string | null;
    readonly speaker: SourceEvent;
    readonly names: readonly string[];
  }[],
  {
    sourceEvents,
    subjects = [],
    aliases = new Map(),
  }: Pick<ExtractInput, "sourceEvents" | "subjects" | "aliases">,
): ReadonlyMap<string, string> {
  const foldedNames = new Set(
    [...sourceEvents.flatMap(({ name, actor }) => [name ?? "", actor ?? ""]), ...subjects].map(foldName),
  );
  for (const name of aliases.keys()) foldedNames.add(foldName(name));
  const all = new Map(aliases);
  for (const { subject, speaker, names } of namings) {
    if (subject === null || speaker.actor === null || !isOwn(subject, speaker.actor)) continue;
    for (const name of names) if (!foldedNames.has(foldName(name))) all.set(name, subject);
  }
  return all;
}

/** The noun after the name belongs to that person. */
function isOwner(text: string, { name }: Person): boolean {
  return /^(?:['’]s?\s|\s?的)/u.test(text.slice(name.length));
}

function personOf({ name, actor }: SourceEvent): Person[] {
  const account = actor ?? name;
  if (account === null) return [];
  return [name, actor].flatMap((personName) =>
    personName === null || personName === "" ? [] : [{ name: foldName(personName), account }],
  );
}

/** The one person who speaks, where there is only one. */
function onlyOne(sourceEvents: readonly SourceEvent[]): string | null | undefined {
  const accounts = new Set(
    sourceEvents.filter(({ role }) => role === "user").map(({ actor, name }) => actor ?? name),
  );
  return accounts.size === 1 ? [...accounts][0] : undefined;
}

/** "Ann's" begins with Ann, "Annie" does not. Chinese names have no end that one could see. */
function beginsWith(text: string, name: string): boolean {
  return (
    text.startsWith(name) && !/^[\p{sc=Latin}\p{Nd}]{2}$/u.test(text.slice(name.length - 1, name.length + 1))
  );
}

/** A name as it is compared with others. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

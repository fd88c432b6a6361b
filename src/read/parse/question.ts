import type { Asking } from "../../language/language.ts";
import { readAsking } from "../../language/languages.ts";
import { callNames, namedSpeakers, withoutSpeakerNames } from "../../language/person-names.ts";
import { shownText } from "../../language/shown-name.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import type { GivenName } from "../../scope-index/given-names.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { type AuthorNames, namesIn } from "../../store/tables/authors.ts";
import type { SqlReader } from "../../store/tx.ts";

/** What a question needs: something told before; nothing of it; or nobody knows, and only what answers well is shown. */
export type MemoryNeed = "memory" | "unsure" | "nothing";

/** The people that a question is about, in one scope. */
export interface ParsedQuestion {
  readonly asking: Asking;
  /** The account of who asks; `null` when nobody knows. */
  readonly asker: string | null;
  /** The accounts that are the asker's: in a user's scope also the platform id under which they write. */
  readonly ownAccounts: ReadonlySet<string>;
  /** The accounts it names, by name or by mention. */
  readonly namedAccounts: ReadonlySet<string>;
  /** Those of them that it means for certain: by mention, or by a name that looks like nobody else's. */
  readonly meant: ReadonlySet<string>;
  /** Whether it needs something told before. */
  readonly need: MemoryNeed;
  /** Whether it asks for all about somebody. */
  readonly overview: boolean;
  /** Whom it is about: those it names, and in a group's "I" the asker; empty where it asks about everybody. */
  readonly about: ReadonlySet<string>;
  readonly names: Names;
  /** The question with names where it mentions accounts. */
  readonly text: string;
  /** The part that is embedded: without the names of those who speak, who are a separate signal. */
  readonly spoken: string;
}

/** A group's "I" of whom nobody knows who asks: nobody's lines answer it. */
const NO_ACCOUNT = "";

/** `<@123>` as Discord writes it, `@123` as others do. */
const MENTION = /<@!?([\p{L}\p{N}_.:-]{1,64})>|@([\p{L}\p{N}_-]{1,64})/gu;

/** The speakers of a scope by their accounts. */
export type Names = ReadonlyMap<string, AuthorNames>;

export const NOBODY: Names = new Map();

/** Names that were read, for each engine's indexes. */
const READ = new WeakMap<object, Map<string, CachedNames>>();
const MAX_READ = 10_000;
/** A name that comes without a message, by the map of persons, is seen after this long. */
const MINUTE = 60_000;

interface CachedNames {
  readonly seq: number;
  readonly at: number;
  readonly names: Names;
}

/** The names of the speakers of a scope. They are read again after a new event, or after a minute. */
export async function namesOf(
  reader: SqlReader,
  { tenant, num, seq }: ReadableScope,
  indexes: object,
  now: number,
): Promise<Names> {
  const cache = READ.get(indexes) ?? new BoundedMap<string, CachedNames>(MAX_READ);
  READ.set(indexes, cache);
  const key = JSON.stringify([tenant, num]);
  const before = cache.get(key);
  if (before?.seq === seq && Math.abs(now - before.at) < MINUTE) return before.names;
  const names = await namesIn(reader, { tenant, num });
  cache.set(key, { seq, at: now, names });
  return names;
}

/** The names of the speakers with those that memories give them, behind the ones that they write under. */
export function withGivenNames(names: Names, given: readonly GivenName[]): Names {
  const all = new Map(names);
  for (const { subject, name } of given) {
    const author = all.get(subject);
    if (author === undefined || author.aliases.includes(name)) continue;
    all.set(subject, { ...author, aliases: [...author.aliases, name] });
  }
  return all;
}

/** Reads a question once for all sources of a scope. `asker` is the caller's word; in a user's scope it is the user. */
export function parseQuestion(
  { scope }: ReadableScope,
  query: string,
  asker: string | null,
  names: Names,
): ParsedQuestion {
  const isUsers = scope.kind === "user";
  const namedAccounts = new Set<string>();
  const { text, unmarked } =
    names.size === 0 ? { text: query, unmarked: query } : replaceMentions(query, names, namedAccounts);
  const accounts = [...names.keys()];
  const called = accounts.map((account) => calledBy(names, account));
  const meant = new Set(namedAccounts);
  // A mention means one account, whoever else goes by its name.
  const isNamed = namedSpeakers(unmarked, isUsers ? called : withoutOthersNames(names, called));
  if (!isUsers) {
    accounts.forEach((account, i) => {
      if (!isNamed[i]) return;
      namedAccounts.add(account);
      const { name, aliases } = names.get(account)!;
      if (name === aliases[0]) meant.add(account);
    });
  }
  // In somebody's own scope their name is only another word for "I".
  const byName =
    isUsers && (isNamed.includes(true) || namedSpeakers(text, [callNames(scope.id)])[0] === true);
  const asking = readAsking(text);
  const who = asker ?? (isUsers ? scope.id : null);
  return {
    asking,
    asker: who,
    ownAccounts: ownAccounts(who, isUsers ? scope.id : null, accounts),
    namedAccounts,
    meant,
    need: asking.self || asking.us || byName || namedAccounts.size > 0 ? "memory" : "unsure",
    overview: false,
    about:
      asking.us || asking.anybody
        ? new Set()
        : asking.self
          ? new Set([...namedAccounts, who ?? NO_ACCOUNT])
          : namedAccounts,
    names,
    text,
    spoken: withoutSpeakerNames(text, called),
  };
}

/**
 * The question with names where it mentions accounts, and without them; the accounts go into `accounts`. A name with the label
 * that tells its bearer from others, as in `Alice (2)`, is a mention.
 */
function replaceMentions(
  query: string,
  names: Names,
  accounts: Set<string>,
): { text: string; unmarked: string } {
  const replaced = (question: string, nameFor: (author: AuthorNames) => string): string => {
    const marked = question.replace(MENTION, (mention, first?: string, second?: string): string => {
      const account = first ?? second ?? "";
      const author = names.get(account);
      if (author === undefined) return mention;
      accounts.add(account);
      return nameFor(author);
    });
    return marked.includes("(") ? withoutLabels(marked, nameFor) : marked;
  };
  const withoutLabels = (question: string, nameFor: (author: AuthorNames) => string): string => {
    let rest = question;
    for (const [account, author] of names) {
      if (author.name === null || author.name === author.aliases[0] || !rest.includes(author.name)) continue;
      accounts.add(account);
      rest = rest.replaceAll(author.name, nameFor(author));
    }
    return rest;
  };
  return {
    text: replaced(query, ({ aliases: [newest = " "] }) => newest),
    unmarked: replaced(query, () => " "),
  };
}

/** In their own scope a user also writes without an account, or under the one platform id that is known there. */
function ownAccounts(who: string | null, user: string | null, accounts: readonly string[]): Set<string> {
  if (who === null) return new Set();
  if (who !== user) return new Set([who]);
  return new Set([who, "user", ...(accounts.length === 1 ? accounts : [])]);
}

/** Whether somebody asks, or is for certain asked about. */
export function concerns(
  { ownAccounts, about, meant }: Pick<ParsedQuestion, "ownAccounts" | "about" | "meant">,
  account: string | null,
): boolean {
  return account !== null && (ownAccounts.has(account) || (about.has(account) && meant.has(account)));
}

/** What each may be called, without former names that somebody else has now. */
function withoutOthersNames(
  names: Names,
  called: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const newest = [...names.values()].map(({ aliases }) => aliases.slice(0, 1).flatMap(callNames));
  const current = new Set(newest.flat());
  return called.map((own, i) => own.filter((name) => newest[i]!.includes(name) || !current.has(name)));
}

/** All names by which a text may call somebody. */
export function calledBy(names: Names, account: string): string[] {
  const { aliases = [] } = names.get(account) ?? {};
  return [...new Set([account, ...aliases].flatMap((name) => callNames(name)))];
}

/** Whether a text names somebody, by any of their names or by a mention. */
export function isNamed({ names }: Pick<ParsedQuestion, "names">, text: string, account: string): boolean {
  if (account === NO_ACCOUNT) return false;
  return text.includes(account) || namedSpeakers(text, [calledBy(names, account)])[0] === true;
}

/** Whether a text names one of the others who speak, by any of their names. */
export function namesAnother(
  { names, ownAccounts }: Pick<ParsedQuestion, "names" | "ownAccounts">,
  text: string,
): boolean {
  const others = [...names.keys()].filter((account) => !ownAccounts.has(account));
  return namedSpeakers(
    text,
    others.map((account) => calledBy(names, account)),
  ).includes(true);
}

/** A memory's text as it is shown: in a scope that several people share, under the names that they have now. */
export function textIn(
  { scope }: Pick<ReadableScope, "scope">,
  { names }: Pick<ParsedQuestion, "names">,
  { row }: MemoryEntry,
): string {
  return scope.kind === "user" ? row.text : shownText(row, names);
}

/** Whether nothing in particular is asked for. */
export function isAny(query: string): boolean {
  const text = query.trim();
  return text === "" || text === "*";
}

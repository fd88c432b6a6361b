import { BoundedMap } from "../domain/bounded-map.ts";
import type { Asking } from "../language/language.ts";
import { readAsking } from "../language/languages.ts";
import { callNames, namedSpeakers } from "../language/names.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { type AuthorNames, namesIn } from "../store/author-names.ts";
import type { Reader } from "../store/tx.ts";

/** The people that a question is about, in one scope. */
export interface ReadQuestion {
  readonly asking: Asking;
  /** The account of who asks; `null` when nobody knows. */
  readonly asker: string | null;
  /** The accounts that are the asker's: in a user's scope also the platform id under which they write. */
  readonly own: ReadonlySet<string>;
  /** The accounts it names, by name or by mention. */
  readonly named: ReadonlySet<string>;
  /** Whether it is about these people at all. */
  readonly personal: boolean;
  /** Whether it asks for all about somebody who speaks here. About anybody else one asks by their name, as for a thing. */
  readonly overview: boolean;
  /** A group's "I": nobody else's line answers it. */
  readonly onlyOwn: boolean;
  readonly names: ReadonlyMap<string, AuthorNames>;
  /** The question with names where it mentions accounts. */
  readonly text: string;
}

/** `<@123>` as Discord writes it, `@123` as others do. */
const MENTION = /<@!?([\p{L}\p{N}_.:-]{1,64})>|@([\p{L}\p{N}_-]{1,64})/gu;

export const NOBODY: ReadonlyMap<string, AuthorNames> = new Map();

/** Names that were read, for each engine's indexes. */
const READ = new WeakMap<object, Map<string, Known>>();
const MOST_READ = 10_000;
/** A name that comes without a message, by the map of persons, is seen after this long. */
const MINUTE = 60_000;

interface Known {
  readonly seq: number;
  readonly at: number;
  readonly names: ReadonlyMap<string, AuthorNames>;
}

/** The names of the speakers of a scope. They are read again after a new event, or after a minute. */
export async function namesOf(
  reader: Reader,
  { tenant, num, seq }: ReadableScope,
  indexes: object,
  now: number,
): Promise<ReadonlyMap<string, AuthorNames>> {
  const known = READ.get(indexes) ?? new BoundedMap<string, Known>(MOST_READ);
  READ.set(indexes, known);
  const key = JSON.stringify([tenant, num]);
  const before = known.get(key);
  if (before?.seq === seq && Math.abs(now - before.at) < MINUTE) return before.names;
  const names = await namesIn(reader, { tenant, num });
  known.set(key, { seq, at: now, names });
  return names;
}

/** Reads a question once for all sources of a scope. `asker` is the caller's word; in a user's scope it is the user. */
export function readQuestion(
  { scope }: ReadableScope,
  query: string,
  asker: string | null,
  names: ReadonlyMap<string, AuthorNames>,
): ReadQuestion {
  const isUsers = scope.kind === "user";
  const named = new Set<string>();
  const mentioned = (mention: string, first?: string, second?: string): string => {
    const account = first ?? second ?? "";
    const known = names.get(account);
    if (known === undefined) return mention;
    named.add(account);
    return known.name ?? " ";
  };
  const text = names.size === 0 ? query : query.replace(MENTION, mentioned);
  const accounts = [...names.keys()];
  const found = namedSpeakers(
    text,
    accounts.map((account) => calledBy(names, account)),
  );
  if (!isUsers) {
    accounts.forEach((account, i) => {
      if (found[i]) named.add(account);
    });
  }
  // In somebody's own scope their name is only another word for "I".
  const byName = isUsers && (found.includes(true) || namedSpeakers(text, [callNames(scope.id)])[0] === true);
  const asking = readAsking(text);
  const who = asker ?? (isUsers ? scope.id : null);
  return {
    asking,
    asker: who,
    own: ownAccounts(who, isUsers ? scope.id : null, accounts),
    named,
    personal: asking.self || asking.us || asking.shared || asking.overview || byName || named.size > 0,
    overview: asking.overview && (asking.self || asking.us || byName || named.size > 0),
    onlyOwn: scope.kind === "group" && asking.self && !asking.us && !asking.anybody && named.size === 0,
    names,
    text,
  };
}

/** In their own scope a user also writes without an account, or under the one platform id that is known there. */
function ownAccounts(who: string | null, user: string | null, accounts: readonly string[]): Set<string> {
  if (who === null) return new Set();
  if (who !== user) return new Set([who]);
  return new Set([who, "user", ...(accounts.length === 1 ? accounts : [])]);
}

/** All names by which a text may call somebody. */
export function calledBy(names: ReadonlyMap<string, AuthorNames>, account: string): string[] {
  const { aliases = [] } = names.get(account) ?? {};
  return [...new Set([account, ...aliases].flatMap((name) => callNames(name)))];
}

/** Whether a text names somebody, by any of their names or by a mention. */
export function isNamed({ names }: Pick<ReadQuestion, "names">, text: string, account: string): boolean {
  return text.includes(account) || namedSpeakers(text, [calledBy(names, account)])[0] === true;
}

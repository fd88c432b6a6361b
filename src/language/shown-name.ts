import { confusableForms } from "../domain/confusable.ts";
import { ownerOf } from "../domain/identity.ts";
import { BoundedMap } from "../runtime/bounded-map.ts";
import { CHINESE_RANKS } from "./chinese/guards.ts";
import { simple } from "./chinese/script.ts";
import { ENGLISH_RANKS } from "./english/guards.ts";
import { capital, ROLE_NAMES } from "./person-names.ts";

/** The names of an account in a scope. All names are clean (see `cleanName`). */
export interface AuthorNames {
  /**
   * The newest, as it is shown: with the label where another account has or had a name that looks the same, or where it
   * claims a rank. `null` when no usable one is known, and the account's id is no name either.
   */
  readonly name: string | null;
  /** All that are known, the newest first, as people call them. */
  readonly aliases: readonly string[];
  /** Tells the account from the others of a shared scope: its id, or the end of a long one. `""` in a user's own scope. */
  readonly label: string;
}

/** What there is to know of a name: it is looked at again with every new message of a group. */
interface Look {
  /** By which it may be mixed up with others, traditional Chinese as simplified. */
  readonly forms: readonly string[];
  readonly claimsRank: boolean;
}

const LOOKS = new BoundedMap<string, Look>(20_000);

function lookOf(name: string): Look {
  const cached = LOOKS.get(name);
  if (cached !== undefined) return cached;
  const look = { forms: confusableForms(simple(name)), claimsRank: claimsRank(name) };
  LOOKS.set(name, look);
  return look;
}

/** The forms of a name by which it may be mixed up with others. */
export function nameForms(name: string): readonly string[] {
  return lookOf(name).forms;
}

/** How the accounts of a shared scope are shown; given are all names of each, the newest first. */
export function shownNames(aliasesOf: ReadonlyMap<string, readonly string[]>): Map<string, AuthorNames> {
  const holders = new Map<string, string>();
  const shared = new Set<string>();
  for (const [account, aliases] of aliasesOf) {
    for (const alias of aliases) {
      for (const form of nameForms(alias)) {
        const holder = holders.get(form);
        if (holder === undefined) holders.set(form, account);
        else if (holder !== account) shared.add(form);
      }
    }
  }
  // In most scopes nobody has to be told apart: labels are made when somebody asks for one.
  let labels: ReadonlyMap<string, string> | undefined;
  const labelOf = (account: string): string => {
    labels ??= labelsOf([...aliasesOf.keys()]);
    return labels.get(account)!;
  };
  const names = new Map<string, AuthorNames>();
  for (const [account, aliases] of aliasesOf) {
    const [newest] = aliases;
    const isUnclear =
      newest !== undefined &&
      (lookOf(newest).claimsRank || nameForms(newest).some((form) => shared.has(form)));
    const name = newest === undefined ? null : isUnclear ? `${newest} (${labelOf(account)})` : newest;
    names.set(account, {
      name,
      aliases,
      get label() {
        return labelOf(account);
      },
    });
  }
  return names;
}

const RANKS: ReadonlySet<string> = new Set(
  [...ENGLISH_RANKS, ...ROLE_NAMES].filter((rank) => !rank.includes(" ")).flatMap(confusableForms),
);

/** "Alice admin", 管理员小王: nobody has a rank by taking its name. */
function claimsRank(name: string): boolean {
  const plain = simple(name);
  if (CHINESE_RANKS.some((rank) => plain.includes(rank))) return true;
  return plain
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .some((word) => confusableForms(word).some((form) => RANKS.has(form)));
}

/** An id of at most this many characters is its own label. */
const SHORT = 8;
/** How many characters from the end of a longer id are shown: as few as tell it from all others. */
const TAILS: readonly number[] = [4, 8, 16, 64];
/** Whatever else an id holds is not shown. */
const PLAIN_ID = /^[\p{L}\p{N}_.:@#/+-]+$/u;

function labelsOf(accounts: readonly string[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const length of TAILS) {
    if (labels.size === accounts.length) break;
    const tails = accounts.map((account) => (account.length <= SHORT ? account : tailOf(account, length)));
    // The ids of most platforms are numbers.
    const forms = tails.map((tail) => (/^\d+$/.test(tail) ? [tail] : confusableForms(tail)));
    const count = new Map<string, number>();
    for (const form of forms.flat()) count.set(form, (count.get(form) ?? 0) + 1);
    for (const [i, account] of accounts.entries()) {
      const isClear = forms[i]!.length > 0 && forms[i]!.every((form) => count.get(form) === 1);
      if (isClear && PLAIN_ID.test(tails[i]!) && !labels.has(account)) labels.set(account, tails[i]!);
    }
  }
  for (const account of accounts) if (!labels.has(account)) labels.set(account, hashOf(account));
  return labels;
}

/** The last characters of an id, and no rest of the platform's name: `discord:1` ends with 1. */
function tailOf(account: string, length: number): string {
  const tail = account.slice(-length);
  return length === TAILS[0]
    ? tail.slice(Math.max(tail.lastIndexOf(":"), tail.lastIndexOf("/")) + 1) || tail
    : tail;
}

/** FNV-1a: short, and another one for an id that only looks the same. */
function hashOf(account: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < account.length; i += 1) hash = Math.imul(hash ^ account.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** A claim with its subject under the name that is shown now: "Inkwell's cat is Moss." of somebody who is wren now. */
export function underNewestName(
  text: string,
  names: Pick<AuthorNames, "name" | "aliases"> & { readonly label?: string },
): string {
  const { name, aliases } = names;
  if (name === null) return text;
  const old = aliases.find((alias) => beginsWith(text, alias));
  return old === undefined ? text : replaceLeadingName(text, old, name, () => names.label ?? "");
}

/** "Annie" does not begin with Ann; a Chinese name has no end that one could see. */
function beginsWith(text: string, name: string): boolean {
  const rest = text.slice(name.length);
  return (
    text.slice(0, name.length).toLowerCase() === name.toLowerCase() && !/^[\p{sc=Latin}\p{N}]/u.test(rest)
  );
}

/** A label that was written with a name, of whatever length it was then. */
const LABELLED = /^ \(([^()\s]{1,64})\)/u;

function replaceLeadingName(text: string, old: string, name: string, labelOf: () => string): string {
  const after = text.slice(old.length);
  const [whole = "", former = ""] = LABELLED.exec(after) ?? [];
  const label = former === "" ? "" : labelOf();
  const isLabel = label !== "" && (former.endsWith(label) || label.endsWith(former));
  const rest = isLabel ? after.slice(whole.length) : after;
  const written = isLabel ? `${old}${whole}` : old;
  if (written === name) return text;
  const newName = /^\p{Lu}/u.test(text) ? capital(name) : name;
  return `${newName}${rest.replaceAll(`${written}'s `, `${name}'s `)}`;
}

/** How a memory calls a speaker without a usable name. */
const NAMELESS: readonly (readonly [RegExp, (label: string) => string])[] = [
  [/^The user(?![\p{L}\p{N}])/u, (label) => `User ${label}`],
  [/^用户/u, (label) => `用户${label}`],
];
/** Words that could not be told in the third person, with who said them. */
const QUOTED = /^[^:：“]{1,80}(?: said: |说：)“/u;

/** The parts of a memory that say whose name its text begins with. */
export interface OwnedText {
  readonly text: string;
  readonly subject: string | null;
  readonly actor: string | null;
}

/** Whose word a memory is about themselves or as they said it; `null`: it is nobody's in particular. */
export function wordOf({ text, subject, actor }: OwnedText): string | null {
  return subject === null ? (QUOTED.test(text) ? actor : null) : ownerOf(subject);
}

/** Quoted words without who said them; any other text as it is. */
export function withoutQuoter(text: string): string {
  return text.replace(QUOTED, "").replace(/”$/u, "");
}

/** A memory's text as it is shown: under the names that its people have now, and never as somebody else's. */
export function shownText(
  { text, subject, actor }: OwnedText,
  names: ReadonlyMap<string, AuthorNames>,
): string {
  const owner = subject === null ? undefined : names.get(ownerOf(subject));
  const retoldText = owner === undefined ? text : ofOwner(text, owner);
  if (retoldText !== text || actor === null || !QUOTED.test(text)) return retoldText;
  const speaker = names.get(actor);
  return speaker === undefined ? text : ofOwner(text, speaker);
}

function ofOwner(text: string, owner: AuthorNames): string {
  const renamedText = underNewestName(text, owner);
  const nameless = renamedText === text ? NAMELESS.find(([form]) => form.test(text)) : undefined;
  if (nameless === undefined || owner.label === "") return renamedText;
  const [form, say] = nameless;
  return text.replace(form, () => (owner.name === null ? say(owner.label) : capital(owner.name)));
}

/** How the author of a quoted line is shown. */
export function shownAuthor({ name, label }: AuthorNames): string | null {
  return name ?? (label === "" ? null : `user ${label}`);
}

import { boundsOf, type Day } from "../../../domain/day.ts";
import { type DigestMessage, type DigestPerson, messageXml, nameMentions } from "../../../domain/digest.ts";
import { displayName } from "../../../domain/identity.ts";
import type { Scope } from "../../../domain/scope.ts";
import type { Settings } from "../../../domain/settings.ts";
import { readCommand } from "../../../language/chat-commands/read-command.ts";
import { withoutQuotations } from "../../../language/handed-over.ts";
import { rarityIn, tellingLines, tellingScore } from "../../../language/salience.ts";
import type { ModelCaller } from "../../../models/language/call.ts";
import { type AuthorNames, namesIn } from "../../../store/tables/authors.ts";
import { messagesBetween } from "../../../store/tables/events.ts";
import { findScope, type ScopeRef } from "../../../store/tables/scopes.ts";
import { readEvents } from "../../../write/extract/load-batch.ts";
import type { WriteTools } from "../../../write/tools/write-tools.ts";

/** A scope whose days are summarised, as it is at one moment. */
export interface DigestScope extends ScopeRef {
  readonly scope: Scope;
  readonly seq: number;
  /** Moves when messages of an earlier time come, go or change. */
  readonly days: number;
  /** Begins the key of everything that is kept of this scope. */
  readonly key: string;
  readonly names: ReadonlyMap<string, AuthorNames>;
  /** The current name of an account; the account id where no name is known. */
  nameOf(account: string): string;
}

export function digestKey({ tenant, kind, id }: Scope): string {
  return `${JSON.stringify([tenant, kind, id])}|`;
}

/** `undefined`: nothing was ever said or remembered there. */
export async function findDigestScope(tools: DigestTools, scope: Scope): Promise<DigestScope | undefined> {
  const reader = tools.use();
  const scopeRecord = await findScope(reader, scope);
  if (scopeRecord === undefined) return undefined;
  const names = await namesIn(reader, scopeRecord, tools.settings.identity);
  const current = new Map<string, string>();
  for (const [account, { name }] of names) if (name !== null) current.set(account, name);
  const { tenant, num, seq, days } = scopeRecord;
  const nameOf = (account: string): string => displayName(account, current);
  return { scope, tenant, num, seq, days, key: digestKey(scope), names, nameOf };
}

/** The engine parts that digests use. */
export interface DigestTools
  extends Pick<WriteTools, "store" | "settings" | "now" | "use" | "accept" | "whoseWords"> {
  readonly caller: ModelCaller;
  readonly closed: AbortSignal;
}

/** Account id → summary. */
export type Summaries = Readonly<Record<string, string>>;

/** The messages of one day. */
export interface DayMessages {
  readonly messages: readonly DigestMessage[];
  /** Everybody who spoke, once each. */
  readonly people: readonly DigestPerson[];
}

/** A day's messages of users, without what Memoir or the bot put there, and without commands: those speak to the bot. */
export async function messagesOfDay(
  tools: DigestTools,
  digestScope: DigestScope,
  day: Day,
): Promise<DayMessages> {
  const { digest, commands } = tools.settings;
  const addressed = digestScope.scope.kind === "user";
  const { from, until } = boundsOf(digest.zone, day);
  const events = await messagesBetween(tools.use(), digestScope, from, until);
  const said = await readEvents(events, digestScope, tools);
  const people = new Map<string, DigestPerson>();
  const messages: DigestMessage[] = [];
  for (const { actor, text, at } of said) {
    if (actor === null || text.trim() === "") continue;
    if (readCommand(text, { names: commands.names, addressed }) !== undefined) continue;
    const name = digestScope.nameOf(actor);
    people.set(actor, { id: actor, name });
    messages.push({ at, author: actor, name, text: withoutQuotations(text).trim() });
  }
  return { messages, people: [...people.values()] };
}

/** Without a model: of each person the lines that tell most of them. */
export function extractive({ messages, people }: DayMessages, chars: Settings["digest"]["chars"]): Summaries {
  const rarity = rarityIn(messages.map(({ text }) => text));
  const said = Map.groupBy(messages, ({ author }) => author);
  const summaries: Record<string, string> = {};
  for (const { id } of people) {
    const texts = (said.get(id) ?? []).map(({ text }) => text);
    const lines = tellingLines(texts, rarity, chars.day);
    if (lines !== null) summaries[id] = lines;
  }
  return summaries;
}

/** As many messages as a prompt may hold: all of them, else the most telling ones; in the order of their time. */
export function promptMessages(
  { messages }: DayMessages,
  digestScope: DigestScope,
  most: number,
): readonly DigestMessage[] {
  const nameOf = (account: string): string | undefined =>
    digestScope.names.has(account) ? digestScope.nameOf(account) : undefined;
  const namedMessages = messages.map((message) => ({ ...message, text: nameMentions(message.text, nameOf) }));
  const sizes = namedMessages.map((message) => messageXml(message).length + 1);
  if (sizes.reduce((sum, size) => sum + size, 0) <= most) return namedMessages;
  const rarity = rarityIn(messages.map(({ text }) => text));
  const ranked = namedMessages
    .map((message, i) => ({ i, size: sizes[i]!, score: tellingScore(message.text, rarity) }))
    .sort((a, b) => b.score - a.score || b.i - a.i);
  let room = most;
  const chosen = new Set<number>();
  for (const { i, size } of ranked) {
    if (size > room) continue;
    room -= size;
    chosen.add(i);
  }
  return namedMessages.filter((_, i) => chosen.has(i));
}

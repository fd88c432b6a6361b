import type { SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { sameName } from "../../domain/identity.ts";
import { inPlace, partRead } from "../../domain/passages.ts";
import type { Scope } from "../../domain/scope.ts";
import { fromOwnTool } from "../../domain/tool-definitions.ts";
import { withoutBlocks } from "../../domain/without-injected.ts";
import { compileAhead } from "../../language/compile-ahead.ts";
import { speakersWords } from "../../language/handed-over.ts";
import { BotQuoteFinder, type BotWords, botQuoteFinder } from "../../language/own-words.ts";
import { giveWay, runInSteps } from "../../runtime/yield.ts";
import { type AuthorNames, authorOf, nameOfAccount, namesIn } from "../../store/tables/authors.ts";
import { promptsBetween } from "../../store/tables/events.ts";
import { findScope, type ScopeRecord } from "../../store/tables/scopes.ts";
import { eventsBefore, unreadEvents } from "../../store/tables/unread.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Events of a scope that are read at once. */
export interface Batch {
  readonly scope: Scope;
  /** `undefined`: the scope has no row yet. */
  readonly scopeRow: ScopeRecord | undefined;
  /** Context first, then what is new from `from` on. */
  readonly events: readonly Event[];
  readonly sourceEvents: readonly SourceEvent[];
  readonly from: number;
  /** The names of the speakers. */
  readonly names: ReadonlyMap<string, AuthorNames>;
}

/** Earlier messages that a model is shown: enough to know who "she" is. */
export const MODEL_CONTEXT = 6;
/** How many events back a bot's own prompt is known, if it was observed with the rest. */
const MAX_EVENTS_TO_PROMPT = 100;

/** Unread events to load. */
export interface BatchRequest {
  readonly scope: Scope;
  /** `null`: the whole scope. */
  readonly session: string | null;
  readonly size: number;
}

/** The next unread events of a scope, with the context that a model needs. `null`: nothing waits. */
export async function loadBatch(
  tools: WriteTools,
  { scope, session, size }: BatchRequest,
): Promise<Batch | null> {
  const { store, extractor, settings } = tools;
  const scopeRow = await findScope(store.read, scope);
  if (scopeRow === undefined || scopeRow.extracted_seq >= scopeRow.seq) return null;
  const scopeRef = { tenant: scope.tenant, num: scopeRow.num };
  const reading = { ...scopeRef, session };
  const unread = await unreadEvents(store.read, reading, scopeRow.extracted_seq, size);
  const first = unread[0]?.seq;
  if (first === undefined) return null;
  const before = extractor === null ? [] : await eventsBefore(store.read, reading, first, MODEL_CONTEXT);
  const events = [...before, ...unread];
  await runInSteps(compileAhead(events.map(({ text }) => text)));
  const names = await namesIn(store.read, scopeRef, settings.identity);
  const prompts = await promptsBetween(store.read, scopeRef, first - 1 - MAX_EVENTS_TO_PROMPT, first - 1);
  const from = before.length;
  const sourceEvents = await readEvents(withoutHidden(events, from), { scope, names }, tools, prompts);
  return { scope, scopeRow, events, sourceEvents, from, names };
}

/** Forgotten text is no context for later messages. */
function withoutHidden(events: readonly Event[], from: number): Event[] {
  return events.map((event, i) => (event.hiddenAt !== null && i < from ? { ...event, text: "" } : event));
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
): Promise<SourceEvent[]> {
  const finder = ownWordsIn([...earlier, ...promptsIn(events)], tools.settings.privacy);
  const sourceEvents: SourceEvent[] = [];
  for (const event of events) {
    await giveWay();
    const actor = speakerOf(scope, event);
    sourceEvents.push({
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
  return sourceEvents;
}

/** A scope of one person is that person's, however their name is written there. */
function speakerOf(scope: Scope, event: Event): string | null {
  const author = authorOf(scope, event);
  return author !== null && scope.kind === "user" && sameName(author, scope.id) ? scope.id : author;
}

/** Words that are handed over belong to somebody else; a tool's text does anyway, and is weighed as a whole. */
async function ownPart({ role, type, text }: Event, { whoseWords }: ReadTools): Promise<string> {
  const ownText = withoutBlocks(partRead(role, text));
  if (role !== "user" || type !== "message" || ownText.trim() === "") return ownText;
  return speakersWords(ownText, await whoseWords(text));
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
function ownWordsIn(prompts: readonly { readonly text: string }[], botWords: BotWords): BotQuoteFinder {
  if (prompts.length === 0) return botQuoteFinder(botWords);
  return new BotQuoteFinder({
    files: botWords.files,
    prompts: [...botWords.prompts, ...prompts.map(({ text }) => text)],
  });
}

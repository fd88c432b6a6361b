import type { Candidate } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import { invalidArgument, type MemoirError } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import type { Scope } from "../../domain/scope.ts";
import { holdsHiddenText } from "../../domain/text.ts";
import { withoutInjected } from "../../domain/without-injected.ts";
import { botQuoteFinder } from "../../language/own-words.ts";
import { namesIn } from "../../store/tables/authors.ts";
import { findMemoryByKey, type MemoryRow } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { NewMemory } from "../../store/writes/claim.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import { type Entered, NO_PROGRESS, submitClaim } from "../commit/commit.ts";
import { ownEvent, PLAIN_CLAIM } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { memorable } from "./remember-options.ts";

/** A memory as a person wrote it by hand, in a file of theirs. */
interface HandEdit {
  /** The memory that they changed; `null`: a new one. */
  readonly of: MemoryRow | null;
  readonly text: string;
  readonly category: string;
  /** Columns that the edit sets as they are. */
  readonly columns: Partial<NewMemory>;
  /** It came with an id: then it is a separate memory, even if another says nearly the same. */
  readonly id?: string | undefined;
  /** The file, for the event. */
  readonly file: string;
}

/**
 * A hand edit as a claim on its way in: its event is its evidence, and it passes the gate as everything does.
 * Text that must not be stored, or was injected by Memoir, is not taken from a file either.
 */
export async function enterHandEdit(
  tools: WriteTools,
  edit: HandEdit,
  context: WriteContext,
): Promise<Entered> {
  const { scope, at } = context;
  const { privacy, identity } = tools.settings;
  const words = await memorable(ownPart(edit.text), privacy.denyPatterns);
  if (botQuoteFinder(privacy).repeats(words))
    throw nothingLeft("it repeats a sentence of the bot's own prompt");
  const scopeRef = await findScope(tools.store.read, scope);
  const names = scopeRef === undefined ? new Map() : await namesIn(tools.store.read, scopeRef, identity);
  const user = scope.kind === "user" ? scope.id : null;
  const { of, category, columns } = edit;
  const event = ownEvent(at, {
    ...{ type: "edit", role: "system", actor: context.actor, text: words, session: columns.session ?? null },
    content: JSON.stringify({ command: "markdown", file: edit.file }),
  });
  const candidate: Candidate = {
    ...PLAIN_CLAIM,
    text: words,
    kind: columns.kind ?? kindOfCategory(category, { text: words }),
    type: columns.type === undefined ? typeOfCategory(category, { text: words }) : columns.type,
    category,
    subject: columns.subject === undefined ? user : columns.subject,
    slot: columns.slot ?? null,
    affirmed: columns.affirmed !== 0,
    method: "user_explicit",
    confidence: columns.confidence ?? 1,
    importance: columns.importance ?? 0.5,
    expiresAt: columns.expires_at ?? null,
    span: [0, words.length],
    tags: columns.tags === undefined ? [] : (JSON.parse(columns.tags) as string[]),
  };
  const key = await newKeyOf(tools, scope, of, words);
  const set = { ...columns, ...(key === null ? {} : { key }) };
  return submitClaim(tools, {
    proposal: {
      ...{ candidate, role: "user", source: event, model: null, promptHash: null },
      overrides: {
        key: of?.key ?? (edit.id === undefined ? null : (columns.key ?? factKey(words))),
        statedFields: Object.keys(set) as (keyof NewMemory)[],
        pinned: columns.pinned === 1,
        hidden: holdsHiddenText(edit.text),
        byMember: false,
        ...{ agent: null, run: null, columns: set, id: edit.id },
      },
    },
    ...{ source: event, names, context, done: NO_PROGRESS },
  });
}

function ownPart(text: string): string {
  const ownText = withoutInjected(text).text;
  if (ownText.trim() === "") throw nothingLeft("it holds only what Memoir itself put into a conversation");
  return ownText === text ? text : ownText.replaceAll(/[^\S\n]{2,}/g, " ").trim();
}

function nothingLeft(why: string): MemoirError {
  return invalidArgument(`Nothing of this entry can be kept: ${why}.`);
}

/** A key made from the text follows it, unless another memory has that key; `null`: the key stays. */
async function newKeyOf(
  { store }: WriteTools,
  scope: Scope,
  of: MemoryRow | null,
  words: string,
): Promise<string | null> {
  const key = factKey(words);
  if (of === null || of.key === key || of.key !== factKey(of.text)) return null;
  const scopeRef = await findScope(store.read, scope);
  const holder = await findMemoryByKey(store.read, { tenant: scope.tenant, num: scopeRef!.num }, key);
  return holder === undefined ? key : null;
}

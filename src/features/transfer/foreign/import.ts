import { randomUUID } from "node:crypto";
import type { ForeignOptions, ForeignReport, ForeignScope } from "../../../api/transfers.ts";
import {
  checkFlag,
  checkOneOf,
  checkOptions,
  checkSignal,
  FOREIGN_FORMATS,
  type ForeignFormat,
  type ImportSource,
} from "../../../domain/arguments.ts";
import type { WriteOutcome } from "../../../domain/change.ts";
import { FOREIGN_TRUST } from "../../../domain/enums.ts";
import { checkAborted, invalidArgument, MemoirError } from "../../../domain/errors.ts";
import type { EventType } from "../../../domain/event.ts";
import { formatScope, parseScope, type Scope } from "../../../domain/scope.ts";
import { nextTurn } from "../../../runtime/yield.ts";
import { countKnownEvents, type NewEvent } from "../../../store/tables/events.ts";
import { findScope } from "../../../store/tables/scopes.ts";
import type { ImportNote } from "../../../write/extract/stated-claims.ts";
import { extractPending } from "../../../write/extract-pending.ts";
import { recordable } from "../../../write/observe/observe.ts";
import type { WriteTools } from "../../../write/tools/write-tools.ts";
import { readAll } from "../input-lines.ts";
import { readForeign } from "./format.ts";
import type { ForeignItem } from "./item.ts";

/** Events of one transaction. */
const BATCH = 1_000;
/** Events that are checked and redacted before others get their turn. */
const SLICE = 50;

/**
 * Takes in what another program has kept, through the same gate as everything else: each item becomes an event, and what
 * is taken from it has that event as evidence. The whole file is read and checked before the first is recorded.
 */
export async function importForeign(
  tools: WriteTools,
  tenant: string,
  file: { readonly format: ForeignFormat; readonly source: ImportSource },
  options: ForeignOptions | undefined,
): Promise<ForeignReport> {
  const { scope, ...rest } = checkOptions(options, "importForeign()");
  const format = checkOneOf(file.format, FOREIGN_FORMATS, "format");
  const trust = checkOneOf(rest.trust ?? "import", FOREIGN_TRUST, "trust");
  const dryRun = checkFlag(rest.dryRun ?? false, "dryRun");
  const flush = checkFlag(rest.flush ?? true, "flush");
  const signal = checkSignal(rest.signal);
  const into = scope === undefined ? null : parseScope(scope, tenant);
  if (!tools.settings.enable)
    throw new MemoirError(
      "writes_disabled",
      "enable is off in the settings: nothing is imported. Switch it on.",
    );
  const { items, skipped } = await readForeign(format, await readAll(file.source, signal));
  const prepared: Prepared[] = [];
  for (const group of byScope(items, into, tenant).values())
    prepared.push(await prepare(tools, group, { format, trust }));
  const batch = flush && !dryRun ? randomUUID() : null;
  const scopes: ForeignScope[] = [];
  for (const scopeItems of prepared) {
    checkAborted(signal);
    scopes.push(dryRun ? await wouldBe(tools, scopeItems) : await record(tools, scopeItems, batch, signal));
  }
  return { dryRun, format, scopes, skipped, batch };
}

interface ScopeItems {
  readonly scope: Scope;
  readonly items: ForeignItem[];
}

function byScope(items: readonly ForeignItem[], into: Scope | null, tenant: string): Map<string, ScopeItems> {
  const users = new Set(items.flatMap(({ user }) => user ?? []));
  if (into !== null && users.size > 1) {
    throw invalidArgument(
      `The file holds what several users said (${[...users].slice(0, 3).join(", ")}, …); in one scope they would be one ` +
        "person. Leave the scope out, so that each has their own.",
    );
  }
  const scopes = new Map<string, ScopeItems>();
  for (const item of items) {
    const scope = into ?? scopeOf(item, tenant);
    const name = formatScope(scope);
    const group = scopes.get(name) ?? { scope, items: [] };
    scopes.set(name, group);
    group.items.push(item);
  }
  return scopes;
}

function scopeOf({ user }: ForeignItem, tenant: string): Scope {
  if (user !== null) return parseScope({ kind: "user", id: user }, tenant);
  throw invalidArgument(
    "The file does not say whose it is. Name the scope that it goes to, such as user:alice.",
  );
}

interface Prepared {
  readonly scope: Scope;
  readonly events: NewEvent[];
  readonly redacted: number;
}

/** On nobody's word it is an import; on the user's it is a message like any other. */
async function prepare(
  tools: WriteTools,
  { scope, items }: ScopeItems,
  { format, trust }: { readonly format: ForeignFormat; readonly trust: "import" | "user" },
): Promise<Prepared> {
  const type: EventType = trust === "user" ? "message" : "import";
  const defaults = { thread: null, denyPatterns: tools.settings.privacy.denyPatterns, imports: true };
  const events: NewEvent[] = [];
  let redacted = 0;
  for (let from = 0; from < items.length; from += SLICE) {
    await nextTurn();
    const inputs = items.slice(from, from + SLICE).map(({ event }) => ({ ...event, type }));
    const part = await recordable(inputs, defaults, tools.now());
    events.push(...part.events.map((event) => withImportNote(event, format)));
    redacted += part.redacted;
  }
  return { scope, events, redacted };
}

/** On the user's word, an event says that it was imported: it may be read much later, and no limit holds for it. */
function withImportNote(event: NewEvent, format: ForeignFormat): NewEvent {
  const content = JSON.parse(event.content ?? "{}") as Record<string, unknown>;
  if (event.type === "import" || event.role === "system" || "import" in content) return event;
  const note: ImportNote = { format, claim: false };
  return { ...event, content: JSON.stringify({ ...content, import: note }) };
}

async function wouldBe({ store }: WriteTools, { scope, events, redacted }: Prepared): Promise<ForeignScope> {
  const scopeRef = await findScope(store.read, scope);
  const ids = [...new Set(events.map(({ id }) => id))];
  const knownCount = scopeRef === undefined ? 0 : await countKnownEvents(store.read, scopeRef, ids);
  const recorded = ids.length - knownCount;
  return {
    scope: formatScope(scope),
    items: events.length,
    recorded,
    duplicates: events.length - recorded,
    redacted,
    outcomes: {},
  };
}

async function record(
  tools: WriteTools,
  { scope, events, redacted }: Prepared,
  batch: string | null,
  signal: AbortSignal | undefined,
): Promise<ForeignScope> {
  // Events that were unread before are not part of this operation.
  if (batch !== null) await extractPending(tools, scope, { signal });
  let recorded = 0;
  for (let from = 0; from < events.length; from += BATCH) {
    checkAborted(signal);
    const part = events.slice(from, from + BATCH);
    recorded += (await tools.store.write("observe", { scope, at: tools.now(), events: part }, { signal }))
      .recorded;
  }
  const outcomes: Partial<Record<WriteOutcome, number>> = {};
  const inBatch: WriteTools = {
    ...tools,
    context: (...args) => ({ ...tools.context(...args), batch: batch ?? undefined }),
  };
  const report = batch === null ? { entries: [] } : await extractPending(inBatch, scope, { signal });
  for (const { outcome } of report.entries) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    scope: formatScope(scope),
    items: events.length,
    recorded,
    duplicates: events.length - recorded,
    redacted,
    outcomes,
  };
}

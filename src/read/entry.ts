import type {
  QueryAnswer,
  QueryCallOptions,
  QueryRequest,
  Recall,
  RecallCallOptions,
} from "../api/recall.ts";
import type { Access } from "../domain/allowlist.ts";
import {
  checkList,
  checkOneOf,
  checkOptions,
  checkSignal,
  checkUnit,
  checkWhole,
  withoutUndefined,
} from "../domain/arguments.ts";
import { SOURCES, type Source } from "../domain/enums.ts";
import { invalidArgument, MemoirError, show } from "../domain/errors.ts";
import { MEMORY_TYPES } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { checkId, checkTime, LIMITS, wellFormed } from "../domain/text.ts";
import type { TenantSettings } from "../store/tables/policies.ts";
import { queryOf } from "./memory-query-tool.ts";
import { checkCategories, checkFilter } from "./parse/filter.ts";
import { recall } from "./recall.ts";
import { deliver } from "./render/delivery.ts";
import type { Bounds, Question, ReadContext, ReadingHandle, RecallRequest } from "./types.ts";

/** Options of a recall that a model's tool asks for. */
export type ToolRecallOptions = RecallCallOptions & {
  also?: readonly ("archived" | "expired")[];
  /** Sources beside those that the settings recall from. Default: none. */
  beside?: readonly Source[];
};

/** A recall as a program asks for it: to be injected unasked. */
export async function askRecall(
  context: ReadContext,
  handle: ReadingHandle,
  query: unknown,
  options: RecallCallOptions,
): Promise<Recall> {
  const thread = options.thread === undefined ? handle.thread : checkId(options.thread, "thread");
  return ask(context, handle, (settings) => ({
    ...recallRequest(context, settings, handle, { query, options, call: "recall()" }),
    thread,
  }));
}

/** `memory.query`: asked for by an agent, answered in its own words, and delivered by being answered. */
export async function askQuery(
  context: ReadContext,
  handle: ReadingHandle,
  request: QueryRequest,
  call: QueryCallOptions | undefined,
): Promise<QueryAnswer> {
  const { signal, onDegraded } = checkOptions(call, "query()");
  const { query, options, answer } = queryOf(request, handle.access.agent);
  const asked = { ...options, ...withoutUndefined({ signal }) };
  let maxTokens: number | null = null;
  const found = await ask(context, handle, ({ render, ...others }) => {
    const settings = { ...others, render: { ...render, format: "bullets" as const } };
    const looked = recallRequest(context, settings, handle, { query, options: asked, call: "query()" });
    maxTokens = looked.bounds.maxTokens;
    return { ...looked, asked: true };
  });
  if (found.degraded !== null) onDegraded?.(found.degraded);
  const items = answer(found, maxTokens);
  const { thread, rev } = found.receipt;
  inBackground(deliver(context, handle, { ids: items.map(({ id }) => id), thread, rev }));
  return items;
}

/** A recall that a model asks for through a tool. */
export async function askForTool(
  context: ReadContext,
  handle: ReadingHandle,
  query: string,
  { also, beside, ...given }: ToolRecallOptions,
): Promise<Recall> {
  const found = await ask(context, handle, (settings) => {
    const options =
      beside === undefined
        ? given
        : { ...given, from: [...usualSources(settings, handle.access), ...beside] };
    const looked = recallRequest(context, settings, handle, { query, options, call: "recall()" });
    const filter =
      also === undefined ? looked.filter : { ...looked.filter, status: ["active", ...also] as const };
    return { ...looked, filter, asked: true };
  });
  inBackground(found.delivered());
  return found;
}

/** Reads under the tenant's policies as last seen, or the newest where those have changed, and counts the search. */
async function ask(
  context: ReadContext,
  { scopes, thread }: ReadingHandle,
  question: (settings: Settings) => Question,
): Promise<Recall> {
  const [scope] = scopes;
  const request = underPolicies(context, scope, question);
  const found = await recall(request);
  const { asked, now } = request;
  context.operations.searched(scope, found, { thread: request.thread ?? thread, at: now.getTime(), asked });
  return found;
}

/** Off the caller's path; what cannot be counted now is not worth an error. */
function inBackground(delivery: Promise<void>): void {
  delivery.catch(() => undefined);
}

/**
 * Whether users' own words may be recalled. Where the write policy or consent holds claims back, a quote would go around
 * it: then there are none.
 */
function mayQuoteUnder({ readPolicy, writePolicy, consent }: Settings): boolean {
  const { enable, mode, allowedTypes, requireApprovalTypes } = writePolicy;
  const letsAllIn = MEMORY_TYPES.every(
    (type) => allowedTypes.includes(type) && !requireApprovalTypes.includes(type),
  );
  return readPolicy.quotes && enable && mode === "auto" && letsAllIn && consent.mode !== "facts";
}

/** The longest a timer can wait. */
const MAX_WAIT = 2_147_483_647;

/** However much is asked for, and where the preset sets no limit. */
const MAX_HITS = 1_000;

function boundsOf(options: RecallCallOptions, { readPolicy, render }: Settings): Bounds {
  const usual =
    options.tools === true && render.maxTokensWithTools !== null
      ? render.maxTokensWithTools
      : readPolicy.maxTokens;
  return {
    maxItems: checkWhole(options.limit ?? readPolicy.maxItems ?? MAX_HITS, "limit", 1, MAX_HITS),
    maxTokens:
      options.maxTokens === undefined
        ? usual
        : checkWhole(options.maxTokens, "maxTokens", 1, Number.MAX_SAFE_INTEGER),
  };
}

function checkSources(value: unknown, usual: readonly Source[]): readonly Source[] {
  if (value === undefined) return usual;
  const sources = Array.from(checkList(value, "from"), (one) => checkOneOf(one, SOURCES, "from"));
  if (sources.length > 0) return [...new Set(sources)];
  throw invalidArgument("from is empty: leave it out to look through memories, or name some.");
}

/** A handle that sees some categories only sees no raw words: they have none. */
function usualSources(settings: Settings, { categories }: Access): readonly Source[] {
  return categories === null && mayQuoteUnder(settings) ? ["memories", "quotes"] : ["memories"];
}

/**
 * The request of one read: the tenant's settings and the handle fill in what the caller leaves out. `call`: its name, for
 * error messages.
 */
export function recallRequest(
  context: ReadContext,
  settings: Settings,
  handle: ReadingHandle,
  { query, options, call }: { query: unknown; options: RecallCallOptions; call: string },
): Question {
  if (typeof query !== "string") {
    throw invalidArgument(`${call} takes a text to look for, got ${show(query)}.`);
  }
  if (query.length > LIMITS.query) {
    throw new MemoirError(
      "too_large",
      `${call} got a query of ${query.length} characters; at most ${LIMITS.query} are taken. Pass the question, or the end of the message.`,
      { details: { path: "query", limit: LIMITS.query, length: query.length } },
    );
  }
  const { readPolicy } = settings;
  const { status, ...filter } = checkFilter(options.filters, call);
  if (status !== undefined) {
    throw invalidArgument(
      `${call} gives active memories only; it takes no filter "status". Use memories.list() to see others.`,
    );
  }
  return {
    reader: context.use(),
    indexes: context.indexes,
    embedder: context.embedder,
    reranker: context.reranker,
    settings,
    now: new Date(context.now()),
    scopes: handle.scopes,
    access: handle.access,
    query: wellFormed(query),
    asker: options.asker === undefined ? null : checkId(options.asker, "asker"),
    from: checkSources(options.from, usualSources(settings, handle.access)),
    bounds: boundsOf(options, settings),
    filter:
      options.categories === undefined
        ? filter
        : { ...filter, categories: checkCategories(options.categories) },
    threshold: options.threshold === undefined ? undefined : checkUnit(options.threshold, "threshold"),
    asOf: options.asOf === undefined ? null : checkTime(options.asOf, "asOf"),
    deadlineMs:
      options.deadlineMs === undefined
        ? readPolicy.deadlineMs
        : checkWhole(options.deadlineMs, "deadlineMs", 1, MAX_WAIT),
    asked: false,
    thread: null,
    signal: checkSignal(options.signal),
    deliver: (receipt, options) => deliver(context, handle, receipt, options),
  };
}

/** A question under the policies of the first scope as last seen, and how to ask it again under the newest. */
export function underPolicies(
  { tenants }: ReadContext,
  scope: Scope,
  question: (settings: Settings) => Question,
): RecallRequest {
  const under = ({ settings, policy }: TenantSettings): RecallRequest => ({
    ...question(settings),
    policy,
    newer: async () => under(await tenants.now(scope)),
  });
  return under(tenants.last(scope));
}

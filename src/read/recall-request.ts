import type { RecallCallOptions } from "../api/recall.ts";
import type { Access } from "../domain/allowlist.ts";
import { checkList, checkOneOf, checkSignal, checkUnit, checkWhole, MAX_HITS } from "../domain/arguments.ts";
import { SOURCES, type Source } from "../domain/enums.ts";
import { invalidArgument, MemoirError, show } from "../domain/errors.ts";
import { MEMORY_TYPES } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { checkId, checkTime, LIMITS, wellFormed } from "../domain/text.ts";
import type { TenantSettings } from "../store/tables/policies.ts";
import { checkCategories, checkFilter } from "./parse/filter.ts";
import { deliver } from "./render/delivery.ts";
import type { Bounds, Question, ReadContext, ReadingHandle, RecallRequest } from "./shared/request.ts";

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
export function usualSources(settings: Settings, { categories }: Access): readonly Source[] {
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
    explicitQuery: false,
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

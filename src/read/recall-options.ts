import type { RecallCallOptions } from "../api/recall.ts";
import type { Access } from "../domain/allowlist.ts";
import { checkList, checkOneOf, checkSignal, checkUnit } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { MEMORY_TYPES } from "../domain/memory.ts";
import { SOURCES, type Source } from "../domain/names.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { checkId, checkTime, LIMITS, wellFormed } from "../domain/text.ts";
import { deliver } from "./delivery.ts";
import { checkFilter } from "./filter.ts";
import type { ReadContext } from "./read-context.ts";
import type { Bounds, Question } from "./request.ts";

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
const MOST_WAIT = 2_147_483_647;

/** However much is asked for, and where the preset sets no limit. */
const MOST_HITS = 1_000;

function boundsOf(options: RecallCallOptions, { readPolicy, render }: Settings): Bounds {
  const usual =
    options.tools === true && render.maxTokensWithTools !== null
      ? render.maxTokensWithTools
      : readPolicy.maxTokens;
  return {
    maxItems: checkMost(options.limit ?? readPolicy.maxItems ?? MOST_HITS, "limit", MOST_HITS),
    maxTokens:
      options.maxTokens === undefined
        ? usual
        : checkMost(options.maxTokens, "maxTokens", Number.MAX_SAFE_INTEGER),
  };
}

function checkSources(value: unknown, usual: readonly Source[]): readonly Source[] {
  if (value === undefined) return usual;
  const sources = Array.from(checkList(value, "from"), (one) => checkOneOf(one, SOURCES, "from"));
  if (sources.length > 0) return [...new Set(sources)];
  throw new MemoirError(
    "invalid_argument",
    "from is empty: leave it out to look through memories, or name some.",
  );
}

export function checkCategories(value: unknown): readonly string[] {
  return Array.from(checkList(value, "categories"), (one, i) => checkId(one, `categories[${i}]`));
}

function checkMost(value: unknown, name: string, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  throw new MemoirError(
    "invalid_argument",
    `${name} must be a whole number from 1 to ${most}, got ${show(value)}.`,
  );
}

/** The part of each read that comes from the handle. */
export interface ReadingHandle {
  /** The scope first, then those that are only read (R62). */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly access: Access;
  readonly thread: string | null;
}

/** A handle that sees some categories only sees no raw words: they have none. */
function usualSources(settings: Settings, { categories }: Access): readonly Source[] {
  return categories === null && mayQuoteUnder(settings) ? ["memories", "quotes"] : ["memories"];
}

interface RecallCall {
  readonly query: unknown;
  readonly options: RecallCallOptions;
  /** The name of the call, for error messages. */
  readonly call: string;
}

/** The request of one read: the tenant's settings and the handle fill in what the caller leaves out. */
export function recallRequest(
  context: ReadContext,
  settings: Settings,
  handle: ReadingHandle,
  { query, options, call }: RecallCall,
): Question {
  if (typeof query !== "string") {
    throw new MemoirError("invalid_argument", `${call} takes a text to look for, got ${show(query)}.`);
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
    throw new MemoirError(
      "invalid_argument",
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
        : checkMost(options.deadlineMs, "deadlineMs", MOST_WAIT),
    asked: false,
    thread: null,
    signal: checkSignal(options.signal),
    deliver: (receipt) => deliver(context, handle, receipt),
  };
}

import type {
  QueryAnswer,
  QueryCallOptions,
  QueryRequest,
  Recall,
  RecallCallOptions,
} from "../api/recall.ts";
import { checkOptions, withoutUndefined } from "../domain/arguments.ts";
import type { Source } from "../domain/enums.ts";
import type { Settings } from "../domain/settings.ts";
import { checkId } from "../domain/text.ts";
import { queryOf } from "./memory-query-tool.ts";
import { recall } from "./recall.ts";
import { recallRequest, underPolicies, usualSources } from "./recall-request.ts";
import { deliver } from "./render/delivery.ts";
import type { Question, ReadContext, ReadingHandle } from "./shared/request.ts";

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
  const queryOptions = { ...options, ...withoutUndefined({ signal }) };
  let maxTokens: number | null = null;
  const recall = await ask(context, handle, ({ render, ...others }) => {
    const settings = { ...others, render: { ...render, format: "bullets" as const } };
    const looked = recallRequest(context, settings, handle, {
      query,
      options: queryOptions,
      call: "query()",
    });
    maxTokens = looked.bounds.maxTokens;
    return { ...looked, explicitQuery: true };
  });
  if (recall.degraded !== null) onDegraded?.(recall.degraded);
  const items = answer(recall, maxTokens);
  const { thread, rev } = recall.receipt;
  inBackground(deliver(context, handle, { ids: items.map(({ id }) => id), thread, rev }));
  return items;
}

/** A recall that a model asks for through a tool. */
export async function askForTool(
  context: ReadContext,
  handle: ReadingHandle,
  query: string,
  { also, beside, ...recallOptions }: ToolRecallOptions,
): Promise<Recall> {
  const recall = await ask(context, handle, (settings) => {
    const options =
      beside === undefined
        ? recallOptions
        : { ...recallOptions, from: [...usualSources(settings, handle.access), ...beside] };
    const looked = recallRequest(context, settings, handle, { query, options, call: "recall()" });
    const filter =
      also === undefined ? looked.filter : { ...looked.filter, status: ["active", ...also] as const };
    return { ...looked, filter, explicitQuery: true };
  });
  inBackground(recall.delivered());
  return recall;
}

/** Reads under the tenant's policies as last seen, or the newest where those have changed, and counts the search. */
async function ask(
  context: ReadContext,
  { scopes, thread }: ReadingHandle,
  question: (settings: Settings) => Question,
): Promise<Recall> {
  const [scope] = scopes;
  const request = underPolicies(context, scope, question);
  const result = await recall(request);
  const { explicitQuery, now } = request;
  context.operations.searched(scope, result, {
    thread: request.thread ?? thread,
    at: now.getTime(),
    explicitQuery,
  });
  return result;
}

/** Off the caller's path; what cannot be counted now is not worth an error. */
function inBackground(delivery: Promise<void>): void {
  delivery.catch(() => undefined);
}

import type { QueryAnswer, QueryCallOptions, QueryRequest } from "../api/query.ts";
import type { Recall, RecallCallOptions } from "../api/recall.ts";
import { checkOptions } from "../domain/arguments.ts";
import type { Settings } from "../domain/settings.ts";
import { checkId } from "../domain/text.ts";
import type { TenantSettings } from "../store/tenant-settings.ts";
import { queryOf } from "./query.ts";
import { recall } from "./recall.ts";
import { type ReadingHandle, recallRequest } from "./recall-options.ts";
import type { Question, ReadContext, RecallRequest } from "./request.ts";

/** Options of a recall that a model's tool asks for. */
export type ToolRecallOptions = RecallCallOptions & { also?: readonly ("archived" | "expired")[] };

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
  given: QueryCallOptions | undefined,
): Promise<QueryAnswer> {
  const { signal, onDegraded } = checkOptions(given, "query()");
  const { query, options, answer } = queryOf(request, handle.access.agent);
  const asked = { ...options, ...(signal === undefined ? {} : { signal }) };
  const found = await ask(context, handle, ({ render, ...others }) => {
    const settings = { ...others, render: { ...render, format: "bullets" as const } };
    return {
      ...recallRequest(context, settings, handle, { query, options: asked, call: "query()" }),
      asked: true,
    };
  });
  deliver(found);
  if (found.degraded !== null) onDegraded?.(found.degraded);
  return answer(found);
}

/** A recall that a model asks for through a tool. */
export async function askForTool(
  context: ReadContext,
  handle: ReadingHandle,
  query: string,
  { also, ...options }: ToolRecallOptions,
): Promise<Recall> {
  const found = await ask(context, handle, (settings) => {
    const looked = recallRequest(context, settings, handle, { query, options, call: "recall()" });
    const filter =
      also === undefined ? looked.filter : { ...looked.filter, status: ["active", ...also] as const };
    return { ...looked, filter, asked: true };
  });
  deliver(found);
  return found;
}

/** Reads under the tenant's policies as last seen, or the newest where those have changed, and counts the search. */
async function ask(
  context: ReadContext,
  { scopes, thread }: ReadingHandle,
  question: (settings: Settings) => Question,
): Promise<Recall> {
  const [scope] = scopes;
  const under = ({ settings, policy }: TenantSettings): RecallRequest => ({
    ...question(settings),
    policy,
    newer: async () => under(await context.tenants.now(scope.tenant)),
  });
  const request = under(context.tenants.last(scope.tenant));
  const found = await recall(request);
  context.operations.searched(scope, found, request.thread ?? thread, request.now.getTime());
  return found;
}

/** Off the caller's path (R321); what cannot be counted now is not worth an error. */
function deliver(found: Recall): void {
  found.delivered().catch(() => undefined);
}

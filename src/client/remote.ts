import { type Request as CallRequest, type CallRow, FILTER, requestsOf } from "../api/calls/call.ts";
import { CALLS, type Calls, callTitle, type Handles, withOptionChecks } from "../api/calls/index.ts";
import type { MemoryFilter } from "../api/memories.ts";
import type { Method } from "../api/method.ts";
import { checkList } from "../domain/arguments.ts";
import type { ScopeInput } from "../domain/scope.ts";
import { memoryFilterQuery } from "./filter-query.ts";
import {
  fetchAll,
  fetchPage,
  KEY_ACTS,
  orNull,
  queryTime,
  refuse,
  scopeText,
  segment,
  type Where,
} from "./request.ts";
import type { Transport } from "./transport.ts";

type Fields = Record<string, unknown>;

/** The calls that the table describes whole. */
type Derived<N extends keyof Calls & keyof Handles> = {
  [K in keyof Calls[N]]: Calls[N][K] extends { readonly http: string } ? K : never;
}[keyof Calls[N]];

/** Where a handle's requests go, and the scope that they are about, if any. */
export interface Remote {
  readonly transport: Transport;
  readonly where?: Where;
  /** What the path names beside the arguments: the id of a session. */
  readonly path?: Readonly<Record<string, string>>;
}

/**
 * A handle whose calls are requests, as the table of calls says. `ownCalls` has its other members, and calls in place of
 * those.
 */
export function remote<N extends keyof Calls & keyof Handles>(
  of: N,
  to: Remote,
  ownCalls: Omit<Handles[N], Derived<N>> & Partial<Handles[N]>,
): Handles[N] {
  const handle: Fields = { ...ownCalls };
  for (const [name, row] of Object.entries<CallRow>(CALLS[of])) {
    if (row.http === undefined || name in ownCalls) continue;
    const title = callTitle(of, name);
    handle[name] = async (...args: unknown[]) => request(to, row, args, title);
  }
  return withOptionChecks(of, handle as unknown as Handles[N]);
}

/** The request of one call with these arguments. */
export async function request(
  { transport, where, path: inPath = {} }: Remote,
  call: Parameters<typeof requestsOf>[0],
  args: readonly unknown[],
  title = "",
): Promise<unknown> {
  const { ofItem, ofScope } = requestsOf(call);
  const row: CallRow & CallRequest = args[0] === undefined ? (ofScope ?? ofItem) : ofItem;
  const { args: argNames = [], options: optionNames = {} } = row;
  const { signal, ...options } = (args[argNames.length] ?? {}) as Fields & { signal?: AbortSignal };
  if ("actor" in optionNames && row.filters === undefined) refuse(options, "actor", title, KEY_ACTS);
  const [method, template] = row.http.split(" ") as [Method, string];
  const fields: Fields = {};
  const headers: Record<string, string> = {};
  let path = template;
  const put = (name: string, value: unknown): void => {
    const sentAs = row.names?.[name] ?? name;
    if (name === row.ifMatch) {
      if (value !== undefined) headers["if-match"] = `"${value}"`;
    } else if (path.includes(`{${sentAs}}`)) {
      const id = typeof value === "number" ? String(value) : (value as string);
      path = path.replace(`{${sentAs}}`, segment(id, name));
    } else if (value !== undefined) fields[sentAs] = wireValue(name, value);
  };
  argNames.forEach((name, i) => {
    if (!name.startsWith("...")) put(name, args[i] ?? undefined);
    else for (const [field, value] of Object.entries(args[i] ?? {})) put(field, value);
  });
  for (const [name, value] of Object.entries(inPath)) put(name, value);
  const filter: MemoryFilter = {};
  for (const [name, value] of Object.entries(options)) {
    if (row.filters === true && name in FILTER) Object.assign(filter, { [name]: value });
    else put(name, value);
  }
  Object.assign(fields, memoryFilterQuery(filter));

  const scope = whoseOf(row, where);
  const sent = {
    query: { ...(row.query === undefined ? {} : scope), ...(row.body === undefined ? fields : {}) },
    ...(row.body === undefined ? {} : { body: { ...(row.query === undefined ? scope : {}), ...fields } }),
    ...(row.once === undefined ? {} : { once: row.once }),
    headers,
    signal,
  };
  if (row.gives === "all") return fetchAll(transport, path);
  if (row.gives === "page") return fetchPage(transport, path, { ...sent.query, signal });
  return resultOf(row, await orNull(transport.send<Fields>(method, path, sent), row.nullFor ?? []));
}

function resultOf({ gives }: CallRequest, answer: Fields | null): unknown {
  if (gives === "nothing") return undefined;
  if (gives === "whether") return answer !== null;
  if (answer === null || typeof gives !== "object") return answer;
  if ("field" in gives) return answer[gives.field];
  const { [gives.without]: _, ...rest } = answer;
  if (gives.spread === undefined) return rest;
  const { [gives.spread]: inner, ...beside } = rest;
  return { ...(inner as Fields), ...beside };
}

/** The parts of a scope's handle that go with a request. */
function whoseOf({ whose, query }: CallRequest, where: Where | undefined): Fields {
  const names = whose ?? (query === undefined ? WHOLE : NAMED);
  return where === undefined ? {} : Object.fromEntries(names.map((name) => [name, where[name]]));
}

const NAMED = ["scope", "agent"] as const;
const WHOLE = ["scope", "agent", "thread", "legacy"] as const;

/** A scope and a moment have several forms for callers and one in a request. */
function wireValue(name: string, value: unknown): unknown {
  if (name === "scope") return scopeText(value as ScopeInput);
  if (name === "scopes") return Array.from(checkList(value, name), (one) => scopeText(one as ScopeInput));
  if (name === "since" || name === "until") return queryTime(value as Date, name);
  return value;
}

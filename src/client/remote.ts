import type { Request as CallRequest, CallRow, Method } from "../api/calls/call.ts";
import { CALLS, type Calls, callTitle, checked, type Handles } from "../api/calls/index.ts";
import { checkList } from "../domain/arguments.ts";
import type { ScopeInput } from "../domain/scope.ts";
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
}

/** A handle whose calls are requests, as the table of calls says. `own` has its other members, and calls in place of those. */
export function remote<N extends keyof Calls & keyof Handles>(
  of: N,
  to: Remote,
  own: Omit<Handles[N], Derived<N>> & Partial<Handles[N]>,
): Handles[N] {
  const handle: Fields = { ...own };
  for (const [name, row] of Object.entries<CallRow>(CALLS[of])) {
    if (row.http === undefined || name in own) continue;
    const title = callTitle(of, name);
    handle[name] = async (...args: unknown[]) => send(to, row, args, title);
  }
  return checked(of, handle as unknown as Handles[N]);
}

async function send(
  { transport, where }: Remote,
  row: CallRow & CallRequest,
  args: unknown[],
  title: string,
) {
  const { args: argNames = [], options: optionNames = {} } = row;
  const { signal, ...options } = (args[argNames.length] ?? {}) as Fields & { signal?: AbortSignal };
  if ("actor" in optionNames) refuse(options, "actor", title, KEY_ACTS);
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
    } else fields[sentAs] = written(name, value);
  };
  argNames.forEach((name, i) => {
    if (!name.startsWith("...")) put(name, args[i]);
    else for (const [field, value] of Object.entries(args[i] ?? {})) put(field, value);
  });
  for (const [name, value] of Object.entries(options)) put(name, value);

  const scope = whoseOf(row, where);
  const request = {
    query: { ...(row.query === undefined ? {} : scope), ...(row.body === undefined ? fields : {}) },
    ...(row.body === undefined ? {} : { body: { ...(row.query === undefined ? scope : {}), ...fields } }),
    ...(row.once === undefined ? {} : { once: row.once }),
    headers,
    signal,
  };
  if (row.gives === "all") return fetchAll(transport, path);
  if (row.gives === "page") return fetchPage(transport, path, { ...request.query, signal });
  const answer = await orNull(transport.send<Fields>(method, path, request), row.nullFor ?? []);
  if (answer === null || row.gives === "nothing")
    return answer ?? (row.gives === "nothing" ? undefined : null);
  return row.gives === undefined ? answer : answer[row.gives.field];
}

/** The parts of a scope's handle that go with a request. */
function whoseOf({ whose, query }: CallRequest, where: Where | undefined): Fields {
  const names = whose ?? (query === undefined ? WHOLE : NAMED);
  return where === undefined ? {} : Object.fromEntries(names.map((name) => [name, where[name]]));
}

const NAMED = ["scope", "agent"] as const;
const WHOLE = ["scope", "agent", "thread", "legacy"] as const;

/** A scope and a moment have several forms for callers and one in a request. */
function written(name: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (name === "scope") return scopeText(value as ScopeInput);
  if (name === "scopes") return Array.from(checkList(value, name), (one) => scopeText(one as ScopeInput));
  if (name === "since" || name === "until") return queryTime(value as Date, name);
  return value;
}

import { type Request as CallRequest, type CallRow, requestsOf, type Subject } from "../../api/calls/call.ts";
import * as schemas from "../../api/calls/schemas/index.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import type { OperatorHandle, ScopeHandle } from "../../index.ts";
import { authorizedScope, authorizedTenant, type ScopeRequest } from "./own-scope.ts";
import { pageOfAll } from "./page-of-all.ts";
import { type AuthorizedCall, type Call, type Parsed, type Route, withHandles } from "./route.ts";

const { z } = schemas;

type Rows = Readonly<Record<string, CallRow & Subject>>;

type Fields = Record<string, unknown>;

/** The names in the braces of a path. */
type PathNames<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;

type ParsedBy<F> = F extends (...args: never[]) => infer S ? Parsed<S> : undefined;

type ParamsOf<R> = R extends { readonly params: infer F }
  ? ParsedBy<F>
  : R extends { readonly http: infer P }
    ? Readonly<Record<PathNames<P>, string>>
    : never;

type Field<R, K extends string> = R extends { readonly [P in K]: infer F } ? ParsedBy<F> : undefined;

type Run<R> = (call: AuthorizedCall<ParamsOf<R>, Field<R, "query">, Field<R, "body">>) => Promise<unknown>;

/** What routes do beyond calling the handle. */
type Runs<T extends Rows> = { readonly [K in keyof T]?: Run<T[K]> };

/** The same of second requests, which lack the argument in the path. */
type RunsOfScope<T extends Rows> = {
  readonly [K in keyof T]?: T[K] extends { readonly ofScope: infer R } ? Run<R> : never;
};

type Routes<T extends Rows> = { readonly [K in keyof T]: Route } & {
  readonly [K in keyof T as T[K] extends { readonly ofScope: object }
    ? `${K & string}OfScope`
    : never]: Route;
};

/** The routes of calls about the whole tenant. Each calls its handle and answers with the result, unless `runs` has it. */
export function tenantRoutes<T extends Rows>(
  rows: T,
  handleOf: (tenant: OperatorHandle) => object,
  runs: Runs<T> = {},
): Routes<T> {
  return routesOf(rows, runs, ({ service, principal }) => handleOf(authorizedTenant(service, principal)));
}

/** The routes of calls about one scope. */
export function scopeRoutes<T extends Rows>(
  rows: T,
  handleOf: (scope: ScopeHandle, params: Readonly<Record<string, string>>) => object,
  runs: Runs<T> = {},
  runsOfScope: RunsOfScope<T> = {},
): Routes<T> {
  const ofScope = Object.entries(runsOfScope).map(([name, run]) => [`${name}OfScope`, run]);
  const all = { ...runs, ...Object.fromEntries(ofScope) };
  return routesOf(rows, all, ({ service, principal, params, query, body }) => {
    const scopeRequest = { ...(query as ScopeRequest), ...(body as ScopeRequest) };
    return handleOf(
      authorizedScope(service, principal, scopeRequest),
      params as Readonly<Record<string, string>>,
    );
  });
}

function routesOf<T extends Rows>(
  rows: T,
  runs: Readonly<Record<string, unknown>>,
  handleOf: (call: Call) => object,
): Routes<T> {
  const routes = Object.entries(rows).flatMap(([name, row]) => {
    if (row.http === undefined) return [];
    const routeOf = (key: string, request: CallRow & Subject & CallRequest): [string, Route] => {
      const ownRun = runs[key] as Run<CallRow> | undefined;
      const run = (call: Call): Promise<unknown> =>
        ownRun === undefined
          ? forward(handleOf(call) as Handle, name, request, call)
          : ownRun(withHandles(call) as Parameters<typeof ownRun>[0]);
      return [key, { spec: specOf(request), run }];
    };
    const { ofItem, ofScope } = requestsOf(row);
    return [routeOf(name, ofItem), ...(ofScope === undefined ? [] : [routeOf(`${name}OfScope`, ofScope)])];
  });
  return Object.fromEntries(routes) as Routes<T>;
}

function specOf(row: CallRow & Subject & CallRequest): Route["spec"] {
  const { http, tag, role, summary, description, twice, status } = row;
  const [method, path] = http.split(" ") as [string, string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, schemas.name]);
  const params = names.length === 0 ? undefined : z.strictObject(Object.fromEntries(names));
  return {
    method: method.toLowerCase() as Route["spec"]["method"],
    path,
    ...{ tag, role, summary },
    ...withoutUndefined({ description, twice, status }),
    params: row.params?.(schemas) ?? params,
    query: row.query?.(schemas),
    body: row.body?.(schemas),
    answer: row.answer(schemas),
  };
}

type Handle = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** Calls the handle with what was sent, and answers with the result. */
async function forward(
  handle: Handle,
  name: string,
  row: CallRow & CallRequest,
  call: Call,
): Promise<unknown> {
  const { params, query, body, principal, signal } = call;
  const sent = { ...(query as Fields), ...(body as Fields), ...(params as Fields) };
  const fieldOf = (arg: string): unknown => sent[row.names?.[arg] ?? arg];
  const { args = [], options } = row;
  const values = args.map((arg) => (arg.startsWith("...") ? restOf(sent, options) : fieldOf(arg)));
  if (options !== undefined) {
    const fields = Object.fromEntries(Object.keys(options).map((option) => [option, fieldOf(option)]));
    values.push(
      withoutUndefined({
        ...fields,
        ...("signal" in options ? { signal } : {}),
        ...("actor" in options ? { actor: principal.name } : {}),
      }),
    );
  }
  const result = await handle[name]!(...values);
  if (row.gives === "nothing") return Object.fromEntries(args.map((arg, i) => [arg, values[i]]));
  if (row.gives === "all") return pageOfAll(result as unknown[], query as Fields);
  return typeof row.gives === "object" && "field" in row.gives ? { [row.gives.field]: result } : result;
}

/** The fields that are no options: they are one argument. */
function restOf(sent: Fields, options: object = {}): Fields {
  return withoutUndefined(Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in options))));
}

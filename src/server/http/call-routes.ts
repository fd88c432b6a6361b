import type { Request as CallRequest, CallRow, Subject } from "../../api/calls/call.ts";
import * as schemas from "../../api/calls/schemas/index.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import type { OperatorHandle, ScopeHandle } from "../../index.ts";
import { authorizedScope, authorizedTenant, type ScopeRequest } from "./own-scope.ts";
import { pageOfAll } from "./page-of-all.ts";
import type { Call, OwnCall, Parsed, Route } from "./route.ts";

const { z } = schemas;

type Rows = Readonly<Record<string, CallRow & Subject>>;

type Fields = Record<string, unknown>;

/** The names in the braces of a path. */
type PathNames<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;

type Made<F> = F extends (...args: never[]) => infer S ? Parsed<S> : undefined;

type ParamsOf<R> = R extends { readonly params: infer F }
  ? Made<F>
  : R extends { readonly http: infer P }
    ? Readonly<Record<PathNames<P>, string>>
    : never;

type Field<R, K extends string> = R extends { readonly [P in K]: infer F } ? Made<F> : undefined;

/** What a route does beyond calling the handle. */
type Runs<T extends Rows> = {
  readonly [K in keyof T]?: (
    call: OwnCall<ParamsOf<T[K]>, Field<T[K], "query">, Field<T[K], "body">>,
  ) => Promise<unknown>;
};

/** The routes of calls about the whole tenant. Each calls its handle and answers with the result, unless `runs` has it. */
export function tenantRoutes<T extends Rows>(
  rows: T,
  handleOf: (tenant: OperatorHandle) => object,
  runs: Runs<T> = {},
): { readonly [K in keyof T]: Route } {
  return routesOf(rows, runs, ({ service, principal }) => handleOf(authorizedTenant(service, principal)));
}

/** The routes of calls about one scope. */
export function scopeRoutes<T extends Rows>(
  rows: T,
  handleOf: (scope: ScopeHandle) => object,
  runs: Runs<T> = {},
): { readonly [K in keyof T]: Route } {
  return routesOf(rows, runs, ({ service, principal, query, body }) =>
    handleOf(authorizedScope(service, principal, { ...(query as ScopeRequest), ...(body as ScopeRequest) })),
  );
}

function routesOf<T extends Rows>(
  rows: T,
  runs: Runs<T>,
  handleOf: (call: Call) => object,
): { readonly [K in keyof T]: Route } {
  const routes = Object.entries(rows).flatMap(([name, row]) => {
    if (row.http === undefined) return [];
    const own = runs[name] as ((call: OwnCall<unknown, unknown, unknown>) => Promise<unknown>) | undefined;
    const run = (call: Call): Promise<unknown> => {
      if (own === undefined) return forward(handleOf(call) as Handle, name, row, call);
      const { service, principal } = call;
      return own({
        ...call,
        ownScope: (wanted) => authorizedScope(service, principal, wanted),
        ownTenant: () => authorizedTenant(service, principal),
      });
    };
    return [[name, { spec: specOf(row), run }]];
  });
  return Object.fromEntries(routes) as { readonly [K in keyof T]: Route };
}

function specOf(row: CallRow & Subject & CallRequest): Route["spec"] {
  const { http, tag, role, summary, description, twice, status } = row;
  const [method, path] = http.split(" ") as [string, string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, schemas.name]);
  const params = names.length === 0 ? undefined : z.strictObject(Object.fromEntries(names));
  return {
    method: method.toLowerCase() as Route["spec"]["method"],
    path,
    tag,
    role,
    summary,
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
  const given = args.map((arg) => (arg.startsWith("...") ? restOf(sent, options) : fieldOf(arg)));
  if (options !== undefined) {
    const fields = Object.fromEntries(Object.keys(options).map((option) => [option, fieldOf(option)]));
    given.push(
      withoutUndefined({
        ...fields,
        ...("signal" in options ? { signal } : {}),
        ...("actor" in options ? { actor: principal.name } : {}),
      }),
    );
  }
  const result = await handle[name]!(...given);
  if (row.gives === "nothing") return Object.fromEntries(args.map((arg, i) => [arg, given[i]]));
  if (row.gives === "all") return pageOfAll(result as unknown[], query as Fields);
  return typeof row.gives === "object" ? { [row.gives.field]: result } : result;
}

/** The fields that are no options: they are one argument. */
function restOf(sent: Fields, options: object = {}): Fields {
  return withoutUndefined(Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in options))));
}

import { createRoute, type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { namedObject, optional } from "../../api/calls/schemas/common.ts";
import type { Principal, Role } from "../../domain/api-key.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import { ERROR_CODES, type OperatorHandle, type ScopeHandle } from "../../index.ts";
import { authorizedScope, authorizedTenant, type ScopeRequest } from "./own-scope.ts";
import type { Service } from "./service.ts";

type ObjectSchema = z.ZodObject;
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** One request, read and checked. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  readonly service: Service;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The caller, by its key. */
  readonly principal: Principal;
  /** For what the schemas do not read: headers, a body that is streamed. */
  readonly request: Request;
  readonly id: string;
  /** The same for every try of a request that has an `Idempotency-Key`, and no other's; else `null`. */
  readonly once: string | null;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

/** The same with the handles that the key may use. */
export interface AuthorizedCall<P, Q, B> extends Call<P, Q, B> {
  readonly authorizedScope: (request: ScopeRequest) => ScopeHandle;
  readonly authorizedTenant: () => OperatorHandle;
}

export function withHandles(call: Call): AuthorizedCall<unknown, unknown, unknown> {
  const { service, principal } = call;
  return {
    ...call,
    authorizedScope: (request) => authorizedScope(service, principal, request),
    authorizedTenant: () => authorizedTenant(service, principal),
  };
}

interface Spec {
  readonly summary: string;
  readonly description?: string;
  /** The least a key must be allowed; `null` = no key is asked for. */
  readonly role: Role | null;
  /** It looks a key or a token up by itself, at the rates of keys. Default: false. */
  readonly looksUp?: true;
  /** The body's type where the handler reads it as a stream; nothing checks it before. */
  readonly streams?: string;
  readonly answer: z.ZodType;
  /**
   * It takes an `Idempotency-Key`. `"harmless"`: doing it twice is doing it once, so what a crash has left in doubt is
   * done again. `"harmful"`: it is not, so that is refused.
   */
  readonly twice?: "harmless" | "harmful";
  /** Default: 200. */
  readonly status?: ContentfulStatusCode;
  /** The answer's type. Default: `application/json`. */
  readonly type?: string;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** A route as the application mounts it. */
export interface Route {
  readonly spec: Spec & {
    readonly method: Method;
    /** As OpenAPI writes it: `/api/ltm/items/{id}`. */
    readonly path: string;
    readonly tag: string;
    readonly params?: ObjectSchema | undefined;
    readonly query?: ObjectSchema | undefined;
    readonly body?: z.ZodType | undefined;
  };
  /** Gives a value to be answered as JSON, a `reply()`, or a whole `Response`. */
  run(call: Call): Promise<unknown>;
}

type NewRoute = <
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  path: string,
  route: Omit<Spec, "role"> & {
    /** Default: the subject's. */
    readonly role?: Role;
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly run: (call: AuthorizedCall<Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<unknown>;
  },
) => Route;

/** The routes of one subject: they share a tag in the documentation, and the role that they need by default. */
export function routesAbout(tag: string, role: Role | null): Readonly<Record<Method, NewRoute>> {
  const of =
    (method: Method): NewRoute =>
    (path, { run, ...spec }) => ({
      spec: { method, path, tag, role, ...spec },
      // `read-input.ts` has parsed the call with the schemas of this very route.
      run: (call) => run(withHandles(call) as Parameters<typeof run>[0]),
    });
  return { get: of("get"), post: of("post"), put: of("put"), patch: of("patch"), delete: of("delete") };
}

interface ReplyOptions {
  readonly status?: ContentfulStatusCode | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Stored for a repeated request instead of the value, where that must not be stored. */
  readonly again?: unknown;
  /** What was looked up opened nothing: it counts as an attempt with a bad key. */
  readonly opensNothing?: boolean;
}

/** An answer with its own status or headers. */
export class RouteReply {
  readonly value: unknown;
  readonly options: ReplyOptions;

  constructor(value: unknown, options: ReplyOptions = {}) {
    this.value = value;
    this.options = options;
  }
}

export function reply(value: unknown, options?: ReplyOptions): RouteReply {
  return new RouteReply(value, options);
}

const IDEMPOTENCY = z.object({
  "Idempotency-Key": optional(
    z.string().max(255),
    "Your own id of this request. A repetition within a day is not carried out again: it gets the same answer.",
  ),
});

const ErrorSchema = namedObject("Error", {
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string().describe("The problem, the value that caused it, and what to do."),
    details: z.record(z.string(), z.unknown()),
    request: z.string().describe("The request's id, as in the log and in `X-Request-Id`."),
  }),
});

/** Writes the route into the document that `/openapi.json` gives. */
export function document(app: Pick<OpenAPIHono, "openAPIRegistry">, { spec }: Route): void {
  const { method, path, tag, role, summary, description, params, query, body, streams, twice } = spec;
  const content = (schema: z.ZodType, type = "application/json"): object => ({ [type]: { schema } });
  const sent = streams === undefined ? body && content(body) : content(z.string(), streams);
  const config = {
    method,
    path,
    tags: [tag],
    summary,
    description: [description, requiredRoleText(role)].filter(Boolean).join("\n\n"),
    security: role === null ? [] : [{ key: [] }],
    request: {
      ...withoutUndefined({ params, query }),
      ...(twice === undefined ? {} : { headers: IDEMPOTENCY }),
      ...(sent === undefined ? {} : { body: { required: true, content: sent } }),
    },
    responses: {
      [spec.status ?? 200]: { description: summary, content: content(spec.answer, spec.type) },
      default: { description: "An error.", content: content(ErrorSchema) },
    },
  };
  app.openAPIRegistry.registerPath(createRoute(config as unknown as RouteConfig));
}

function requiredRoleText(role: Role | null): string {
  return role === null ? "Needs no key." : `Needs a key with the role \`${role}\` or more.`;
}

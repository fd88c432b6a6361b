import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { Role } from "../domain/api-key.ts";
import type { Call, Parsed } from "./call.ts";
import { ErrorSchema } from "./schemas/error.ts";

type ObjectSchema = z.ZodObject;

interface Spec<P, Q, B> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** As OpenAPI writes it: `/api/ltm/items/{id}`. */
  readonly path: string;
  /** The least a key must be allowed; `null` = no key is asked for. */
  readonly role: Role | null;
  readonly tag: string;
  readonly summary: string;
  /** More than fits in one line. */
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
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

/** A route as the application mounts it. */
export interface Route {
  readonly spec: Spec<ObjectSchema | undefined, ObjectSchema | undefined, z.ZodType | undefined>;
  /** Gives a value to be answered as JSON, a `reply()`, or a whole `Response`. */
  run(call: Call): Promise<unknown>;
}

/** One route: what it takes, who may call it, what it answers, and the work. */
export function route<
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: Spec<P, Q, B>, run: (call: Call<Parsed<P>, Parsed<Q>, Parsed<B>>) => Promise<unknown>): Route {
  // `read-input.ts` has parsed the call with the schemas of this very spec.
  return { spec, run: (call) => run(call as Call<Parsed<P>, Parsed<Q>, Parsed<B>>) };
}

/** A route that asks for no key. */
export function openRoute<
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  spec: Omit<Spec<P, Q, B>, "role">,
  run: (call: Omit<Call<Parsed<P>, Parsed<Q>, Parsed<B>>, "principal">) => Promise<unknown>,
): Route {
  return route<P, Q, B>({ ...spec, role: null }, run);
}

/** An answer with a status or headers of its own. */
export class Reply {
  readonly value: unknown;
  readonly status: ContentfulStatusCode | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** What is kept of it for a request that is sent again, where it may not be kept as it is. */
  readonly again: unknown;

  constructor(value: unknown, { status, headers = {}, again }: ReplyOptions) {
    this.value = value;
    this.status = status;
    this.headers = headers;
    this.again = again;
  }
}

interface ReplyOptions {
  readonly status?: ContentfulStatusCode | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly again?: unknown;
}

export function reply(value: unknown, options: ReplyOptions = {}): Reply {
  return new Reply(value, options);
}

const IDEMPOTENCY = z.object({
  "Idempotency-Key": z
    .string()
    .max(255)
    .optional()
    .describe(
      "Your own name of this request. Sent again within a day, it is not done again but answered as before.",
    ),
});

/** Writes the route into the document that `/openapi.json` gives. */
export function document(app: Pick<OpenAPIHono, "openAPIRegistry">, { spec }: Route): void {
  const json = (schema: z.ZodType): { "application/json": { schema: z.ZodType } } => ({
    "application/json": { schema },
  });
  const request = {
    ...(spec.params === undefined ? {} : { params: spec.params }),
    ...(spec.query === undefined ? {} : { query: spec.query }),
    ...(spec.twice === undefined ? {} : { headers: IDEMPOTENCY }),
    ...(spec.body === undefined ? {} : { body: { required: true, content: json(spec.body) } }),
    ...(spec.streams === undefined
      ? {}
      : { body: { required: true, content: { [spec.streams]: { schema: z.string() } } } }),
  };
  const answer = {
    description: spec.summary,
    content: spec.type === undefined ? json(spec.answer) : { [spec.type]: { schema: spec.answer } },
  };
  const config = {
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, asked(spec.role)].filter(Boolean).join("\n\n"),
    security: spec.role === null ? [] : [{ key: [] }],
    request,
    responses: {
      [spec.status ?? 200]: answer,
      default: { description: "An error.", content: json(ErrorSchema) },
    },
  };
  app.openAPIRegistry.registerPath(createRoute(config as RouteConfig));
}

function asked(role: Role | null): string {
  return role === null ? "Needs no key." : `Needs a key with the role \`${role}\` or more.`;
}

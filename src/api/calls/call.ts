import type { z } from "@hono/zod-openapi";
import type { Role } from "../../domain/api-key.ts";
import type { MemoirErrorCode } from "../../domain/errors.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { filtersOf } from "../../domain/memory-field.ts";
import type { MemoryFilter } from "../memories.ts";
import type { Method } from "../method.ts";
import type { ScopesOptions } from "../operator.ts";
import type { CallOptions, PageOptions, ReasonOptions } from "../options.ts";
import type { SpanOptions } from "../stats.ts";
import type * as Schemas from "./schemas/index.ts";

/** The names of a call's options. The compiler sees to it that none is missing and none is too many. */
export type OptionNames<T> = Readonly<Record<keyof T & string, true>>;

/** Made from the schemas by a server. A row does not load them itself, so that a browser's client goes without zod. */
type SchemaFactory<T extends z.ZodType> = (schemas: typeof Schemas) => T;

/** The request that a client makes of a call, and that a server answers. */
export interface Request {
  /** An argument whose name is in the path goes there; all others go into the body, or into the query without one. */
  readonly http: `${Method} /${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Its subject in the document. Default: that of the rows. */
  readonly tag?: string;
  /** The least role of a key. Default: the subject's. */
  readonly role?: Role;
  /** Default: each name of the path is a name. */
  readonly params?: SchemaFactory<z.ZodObject>;
  readonly query?: SchemaFactory<z.ZodObject>;
  readonly body?: SchemaFactory<z.ZodType>;
  readonly answer: SchemaFactory<z.ZodType>;
  /** Default: 200. */
  readonly status?: 201;
  /**
   * A server takes an `Idempotency-Key`. `"harmless"`: doing it twice is doing it once, so what a crash has left in doubt is
   * done again. `"harmful"`: it is not, so that is refused.
   */
  readonly twice?: "harmless" | "harmful";
  /** A client sends such a key, so that it may try again. Default: false. */
  readonly once?: true;
  /** Which parts of a scope's handle a client sends. Default: scope and agent in a query, all in a body. */
  readonly whose?: readonly ("scope" | "agent" | "thread" | "legacy")[];
  /** Names in the request, where they are not those of the arguments and options. */
  readonly names?: Readonly<Record<string, string>>;
  /** Among the options are filters of memories, which have other names in a query. */
  readonly filters?: true;
  /** The option that goes into the header `If-Match`. */
  readonly ifMatch?: string;
  /**
   * The call's result, where it is not the answer: a page; everything of a list that is sent in pages; nothing; whether
   * there was an answer; one field of it; the answer without a field; the fields of an inner object beside the others.
   */
  readonly gives?: "page" | "all" | "nothing" | "whether" | Piece;
  /** The call gives `null` where the server answers with one of these. */
  readonly nullFor?: readonly MemoirErrorCode[];
}

type Piece = { readonly field: string } | { readonly without: string; readonly spread?: string };

type Split<F> = F extends (...args: infer A) => unknown
  ? Required<A> extends readonly [...infer Before, infer Last]
    ? NonNullable<Last> extends object
      ? { readonly before: Before; readonly options: NonNullable<Last> }
      : { readonly before: Required<A>; readonly options: undefined }
    : { readonly before: []; readonly options: undefined }
  : never;

type ArgumentNames<A extends readonly unknown[]> = { readonly [I in keyof A]: string };

/** The arguments of a call by name, and the names of its options, which are the last argument. `...name` has fields of the request. */
type Signature<F> = (Split<F>["before"] extends readonly []
  ? { readonly args?: readonly [] }
  : { readonly args: ArgumentNames<Split<F>["before"]> }) &
  (Split<F>["options"] extends object
    ? { readonly options: OptionNames<Split<F>["options"]> }
    : { readonly options?: undefined });

/** Members that are made where the caller is. */
type Local = "close" | "operator" | "session" | "tools";

type CallNames<H> = {
  [K in keyof H]: H[K] extends (...args: never[]) => unknown ? (K extends Local ? never : K & string) : never;
}[keyof H];

/** A row for each call of a handle; one without `http` has a client's own code. */
export type CallTable<H> = {
  readonly [K in CallNames<H>]: Signature<H[K]> & Requests;
};

type Requests = (Request & { readonly ofScope?: RequestOfScope }) | { readonly http?: undefined };

/** The request without the argument that is in the path. What it does not say is as in the row; beside a body no query. */
type RequestOfScope = Pick<Request, "http" | "summary"> & Partial<Request>;

/** A row's request, and its request without the argument that is in the path. */
export function requestsOf<R extends CallRow & Request & { readonly ofScope?: RequestOfScope }>(
  row: R,
): { readonly ofItem: Omit<R, "ofScope">; readonly ofScope: Omit<R, "ofScope"> | undefined } {
  const { ofScope, ...ofItem } = row;
  if (ofScope === undefined) return { ofItem, ofScope };
  const { description: _, query, ...inherited } = ofItem;
  const beside = ofScope.body === undefined ? { query } : {};
  return { ofItem, ofScope: { ...inherited, ...beside, ...ofScope } as unknown as typeof ofItem };
}

/** A row of any table. */
export type CallRow = {
  readonly args?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, true>> | undefined;
} & Requests;

/** The subject of rows in the server's document, and the role that they need by default. */
export interface Subject {
  readonly tag: string;
  readonly role: Role;
}

/** Rows of one subject. */
export function about<T extends Readonly<Record<string, CallRow>>>(
  tag: string,
  role: Role,
  rows: T,
): { readonly [K in keyof T]: Subject & T[K] } {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { tag, role, ...row }]),
  ) as unknown as { readonly [K in keyof T]: Subject & T[K] };
}

export const SIGNAL: OptionNames<CallOptions> = { signal: true };
export const PAGE: OptionNames<PageOptions> = { limit: true, cursor: true, signal: true };
export const REASON: OptionNames<ReasonOptions> = { reason: true, signal: true };
export const SPAN: OptionNames<SpanOptions> = { since: true, until: true };
export const SCOPES: OptionNames<ScopesOptions> = { scope: true, scopeKind: true };
export const FILTER = Object.fromEntries(
  filtersOf(MEMORY_FIELDS).map(({ name }) => [name, true]),
) as OptionNames<MemoryFilter>;

import { z } from "@hono/zod-openapi";
import { MOST_PER_PAGE } from "../../read/page.ts";

/** Bounds for every free text of a request that is a name or an id; the engine has the exact rules. */
export const name = z.string().min(1).max(1_000);

export const time = z.iso.datetime({ offset: true }).describe("ISO 8601.");

/** As the engine gives it and JSON writes it. */
export const moment = z.iso.datetime();

/** `?limit=20&cursor=…` of every list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(MOST_PER_PAGE).optional().describe("Items a page. Default: 50."),
  cursor: z.string().max(200).optional().describe("`next` of the page before."),
};

/** Only what was asked for, as the engine takes it. */
export function pageAsked({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }): {
  limit?: number;
  cursor?: string;
} {
  return { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
}

/** `?scope=user:alice`, or `?scope=user&scope_id=alice`. */
export const wantedScope = {
  scope: name
    .optional()
    .describe("`user:alice`, `group:42`, `project:x`, `global`; or a kind, with `scope_id`."),
  scope_id: name.optional(),
};

/** The agent, if the key is not bound to one. */
export const wantedAgent = {
  agent: name
    .optional()
    .describe("The agent that acts; its allowlist holds. A key bound to an agent acts as no other."),
};

export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

type Several<T> = z.ZodType<z.output<T>[], string | string[]>;

/** A list in a query string, of what holds no comma: `?status=active&status=pending` or `?status=active,pending`. */
export function listOf<T extends z.ZodType<unknown, string>>(one: T): Several<T> {
  return split(one, (part) => part.split(","));
}

/** A list of names, which may hold one: `?scope=user:alice&scope=user:bob`. */
export function namesOf<T extends z.ZodType<unknown, string>>(one: T): Several<T> {
  return split(one, (part) => [part]);
}

function split<T extends z.ZodType<unknown, string>>(one: T, parts: (text: string) => string[]): Several<T> {
  return (
    z
      .union([z.string(), z.array(z.string())])
      // `?status=` is a list without entries.
      .transform((value) => (value === "" ? [] : [value].flat().flatMap(parts)))
      .pipe(z.array(one)) as unknown as Several<T>
  );
}

/** A page of a list. */
export function pageOf<T extends z.ZodType>(item: T): z.ZodType {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

export const reason = z.string().max(2_000).optional().describe("Why, for the history.");

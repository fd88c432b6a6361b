import type { z } from "@hono/zod-openapi";
import type { Route } from "../../../src/server/http/route.ts";
import { ROUTES } from "../../../src/server/http/routes/index.ts";
import { code, table } from "./table.ts";

const INTRO = `# HTTP routes

Every route of the server, with the role that a key needs. Generated from the routes; [http.md](../http.md) is the guide. \`/docs\` on
your server has each field with its type, and \`/openapi.json\` the same for programs.

Left out of the tables: \`scope\`, \`scope_id\`, \`agent\`, \`thread\` and \`legacy\`, which say whose memory it is, and \`limit\` and \`cursor\` of
lists. \`?name\` is part of the address, the other fields are a JSON body.
`;

const EVERYWHERE = new Set(["scope", "scope_id", "agent", "thread", "legacy", "limit", "cursor"]);

/** The page as the routes are now. */
export function httpPage(): string {
  const tags = new Map<string, Route[]>();
  for (const route of ROUTES) tags.set(route.spec.tag, [...(tags.get(route.spec.tag) ?? []), route]);
  const parts = [...tags].map(
    ([tag, routes]) =>
      `## ${tag}\n\n${table(["request", "role", "what it does", "takes"], routes.map(routeRow))}`,
  );
  return `${[INTRO.trimEnd(), ...parts].join("\n\n")}\n`;
}

function routeRow({ spec }: Route): string[] {
  const { method, path, role, summary, description = "", query, body } = spec;
  const fields = [...namesOf(query).map((name) => `?${name}`), ...namesOf(body)];
  return [
    code(`${method.toUpperCase()} ${path}`),
    role ?? "none",
    `${summary} ${description}`.trim(),
    fields.map(code).join(", "),
  ];
}

function namesOf(schema: z.ZodType | undefined): string[] {
  const shape = (schema as { shape?: object } | undefined)?.shape ?? {};
  return Object.keys(shape).filter((name) => !EVERYWHERE.has(name));
}

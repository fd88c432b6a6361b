import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Env } from "./service.ts";

/** The pages beside the routes. */
export const PAGES = ["/", "/assets/{file}", "/docs", "/openapi.json"];

/** `/openapi.json`, and a page of it that a person can read. */
export function openApi(app: OpenAPIHono<Env>, version: string): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description:
      "A key of `memoir keys create`. `Authorization: Token …` and `X-API-Key: …` are understood too.",
  });
  // Made once, at the first call: the routes do not change while the server runs.
  let cached: ReturnType<typeof app.getOpenAPI31Document> | undefined;
  const document = (): NonNullable<typeof cached> => {
    cached ??= app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Memoir",
        version,
        description: "Long-term memory for chatbots: every memory has evidence, every write passes a policy.",
      },
    });
    return cached;
  };
  app.get("/openapi.json", (c) => {
    c.set("route", "/openapi.json");
    return c.json(document());
  });
  app.get("/docs", (c) => {
    c.set("route", "/docs");
    return c.html(apiPage(document()));
  });
}

/** Where the build puts the page: beside this file once compiled. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../dist/dashboard/" : "../../dashboard/", import.meta.url),
);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The name of a file under `/assets/` holds a hash of what is in it, so a browser may keep it. */
const KEEP = "public, max-age=31536000, immutable";

/** The page of the operator at `/`, with the files it loads. Its data comes through the API, with the session's key. */
export function dashboard(app: OpenAPIHono<Env>, folder: string = FOLDER): void {
  const send = sender();
  app.get("/", (c) => {
    c.set("route", "/");
    // A checkout that was never built has no page; the list of routes is always there.
    return send(c, folder, "index.html", "no-cache") ?? c.redirect("/docs", 303);
  });
  app.get("/assets/:file", (c, next) => {
    c.set("route", "/assets/{file}");
    return send(c, `${folder}assets/`, c.req.param("file"), KEEP) ?? next();
  });
}

/** Sends files of a folder that were there when it was first asked for one; no other name opens anything. */
function sender(): (c: Context<Env>, folder: string, name: string, cache: string) => Response | null {
  const folders = new Map<string, ReadonlySet<string>>();
  return (c, folder, name, cache) => {
    const names = folders.get(folder) ?? namesIn(folder);
    folders.set(folder, names);
    const type = TYPES[extname(name)];
    if (type === undefined || !names.has(name)) return null;
    const packed = names.has(`${name}.br`) && /\bbr\b/.test(c.req.header("accept-encoding") ?? "");
    const body = readFileSync(`${folder}${name}${packed ? ".br" : ""}`);
    return c.body(body, 200, {
      "Content-Type": type,
      "Cache-Control": cache,
      Vary: "Accept-Encoding",
      ...(packed ? { "Content-Encoding": "br" } : {}),
    });
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return new Set();
  }
}

/** The parts of an OpenAPI document that the page needs. */
interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, unknown>> | undefined;
  readonly components?: { readonly schemas?: unknown } | undefined;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: PageSchema }>> };
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The API on one page, without a script: routes by subject, what each takes, and who may call it. */
function apiPage({ info, paths = {}, components = {} }: ApiDocument): string {
  const schemas = (components.schemas ?? {}) as SchemasByName;
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
  const tags = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? ""))];
  const sections = tags.map((tag) => {
    const tagEntries = entries.filter(({ operation }) => (operation.tags?.[0] ?? "") === tag);
    return `<section id="${escapeHtml(slug(tag))}"><h2>${escapeHtml(tag)}</h2>${tagEntries.map((entry) => entryHtml(entry, schemas)).join("")}</section>`;
  });
  const links = tags.map((tag) => `<a href="#${escapeHtml(slug(tag))}">${escapeHtml(tag)}</a>`).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description ?? "")}
The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p><nav>${links}</nav></header>
<main>${sections.join("")}</main></body></html>`;
}

function entryHtml(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  schemas: SchemasByName,
): string {
  const rows = (operation.parameters ?? []).map(({ name, in: type, required = false, description = "" }) =>
    row({ path: name, type, required, description }),
  );
  for (const [type, { schema = {} }] of Object.entries(operation.requestBody?.content ?? {})) {
    const fields = fieldsOf(schema, schemas);
    if (fields.length === 0) rows.push(row({ path: "body", type, required: true, description: "" }));
    rows.push(...fields.map(row));
  }
  const table = rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${prose(operation.summary ?? "")}</summary>
<div>${paragraphs(operation.description ?? "")}${table}</div></details>`;
}

function row({ path, type, required, description }: Field): string {
  const needed = required ? " <em>required</em>" : "";
  return `<tr><td><code>${escapeHtml(path)}</code>${needed}</td><td class="type">${escapeHtml(type)}</td><td>${prose(description)}</td></tr>`;
}

function paragraphs(text: string): string {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((part) => `<p>${prose(part)}</p>`)
    .join("");
}

/** Words with `code` in them. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, "-");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details { border-bottom: 1px solid #8884; padding: .4rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; font-family: ui-monospace, monospace; }
.get { color: #0a7; } .post { color: #37c; } .put, .patch { color: #b70; } .delete { color: #c33; }
details > div { padding: .5rem 0 .5rem 4.75rem; }
table { border-collapse: collapse; } .type { color: #888; max-width: 16rem; } em { font-size: .8em; color: #b70; } td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
`;

/** Lets the page's own style through a content security policy that allows no other inline style. */
export const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

type SchemasByName = Readonly<Record<string, PageSchema>>;

/** The parts of a JSON Schema that the API page reads. */
export interface PageSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: SchemasByName;
  readonly required?: readonly string[];
  readonly items?: PageSchema;
  readonly anyOf?: readonly PageSchema[];
  readonly oneOf?: readonly PageSchema[];
}

/** A field of a body, one line of a table. */
interface Field {
  /** `filters.type`, `messages[].text` */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Maximum depth to which a body is laid out; deeper fields are in the document. */
const DEEPEST = 3;

/** The fields of a body, each with its path. Where it may be one of several, each is laid out. */
export function fieldsOf(node: PageSchema, schemas: SchemasByName, path = "", depth = 0): Field[] {
  const schema = resolveRef(node, schemas);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) {
    const all = variants.flatMap((variant) => fieldsOf(variant, schemas, path, depth));
    return all.filter(({ path: own }, i) => all.findIndex((field) => field.path === own) === i);
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const field = resolveRef(inner, schemas);
    const fieldPath = path === "" ? name : `${path}.${name}`;
    const line = {
      path: fieldPath,
      type: typeOf(field, schemas),
      required: schema.required?.includes(name) === true,
      description: inner.description ?? field.description ?? "",
    };
    if (depth + 1 >= DEEPEST) return [line];
    const items =
      field.items === undefined ? [] : fieldsOf(field.items, schemas, `${fieldPath}[]`, depth + 1);
    return [line, ...items, ...fieldsOf(field, schemas, fieldPath, depth + 1)];
  });
}

function typeOf(node: PageSchema, schemas: SchemasByName): string {
  const schema = resolveRef(node, schemas);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.map((one) => typeOf(one, schemas)))].join(" | ");
  if (schema.type === "array")
    return `list of ${schema.items === undefined ? "any" : typeOf(schema.items, schemas)}`;
  return [schema.type ?? "any"].flat().join(" | ");
}

function resolveRef(node: PageSchema, schemas: SchemasByName): PageSchema {
  const name = node.$ref?.split("/").at(-1);
  return name === undefined ? node : (schemas[name] ?? {});
}

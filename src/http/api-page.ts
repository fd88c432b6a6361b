/** What the page needs of an OpenAPI document. */
interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, unknown>> | undefined;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The API on one page, without a script: routes by subject, what each takes, and who may call it. */
export function apiPage({ info, paths = {} }: ApiDocument): string {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Entry[] => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
  const tags = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? ""))];
  const sections = tags.map((tag) => {
    const own = entries.filter(({ operation }) => (operation.tags?.[0] ?? "") === tag);
    return `<section id="${escaped(slug(tag))}"><h2>${escaped(tag)}</h2>${own.map(entryHtml).join("")}</section>`;
  });
  const links = tags.map((tag) => `<a href="#${escaped(slug(tag))}">${escaped(tag)}</a>`).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(info.title)} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<header><h1>${escaped(info.title)} <small>${escaped(info.version)}</small></h1><p>${escaped(info.description ?? "")}
The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p><nav>${links}</nav></header>
<main>${sections.join("")}</main></body></html>`;
}

function entryHtml({ method, path, operation }: Entry): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: where, required, description = "" }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(where)}${required === true ? ", required" : ""}</td><td>${prose(description)}</td></tr>`,
  );
  const types = Object.keys(operation.requestBody?.content ?? {});
  const body = types.length === 0 ? "" : `<p>Takes a body of <code>${escaped(types.join(", "))}</code>.</p>`;
  const table = parameters.length === 0 ? "" : `<table>${parameters.join("")}</table>`;
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${prose(operation.summary ?? "")}</summary>
<div>${paragraphs(operation.description ?? "")}${body}${table}</div></details>`;
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
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, "-");
}

function escaped(text: string): string {
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
table { border-collapse: collapse; } td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
`;

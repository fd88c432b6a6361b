import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { apiPage } from "./api-page.ts";
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
  let made: ReturnType<typeof app.getOpenAPI31Document> | undefined;
  const document = (): NonNullable<typeof made> => {
    made ??= app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Memoir",
        version,
        description: "Long-term memory for chatbots: every memory has evidence, every write passes a policy.",
      },
    });
    return made;
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
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/dashboard/" : "../dashboard/", import.meta.url),
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

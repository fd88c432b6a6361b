import type { OpenAPIHono } from "@hono/zod-openapi";
import { apiPage } from "./api-page.ts";
import type { Env } from "./env.ts";

/** What is here beside the routes. */
export const PAGES = ["/", "/docs", "/openapi.json"].map((path) => ({ method: "get", path }));

/** `/openapi.json`, and a page of it that a person can read; the bare address leads there. */
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
  for (const { path } of PAGES) {
    app.get(path, (c, next) => {
      c.set("route", path);
      return next();
    });
  }
  app.get("/", (c) => c.redirect("/docs", 303));
  app.get("/openapi.json", (c) => c.json(document()));
  app.get("/docs", (c) => c.html(apiPage(document())));
}

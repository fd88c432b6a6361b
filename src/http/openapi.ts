import type { OpenAPIHono } from "@hono/zod-openapi";
import { apiPage } from "./api-page.ts";
import type { Env } from "./service.ts";

/** The pages beside the routes. */
export const PAGES = ["/", "/assets/{file}", "/docs", "/openapi.json"].map((path) => ({
  method: "get" as const,
  path,
}));

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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dashboard, fieldsOf, type PageSchema } from "./pages.ts";
import type { Env } from "./service.ts";

describe("the dashboard's files", () => {
  const folder = `${mkdtempSync(join(tmpdir(), "memoir-page-"))}/`;
  const app = new OpenAPIHono<Env>();
  beforeAll(() => {
    mkdirSync(`${folder}assets`);
    writeFileSync(`${folder}index.html`, "<p>page</p>");
    writeFileSync(`${folder}secret.txt`, "secret");
    writeFileSync(`${folder}assets/a-1.js`, "a()");
    writeFileSync(`${folder}assets/a-1.js.br`, "packed");
    dashboard(app, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(app.request(path, { headers }));

  it("the page is looked at again each time, what it loads is kept", async () => {
    const page = await get("/");
    expect([page.headers.get("content-type"), page.headers.get("cache-control"), await page.text()]).toEqual([
      "text/html; charset=utf-8",
      "no-cache",
      "<p>page</p>",
    ]);
    const script = await get("/assets/a-1.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect(await script.text()).toBe("a()");
  });

  it("is sent compressed to who takes that", async () => {
    const script = await get("/assets/a-1.js", { "accept-encoding": "gzip, br" });
    expect([script.headers.get("content-encoding"), await script.text()]).toEqual(["br", "packed"]);
  });

  it.each([
    "/assets/secret.txt",
    "/assets/..%2fsecret.txt",
    "/assets/..%2findex.html",
    "/assets/b.js",
    "/assets/a-1.js.br",
  ])("%s opens nothing", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("a checkout without a build leads to the list of routes", async () => {
    const bare = new OpenAPIHono<Env>();
    dashboard(bare, `${folder}nothing/`);
    const { status, headers } = await bare.request("/");
    expect([status, headers.get("location")]).toEqual([303, "/docs"]);
  });
});

const NAMED: Record<string, PageSchema> = {
  Message: {
    type: "object",
    properties: { text: { type: "string", description: "Words." } },
    required: ["text"],
  },
};

describe("the fields of a body", () => {
  it.each<[string, PageSchema, string[]]>([
    ["nothing", { type: "object" }, []],
    [
      "plain ones",
      { properties: { a: { type: "string" }, b: { type: ["integer", "null"] } }, required: ["a"] },
      ["a: string!", "b: integer | null"],
    ],
    ["one of some words", { properties: { a: { enum: ["x", "y"] } } }, ['a: "x" | "y"']],
    [
      "lists, by name",
      { properties: { m: { type: "array", items: { $ref: "#/components/schemas/Message" } } } },
      ["m: list of object", "m[].text: string!"],
    ],
    [
      "inside others",
      { properties: { a: { type: "object", properties: { b: { type: "boolean" } } } } },
      ["a: object", "a.b: boolean"],
    ],
    [
      "one of several bodies",
      {
        anyOf: [
          { properties: { id: { type: "string" } } },
          { properties: { id: { type: "string" }, key: { type: "string" } } },
        ],
      },
      ["id: string", "key: string"],
    ],
    [
      "of either type",
      { properties: { at: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      ["at: string | number"],
    ],
  ])("%s", (_, schema, expected) => {
    const lines = fieldsOf(schema, NAMED).map(
      ({ path, type, required }) => `${path}: ${type}${required ? "!" : ""}`,
    );
    expect(lines).toEqual(expected);
  });

  it("a schema that holds itself ends", () => {
    const named: Record<string, PageSchema> = {
      Tree: { properties: { child: { $ref: "#/components/schemas/Tree" } } },
    };
    expect(fieldsOf({ $ref: "#/components/schemas/Tree" }, named)).toHaveLength(3);
  });
});

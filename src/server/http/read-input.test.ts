import { describe, expect, it } from "vitest";
import { z } from "zod";
import { useDoor } from "./app.fixture.ts";
import { problemText } from "./read-input.ts";

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("the body of a request", () => {
  const door = useDoor();

  it.each([
    ["JSON", {}, 201, ""],
    ["JSON of another name", { "content-type": "application/vnd.bot+json; charset=utf-8" }, 201, ""],
    ["no JSON by its name", { "content-type": "text/plain" }, 400, "Content-Type"],
  ])("is %s", async (_name, headers, status, says) => {
    const key = await door.key({ role: "write" });
    const body = { scope: "user:alice", text: "Alice likes tea" };
    const answer = await door.call("POST", "/api/ltm/remember", { key, body, headers });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(says);
  });

  it.each([
    ["half of one", '{"scope":', "not valid JSON"],
    ["one without a comma", '{"scope":"user:alice" "text":"tea"}', "not valid JSON at position 22. "],
    ["one in single quotes", "{'scope':'user:alice'}", "Names and texts stand in double quotes"],
    ["nothing", "", "body.text"],
    ["a list", "[]", "body must be an object"],
    ["a deep one", `{"scope":"user:alice","text":"tea","metadata":${nested(100)}}`, "deeper than 100 levels"],
    ["a very deep one", nested(50_000), "deeper than 100 levels"],
  ])("is refused: %s", async (_name, body, says) => {
    const key = await door.key({ role: "write" });
    // With a distinct name, so that it would be kept, too.
    const headers = { "idempotency-key": "once" };
    const answer = await door.call("POST", "/api/ltm/remember", { key, body, headers });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(says);
  });

  it("may be nested as deep as anybody needs", async () => {
    const key = await door.key({ role: "write" });
    const body = `{"scope":"user:alice","text":"Alice likes green tea","metadata":${nested(99)}}`;
    expect((await door.call("POST", "/api/ltm/remember", { key, body })).status).toBe(201);
  });
});

it.each<[name: string, schema: z.ZodType, value: unknown, says: string]>([
  ["nothing", z.string(), undefined, "is missing; it must be a string."],
  ["another kind", z.string(), 5, "must be a string, got 5."],
  ["a fraction", z.int(), 1.5, "must be a whole number, got 1.5."],
  ["a list for an object", z.object({}), [], "must be an object, got []."],
  ["too long", z.string().max(3), "abcd", "must have at most 3 characters."],
  ["empty", z.string().min(1), "", "must not be empty."],
  ["too many", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 items."],
  ["too much", z.number().max(5), 6, "must be at most 5."],
  ["too little", z.number().min(1), 0, "must be at least 1."],
  ["no option", z.enum(["x", "y", "z"]), "q", 'must be "x", "y" or "z", got "q".'],
  ["no time", z.iso.datetime(), "soon", 'must be a time like "2026-03-01T12:00:00Z", got "soon".'],
  ["an unknown field", z.strictObject({}), { limt: 1 }, 'has an unknown field: "limt".'],
  [
    "a field that is nearly known",
    z.strictObject({ limit: z.int().optional() }),
    { limt: 1 },
    'has an unknown field: "limt". Did you mean limit?',
  ],
  [
    "a field that is like no other",
    z.strictObject({ scope: z.string().optional(), limit: z.int().optional() }),
    { colour: 1 },
    'has an unknown field: "colour". There are scope, limit.',
  ],
  ["neither", z.union([z.string(), z.array(z.string())]), 7, "must be a string or a list, got 7."],
  ["its own message", z.string().regex(/^a/, "must begin with a."), "b", "must begin with a."],
])("says what is wrong with %s", (_name, schema, value, says) => {
  const result = schema.safeParse(value, { error: problemText });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([says]);
});

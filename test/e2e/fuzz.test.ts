import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../src/index.ts";
import { useDoor } from "../../src/server/http/app.fixture.ts";
import type { ErrorBody } from "../../src/server/http/errors.ts";
import { ROUTES } from "../../src/server/http/routes/index.ts";
import { figure, proving, seed } from "../support/prove.ts";
import { type Document, type Operation, operationsOf, resolverOf } from "./fuzz/document.ts";
import { requestsFor, type Sent } from "./fuzz/requests.ts";
import { type Caller, policyWith, World } from "./fuzz/world.ts";

const RUNS = proving ? 1_000 : 10;
/** Far longer than any answer takes, also where others use the machine. */
const HANGS_MS = 240_000;

const folder = mkdtempSync(join(tmpdir(), "memoir-fuzz-"));
const file = join(folder, "memoir.db");

describe(`every route of /openapi.json, whatever it is sent (MEMOIR_SEED=${seed})`, () => {
  const door = useDoor({ database: file, settings: policyWith(folder) });
  let world: World;
  let operations: Operation[];
  let resolve: ReturnType<typeof resolverOf>;
  const statuses = new Map<number, number>();

  beforeAll(async () => {
    world = new World(door.memoir, file);
    await world.fill();
    const { body } = await door.call<Document>("GET", "/openapi.json");
    operations = operationsOf(body);
    resolve = resolverOf(body);
  });
  afterAll(() => {
    world.close();
    rmSync(folder, { recursive: true });
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    figure("Fuzz of every route", `${counts.join(", ")}; seed ${seed}`);
  });

  it("the document has every route", () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      ROUTES.map(({ spec }) => `${spec.method.toUpperCase()} ${spec.path}`).sort(),
    );
  });

  it.each(ROUTES.map(({ spec }, i) => [spec.method.toUpperCase(), spec.path, i] as const))(
    "%s %s: no 500, one shape of errors, nobody else's words, no write in part",
    async (method, path, index) => {
      const operation = operations.find((one) => one.method === method && one.path === path)!;
      let carriedOut = 0;
      await world.mend();
      const caller = fc.oneof(
        ...world.callers.map(({ weight }, i) => ({ weight, arbitrary: fc.constant(i) })),
      );
      const request = requestsFor(operation, { pools: world.pools(), resolve });
      await fc.assert(
        fc.asyncProperty(caller, request, async (i, sent) => {
          if ((await hold(world.callers[i]!, sent)) < 400) carriedOut += 1;
        }),
        { seed: seed + index, numRuns: RUNS },
      );
      // A fuzz that is always refused shows nothing.
      if (proving) expect(carriedOut).toBeGreaterThan(0);
    },
    proving ? 600_000 : 300_000,
  );

  /** Sends one, and says what must not have happened. Gives the status of the answer. */
  async function hold(caller: Caller, sent: Sent): Promise<number> {
    const before = world.digest();
    const { status, headers, text } = await answerTo(caller, sent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(status, text.slice(0, 1_000)).toBeLessThan(500);
    expect(world.foreign(caller, text), text.slice(0, 1_000)).toEqual([]);
    if (status >= 400 && sent.method !== "HEAD") expectError(text, headers);
    const after = world.digest();
    if (after === before) return status;
    const touched = changed(before, after);
    const mayTouch = isLogin(sent) ? isKeys : (place: string) => isOf(caller, place);
    expect(touched.filter((place) => status >= 400 || !mayTouch(place))).toEqual([]);
    if (SWITCHES.test(sent.path)) await world.mend();
    return status;
  }

  async function answerTo(
    { key }: Caller,
    { method, path, headers, body }: Sent,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    const asked = { headers, ...(key === undefined ? {} : { key }), ...(body === undefined ? {} : { body }) };
    const response = await inTime(door.fetch(method, path, asked));
    return { status: response.status, headers: response.headers, text: await inTime(textOf(response)) };
  }
});

/** Requests that would affect later ones: switches, policies, keys. */
const SWITCHES = /read-only|writes|policy|keys|hooks/;

/** Whether a caller may write there, in a table of a tenant (`acme memory`) or in a scope (`acme user:alice`). */
function isOf({ tenant, scopes }: Caller, place: string): boolean {
  const at = place.indexOf(" ");
  const name = place.slice(at + 1);
  return place.slice(0, at) === tenant && (!name.includes(":") || (scopes?.includes(name) ?? true));
}

/** Whoever has a link that logs in makes a session of it; that is all it does. */
function isLogin({ path }: Sent): boolean {
  return path.startsWith("/login?");
}

function isKeys(place: string): boolean {
  return place.endsWith(" api_key");
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (place) => before.get(place) !== after.get(place),
  );
}

function expectError(text: string, headers: Headers): void {
  const { error } = JSON.parse(text) as ErrorBody;
  expect(ERROR_CODES).toContain(error.code);
  expect(error.message).not.toBe("");
  expect(error.details).toBeTypeOf("object");
  expect(error.request).toBe(headers.get("x-request-id"));
}

/** All of it; of a stream that never ends, what is there at once. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text();
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It hangs.")), HANGS_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connectMemoir } from "./connect.ts";
import { revive } from "./revive.ts";
import { createTransport } from "./transport.ts";

/** The answer for each path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/page/api/ltm/info": (response) => response.end("<html>Welcome</html>"),
  "/other/api/ltm/info": (response) => response.end("{}"),
  "/good": (response) => response.end('{"createdAt":"2026-01-01T00:00:00.000Z","text":"茶"}'),
  "/broken": (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"text":"half of', () => response.destroy());
  },
};

async function all(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("what a client says of a server that is none, or that breaks", () => {
  let server: Server;
  let url: string;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      ANSWERS[request.url ?? ""]?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it.each(["/page", "/other"])("%s: another program's", async (path) => {
    await expect(connectMemoir({ url: `${url}${path}`, key: "mk_a" })).rejects.toMatchObject({
      code: "server_unavailable",
      message: expect.stringContaining("is not a Memoir server"),
    });
  });

  it.each(["", "mk_a\n", "mk a", "键"])("%j is no key, whatever the server", async (key) => {
    await expect(connectMemoir({ url, key })).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("an answer that breaks off, whole or in pieces", async () => {
    const { send, stream } = createTransport({ url, key: "mk_a", fetch });
    const broken = { code: "server_unavailable", message: expect.stringContaining("broke off") };
    await expect(send("GET", "/broken")).rejects.toMatchObject(broken);
    await expect(all(stream("GET", "/broken"))).rejects.toMatchObject(broken);
    const good = { createdAt: new Date("2026-01-01T00:00:00.000Z"), text: "茶" };
    expect(await send("GET", "/good")).toEqual(good);
    expect(await all(stream("GET", "/good"))).toContain("茶");
  });

  it.each([".", ".."])("%j is no id: another route would answer", async (id) => {
    const { send } = createTransport({ url, key: "mk_a", fetch });
    const before = asked;
    await expect(send("POST", `/api/ltm/items/${id}/undo`)).rejects.toMatchObject({
      code: "invalid_argument",
    });
    expect(asked).toBe(before);
  });
});

describe("what is sent again", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const busy = (status: number, wait: string | null): Response =>
    new Response('{"error":{"code":"conflict","message":"","details":{}}}', {
      status,
      headers: wait === null ? {} : { "retry-after": wait },
    });
  const good = (): Response => new Response('{"ok":true}');
  const broken = (): never => {
    throw new TypeError("fetch failed");
  };

  /** The server's steps in order; then the number of requests, and whether it ended well. */
  it.each<[string, boolean, (() => Response)[], number, boolean]>([
    ["a write with a key, when the connection breaks", true, [broken, broken, good], 3, true],
    ["but not for ever", true, [broken, broken, broken, good], 3, false],
    ["no other write", false, [broken, good], 1, false],
    ["what a busy server wants later", true, [() => busy(429, "2"), good], 2, true],
    ["unless it is long", true, [() => busy(429, "60"), good], 1, false],
    [
      "what a server that died is not sure of, for a minute",
      true,
      [broken, ...Array<() => Response>(61).fill(() => busy(409, "1")), good],
      63,
      true,
    ],
    ["not a conflict that stays one", true, [() => busy(409, null), good], 1, false],
  ])("%s", async (_, once, answers, asked, well) => {
    const keys = new Set<string>();
    let calls = 0;
    const send = (async (_address: string, init: RequestInit) => {
      keys.add(new Headers(init.headers).get("idempotency-key") ?? "none");
      return answers[calls++]!();
    }) as typeof fetch;
    const { send: ask } = createTransport({ url: "http://localhost", key: "mk_a", fetch: send });
    const outcome = ask("POST", "/x", { body: {}, once }).then(
      () => true,
      () => false,
    );
    await vi.runAllTimersAsync();
    expect(await outcome).toBe(well);
    expect([calls, keys.size]).toEqual([asked, 1]);
  });
});

it("C8: what waits for approval has the library's status, and nothing else is touched", () => {
  const at = "2026-03-01T12:00:00.000Z";
  const answer = {
    items: [
      { memory: { id: "1", status: "shadow", needs_approval: true, createdAt: at } },
      { memory: { id: "2", status: "shadow", createdAt: at } },
    ],
  };
  expect(revive(answer)).toEqual({
    items: [
      { memory: { id: "1", status: "pending", createdAt: new Date(at) } },
      { memory: { id: "2", status: "shadow", createdAt: new Date(at) } },
    ],
  });
});

import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../index.ts";
import type { ErrorBody } from "./errors.ts";
import { type RunningServer, startServer } from "./serve.ts";
import type { LogEntry } from "./service.ts";

const KILOBYTE = 1_024;

interface Heard {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

describe("a server on a port", () => {
  let memoir: MemoirEngine;
  let server: RunningServer;
  let key: string;
  const logged: LogEntry[] = [];
  const open = async (): Promise<RunningServer> =>
    startServer({ memoir, version: "0.0.0", log: (entry) => logged.push(entry) });
  beforeAll(async () => {
    memoir = await openMemoir({
      database: ":memory:",
      embedder: "none",
      background: false,
      settings: { server: { port: 0, maxBodyKilobytes: 4, requestsPerSecond: null } },
    });
    key = (await memoir.operator().keys.create({ name: "first", role: "operator" })).key;
    server = await open();
  });
  afterAll(async () => {
    await server.close();
    await memoir.close();
  });

  const socketTo = ({ url }: RunningServer): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () => resolve(socket));
    });
  const heardOn = (socket: Socket): Promise<Heard> =>
    new Promise((resolve) => {
      let text = "";
      socket.on("data", (data) => {
        text += data;
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        const [head = "", ...rest] = text.split("\r\n\r\n");
        resolve({ status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") });
      });
    });
  /** Says exactly this, and gives what comes until the server hangs up. */
  const say = async (words: string): Promise<Heard> => {
    const socket = await socketTo(server);
    const heard = heardOn(socket);
    socket.write(words);
    return heard;
  };
  const ask = (line: string, ...headers: string[]): Promise<Heard> =>
    say(`${[`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);

  it.each([
    ["OPTIONS, since there is no CORS", "OPTIONS /api/ltm/policy", 405],
    ["TRACE", "TRACE /health", 405],
    ["a path that is none", "GET /nothing", 404],
    ["a path out of here", "GET /../../etc/passwd", 404],
    ["the same, hidden", "GET /%2e%2e/%2e%2e/etc/passwd", 404],
    ["a broken escape in a path", "GET /%E0%A4%A", 404],
    ["a broken escape in an id", "GET /api/ltm/jobs/%E0%A4%A", 401],
    ["a null in a path", "GET /health%00", 404],
    ["a backslash", "GET /\\health", 400],
    ["no path", "GET health", 400],
    ["an address that is very long", `GET /${"a".repeat(20 * KILOBYTE)}`, 431],
    ["no method", "\u0000\u0001", 400],
    ["a method that is none", "STEAL /health", 400],
  ])("%s is answered in the one shape", async (_what, line, status) => {
    const { status: got, body, head } = await ask(line);
    expect(got).toBe(status);
    const { error } = JSON.parse(body) as ErrorBody;
    expect(error.message).not.toBe("");
    expect(error.request).not.toBe("");
    expect(head.toLowerCase()).not.toContain("access-control");
    expect(body).not.toMatch(/\bat .*\.ts|node_modules|\/work\//);
  });

  it.each([
    ["headers that are too many", `GET /health`, [`X-Long: ${"a".repeat(20 * KILOBYTE)}`], 431],
    ["a header that is none", "GET /health", ["Not a header"], 400],
    ["two lengths", "POST /api/ltm/jobs/retry", ["Content-Length: 1", "Content-Length: 2"], 400],
    [
      "a length and pieces",
      "POST /api/ltm/jobs/retry",
      ["Content-Length: 1", "Transfer-Encoding: chunked"],
      400,
    ],
    ["another's name beside ours", "GET /health", ["Host: evil.example"], 403],
  ])("%s: refused", async (_what, line, headers, status) => {
    const heard = await ask(line, ...headers);
    expect(heard.status).toBe(status);
    expect((JSON.parse(heard.body) as ErrorBody).error.code).toMatch(
      /invalid_argument|too_large|not_allowed/,
    );
  });

  it("HEAD is GET without its body", async () => {
    const { status, head, body } = await ask("HEAD /health");
    expect({ status, body }).toEqual({ status: 200, body: "" });
    expect(head).toMatch(/content-type: application\/json/i);
  });

  describe("a body", () => {
    const path = "/api/ltm/policy/rollback";
    const big = JSON.stringify({ version: 0, reason: "x".repeat(8 * KILOBYTE) });
    const put = (body: string, headers: Record<string, string>): Promise<{ status: number; body: string }> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(server.url);
        const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
        const sent = request({ port, path, method: "POST", headers: all }, (answer) => {
          let text = "";
          answer.on("data", (data) => {
            text += data;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
        });
        sent.on("error", reject);
        sent.end(body);
      });

    it.each([
      ["whole, and small enough", '{"version": 0}', { "content-length": "14" }, 200],
      ["in pieces, and small enough", '{"version": 0}', { "transfer-encoding": "chunked" }, 200],
      ["whole, and too large", big, { "content-length": String(big.length) }, 413],
      ["in pieces, and too large", big, { "transfer-encoding": "chunked" }, 413],
      ["packed", '{"version": 0}', { "content-encoding": "gzip", "transfer-encoding": "chunked" }, 415],
      ["of another type", "version=0", { "content-type": "application/x-www-form-urlencoded" }, 400],
      ["that is none of UTF-8's", '{"version": 0, "reason": "\ud800"}', {}, 200],
    ])("%s", async (_what, body, headers, status) => {
      const answer = await put(body, headers as Record<string, string>);
      expect({ status: answer.status, answer: answer.body }).toMatchObject({ status });
    });
  });

  it("keeps a silent connection longer than a proxy does, but not for ever", async () => {
    const socket = await socketTo(server);
    socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const text = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    expect(text).toMatch(/keep-alive: timeout=75/i);
    socket.destroy();
  });

  it("a port that is taken is said so", async () => {
    const port = Number(new URL(server.url).port);
    const taken = {
      ...memoir,
      settings: { ...memoir.settings, server: { ...memoir.settings.server, port } },
    };
    await expect(startServer({ memoir: taken, version: "0.0.0" })).rejects.toThrow(
      /is taken by another program/,
    );
  });

  it("finishes what it began, says that it stops, and hangs up", async () => {
    const second = await open();
    const [busy, idle] = [await socketTo(second), await socketTo(second)];
    const heard = [heardOn(busy), heardOn(idle)];
    const alive = "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n";
    idle.write(alive);
    await new Promise((resolve) => idle.once("data", resolve));
    // A request whose body has not come yet, and is waited for.
    const body = '{"readOnly": false}';
    busy.write(
      `PUT /api/ltm/read-only HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => busy.once("data", resolve));
    const closing = second.close();
    expect((await heard[1]!).head).toContain("200 OK");
    await expect(fetch(`${second.url}/health`)).rejects.toThrow();
    busy.write(body);
    const { body: answer } = await heard[0]!;
    expect(answer).toContain('{"readOnly":false');
    expect(answer.toLowerCase()).toContain("connection: close");
    await closing;
    await second.close();
    expect((await memoir.operator().stats()).tenant).toBe("default");
  });

  it("drains: `/ready` says that it stops while new requests are still answered", async () => {
    const drains = {
      ...memoir,
      settings: { ...memoir.settings, server: { ...memoir.settings.server, drainMs: 3_600_000 } },
    };
    const second = await startServer({ memoir: drains, version: "0.0.0" });
    const draining = second.drain();
    const ready = await fetch(`${second.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "stopping" }]);
    const other = await fetch(`${second.url}/health`);
    expect([other.status, other.headers.get("connection")]).toEqual([200, "close"]);
    await second.close();
    await draining;
    await expect(fetch(`${second.url}/health`)).rejects.toThrow();
  });

  it("waits for nobody who has said nothing yet", async () => {
    const patient = {
      ...memoir,
      settings: { ...memoir.settings, server: { ...memoir.settings.server, graceMs: 3_600_000 } },
    };
    const second = await startServer({ memoir: patient, version: "0.0.0" });
    const gone = heardOn(await socketTo(second));
    await fetch(`${second.url}/health`).then((answer) => answer.text());
    await second.close();
    expect((await gone).head).toBe("");
  });

  it("waits for nobody longer than its grace", async () => {
    const hasty = {
      ...memoir,
      settings: { ...memoir.settings, server: { ...memoir.settings.server, graceMs: 0 } },
    };
    const second = await startServer({ memoir: hasty, version: "0.0.0" });
    const socket = await socketTo(second);
    const heard = heardOn(socket);
    socket.write("PUT /api/ltm/read-only HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
    await second.close();
    // The request was not there yet, so nothing answers it.
    expect((await heard).head).toBe("");
  });

  it("logs requests without what was in them", () => {
    expect(logged).toContainEqual(
      expect.objectContaining({ event: "request", route: "/health", status: 200 }),
    );
    expect(JSON.stringify(logged)).not.toMatch(/xxxx|mk_|passwd/);
  });
});

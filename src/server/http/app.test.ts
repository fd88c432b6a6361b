import { describe, expect, it } from "vitest";
import type { MemoirEngine } from "../../index.ts";
import { useDoor } from "./app.fixture.ts";
import { createApp } from "./app.ts";

describe("the door", () => {
  const door = useDoor();

  it("says that it is alive and ready, without a key", async () => {
    expect(await door.call("GET", "/health")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await door.call("GET", "/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("asks for a key everywhere else", async () => {
    const { status, body, headers } = await door.call("GET", "/api/ltm/items");
    expect(status).toBe(401);
    expect(body.error.code).toBe("unauthorized");
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("x-request-id")).toBe(body.error.request);
  });

  it.each([
    ["bearer", (key: string) => ({ authorization: `Bearer ${key}` })],
    ["token, as mem0's client says", (key: string) => ({ authorization: `Token ${key}` })],
    ["a header of its own", (key: string) => ({ "x-api-key": key })],
    ["a browser's cookie", (key: string) => ({ cookie: `other=1; memoir_session=${key}` })],
  ])("takes a key as %s", async (_how, headers) => {
    const key = await door.key();
    expect((await door.call("GET", "/api/ltm/jobs", { headers: headers(key) })).status).toBe(200);
  });

  it.each([
    ["same-origin", 200],
    ["none", 200],
    ["same-site", 401],
    ["cross-site", 401],
  ])("S23: a cookie that a browser sends along as %s: %d", async (by, status) => {
    const headers = { cookie: `memoir_session=${await door.key()}`, "sec-fetch-site": by };
    expect((await door.call("GET", "/api/ltm/jobs", { headers })).status).toBe(status);
  });

  it.each(["/health", "/docs", "/openapi.json", "/metrics", "/nothing", "/api/ltm/jobs"])(
    "%s may not be framed, cached or sniffed, and is open to no other site",
    async (path) => {
      const { headers } = await door.call("GET", path, { key: await door.key() });
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-request-id")).not.toBeNull();
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    },
  );

  it.each([
    ["its own name", { host: "localhost:7411" }, 200],
    ["its own address", { host: "127.0.0.1:7411" }, 200],
    ["its own address of the newer kind", { host: "[::1]:7411" }, 200],
    ["the name of a page that points here", { host: "evil.example" }, 403],
    ["a name that begins like its own", { host: "localhost.evil.example" }, 403],
    ["no name", { host: "" }, 403],
    ["its own page", { host: "localhost:7411", origin: "http://localhost:7411" }, 200],
    ["another page", { host: "localhost:7411", origin: "https://evil.example" }, 403],
    ["a page on another port", { host: "localhost:7411", origin: "http://localhost:8080" }, 403],
    ["its own name by another scheme", { host: "localhost:7411", origin: "https://localhost:7411" }, 403],
    ["an extension", { host: "localhost:7411", origin: "chrome-extension://localhost:7411" }, 403],
    ["a page from nowhere", { host: "localhost:7411", origin: "null" }, 403],
  ])("%s", async (_what, headers, status) => {
    expect((await door.call("GET", "/health", { headers })).status).toBe(status);
  });

  it("keeps the caller's id of a request if it is a plain one", async () => {
    const id = async (given: string): Promise<string | null> =>
      (await door.call("GET", "/health", { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await id("bot-7:42")).toBe("bot-7:42");
    expect(await id("x".repeat(100))).toMatch(/^[\da-f-]{36}$/);
    expect(await id("<script>")).toMatch(/^[\da-f-]{36}$/);
  });

  it("the log says which pages were seen, and no page may run or show what it does not bring", async () => {
    await door.fetch("GET", "/");
    const { headers } = await door.call("GET", "/docs");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    await door.call("GET", "/nothing");
    expect(door.logged.slice(-3).map(({ route }) => route)).toEqual(["/", "/docs", "none"]);
  });

  it("/openapi.json speaks to its readers: no number of a requirement", async () => {
    const { body } = await door.call("GET", "/openapi.json");
    expect(JSON.stringify(body)).not.toMatch(/\bR\d+\b/);
  });

  it("names the methods of a path that has others", async () => {
    const { status, headers, body } = await door.call("PATCH", "/api/ltm/policy", { key: await door.key() });
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD, PUT" });
    expect(body.error).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("GET, HEAD, PUT"),
    });
  });

  it("says that it is stopping, and lets go of who is connected", async () => {
    const app = createApp({ ...door.service, stopping: AbortSignal.abort() });
    const ready = await app.request("http://localhost/ready", { headers: { host: "localhost" } });
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { status: "stopping" },
    });
    expect(ready.headers.get("connection")).toBe("close");
  });

  it("tells nobody what went wrong inside", async () => {
    const { memoir } = door;
    const broken = Object.assign(Object.create(memoir) as typeof memoir, {
      operator: () => {
        throw new Error("secret of /home/me/db at line 7");
      },
    });
    const key = await door.key();
    const service = { ...door.service, memoir: broken };
    const response = await createApp(service).request("http://localhost/api/ltm/jobs", {
      headers: { host: "localhost", authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "internal", details: {} } });
    expect(text).not.toMatch(/secret|home|line 7/);
    expect(JSON.stringify(door.logged)).toContain("secret of /home/me/db");
  });
});

describe("a door with little patience", () => {
  const door = useDoor({ settings: { server: { requestsPerSecond: 1, burst: 3 } } });

  it("lets a key ask so often, and says when to come again; others do not wait for it", async () => {
    const [busy, other] = [await door.key({ role: "read" }), await door.key()];
    const ask = async (key: string): Promise<number> =>
      (await door.call("GET", "/api/ltm/info", { key })).status;
    expect([await ask(busy), await ask(busy), await ask(busy)]).toEqual([200, 200, 200]);
    const { status, headers, body } = await door.call("GET", "/api/ltm/info", { key: busy });
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await ask(other)).toBe(200);
    expect((await door.call("GET", "/health")).status).toBe(200);
  });

  it("S23: slows down who tries keys, and not who has one", async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 30; i++) {
      statuses.add((await door.call("GET", "/api/ltm/info", { key: `mk_${i}` })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect((await door.call("GET", "/api/ltm/info")).status).toBe(401);
    expect((await door.call("GET", "/login?token=ml_1")).status).toBe(429);
    expect((await door.call("GET", "/api/ltm/info", { key: await door.key() })).status).toBe(200);
  });

  it("S23: looks for no key of who tries them without end, and still for those that were good here", async () => {
    let looks = 0;
    const memoir: MemoirEngine = {
      ...door.memoir,
      authenticate: (key) => {
        looks += 1;
        return door.memoir.authenticate(key);
      },
    };
    const app = createApp({ ...door.service, memoir });
    const ask = async (key: string): Promise<number> => {
      const headers = { host: "localhost", authorization: `Bearer ${key}` };
      return (await app.request("http://localhost/api/ltm/info", { headers })).status;
    };
    const good = await door.key();
    expect(await ask(good)).toBe(200);
    const before = performance.now();
    for (let i = 0; i < 3_000; i++) expect(await ask(`mk_${i}`)).toBeGreaterThanOrEqual(401);
    // Maximum requests per second, beyond the initial burst.
    expect(looks).toBeLessThanOrEqual(1_002 + (500 * (performance.now() - before)) / 1_000);
    expect(await ask(good)).toBe(200);
  });
});

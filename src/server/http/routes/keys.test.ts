import { describe, expect, it } from "vitest";
import type { ApiKey, NewApiKey } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

const PATH = "/api/ltm/keys";

describe("keys", () => {
  const door = useDoor();

  it("are made with fewer rights, used, listed without their secret, and revoked", async () => {
    const key = await door.key({ tenant: "a", name: "ann" });
    const body = { name: "bot", role: "write", scopes: ["user:alice"], expiresAt: "2999-01-01T00:00:00Z" };
    const made = await door.call<NewApiKey>("POST", PATH, { key, body });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "bot", role: "write", scopes: ["user:alice"], createdBy: "ann", status: "active" },
    });
    const own = { key: made.body.key };
    expect((await door.call("GET", "/api/ltm/stats", own)).status).toBe(200);
    expect((await door.call("POST", PATH, { ...own, body: { name: "more" } })).status).toBe(403);

    const listed = await door.call<{ items: ApiKey[] }>("GET", PATH, { key });
    expect(listed.body.items.map(({ name }) => name).sort()).toEqual(["ann", "bot"]);
    const secret = made.body.key.split(".")[2]!;
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const revoked = await door.call<ApiKey>("DELETE", `${PATH}/bot`, { key });
    expect(revoked.body).toMatchObject({ name: "bot", status: "revoked" });
    expect((await door.call("GET", "/api/ltm/stats", own)).status).toBe(401);
  });

  it.each([
    ["no name", {}, 400],
    ["a role that is none", { name: "x", role: "admin" }, 400],
    [
      "an operator of one scope, which does not exist",
      { name: "x", role: "operator", scopes: ["user:a"] },
      400,
    ],
    ["a list of nothing", { name: "x", scopes: [] }, 400],
    ["a time that is over", { name: "x", expiresAt: "2001-01-01T00:00:00Z" }, 400],
    ["another tenant's", { name: "x", tenant: "other" }, 400],
    ["in another's name", { name: "x", actor: "somebody" }, 400],
    ["a name that is taken", { name: "taken" }, 409],
  ])("%s is refused", async (_what, body, status) => {
    const key = await door.key({ tenant: "b" });
    if (status === 409) await door.key({ tenant: "b", name: "taken" });
    expect((await door.call("POST", PATH, { key, body })).status).toBe(status);
  });

  it("of another tenant are not there", async () => {
    const key = await door.key({ tenant: "c", name: "mine" });
    const foreign = await door.key({ tenant: "d" });
    expect((await door.call("DELETE", `${PATH}/mine`, { key: foreign })).status).toBe(404);
    expect((await door.call("GET", PATH, { key })).status).toBe(200);
  });
});

describe("a login", () => {
  const door = useDoor();
  const secure = useDoor({ settings: { server: { https: true } } });

  const link = async (): Promise<string> => {
    const made = await door.call<{ path: string; token: string }>("POST", "/api/ltm/keys/login", {
      key: await door.key(),
      body: {},
    });
    expect(made).toMatchObject({ status: 201, body: { kind: "login", role: "operator" } });
    return made.body.path;
  };

  it("gives a cookie once, that no script reads and no other site sends", async () => {
    const path = await link();
    // A program that looks where the link leads does not use it up.
    expect((await door.fetch("HEAD", path)).status).toBe(200);
    const first = await door.fetch("GET", path);
    expect({ status: first.status, to: first.headers.get("location") }).toEqual({ status: 303, to: "/" });
    const cookie = first.headers.get("set-cookie")!;
    expect(cookie).toMatch(/^memoir_session=mk_[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const { status, body } = await door.call("GET", path);
    expect({ status, code: body.error.code }).toEqual({ status: 401, code: "unauthorized" });

    const headers = { cookie: cookie.split(";")[0]! };
    expect((await door.call("GET", "/api/ltm/jobs", { headers })).status).toBe(200);
    const out = await door.fetch("POST", "/logout", { headers });
    expect(await out.json()).toEqual({ session: "ended" });
    expect(out.headers.get("set-cookie")).toMatch(/^memoir_session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await door.call("GET", "/api/ltm/jobs", { headers })).status).toBe(401);
    expect((await door.call<unknown>("POST", "/logout", { headers })).body).toEqual({ session: "none" });
  });

  it("that was made by hand is not ended with the session", async () => {
    const headers = { cookie: `memoir_session=${await door.key()}` };
    await door.call("POST", "/logout", { headers });
    expect((await door.call("GET", "/api/ltm/jobs", { headers })).status).toBe(200);
  });

  it("cannot be begun or ended by another site's page", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await door.call("POST", "/logout", { headers })).status).toBe(403);
    expect((await door.call("GET", await link(), { headers })).status).toBe(403);
  });

  it("is sent over https only, where the settings say that there is such", async () => {
    const { token } = await secure.memoir.operator().keys.login();
    const { headers } = await secure.fetch("GET", `/login?token=${token}`);
    expect(headers.get("set-cookie")).toContain("; Secure");
  });

  it.each(["", "?token=", "?token=ml_x", "?token=a&token=b", `?token=${"x".repeat(2_000)}`])(
    "with %j opens nothing",
    async (query) => {
      const { status } = await door.call("GET", `/login${query}`);
      expect([400, 401, 413]).toContain(status);
    },
  );
});

describe("a used link", () => {
  const door = useDoor();

  it("leads a browser to the page that says so, and counts as a try", async () => {
    const headers = { accept: "text/html,application/xhtml+xml" };
    const used = await door.fetch("GET", "/login?token=ml_1", { headers });
    expect({ status: used.status, to: used.headers.get("location") }).toEqual({
      status: 303,
      to: "/#/link-used",
    });
    expect(used.headers.get("set-cookie")).toBeNull();
    const seen = new Set<number>();
    for (let i = 0; i < 60; i += 1)
      seen.add((await door.fetch("GET", `/login?token=ml_${i}`, { headers })).status);
    expect([...seen]).toEqual([303, 429]);
  });
});

describe("L6: a logout", () => {
  const door = useDoor();
  const statuses = async (headers: () => Record<string, string>): Promise<Set<number>> => {
    const seen = new Set<number>();
    for (let i = 0; i < 60; i += 1)
      seen.add((await door.call("POST", "/logout", { headers: headers() })).status);
    return seen;
  };

  it("with cookies that open nothing is slowed down as a login is", async () => {
    expect([...(await statuses(() => ({})))]).toEqual([200]);
    let n = 0;
    const guessed = (): Record<string, string> => {
      n += 1;
      return { cookie: `memoir_session=mk_default.${String(n).padStart(12, "0")}.${"x".repeat(43)}` };
    };
    expect([...(await statuses(guessed))]).toEqual([200, 429]);
    expect((await door.call("GET", "/login?token=ml_1")).status).toBe(429);
    const { token } = await door.memoir.operator().keys.login();
    const cookie = (await door.fetch("GET", `/login?token=${token}`)).headers.get("set-cookie")!;
    const out = await door.call<unknown>("POST", "/logout", { headers: { cookie: cookie.split(";")[0]! } });
    expect(out).toMatchObject({ status: 200, body: { session: "ended" } });
  });
});

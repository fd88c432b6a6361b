import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ImportReport } from "../../../api/transfers.ts";
import { useDoor } from "../app.fixture.ts";
import { exportStream } from "./transfer.ts";

const NDJSON = { "content-type": "application/x-ndjson" };

describe("export and import", () => {
  const door = useDoor({ settings: { server: { maxImportMegabytes: 1 } } });
  let file: string;
  beforeAll(async () => {
    const tenant = "from";
    await door.memoir.scope("user:alice", { tenant }).remember("Alice likes green tea");
    await door.memoir.scope("user:李雷", { tenant }).remember("李雷喜欢喝绿茶");
    file = (await door.call<string>("GET", "/api/ltm/export", { key: await door.key({ tenant }) })).body;
  });

  const restore = async (
    tenant: string,
    text: string,
    query = "",
  ): Promise<{ status: number; body: ImportReport }> => {
    const key = await door.key({ tenant });
    return door.call<ImportReport>("POST", `/api/ltm/import${query}`, { key, body: text, headers: NDJSON });
  };

  it("R55, R56, R71: a whole tenant goes out as lines and comes back as it was, once", async () => {
    expect(JSON.parse(file.split("\n")[0]!)).toMatchObject({ memoir: "export", tenant: "from" });
    const dry = await restore("to", file, "?dry_run=true");
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true } });
    expect((await door.memoir.operator("to").stats()).totals.memories).toBe(0);

    const done = await restore("to", file);
    expect(done.body.scopes).toEqual([
      { scope: "user:alice", outcome: "restored" },
      { scope: "user:李雷", outcome: "restored" },
    ]);
    const again = await restore("to", file);
    expect(again.body.scopes.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);

    const key = await door.key({ tenant: "to" });
    const second = (await door.call<string>("GET", "/api/ltm/export", { key })).body;
    const rest = (text: string): string[] => text.split("\n").slice(1, -2);
    expect(rest(second)).toEqual(rest(file));
  });

  it("some scopes go out alone", async () => {
    const key = await door.key({ tenant: "from" });
    const response = await door.fetch("GET", "/api/ltm/export?scope=user:alice", { key });
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    const text = await response.text();
    expect(text).toContain("Alice likes green tea");
    expect(text).not.toContain("李雷");
    await door.memoir.scope("user:a,b", { tenant: "comma" }).remember("A name may hold a comma");
    const comma = await door.key({ tenant: "comma" });
    for (const path of ["/api/ltm/export?scope=user:a,b", "/api/ltm/search?query=comma&scope=user:a,b"]) {
      expect(await (await door.fetch("GET", path, { key: comma })).text()).toContain("A name may hold");
    }
    const head = await door.fetch("HEAD", "/api/ltm/export", { key });
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: "" });
  });

  it("who stops reading leaves nothing open", async () => {
    const response = await door.fetch("GET", "/api/ltm/export", { key: await door.key({ tenant: "from" }) });
    await response.body!.cancel();
    expect((await restore("after", file)).status).toBe(200);
  });

  it.each([
    ["a damaged file", () => file.replace("green", "black"), "", 400],
    ["a file that was cut off", () => file.slice(0, -40), "", 400],
    ["no file", () => "", "", 400],
    ["a file whose first line is no JSON", () => `{"memoir":"export",oops${file}`, "", 400],
    ["a file of something else", () => '{"hello": 1}\n', "", 400],
    ["a format that is none", () => file, "?format=csv", 400],
    ["trust for an export", () => file, "?trust=user", 400],
    ["a file that is too large", () => `${"x".repeat(1_048_577)}\n`, "", 413],
  ])("%s changes nothing", async (_what, text, query, status) => {
    expect((await restore("damaged", text(), query)).status).toBe(status);
    expect((await door.memoir.operator("damaged").stats()).scopes).toEqual([]);
  });

  it("a scope that holds other rows is left as it is", async () => {
    await door.memoir.scope("user:alice", { tenant: "full" }).remember("Alice has moved on");
    const { status, body } = await restore("full", file);
    expect({ status, body }).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
    expect((await door.memoir.operator("full").stats()).totals.memories).toBe(1);
  });

  it("another program's file waits for a person, unless its user is trusted", async () => {
    const text = '{"text": "Remember that I live in Berlin."}\n{"text": "记住我住在上海。"}\n';
    const key = await door.key({ tenant: "foreign" });
    const take = (query: string): Promise<{ status: number; body: unknown }> =>
      door.call<unknown>("POST", `/api/ltm/import?format=jsonl&${query}`, {
        key,
        body: text,
        headers: NDJSON,
      });
    expect(await take("scope=user:alice&dry_run=true")).toMatchObject({
      status: 200,
      body: { dryRun: true, format: "jsonl", scopes: [{ scope: "user:alice", items: 2, recorded: 2 }] },
    });
    const statuses = async (scope: string): Promise<string[]> =>
      (await door.memoir.scope(scope, { tenant: "foreign" }).memories.list()).items.map(
        ({ status }) => status,
      );
    await take("scope=user:alice");
    expect(await statuses("user:alice")).toEqual(["pending", "pending"]);
    await take("scope=user:bob&trust=user");
    expect(await statuses("user:bob")).toEqual(["active", "active"]);
  });
});

describe("an export on its way out", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const begun = async (
    mostMs = 100_000,
  ): Promise<{ stream: ReadableStream<Uint8Array>; ended: () => boolean }> => {
    let ended = false;
    const lines = (async function* () {
      try {
        yield* ["one\n", "二\n", "three\n"];
      } finally {
        ended = true;
      }
    })();
    return {
      stream: exportStream(await lines.next(), lines, { stallMs: 1_000, mostMs }),
      ended: () => ended,
    };
  };

  it("is whole when somebody reads on, however slowly", async () => {
    const { stream, ended } = await begun();
    let text = "";
    for await (const piece of stream) {
      text += new TextDecoder().decode(piece);
      await vi.advanceTimersByTimeAsync(900);
    }
    expect([text, ended()]).toEqual(["one\n二\nthree\n", true]);
  });

  it.each([0, 1, 2])(
    "is cut off, and lets go of the database, when nobody reads after %i pieces",
    async (read) => {
      const { stream, ended } = await begun();
      const reader = stream.getReader();
      for (let i = 0; i < read; i += 1) await reader.read();
      await vi.advanceTimersByTimeAsync(999);
      expect(ended()).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended()).toBe(true);
      await expect(reader.read()).rejects.toThrow("Nobody reads");
    },
  );

  it("S20: is cut off when it takes too long in all, however it is read", async () => {
    const { stream, ended } = await begun(1_500);
    const reader = stream.getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(900);
    await reader.read();
    expect(ended()).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(ended()).toBe(true);
    await expect(reader.read()).rejects.toThrow("too long");
  });

  it("lets go of the database when the caller leaves", async () => {
    const { stream, ended } = await begun();
    await stream.cancel();
    expect(ended()).toBe(true);
  });
});

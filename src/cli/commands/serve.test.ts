import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

interface Start {
  readonly url: string;
  readonly key: string | null;
  readonly login: string;
}

describe("serve", () => {
  const cli = useRunner();

  /** Runs it until `visit` is done; with `--json`, so that its first line can be read. */
  const serve = async (
    visit: (start: Start) => Promise<void>,
    args: string[] = [],
  ): Promise<{ code: number; out: string; err: string }> => {
    const stop = new AbortController();
    let failure: unknown;
    let visited = false;
    const ran = await cli.memoir(["serve", "--port", "0", "--json", "--show-key", ...args], {
      terminated: stop.signal,
      onOut: (text) => {
        if (visited || !text.includes("\n")) return;
        visited = true;
        visit(JSON.parse(text.split("\n")[0]!) as Start)
          .catch((error: unknown) => {
            failure = error;
          })
          .finally(() => stop.abort());
      },
    });
    if (failure !== undefined) throw failure;
    return ran;
  };

  it("gives a key at its first start only, and a link each time; the log has no words of anybody", async () => {
    let first: Start | undefined;
    const { code, err } = await serve(async (start) => {
      first = start;
      const headers = { authorization: `Bearer ${start.key}`, "content-type": "application/json" };
      const body = JSON.stringify({ scope: "user:alice", text: "Alice is allergic to nuts" });
      const made = await fetch(`${start.url}/api/ltm/remember`, { method: "POST", headers, body });
      expect(made.status).toBe(201);
      const login = await fetch(start.login, { redirect: "manual" });
      expect(login.headers.get("set-cookie")).toContain("HttpOnly");
    });
    expect(code).toBe(0);
    const log = err.split("\n").filter((line) => line.startsWith("{"));
    expect(JSON.parse(log[0]!)).toMatchObject({ event: "request", route: "/api/ltm/remember", status: 201 });
    expect(err).not.toMatch(/nuts|alice|mk_|ml_/i);

    await serve(async (start) => {
      expect(start.key).toBeNull();
      const kept = await fetch(`${start.url}/api/ltm/stats`, {
        headers: { authorization: `Bearer ${first?.key}` },
      });
      expect(await kept.json()).toMatchObject({ totals: { memories: 1 } });
    });
  });

  it("R129, R164: a damaged entry of a MEMORY.md that keeps itself is a warning in the log, without its words", async () => {
    const file = join(cli.cwd, "MEMORY.md");
    writeFileSync(join(cli.cwd, "memoir.config.json"), JSON.stringify({ markdown: { path: file } }));
    writeFileSync(
      file,
      "## Active Memories\n\n### [a1b2c3] preference | much | 2026-02-20 | 12\nAlice likes nuts\n",
    );
    const { err } = await serve(async ({ url, key }) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const body = JSON.stringify({ scope: "user:alice", query: "tea" });
      expect((await fetch(`${url}/api/ltm/recall`, { method: "POST", headers, body })).status).toBe(200);
    });
    const lines = err.split("\n").filter((line) => line.includes('"markdown"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: "warn",
        event: "markdown",
        file,
        error: expect.stringContaining("[a1b2c3] its score"),
      }),
    ]);
    expect(err).not.toContain("nuts");
  });

  it("S19: shows neither a key nor a link where its output is no terminal", async () => {
    const stop = new AbortController();
    const { out } = await cli.memoir(["serve", "--port", "0", "--json"], {
      terminated: stop.signal,
      onOut: () => stop.abort(),
    });
    expect(JSON.parse(out.split("\n")[0]!)).toMatchObject({ event: "start", key: null, login: null });
    expect(out).not.toMatch(/mk_|ml_/);
  });

  it("ends in order: a connection that is open and silent does not hold it", async () => {
    let closed: Promise<unknown> | undefined;
    const { code } = await serve(async ({ url }) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      closed = new Promise((resolve) => socket.once("close", resolve));
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.resume().write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await new Promise((resolve) => socket.once("data", resolve));
    });
    expect(code).toBe(0);
    await closed;
  });

  it("takes PORT from the environment, and says what is wrong with an address", async () => {
    const { code, err } = await cli.memoir(["serve", "--host", "203.0.113.1", "--json"], {
      env: { PORT: "0" },
    });
    expect(code).not.toBe(0);
    expect(err).toMatch(/Cannot listen on 203\.0\.113\.1:0/);
    for (const PORT of ["abc", "70000", "74 11"]) {
      const wrong = await cli.memoir(["serve", "--json"], { env: { PORT } });
      expect(JSON.parse(wrong.err)).toMatchObject({
        error: { message: `PORT is "${PORT}"; it must be a whole number from 0 to 65535.` },
      });
    }
  });
});

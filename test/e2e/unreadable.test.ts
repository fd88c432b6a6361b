import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { HANGS } from "../support/hanging-reader.js";
import { useProgram } from "../support/program.ts";

const PRELOAD = new URL("../support/hanging-reader.js", import.meta.url).href;

const UNREAD = "it could not be read in time";

interface Decisions {
  readonly items: readonly { readonly outcome: string; readonly reason: string }[];
}

/** A server with a reader that hangs on some words, as its users see it. */
interface Server {
  readonly child: ChildProcess;
  readonly key: string | undefined;
  get(path: string, key?: string): Promise<Response>;
  post(path: string, key: string, body: unknown): Promise<Response>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

describe("a message that blocks its reader for ever", () => {
  const program = useProgram();
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
  });

  const serve = async (): Promise<Server> => {
    const { promise, resolve, reject } = Promise.withResolvers<[ChildProcess, string, string | undefined]>();
    const ended = program.memoir(["serve", "--port", "0", "--show-key"], {
      env: { NODE_OPTIONS: `--import=${PRELOAD}` },
      stdin: null,
      onText: (child, text) => {
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
        if (url !== undefined && text.includes("/docs")) resolve([child, url, /mk_[\w.-]+/.exec(text)?.[0]]);
      },
    });
    ended.then(({ err }) => reject(new Error(`The server ended: ${err}`)), reject);
    const [child, url, key] = await promise;
    running.push(child);
    const headers = (own = ""): Record<string, string> =>
      own === "" ? {} : { authorization: `Bearer ${own}`, "content-type": "application/json" };
    return {
      ...{ child, key, ended },
      get: (path, own) => fetch(url + path, { headers: headers(own), signal: AbortSignal.timeout(120_000) }),
      post: (path, own, body) =>
        fetch(url + path, { method: "POST", headers: headers(own), body: JSON.stringify(body) }),
    };
  };
  const observe = async (server: Server, key: string, ...texts: string[]): Promise<void> => {
    const messages = texts.map((text) => ({ author: "alice", text }));
    const { status } = await server.post("/api/ltm/events", key, { scope: "user:alice", messages });
    expect(status).toBe(201);
  };
  const reasons = async (server: Server, key: string): Promise<string[]> => {
    const response = await server.get("/api/ltm/decisions?scope=user:alice", key);
    return ((await response.json()) as Decisions).items.map(({ reason }) => reason);
  };
  const flush = (server: Server, key: string): Promise<Response> =>
    server.post("/api/ltm/flush", key, { scope: "user:alice" });
  const stopped = async (server: Server): Promise<void> => {
    server.child.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0 });
  };

  it("S1: stops neither the server nor what is said after it, and a restart goes on behind it", async () => {
    const first = await serve();
    const key = first.key!;
    await observe(first, key, `one, ${HANGS}`, `two, ${HANGS}`, `三，${HANGS}`, "I live in Paris.");
    // The server may end before it answers.
    const flushing = flush(first, key).catch(() => undefined);
    const until = performance.now() + 4_000;
    while (performance.now() < until) {
      expect((await first.get("/health")).status).toBe(200);
      await sleep(50);
    }
    await stopped(first);
    await flushing;

    const second = await serve();
    await observe(second, key, "我对花生过敏。", `four, ${HANGS}`);
    expect((await flush(second, key)).status).toBe(200);
    expect((await reasons(second, key)).filter((reason) => reason === UNREAD)).toHaveLength(4);
    const items = await (await second.get("/api/ltm/items?scope=user:alice", key)).text();
    expect(items).toContain("Alice lives in Paris.");
    expect(items).toContain("对花生过敏");
    expect(await (await second.get("/metrics", key)).text()).toMatch(/^memoir_messages_unread_total [1-9]$/m);
    await stopped(second);
  });
});

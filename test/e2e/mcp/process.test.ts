import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { BINARY, environment, useProgram } from "../../support/program.ts";

const program = useProgram();

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
}

/** The process as a client starts it; every line of stdout has to be a message. */
function start(args: readonly string[] = []): {
  child: ChildProcessWithoutNullStreams;
  send(message: object | string): void;
  reply(id: number): Promise<Reply>;
  ended: Promise<number | null>;
  errors(): string;
} {
  const child = spawn(process.execPath, [BINARY, "mcp", "--database", "a.db", ...args], {
    cwd: program.cwd,
    env: environment({ NODE_OPTIONS: "--trace-warnings" }),
  });
  const replies: Reply[] = [];
  let heard = (): void => undefined;
  let bad: string | undefined;
  let errors = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    try {
      const message = JSON.parse(line) as Reply & { jsonrpc: string };
      if (message.jsonrpc !== "2.0") bad = line;
      replies.push(message);
    } catch {
      bad = line;
    }
    heard();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return {
    child,
    send: (message) =>
      child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    reply: (id) =>
      new Promise((resolve, reject) => {
        heard = () => {
          const found = replies.find((one) => one.id === id);
          if (bad !== undefined) reject(new Error(`not of the protocol: ${bad}`));
          else if (found !== undefined) resolve(found);
        };
        heard();
      }),
    ended: new Promise((resolve) => child.once("close", resolve)),
    errors: () => errors,
  };
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };

it("stdout carries the protocol and nothing else, whatever comes in; SIGTERM ends it", async () => {
  const { child, send, reply, ended, errors } = start();
  send(INITIALIZE);
  await reply(1);
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  for (const line of ["", "nonsense", "{", "[]", "null", '{"jsonrpc":"2.0"}', "\0\0", "{".repeat(10_000)])
    send(line);
  send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } });
  send(LIST);
  expect((await reply(2)).result).toHaveProperty("tools");
  // Errors go to stderr.
  expect(errors()).toContain("memoir mcp: ");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

it("it ends when its client closes stdin, and what was stored is there for the next", async () => {
  const first = start();
  first.send(INITIALIZE);
  await first.reply(1);
  const store = { name: "memory_store", arguments: { key: "k", content: "I like tea.", category: "x" } };
  first.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: store });
  expect((await first.reply(2)).result).toMatchObject({ structuredContent: { inUse: false } });
  first.child.stdin.end();
  expect(await first.ended).toBe(0);
  const waiting = await program.json<{ waiting: unknown[] }>(["review", "list", "--database", "a.db"]);
  expect(waiting.waiting).toHaveLength(1);
});

it("a preset has its own tools (C22), and a database that cannot be opened is told on stderr", async () => {
  const { send, reply, child, ended } = start(["--preset", "supervisor"]);
  send(INITIALIZE);
  await reply(1);
  send(LIST);
  expect((await reply(2)).result).toMatchObject({ tools: [{ name: "memory.query" }] });
  child.kill("SIGTERM");
  await ended;
  const refused = await program.memoir(["mcp", "--database", "/proc/none/such.db"]);
  expect(refused.code).not.toBe(0);
  expect(refused.out).toBe("");
  expect(refused.err).not.toBe("");
});

it("with --server the key holds: one that is no good is refused before anything is said", async () => {
  const refused = await program.memoir([
    "mcp",
    "--server",
    "http://127.0.0.1:1",
    "--api-key",
    `mk_${"a".repeat(43)}`,
  ]);
  expect(refused).toMatchObject({ code: 4, out: "" });
});

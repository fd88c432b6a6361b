import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, inject, it } from "vitest";
import { createDatabase } from "../support/postgres.ts";
import { useProgram } from "../support/program.ts";

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** All that it has said so far. */
  text(): string;
  readonly ended: Promise<{ code: number | null; err: string }>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

describe("several processes on one port (`serve --workers`)", () => {
  const program = useProgram();
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
  });

  const serve = async (workers: number): Promise<Server> => {
    const database = await createDatabase(inject("postgresUrl"));
    let said = "";
    const { promise, resolve, reject } = Promise.withResolvers<Pick<Server, "child" | "url" | "key">>();
    const args = ["serve", "--port", "0", "--show-key", "--workers", String(workers), "--database", database];
    const ended = program.memoir(args, {
      stdin: null,
      onStart: (child) => running.push(child),
      onText: (child, text) => {
        said = text;
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
        const key = /mk_[\w.-]+/.exec(text)?.[0];
        if (url !== undefined && key !== undefined && text.includes("/docs")) resolve({ child, url, key });
      },
    });
    ended.then(({ err }) => reject(new Error(`The server ended: ${err}`)), reject);
    return { ...(await promise), text: () => said, ended };
  };
  /** On a separate connection: the next process in turn answers it. */
  const call = ({ url, key }: Server, method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const agent = new Agent({ keepAlive: false });
      const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.once("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  /** Which processes have answered, by the log. */
  const answeredBy = (server: Server): Set<number> =>
    new Set(
      server
        .text()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.includes('"event":"request"'))
        .map((line) => (JSON.parse(line) as { worker: number }).worker),
    );
  const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await isSo())) await sleep(50);
  };
  const processesOf = async (server: Server): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(server, "GET", "/health")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    return answeredBy(server).size;
  };

  it.skipIf(process.platform !== "linux")(
    "each of them has a limit of the memory that it keeps",
    async () => {
      const { child } = await serve(2);
      const isWorker = (pid: string): boolean => {
        const status = `/proc/${pid}/status`;
        return existsSync(status) && readFileSync(status, "utf8").includes(`PPid:\t${child.pid}\n`);
      };
      const workers = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isWorker(name));
      expect(workers.length).toBeGreaterThanOrEqual(2);
      for (const pid of workers) {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
        for (const limit of ["ARENA_MAX=2", "MMAP_THRESHOLD_=131072", "TRIM_THRESHOLD_=131072"])
          expect(environment).toContain(`MALLOC_${limit}`);
        expect(environment.find((one) => one.startsWith("NODE_OPTIONS="))).toContain(
          "--max-semi-space-size=16",
        );
      }
    },
  );

  it("answer in turn, run each job once, agree on keys and policies, are replaced, and end in order", async () => {
    const server = await serve(2);
    await until(async () => (await processesOf(server)) >= 2);

    // Each of these is a job, and all of them are tried by both.
    const people = Array.from({ length: 12 }, (_, i) => `p${i}`);
    for (const id of people) {
      // The reply says that the turn is done: nothing waits for more.
      const messages = [
        { author: id, text: "Remember that I live in Oslo." },
        { role: "assistant", text: "Noted." },
      ];
      const scope = `user:${id}`;
      expect((await call(server, "POST", "/api/ltm/events", { scope, messages })).status).toBe(201);
    }
    const memories = async (): Promise<{ memory: { evidenceCount: number; rev: number } }[]> => {
      const { body } = await call(server, "GET", "/api/ltm/search?query=Oslo&limit=100");
      return JSON.parse(body).items;
    };
    await until(async () => (await memories()).length === people.length);
    expect((await memories()).map(({ memory }) => memory.evidenceCount)).toEqual(people.map(() => 1));
    const stats = async (): Promise<{ unread: { events: number } }> =>
      JSON.parse((await call(server, "GET", "/api/ltm/stats")).body);
    // A memory is there a moment before its messages are marked as read.
    await until(async () => (await stats()).unread.events === 0);
    expect(await stats()).toMatchObject({ totals: { memories: 12 }, unread: { events: 0, oldestMs: 0 } });

    // A policy of one is the policy of all, at their next call.
    const policy = { writePolicy: { mode: "manual" }, reason: "a test" };
    expect((await call(server, "PUT", "/api/ltm/policy", policy)).status).toBeLessThan(300);
    const modes = await Promise.all(
      Array.from({ length: 6 }, async () => (await call(server, "GET", "/api/ltm/policy")).body),
    );
    expect(modes.every((mode) => mode.includes('"mode":"manual"'))).toBe(true);

    // A key that is revoked opens nothing in any of them.
    const made = JSON.parse((await call(server, "POST", "/api/ltm/keys", { name: "other" })).body);
    const other = { ...server, key: made.key as string };
    const statuses = async (): Promise<number[]> => {
      const path = "/api/ltm/items?scope=user:p0";
      return (await Promise.all(Array.from({ length: 6 }, () => call(other, "GET", path)))).map(
        ({ status }) => status,
      );
    };
    expect(new Set(await statuses())).toEqual(new Set([200]));
    expect((await call(server, "DELETE", `/api/ltm/keys/${made.id}`)).status).toBeLessThan(300);
    // Repeated bad keys are rate-limited.
    await until(async () => (await statuses()).every((status) => status === 401 || status === 429));

    // One that is killed is replaced, and the port answers on.
    const worker = await pidOfWorker(server.child.pid!);
    process.kill(worker, "SIGKILL");
    await until(() => server.text().includes('"event":"worker"'));
    const before = answeredBy(server).size;
    await until(async () => (await processesOf(server)) > before);

    server.child.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect(call(server, "GET", "/health")).rejects.toThrow("ECONNREFUSED");
  });

  it("say once what is wrong, and end with it", async () => {
    const { code, err } = await program.memoir(
      ["serve", "--workers", "2", "--port", "0", "--database", "postgres://nobody@127.0.0.1:1/none"],
      { stdin: null },
    );
    expect(code).toBe(4);
    expect(err).toMatch(/cannot|refused|reach/i);
  });

  it("are refused on SQLite, with the reason", async () => {
    const { code, err } = await program.memoir(["serve", "--workers", "2", "--port", "0"]);
    expect(code).toBe(2);
    expect(err).toContain("--workers 2 needs PostgreSQL");
  });
});

/** One of the processes that a process has started. */
async function pidOfWorker(parent: number): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}

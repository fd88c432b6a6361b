import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { bundled } from "../support/bundled.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";
import type { Committed, FromChild, ToChild } from "./readers-child.ts";

const PROCESSES = 8;
const WRITES = proving ? 150 : 8;
/** How many others are notified of each write. */
const TOLD = proving ? PROCESSES - 1 : 2;
const SLOWEST_MS = proving ? 1_200_000 : 300_000;
const CHILD = bundled(new URL("./readers-child.ts", import.meta.url));

interface Run {
  writes: number;
  /** Checks by the writers themselves, and by those who were notified. */
  own: number;
  told: number;
  missed: string[];
  longest: number;
}

/** Starts the processes, lets them write, and passes every commit on to others, until all have looked. */
function run(database: string, children: ChildProcess[]): Promise<Run> {
  const next = random(seed);
  const result: Run = { writes: PROCESSES * WRITES, own: 0, told: 0, missed: [], longest: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<Run>();
  let open = 0;
  let writing = PROCESSES;
  let looking = 0;
  const send = (to: number, message: ToChild): unknown => children[to]!.send(message);
  const all = (message: ToChild): void => children.forEach((_, p) => void send(p, message));
  const passOn = (from: number, committed: Committed): void => {
    const others = children.map((_, p) => p).filter((p) => p !== from);
    for (let i = 0; i < TOLD; i++) {
      const [to] = others.splice(Math.floor(next() * others.length), 1);
      looking += 1;
      send(to!, { kind: "look", committed });
    }
  };
  const hear = (from: number, message: FromChild): void => {
    if (message.kind === "open" && ++open === PROCESSES) all({ kind: "go" });
    if (message.kind === "committed") passOn(from, message.committed);
    if (message.kind === "missed") result.missed.push(`${message.why} ${JSON.stringify(message.committed)}`);
    if (message.kind === "written") {
      result.own += message.looks;
      writing -= 1;
    }
    if (message.kind === "looked") {
      result.told += 1;
      result.longest = Math.max(result.longest, message.ms);
      looking -= 1;
    }
    if (writing === 0 && looking === 0) {
      all({ kind: "end" });
      resolve(result);
    }
  };
  for (let p = 0; p < PROCESSES; p++) {
    const child = fork(CHILD, [database, String(p), String(WRITES), String(seed + p)], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let errors = "";
    child.stderr?.on("data", (data) => {
      errors += String(data);
    });
    child.on("message", (message: FromChild) => hear(p, message));
    child.once("exit", (code, signal) => {
      if (code !== 0) reject(new Error(`Process ${p} ended with ${code ?? signal}: ${errors}`));
    });
    children.push(child);
  }
  return promise;
}

describe.each(oneOf(["sqlite", "postgres"] as const))("readers on %s", (engine) => {
  it(
    `${PROCESSES} processes see each other's committed writes at their next recall (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-readers-"));
      const database =
        engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
      const children: ChildProcess[] = [];
      try {
        const started = performance.now();
        const { writes, own, told, missed, longest } = await run(database, children);
        const seconds = (performance.now() - started) / 1_000;
        await Promise.all(
          children.map((child) => child.exitCode ?? new Promise((resolve) => child.once("exit", resolve))),
        );
        expect(missed).toEqual([]);
        expect(own).toBeGreaterThanOrEqual(writes);
        expect(told).toBe(own * TOLD);
        const memoir = await openMemoir({ database, embedder: "none", background: false });
        expect(await memoir.check()).toEqual([]);
        await memoir.close();
        figure(
          `Readers on ${engine}`,
          `${PROCESSES} processes, ${writes} writes (remember, observe, update, forget, erase) in ${seconds.toFixed(1)} s: ${own} looks by the writer right after its acknowledgement and ${told} by others right after they were told, none missed; slowest look ${longest.toFixed(0)} ms`,
        );
      } finally {
        for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
        rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOWEST_MS,
  );
});

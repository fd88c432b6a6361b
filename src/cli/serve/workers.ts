import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { invalidArgument } from "../../domain/errors.ts";
import type { Log } from "../../server/http/service.ts";
import { EXIT, type ExitCode } from "../failure.ts";
import { databaseFile } from "../open.ts";

/** The messages from the process that owns the port to the worker processes: report the address, or end. */
interface ToWorker {
  readonly kind: "announce" | "stop";
}

/** A worker that ended before it was up is not started again at once: it may end in the same way. */
const RETRY_MS = 1_000;

/** SQLite has one writer, and each process would keep an index of the same scopes: more processes would be slower. */
export function checkWorkers(workers: number, database: string, cwd: string): void {
  if (workers === 1 || (databaseFile(database, cwd) === null && database !== ":memory:")) return;
  throw invalidArgument(
    `--workers ${workers} needs PostgreSQL: a SQLite database is served by one process. Leave it out, or use --database postgres://….`,
    { workers },
  );
}

/**
 * glibc's allocator otherwise keeps what is free in every thread's own arena, and puts larger and larger buffers there, between
 * which nothing is given back; V8 lets its space for new objects grow to 128 MB. Who starts it may say otherwise: the last of
 * two options counts.
 */
function memoryLimits({ NODE_OPTIONS = "", ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...ALLOCATOR, ...env, NODE_OPTIONS: `--max-semi-space-size=16 ${NODE_OPTIONS}` };
}

/** As the image sets it. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Runs the same command line in several processes that share one port, and starts another for each that ends. Resolves
 * with an exit code once `stop` aborts and all have ended.
 */
export async function runWorkers(workers: number, stop: AbortSignal, log: Log): Promise<ExitCode> {
  cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) });
  const running = new Set<Worker>();
  const tell = (worker: Worker, kind: ToWorker["kind"]): void => {
    if (worker.isConnected()) worker.send({ kind } satisfies ToWorker);
  };
  /** Resolves with `null` when it is up, with its exit code where it ended before. */
  const start = async (): Promise<ExitCode | null> => {
    const worker = cluster.fork(memoryLimits(process.env));
    running.add(worker);
    const over = new AbortController();
    // It says nothing else.
    const up = once(worker, "message", { signal: over.signal }).then(() => null);
    // A message that cannot be sent to a worker that ends is no reason to end: its exit follows.
    worker.on("error", (error) => log({ level: "warn", event: "worker", error: error.message }));
    const ended = new Promise<ExitCode>((resolve) => {
      worker.once("exit", (code, signal) => {
        running.delete(worker);
        if (!stop.aborted) log({ level: "warn", event: "worker", pid: worker.process.pid, code, signal });
        resolve((code as ExitCode | null) ?? EXIT.unexpected);
      });
    });
    stop.addEventListener("abort", () => tell(worker, "stop"), { once: true, signal: over.signal });
    up.catch(() => undefined);
    const failed = await Promise.race([up, ended]);
    void ended.then(() => {
      over.abort();
      if (failed === null) void replace();
    });
    return failed;
  };
  const replace = async (): Promise<void> => {
    while (!stop.aborted && (await start()) !== null) {
      await setTimeout(RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  };
  // The first brings the database up to date, and says what is wrong with it or with the settings.
  const failed = await start();
  if (failed !== null) return stop.aborted ? EXIT.ok : failed;
  await Promise.all(Array.from({ length: workers - 1 }, replace));
  const [first] = running;
  if (first !== undefined) tell(first, "announce");
  if (!stop.aborted) await once(stop, "abort");
  while (running.size > 0) await Promise.all([...running].map((worker) => once(worker, "exit")));
  return EXIT.ok;
}

/** This process as one of several behind a port. */
export interface AsWorker {
  readonly id: number;
  /** Aborts when the process that started this one tells it to end. Where that process dies, Node ends this one at once. */
  readonly stop: AbortSignal;
  /** Says that requests are answered; resolves where this process is to say so to people. */
  up(): Promise<void>;
  /** Lets go of whoever started it, so that the process can end. */
  leave(): void;
}

/** `null` for a process that nobody else started for that. */
export function asWorker(): AsWorker | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  const stopping = new AbortController();
  const announced = Promise.withResolvers<void>();
  process.on("message", ({ kind }: ToWorker) => {
    if (kind === "stop") stopping.abort();
    else announced.resolve();
  });
  return {
    id: worker.id,
    stop: stopping.signal,
    up() {
      worker.send({ kind: "up" });
      return announced.promise;
    },
    leave() {
      if (worker.isConnected()) worker.disconnect();
    },
  };
}

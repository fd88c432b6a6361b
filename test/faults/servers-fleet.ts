import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { BINARY, environment, root } from "../support/program.ts";

interface Settings {
  readonly database: string;
  readonly workers: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** `memoir serve`, `memoir work` and the like, as an operator starts them. */
export interface Program {
  readonly pid: number;
  /** Resolves with the JSON document of its first line. */
  readonly started: Promise<Record<string, unknown>>;
  /** SIGTERM; it must end by itself and well. */
  stop(): Promise<void>;
  /** SIGKILL to it alone, in the middle of whatever it does. */
  kill(): Promise<void>;
}

const LONGEST_ERRORS = 10_000;

export function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [BINARY, ...args, "--json"], {
    cwd: root,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-LONGEST_ERRORS);
  });
  const started = firstLine(child).catch(() => {
    throw new Error(`memoir ${args.join(" ")} did not start: ${errors}`);
  });
  started.catch(() => undefined);
  return {
    pid: child.pid!,
    started,
    async stop() {
      child.kill("SIGTERM");
      const [code] = await ended;
      if (code !== 0) throw new Error(`memoir ${args.join(" ")} ended with ${code}: ${errors}`);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function firstLine({ stdout }: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let text = "";
    stdout!.setEncoding("utf8").on("data", (part: string) => {
      if (text.includes("\n")) return;
      text += part;
      if (text.includes("\n")) resolve(JSON.parse(text.split("\n")[0]!) as Record<string, unknown>);
    });
    stdout!.once("close", () => reject(new Error("it said nothing")));
  });
}

/** A `memoir serve` at one address, whoever answers there. */
export interface ServerPlace {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again at the same address; resolves when it is up. */
  start(): Promise<void>;
}

/** How long a stopping server still takes requests: many times the balancer's interval, on a busy machine too. */
const DRAIN_MS = 3_000;
const LIMITS = {
  MEMOIR_SERVER__REQUESTS_PER_SECOND: "null",
  MEMOIR_SERVER__DRAIN_MS: String(DRAIN_MS),
};

export async function startServers(count: number, settings: Settings): Promise<ServerPlace[]> {
  return Promise.all(Array.from({ length: count }, () => startServer(settings)));
}

async function startServer({ database, workers, env = {} }: Settings): Promise<ServerPlace> {
  const launch = (port: string): Program =>
    startProgram(["serve", "--workers", String(workers), "--port", port, "--database", database], {
      ...LIMITS,
      ...env,
    });
  let program = launch("0");
  const url = String((await program.started).url);
  return {
    url,
    get pid() {
      return program.pid;
    },
    stop: () => program.stop(),
    kill: () => program.kill(),
    async start() {
      program = launch(new URL(url).port);
      await program.started;
    },
  };
}

/** Sends requests in turn to the servers that say they are ready, and knows nothing else of them. */
interface Balancer {
  address(turn: number): Promise<string>;
  isReady(url: string): boolean;
  end(): Promise<void>;
}

const LOOK_MS = 50;

export function startBalancer(urls: readonly string[]): Balancer {
  const ready = new Set<string>(urls);
  const over = new AbortController();
  const watch = async (url: string): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/ready`, { headers: { connection: "close" } }).catch(() => null);
      await answer?.text().catch(() => undefined);
      if (answer?.status === 200) ready.add(url);
      else ready.delete(url);
      await sleep(LOOK_MS);
    }
  };
  const watching = Promise.all(urls.map(watch));
  return {
    async address(turn) {
      const up = urls.filter((url) => ready.has(url));
      if (up.length === 0) throw new Error("No server is ready.");
      return up[turn % up.length]!;
    },
    isReady: (url) => ready.has(url),
    async end() {
      over.abort();
      await watching;
    },
  };
}

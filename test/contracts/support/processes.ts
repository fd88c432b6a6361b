import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll } from "vitest";
import { bundled } from "../../support/bundled.ts";
import type { Answer, Orders, Request } from "./engine-process.ts";

/** An engine in another process. A refusal comes back as an error whose message begins with the code. */
export interface EngineProcess {
  ask<O extends keyof Orders>(order: O, ...argument: Parameters<Orders[O]>): Promise<ReturnType<Orders[O]>>;
  end(): Promise<void>;
}

/** A child sees neither vitest nor its loaders. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  return env;
}

/** Starts an engine process. `account`: the user it runs as. Default: ours. */
export function startProcess(account?: { uid: number; gid: number }): EngineProcess {
  const child = fork(bundled(new URL("./engine-process.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: plainEnvironment(),
    ...account,
  });
  return askable(child);
}

/** For a whole file: processes that take some time to start, so its tests share them and close what they open. */
export function useProcesses(count: number): readonly EngineProcess[] {
  const processes: EngineProcess[] = [];
  beforeAll(() => {
    for (let i = 0; i < count; i++) processes.push(startProcess());
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.end()));
  });
  return processes;
}

function askable(child: ChildProcess): EngineProcess {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  child.on("message", (answer: Answer) => {
    const caller = waiting.get(answer.n);
    waiting.delete(answer.n);
    if ("error" in answer) caller?.reject(new Error(`${answer.error.code}: ${answer.error.message}`));
    else caller?.resolve(answer.value);
  });
  child.once("exit", (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process ended (${code ?? signal}).`));
  });
  return {
    ask: (order, ...argument) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ n: asked, order, argument: argument[0] } satisfies Request);
      }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Runs a script to its own end. */
export async function runScript(
  file: URL,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", bundled(file).pathname, ...args],
    {
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

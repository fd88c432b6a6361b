import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MEMORY_STATUSES } from "../../src/domain/memory.ts";
import type { ScopeHandle } from "../../src/index.ts";
import { inFolder, message, openWith } from "../ratios/database.ts";

/** The memories after all claims, one line each. */
export interface State {
  readonly way: string;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly memories: readonly string[];
}

const TELL = fileURLToPath(new URL("./tell.ts", import.meta.url));
const run = promisify(execFile);

const WAYS = [1, 2].flatMap((processes) => [1, 64].map((together) => ({ processes, together })));

/** The same claims one at a time and 64 at once, from one process and from two. */
export async function statesAfter(progress: (way: string) => void): Promise<State[]> {
  const states: State[] = [];
  for (const { processes, together } of WAYS) {
    const way = `${together === 1 ? "one at a time" : `${together} at once`}, ${processes === 1 ? "one process" : `${processes} processes`}`;
    progress(way);
    states.push(
      await inFolder(async (folder) => {
        const file = join(folder, "memoir.db");
        await makeScope(file);
        const told = await Promise.all(
          Array.from({ length: processes }, (_, share) => tell(file, share, processes, together)),
        );
        const outcomes: Record<string, number> = {};
        for (const one of told)
          for (const [name, count] of Object.entries(one)) outcomes[name] = (outcomes[name] ?? 0) + count;
        await using memoir = await openWith(file);
        const problems = await memoir.check();
        if (problems.length > 0)
          throw new Error(`After "${way}" the rows do not agree: ${JSON.stringify(problems[0])}`);
        return { way, outcomes, memories: await memoriesOf(memoir.scope("user:told")) };
      }),
    );
  }
  return states;
}

/** The tables and the scope are there before anybody tells something: the order of the first claims is then that of the calls. */
async function makeScope(file: string): Promise<void> {
  await using memoir = await openWith(file);
  await memoir.scope("user:told").observe([message("Hello.", 0)]);
}

async function tell(
  file: string,
  share: number,
  shares: number,
  together: number,
): Promise<Record<string, number>> {
  const args = [
    "--disable-warning=ExperimentalWarning",
    TELL,
    file,
    ...[share, shares, together].map(String),
  ];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as Record<string, number>;
}

/** Without ids and times; in the order of the words, because two processes write in no order. */
async function memoriesOf(scope: ScopeHandle): Promise<string[]> {
  const changes = new Map<string, string[]>();
  for await (const { memoryId, event } of await scope.memories.history())
    changes.set(memoryId, [...(changes.get(memoryId) ?? []), event]);
  const lines: string[] = [];
  for await (const memory of await scope.memories.list({ status: MEMORY_STATUSES })) {
    const { id, text, status, type, category, confidence, importance, evidenceCount, activationCount } =
      memory;
    const numbers = [confidence, importance, evidenceCount, activationCount].map((value) =>
      Number(value.toFixed(6)),
    );
    const history = (changes.get(id) ?? []).sort().join(" ");
    lines.push([status, type, category, ...numbers, history, text].join(" | "));
  }
  return lines.sort();
}

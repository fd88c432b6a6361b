import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type Around, type Ran, runIn } from "./run.fixture.ts";

export interface Runner {
  /** A folder of its own for each test. */
  readonly cwd: string;
  memoir(args: string[], around?: Around): Promise<Ran>;
  json<T>(args: string[], around?: Around): Promise<T>;
}

/** For the body of a test file: the command line in an empty folder, without an embedder. */
export function useRunner(): Runner {
  let cwd = "";
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "memoir-cli-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  const memoir = (args: string[], { env, ...around }: Around = {}): Promise<Ran> =>
    runIn(cwd, args, { env: { MEMOIR_EMBEDDER: "none", ...env }, ...around });
  return {
    get cwd() {
      return cwd;
    },
    memoir,
    async json<T>(args: string[], around?: Around) {
      const { code, out, err } = await memoir([...args, "--json"], around);
      if (out === "") throw new Error(`memoir ${args.join(" ")} ended with ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
  };
}

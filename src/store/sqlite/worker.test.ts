import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

/** Prints what is loaded for the writer's thread, which itself refuses to run outside of one. */
const LIST = `import { registerHooks } from "node:module";
registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "worker.ts")).href)}).catch(() => undefined);`;

it("the writer's thread loads our own files and no package: every engine waits for it to start", () => {
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", LIST], { encoding: "utf8" });
  const loaded = stdout.trim().split("\n");
  expect(loaded).toContainEqual(expect.stringContaining("/store/sqlite/writer.ts"));
  expect(loaded.filter((url) => url.includes("/node_modules/"))).toEqual([]);
});

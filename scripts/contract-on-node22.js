// Runs the contract suites once more on Node 22, the oldest line Memoir supports, and here also on a PostgreSQL whose
// tables are partitioned by tenant (MEMOIR_PARTITIONED). Prints one
// `N passed, N failed` line as the last. Given the counts file of `npm test` (MEMOIR_TEST_COUNTS), that
// line is the sum of both runs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./lib/exec.js";
import { isGreen, runVitest, summaryOf } from "./lib/vitest.js";

const nothing = { passed: 0, failed: 0, skipped: 0 };
const oneFailure = { passed: 0, failed: 1, skipped: 0 };

async function onNode22(work) {
  const folder = mkdtempSync(join(tmpdir(), "memoir-node22-"));
  try {
    const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, "node@22"];
    const installed = await run("npm", args, { quiet: true, cwd: folder });
    const node = join(folder, "node_modules", "node", "bin", "node");
    const { code, output } = await run(node, ["--version"], { quiet: true });
    if (code !== 0 || !output.startsWith("v22.")) {
      process.stderr.write(installed.output);
      console.error(`npm did not give a Node 22 (npm's code ${installed.code}; ${node}: ${output.trim()})`);
      return oneFailure;
    }
    console.log(`The contracts on Node ${output.trim()}:`);
    return await work(node);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOfMainRun(file) {
  if (file === undefined) return nothing;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    console.error(`No counts in ${file}: "npm test" did not come to an end.`);
    return oneFailure;
  }
}

async function main() {
  process.env.MEMOIR_PARTITIONED = "1";
  const first = countsOfMainRun(process.env.MEMOIR_TEST_COUNTS);
  const second = existsSync(join(root, "node_modules", "vitest"))
    ? await onNode22((node) => runVitest(["test/contracts"], { node }))
    : oneFailure;
  if (second.passed + second.failed === 0) console.error("No contract ran on Node 22.");
  console.log(
    summaryOf({
      passed: first.passed + second.passed,
      failed: first.failed + second.failed,
      skipped: first.skipped + second.skipped,
      failures: [...(first.failures ?? []), ...(second.failures ?? [])],
    }),
  );
  return (first === nothing || isGreen(first)) && isGreen(second) ? 0 : 1;
}

process.exitCode = await main();

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./exec.js";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Runs vitest with its usual output and counts the results.
 *
 * @param {string[]} args
 * @param {{ node?: string }} [options] `node`: the Node to run on. Default: the checkout's.
 * @returns {Promise<Counts>}
 */
export async function runVitest(args, { node = "node" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "memoir-vitest-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await run(node, [
      join("node_modules", "vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...args,
    ]);
    return countsOf(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { testResults: [] };
  }
}

function countsOf(report, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === "failed").length;
    counts.passed += statuses.filter((status) => status === "passed").length;
    // A file that could not be loaded has no tests that could fail.
    counts.failed += file.status === "failed" ? Math.max(failed, 1) : failed;
    counts.skipped += statuses.filter((status) => status !== "failed" && status !== "passed").length;
  }
  // Failures outside of tests: an unhandled rejection, a broken global setup, a crash, no tests at all.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * The last line of it has one form, whatever was skipped.
 *
 * @param {Counts} counts
 */
export function summaryOf({ passed, failed, skipped }) {
  return `${skipped > 0 ? `${skipped} skipped\n` : ""}${passed} passed, ${failed} failed`;
}

/** @param {Counts} counts */
export function isGreen({ passed, failed }) {
  return failed === 0 && passed > 0;
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "./exec.js";

/**
 * `failures`: the tests that failed, by file and name, each with the first line of its message.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts
 */

/**
 * Runs vitest with its usual output and counts the results.
 *
 * @param {string[]} args
 * @param {{ node?: string, cwd?: string, quiet?: boolean, env?: NodeJS.ProcessEnv }} [options] `node`: the Node to run on.
 *   Default: the checkout's. `cwd`, `quiet` and `env` as `run` has them.
 * @returns {Promise<Counts>}
 */
export async function runVitest(args, { node = "node", cwd, quiet, env } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "memoir-vitest-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await run(
      node,
      [
        join("node_modules", "vitest", "vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...args,
      ],
      { cwd, quiet, env },
    );
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
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === "failed").length;
    counts.passed += statuses.filter((status) => status === "passed").length;
    // A file that could not be loaded has no tests that could fail.
    counts.failed += file.status === "failed" ? Math.max(failed, 1) : failed;
    counts.skipped += statuses.filter((status) => status !== "failed" && status !== "passed").length;
    for (const test of file.assertionResults) {
      if (test.status === "failed")
        counts.failures.push(failureOf(file, test.fullName, test.failureMessages?.[0]));
    }
    if (file.status === "failed" && failed === 0) counts.failures.push(failureOf(file, "", file.message));
  }
  // Failures outside of tests: an unhandled rejection, a broken global setup, a crash, no tests at all.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

const LONGEST = 300;

function failureOf({ name: file }, name, message = "") {
  const [first = ""] = message.split("\n");
  return `failed: ${relative(process.cwd(), file)} ${name}: ${first.slice(0, LONGEST)}`;
}

/**
 * The failed tests by name, so that the end of a long log tells which they are. The last line has one form, whatever was
 * skipped.
 *
 * @param {Counts} counts
 */
export function summaryOf({ passed, failed, skipped, failures = [] }) {
  const named = failures.map((one) => `${one}\n`).join("");
  return `${named}${skipped > 0 ? `${skipped} skipped\n` : ""}${passed} passed, ${failed} failed`;
}

/** @param {Counts} counts */
export function isGreen({ passed, failed }) {
  return failed === 0 && passed > 0;
}

// `npm test`: the static checks, then every test. Arguments are handed to vitest. The last line is always
// `N passed, N failed`.
import { writeFileSync } from "node:fs";
import { run } from "./lib/exec.js";
import { isGreen, runVitest, summaryOf } from "./lib/vitest.js";

const checks = [["biome", "check", "."], ["tsc", "--noEmit"], ["tsc", "-p", "dashboard"], ["knip"]];

/** All at once: none of them keeps every core busy. */
async function failingCheck() {
  const results = await Promise.all(
    checks.map(async ([command, ...args]) => ({
      name: [command, ...args].join(" "),
      ...(await run(command, args, { quiet: true })),
    })),
  );
  const failed = results.filter(({ code }) => code !== 0);
  for (const { name, code, output } of failed) {
    process.stdout.write(output);
    console.log(`\n${name} failed with code ${code}; the tests were not run.`);
  }
  return failed.length > 0;
}

async function main(args) {
  const counts = (await failingCheck()) ? { passed: 0, failed: 1, skipped: 0 } : await runVitest(args);
  // For CI, which adds the counts of a second run.
  if (process.env.MEMOIR_TEST_COUNTS) writeFileSync(process.env.MEMOIR_TEST_COUNTS, JSON.stringify(counts));
  console.log(summaryOf(counts));
  return isGreen(counts) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

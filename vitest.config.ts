import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { bundledThreads, bundleForTests } from "./test/support/bundle-for-tests.ts";
import { fastFolder } from "./test/support/fast-folder.ts";

/** These replace modules or globals while they load, so each has a process of its own. */
const alone = [
  "test/contracts/decide-replay.contract.test.ts",
  "test/contracts/degraded.contract.test.ts",
  "test/contracts/langgraph-validation.contract.test.ts",
  "test/linear-expressions.test.ts",
];

/** While vitest watches, sources change under it. */
const runsOnce = process.argv.includes("run");
if (runsOnce) await bundleForTests();

export default defineConfig({
  plugins: runsOnce ? [bundledThreads] : [],
  test: {
    env: {
      // Many tests start processes and threads, which read our TypeScript themselves. Node then strips and compiles each
      // file once, not once for each of them.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/memoir-tests"),
      MEMOIR_TESTS_BUNDLED: runsOnce ? "1" : "",
      ...fastFolder(),
    },
    // Loading the engine takes longer than most files' tests, so files share processes: what a test changes outside of
    // itself (the environment, a timer, a spy), it puts back.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "rules", include: ["src/{domain,language}/**/*.test.ts", "dashboard/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "engine",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["src/{domain,language}/**", "**/node_modules/**", ...alone],
          globalSetup: ["test/support/postgres-global.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          isolate: true,
          globalSetup: ["test/support/postgres-global.ts"],
        },
      },
    ],
    // Only what hangs for ever ends here: on a busy machine everything takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
    // One more than the cores it is made for: a fifth of the time tests wait for a child, a lock or a deadline.
    maxWorkers: 3,
  },
});

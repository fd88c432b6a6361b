import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Every engine that a test opens starts a thread, and many tests start processes, which read our TypeScript
    // themselves. Node then strips and compiles each file once, not once for each of them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/memoir-tests") },
    // Rules are pure, so their files need no process of their own each.
    projects: [
      {
        extends: true,
        test: { name: "rules", include: ["src/{domain,language}/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "engine",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["src/{domain,language}/**", "**/node_modules/**"],
          globalSetup: ["test/support/postgres-global.ts"],
        },
      },
    ],
    // Only what hangs for ever ends here: on a busy machine everything takes ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});

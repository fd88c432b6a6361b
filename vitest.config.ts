import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["test/support/postgres-global.ts"],
    // Every engine that a test opens starts a thread, and many tests start processes, which read our TypeScript
    // themselves. Node then strips and compiles each file once, not once for each of them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/memoir-tests") },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

import { deltaChannelHistoryTests, specTest } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MemoirSaver } from "../../src/adapters/langgraph/index.ts";
import { databases, type FreshDatabase } from "../support/databases.ts";

// LangGraph's suite takes these from the global scope.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

describe.each(databases)("R292: LangGraph's own specification of a saver on $name", (kind) => {
  let database: FreshDatabase;
  let memoir: Awaited<ReturnType<FreshDatabase["open"]>>;
  let savers = 0;
  beforeAll(async () => {
    database = await kind.create();
    memoir = await database.open();
  });
  afterAll(async () => {
    expect(await memoir.check()).toEqual([]);
    await database.cleanup();
  });
  describe.each([
    ["one scope", "user:alice"],
    ["the scope of each thread", () => "user:alice"],
  ])("in %s", (_, scope) => {
    const initializer = {
      checkpointerName: "MemoirSaver",
      // Each saver has a tenant of its own, and sees no other's threads.
      createCheckpointer: () => {
        savers += 1;
        return new MemoirSaver(memoir, { tenant: `tenant-${savers}`, scope });
      },
    };
    specTest(initializer);
    deltaChannelHistoryTests(initializer);
  });
});

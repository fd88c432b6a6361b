import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();

it("C30: models usage tells calls, tokens and cost by day, and whose price is missing", async () => {
  await cli.library(async () => undefined);
  expect((await cli.memoir(["models", "usage"])).out).toBe(
    "No language model was called in the last 30 days.\n",
  );
  const day = new Date().toISOString().slice(0, 10);
  const db = new DatabaseSync(join(cli.cwd, "memoir.db"));
  const add = db.prepare(
    "insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens) values ('default', ?, ?, ?, 2, 1, 1000000, 500000)",
  );
  add.run(day, "extract", "openai/small");
  add.run("2020-01-01", "extract", "openai/small");
  db.close();
  const bare = (await cli.memoir(["models", "usage"])).out;
  expect(bare).toContain("2 calls, 1500000 tokens.");
  expect(bare).toContain("A model without a price in models.prices is counted in tokens only.");
  const prices = { "openai/small": { input: 0.25, output: 2 } };
  writeFileSync(join(cli.cwd, "memoir.config.json"), JSON.stringify({ models: { prices } }));
  const priced = (await cli.memoir(["models", "usage", "--days", "1"])).out;
  expect(priced).toContain(`${day}  extract  2      1       1000000  500000  1.2500  openai/small`);
  expect(priced).toContain("2 calls, 1500000 tokens, cost 1.2500.");
  expect(await cli.json(["models", "usage", "--days", "3650"])).toMatchObject({
    tenant: "default",
    usage: [{ day: "2020-01-01", cost: 1.25 }, { day }],
    totals: { calls: 4, tokens: 3_000_000, cost: 2.5 },
  });
});

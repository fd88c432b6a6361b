import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { CHINESE, ENGLISH, OWN_CHINESE, OWN_ENGLISH, SPACE } from "../../models/local/catalogue.ts";
import { useBareMachine } from "../bare-machine.fixture.ts";

const machine = useBareMachine();

describe("models", () => {
  const folder = (): string => join(machine.cache, "models", ENGLISH.name);
  const damage = (): void => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "model.onnx"), "not a model");
  };

  const PULL = `memoir models pull ${ENGLISH.name} ${CHINESE.name}`;

  it("lists what is there, what is absent and what is refused, alone as with list", async () => {
    damage();
    const { code, out } = await machine.memoir(["models"]);
    expect(code).toBe(0);
    expect(out).toContain(
      `  ✗ refused   23.0 MB  ${folder()}/model.onnx\n      ${folder()}/model.onnx is not`,
    );
    expect(out).toContain(`  · absent     712 kB  ${folder()}/tokenizer.json`);
    expect(out).toContain("\n2 models, 65.8 MB, ready to use.\n");
    expect(out).toContain(`To use the embedder local/minilm, fetch what is missing: ${PULL}\n`);
    const listed = await machine.json<{ cache: string; models: { name: string }[] }>(["models", "list"]);
    expect(listed).toMatchObject({ cache: join(machine.cache, "models"), folder: null });
    const names = [OWN_ENGLISH, OWN_CHINESE, ENGLISH, CHINESE].map(({ name }) => name);
    expect(listed.models.map(({ name }) => name)).toEqual(names);
    for (const own of listed.models.slice(0, 2)) {
      expect(own).toMatchObject({ id: SPACE, verified: true, origin: "package" });
    }
    expect(listed.models[2]).toMatchObject({
      id: ENGLISH.id,
      verified: false,
      origin: "cache",
      files: [
        { name: "model.onnx", status: "refused", why: expect.stringContaining("11 bytes") },
        { name: "tokenizer.json", status: "absent", why: null },
      ],
    });
  });

  it("says what to do when nothing can be fetched, and never uses a wrong file", async () => {
    damage();
    const { code, out, err } = await machine.memoir(["models", "pull", ENGLISH.name]);
    expect([code, out]).toEqual([5, ""]);
    expect(err).toContain("! ");
    expect(err).toMatch(/model\.onnx is not the pinned file.* It is not used\.\n/);
    expect(err).toContain("could not be reached");
    expect(err).toMatch(/set MEMOIR_MODELS_DIR to a folder that has .* \(model_unavailable\)\n$/);
    expect(existsSync(join(folder(), "model.onnx"))).toBe(false);
    const asJson = await machine.memoir(["models", "pull", ENGLISH.name, "--json"]);
    expect([asJson.code, asJson.out, JSON.parse(asJson.err).error.code]).toEqual([
      5,
      "",
      "model_unavailable",
    ]);
  });

  it("checks those of the package, which need no fetching, and tells one from the other", async () => {
    const { code, out, err } = await machine.memoir(["models", "pull"]);
    expect([code, err]).toEqual([0, ""]);
    for (const [name, size] of [
      [OWN_ENGLISH.name, "32.0 MB"],
      [OWN_CHINESE.name, "33.8 MB"],
    ]) {
      expect(out).toContain(`✓ ${name}  ${size}, part of the package, verified\n`);
    }
    const { models } = await machine.json<{ models: unknown[] }>(["models", "pull", OWN_CHINESE.name]);
    expect(models).toEqual([
      expect.objectContaining({ id: SPACE, name: OWN_CHINESE.name, origins: ["package"], fetched: false }),
    ]);
    expect(existsSync(machine.cache)).toBe(false);
  });

  it("knows its models by name, and stops when told to", async () => {
    expect(await machine.memoir(["models", "pull", "gpt"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /no local model "gpt"; there are: memoir-1-en, memoir-1-zh, all-MiniLM.*\(not_found\)/,
      ),
    });
    expect(await machine.memoir(["models", "pull"], { signal: AbortSignal.abort() })).toMatchObject({
      code: 130,
      out: "",
      err: expect.stringContaining("(aborted)"),
    });
  });

  it("removes from the cache, and leaves the package alone", async () => {
    damage();
    const removed = await machine.memoir(["models", "remove", ENGLISH.name]);
    expect(removed.out).toContain(`✓ Removed ${ENGLISH.name}: 11 B freed at ${folder()}\n`);
    expect(removed.out).toContain(`Fetch again with: memoir models pull ${ENGLISH.name}\n`);
    expect(existsSync(folder())).toBe(false);
    const again = await machine.json<{ freed: number; models: { name: string }[] }>(["models", "remove"]);
    expect(again).toMatchObject({ freed: 0, kept: [] });
    expect(again.models.map(({ name }) => name)).toEqual([ENGLISH.name, CHINESE.name]);
    const own = await machine.memoir(["models", "remove", OWN_ENGLISH.name]);
    expect([own.code, own.out]).toEqual([
      0,
      expect.stringMatching(/· memoir-1-en was not in the cache .*\n {2}memoir-1-en is part of the package/),
    ]);
    expect(own.out).not.toContain(OWN_CHINESE.name);
    expect((await machine.memoir(["models"])).out).toContain("\n2 models, 65.8 MB, ready to use.\n");
  });
});

it("C30: models usage tells calls, tokens and cost by day, and whose price is missing", async () => {
  await machine.cli.library(async () => undefined);
  expect((await machine.cli.memoir(["models", "usage"])).out).toBe(
    "No language model was called in the last 30 days.\n",
  );
  const day = new Date().toISOString().slice(0, 10);
  const db = new DatabaseSync(join(machine.cli.cwd, "memoir.db"));
  const add = db.prepare(
    "insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens) values ('default', ?, ?, ?, 2, 1, 1000000, 500000)",
  );
  add.run(day, "extract", "openai/small");
  add.run("2020-01-01", "extract", "openai/small");
  db.close();
  const bare = (await machine.cli.memoir(["models", "usage"])).out;
  expect(bare).toContain("2 calls, 1500000 tokens.");
  expect(bare).toContain("A model without a price in models.prices is counted in tokens only.");
  const prices = { "openai/small": { input: 0.25, output: 2 } };
  writeFileSync(join(machine.cli.cwd, "memoir.config.json"), JSON.stringify({ models: { prices } }));
  const priced = (await machine.cli.memoir(["models", "usage", "--days", "1"])).out;
  expect(priced).toContain(`${day}  extract  2      1       1000000  500000  1.2500  openai/small`);
  expect(priced).toContain("2 calls, 1500000 tokens, cost 1.2500.");
  expect(await machine.cli.json(["models", "usage", "--days", "3650"])).toMatchObject({
    tenant: "default",
    usage: [{ day: "2020-01-01", cost: 1.25 }, { day }],
    totals: { calls: 4, tokens: 3_000_000, cost: 2.5 },
  });
});

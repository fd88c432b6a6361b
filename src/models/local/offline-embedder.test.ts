import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CHINESE, ENGLISH, OWN, PUBLIC } from "./catalogue.ts";
import { localEmbedder } from "./embedder.ts";
import { embedderOf, offlineEmbedder } from "./offline-embedder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memoir-offline-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PULL = "memoir models pull";
const cacheDir = (): string => join(folder, "models");

it("names the models of the local embedder, so that a scope's vectors stay theirs", async () => {
  for (const family of [OWN, PUBLIC]) {
    const offline = await offlineEmbedder(family, { cacheDir: cacheDir() }, PULL);
    const local = localEmbedder({ family, start: "first-use" });
    expect(offline.models).toEqual(local.models);
    await Promise.all([offline.close(), local.close()]);
  }
});

it("says at once what to do where there is no model, and fetches none", async () => {
  const embedder = await offlineEmbedder(PUBLIC, { cacheDir: cacheDir() }, PULL);
  const detail = `The embedding models are not on this machine (${ENGLISH.name}, ${CHINESE.name}), so only words count. Fetch them: ${PULL}`;
  expect(embedder.state()).toEqual({ status: "failed", detail });
  await expect(embedder.ready()).rejects.toMatchObject({ code: "model_unavailable" });
  await expect(embedder.embedDocuments(["tea", "茶"])).rejects.toThrow("Fetch");
  expect(existsSync(cacheDir())).toBe(false);
  await embedder.close();
});

it.each([
  [ENGLISH, "我每周六早上练习书法", CHINESE],
  [CHINESE, "I take my tea without sugar", ENGLISH],
])(
  "with $name alone it refuses what needs the other, before anything is loaded",
  async (here, text, lacking) => {
    const embedder = embedderOf(PUBLIC, [here.name], { cacheDir: cacheDir() }, PULL);
    expect(embedder.state().status).toBe("loading");
    await expect(embedder.embedDocuments([text])).rejects.toThrow(`not on this machine (${lacking.name})`);
    await expect(embedder.embedQuery(text)).rejects.toThrow(`Fetch it: ${PULL}`);
    await expect(embedder.embedQuery(text, { models: [lacking.id] })).rejects.toThrow(lacking.name);
    expect(embedder.state()).toMatchObject({
      status: "failed",
      detail: expect.stringContaining(lacking.name),
    });
    await embedder.close();
  },
);

it("fails without a request when a file vanishes", async () => {
  const embedder = embedderOf(PUBLIC, [ENGLISH.name], { cacheDir: cacheDir() }, PULL);
  await expect(embedder.ready()).rejects.toMatchObject({ code: "model_unavailable" });
  await embedder.close();
});

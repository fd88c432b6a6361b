import { expect, it } from "vitest";
import { vectorsCheck, walCheck } from "./database.ts";
import { diskCheck, nodeCheck, spaceCheck, sqliteCheck } from "./machine.ts";

it.each([
  ["22.16.0", "ok"],
  ["22.15.9", "fail"],
  ["20.20.2", "fail"],
  ["24.0.0", "ok"],
])("Node %s is %s", (version, status) => {
  expect(nodeCheck(version, ">=22.16").status).toBe(status);
});

it.each([
  [84_000_000_000, "ok"],
  [100_000_000, "warn"],
  [1_000_000, "fail"],
])("%i free bytes are %s", (free, status) => {
  const check = spaceCheck(free, "/data");
  expect(check.status).toBe(status);
  expect(check.fix === null).toBe(status === "ok");
});

it.each([
  [0, "ok"],
  [64_000_000, "ok"],
  [300_000_000, "warn"],
])("a log of %i bytes is %s", (size, status) => {
  expect(walCheck(size).status).toBe(status);
});

it("finds what this Node brings along", async () => {
  expect(await sqliteCheck()).toMatchObject({ name: "sqlite", status: "ok" });
});

it("says how to make a folder that is not there", async () => {
  const check = await diskCheck("/nowhere/at/all/memoir.db");
  expect(check).toMatchObject({ status: "fail", fix: 'Create it: mkdir -p "/nowhere/at/all"' });
});

it.each([
  [[], "nothing to embed"],
  [
    [{ models: "local/memoir-1", scopes: 3, behind: 1 }],
    "3 scopes embedded by local/memoir-1, 1 with texts that wait",
  ],
  [
    [
      { models: "", scopes: 1, behind: 1 },
      { models: "local/memoir-1", scopes: 3, behind: 0 },
      { models: "local/minilm", scopes: 2, behind: 0 },
    ],
    "1 scope not embedded yet; 3 scopes embedded by local/memoir-1; 2 scopes embedded by local/minilm; " +
      "those of another model than the one in use are embedded again",
  ],
])("whose vectors the scopes have", (embedded, detail) => {
  expect(vectorsCheck(embedded)).toMatchObject({ name: "vectors", status: "ok", detail });
});

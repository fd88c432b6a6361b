import { expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { startServer } from "../../src/server/http/serve.ts";
import { commandsIn, hasCurl, typed } from "../support/guide.ts";

it.skipIf(!hasCurl)("the lines of docs/http.md work as they stand", async () => {
  await using memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    settings: { server: { port: 0 } },
  });
  const server = await startServer({ memoir, version: "0.0.0" });
  const { key } = await memoir.operator().keys.create({ name: "guide", role: "write" });
  const commands = commandsIn("docs/http.md");
  expect(commands.length).toBeGreaterThan(8);
  const printed = await typed(commands, { url: server.url, key }).finally(() => server.close());
  expect(printed).toContain("Alice is allergic to nuts");
  expect(printed).toContain("event: change");
  const alice = memoir.scope("user:alice");
  expect((await alice.memories.list()).items.map(({ text }) => text)).toContain("Alice plays the cello");
  expect((await alice.profile.get()).map(({ field }) => field)).toContain("tone");
});

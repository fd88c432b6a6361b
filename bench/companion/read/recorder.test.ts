import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { recorderOf } from "./recorder.ts";

const folder = mkdtempSync(join(tmpdir(), "memoir-recorder-"));
afterAll(() => rmSync(folder, { recursive: true }));

const transcript = (known: string[], said: string): string =>
  ["<known>", ...known, "</known>", "<transcript>", said, "</transcript>"].join("\n");
const FIRST = transcript([], "#1 user Ann (2026-11-15 Sun 09:01): I live in Rome");
const SAID = "#2 user Ann (2026-11-16 Mon 09:01): I moved to Oslo";

/** What two calls at once come to: the text of an answer, or `waits`. */
async function asked(...prompts: string[]): Promise<unknown[]> {
  const { model, waiting, used } = recorderOf("ann", folder);
  const answers = prompts.map((content) =>
    model
      .generate({
        messages: [{ role: "user", content }],
        maxOutputTokens: 9,
        temperature: 0,
        signal: AbortSignal.abort(),
      })
      .then(({ text }) => JSON.parse(text) as unknown)
      .catch(() => "waits"),
  );
  return [...(await Promise.all(answers)), waiting(), used.changed];
}

const answer = (number: number, value: unknown): void =>
  writeFileSync(join(folder, `res-${number}.json`), JSON.stringify(value));

it("asks one request after another, and goes on where an answer was missing", async () => {
  const second = transcript(["[1] Ann lives in Rome."], SAID);
  const rome = { facts: [{ text: "Ann lives in Rome.", source: 1, more: [] }], forget: [] };
  const oslo = { facts: [{ text: "Ann lives in Oslo.", source: 2, more: ["slot home", "ends 1"] }] };
  expect(await asked(FIRST, second)).toEqual(["waits", "waits", join(folder, "req-1.json"), 0]);
  expect(JSON.parse(readFileSync(join(folder, "req-1.json"), "utf8"))).toMatchObject({
    messages: [{ content: FIRST }],
  });
  answer(1, rome);
  expect(await asked(FIRST, second)).toEqual([rome, "waits", join(folder, "req-2.json"), 0]);
  answer(2, oslo);
  expect(await asked(FIRST, second)).toEqual([rome, oslo, null, 0]);
});

it("a request that has changed gets the answers of its messages, with the numbers of now", async () => {
  const now = transcript(["[1] Ann sings.", "[2] Ann lives in Rome."], SAID);
  const [, changed, waiting, count] = await asked(FIRST, now);
  expect(changed).toMatchObject({
    facts: [{ text: "Ann lives in Oslo.", more: ["slot home"], contradicts: [2] }],
  });
  expect([waiting, count]).toEqual([null, 1]);
});

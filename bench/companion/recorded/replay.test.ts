import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readRecordings } from "./recording.ts";
import { replayOf } from "./replay.ts";
import { scoreRecorded } from "./score.ts";

const folder = mkdtempSync(join(tmpdir(), "memoir-recorded-"));
afterAll(() => rmSync(folder, { recursive: true }));

const asked = (content: string): string => JSON.stringify({ messages: [{ role: "user", content }] });
const transcript = (known: string[], said: string[]): string =>
  ["<known>", ...known, "</known>", "<transcript>", ...said, "</transcript>", "Answer."].join("\n");
const at = "2026-11-15 Sun 09:01";

function record(): void {
  mkdirSync(join(folder, "en"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, "en", name), text);
  write("conversation.jsonl", '{"author":"Ann","text":"I moved to Oslo"}\n');
  write(
    "req-1.json",
    asked(transcript(["[3] Ann lives in Rome."], [`#7 user Ann (${at}): I moved to Oslo`])),
  );
  const fact = { text: "Ann lives in Oslo.", source: 7, matches: [], contradicts: [3] };
  write("res-1.json", JSON.stringify({ facts: [fact] }));
  write("req-2.json", asked("A: Ann lives in Oslo.\nB: Ann likes Oslo."));
  write("res-2.json", '{"verdict":"different"}');
}

it("answers by messages and by texts, whatever their numbers are today", async () => {
  record();
  const [recording] = readRecordings(folder);
  const { model, asked: counted } = replayOf(recording!);
  const answer = async (content: string): Promise<unknown> => {
    const request = {
      messages: [{ role: "user" as const, content }],
      maxOutputTokens: 1,
      temperature: 0 as const,
    };
    return JSON.parse((await model.generate({ ...request, signal: AbortSignal.abort() })).text);
  };
  const known = ["[1] Ann likes tea.", "[2] Ann lives in Rome."];
  const today = transcript(known, [
    `#1 user Ann (earlier, ${at}): I moved`,
    `#2 user Ann (${at}): I moved to Oslo`,
  ]);
  expect(await answer(today)).toMatchObject({
    facts: [{ text: "Ann lives in Oslo.", source: 2, matches: [], contradicts: [2] }],
  });
  expect(await answer(transcript([], [`#2 user Ann (earlier, ${at}): I moved to Oslo`]))).toMatchObject({
    facts: [],
  });
  expect(await answer("[1] A: Ann lives in Oslo.\n    B: Ann likes Oslo.")).toMatchObject({
    pairs: [{ number: 1, verdict: "different" }],
  });
  expect(counted).toMatchObject({ extract: 2, check: 1, mend: 0, named: 1, namedShown: 1, unrecorded: 0 });
});

it("counts the facts, what is wrong, and what was superseded though it holds", () => {
  const labels = {
    ...{ user: "ann", start: "2026-11-15" },
    facts: [
      { id: "1", text: "lives in Oslo", lines: [["Oslo"]], none: ["Rome"] },
      { id: "2", text: "has two cats", lines: [["cats"], ["Biscuit", "Mochi"]] },
    ],
    wrong: [{ why: "a joke", re: "lottery" }],
    over: ["Rome"],
  };
  const active = ["Ann lives in Oslo.", "Ann has cats.", "Ann won the lottery."];
  expect(scoreRecorded(labels, active, ["Ann lives in Rome.", "Ann likes tea."])).toEqual({
    facts: 2,
    missing: ["2 has two cats"],
    endedWrongly: ["Ann likes tea."],
    wrong: ["Ann won the lottery. (a joke)"],
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { commandsIn, hasCurl, typed } from "../support/guide.ts";
import { useProgram } from "../support/program.ts";

const cli = useProgram();

interface Answers {
  readonly observed: { recorded: number };
  readonly read: { entries: unknown[] };
  readonly recalled: { hits: { text: string; evidence: { eventId: string }[] }[]; prompt: string };
  readonly context: { messages: { content: string }[] };
}

it.skipIf(!hasCurl)("README: `npm start` prints what it says, and its lines work as they stand", async () => {
  let visit: Promise<string> | undefined;
  const { code, out } = await cli.memoir(["serve", "--port", "0", "--show-key"], {
    stdin: null,
    onText: (child, said) => {
      const [, url] = /Memoir is listening on (\S+), with the memories of /.exec(said) ?? [];
      const [, key] = /^Key: {6}(mk_\S+)\n.*\nBrowser: {2}http\S+\/login\?token=ml_/m.exec(said) ?? [];
      if (visit !== undefined || url === undefined || key === undefined) return;
      visit = typed(commandsIn("README.md"), { url, key });
      visit.catch(() => undefined).finally(() => child.kill("SIGTERM"));
    },
  });
  expect([code, out]).toEqual([0, expect.stringContaining("It is shown this once.")]);

  // Each line answers with one document, in the order of the page.
  const [observed, read, recalled, context, ...others] = (await visit)!
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  expect(others).toEqual([]);
  const answers = { observed, read, recalled, context } as Answers;
  expect(answers.observed.recorded).toBe(2);
  expect(answers.read.entries).toBeInstanceOf(Array);
  expect(answers.recalled.hits[0]).toMatchObject({
    kind: "event",
    id: "m1",
    text: expect.stringContaining("Berlin"),
  });
  expect(answers.recalled.hits.find(({ text }) => text.includes("nuts"))).toMatchObject({
    evidence: [{ eventId: "m1" }],
  });
  expect(answers.recalled.prompt).toContain("Berlin");
  expect(answers.context.messages[0]?.content).toMatch(/^You are a kind cook\.[\s\S]*allergic to nuts/);
  expect(answers.recalled.prompt).toContain("绿茶");
});

it("README: the picture shows what the engine keeps and recalls", async () => {
  const picture = readFileSync(new URL("../../docs/images/story.svg", import.meta.url), "utf8");
  const shown = picture
    .replaceAll(/<style>[\s\S]*<\/style>|<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(\p{Script=Han}) (?=\p{Script=Han})/gu, "$1");
  await using memoir = await openMemoir({ database: ":memory:" });
  await memoir.ready();
  const alice = memoir.scope("user:alice");
  const first =
    "I moved to Berlin in May, my flat is right by the canal. Remember that I'm allergic to peanuts.";
  const messages = [
    { author: "Alice", text: first, at: "2026-06-01T09:00:00Z" },
    { role: "assistant" as const, text: "Lovely! How do you like it?", at: "2026-06-01T09:01:00Z" },
    { author: "Alice", text: "记住我喜欢喝绿茶。", at: "2026-06-02T09:00:00Z" },
    { author: "Alice", text: "thanks, see you", at: "2026-06-02T09:01:00Z" },
  ];
  await alice.observe(messages);
  const { entries } = await alice.flush();
  expect(entries.map(({ outcome }) => outcome)).toEqual(["added", "ignored", "added", "ignored"]);
  const reasons = entries.filter(({ outcome }) => outcome === "ignored").map(({ reason }) => reason);
  const blocks = await Promise.all(
    ["where do I live?", "write a haiku about rain"].map(async (question) => {
      const lines = (await alice.recall(question)).toPrompt().split("\n");
      return [question, ...lines.filter((line) => line.startsWith("- "))].join(" ");
    }),
  );
  const kept = entries.filter(({ outcome }) => outcome === "added").map(({ text }) => text);
  for (const text of [...messages.map(({ text }) => text), ...kept, ...reasons, ...blocks]) {
    expect(shown).toContain(text);
  }
});

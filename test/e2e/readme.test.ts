import { expect, it } from "vitest";
import { commandsIn, hasCurl, typed } from "../support/guide.ts";
import { useProgram } from "../support/program.ts";

const cli = useProgram();

interface Answers {
  readonly remembered: { memory: { text: string; status: string } };
  readonly observed: { recorded: number };
  readonly read: { entries: unknown[] };
  readonly decided: { items: { eventId: string; reason: string }[] };
  readonly recalled: { hits: { text: string; evidence: { eventId: string }[] }[]; prompt: string };
  readonly context: { messages: { content: string }[] };
  readonly listed: { items: { scope: string; memory: { text: string } }[] };
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
  const [remembered, observed, read, decided, recalled, context, listed, ...others] = (await visit)!
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  expect(others).toEqual([]);
  const answers = { remembered, observed, read, decided, recalled, context, listed } as Answers;
  expect(answers.remembered.memory).toMatchObject({ text: "Alice is allergic to nuts", status: "active" });
  expect(answers.observed.recorded).toBe(2);
  expect(answers.read.entries).toBeInstanceOf(Array);
  expect(answers.decided.items.filter(({ eventId }) => eventId === "m1")).toHaveLength(2);
  expect(answers.recalled.hits[0]).toMatchObject({
    kind: "event",
    id: "m1",
    text: expect.stringContaining("Berlin"),
  });
  expect(answers.recalled.hits.find(({ text }) => text.includes("cello"))).toMatchObject({
    evidence: [{ eventId: "m1" }],
  });
  expect(answers.recalled.prompt).toContain("Berlin");
  expect(answers.context.messages[0]?.content).toMatch(/^You are a kind cook\.[\s\S]*allergic to nuts/);
  const texts = answers.listed.items.map(({ memory }) => memory.text).join("\n");
  expect(texts).toMatch(/nuts/);
  expect(texts).toMatch(/cello/);
  expect(texts).toMatch(/绿茶/);
});

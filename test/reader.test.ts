import { afterAll, describe, expect, it } from "vitest";
import { DEV } from "../bench/hygiene/dev/index.ts";
import type { Said } from "../src/domain/candidate.ts";
import { LONGEST_READ } from "../src/domain/passages.ts";
import { extractByRules } from "../src/language/extract.ts";
import { forgetRequests } from "../src/language/forget.ts";
import { createReader } from "../src/write/reader/reader.ts";

const reader = createReader(new AbortController().signal);
afterAll(() => reader.close());

const conversations = DEV.map(({ id, turns }) => ({
  id,
  said: turns.map(
    ({ role, author = null, text, at }): Said => ({
      ...{ role, type: role === "tool" ? "tool_result" : "message", text, at: Date.parse(at) },
      ...{ name: author, actor: author },
    }),
  ),
}));

const message = (text: string, role: Said["role"] = "user"): Said => ({
  ...{ role, type: "message", name: "Alice", actor: "alice", text, at: 0 },
});

describe("the reader's thread", () => {
  it("reads in English and Chinese what the rules read by themselves", async () => {
    expect(conversations.length).toBeGreaterThan(100);
    let claims = 0;
    for (const { id, said } of conversations) {
      for (const from of new Set([0, Math.floor(said.length / 2), said.length - 1])) {
        const { byRules, unread } = await reader.read(said, from);
        const { candidates, endings } = extractByRules(said, from);
        expect(byRules.candidates, `${id} from ${from}`).toEqual(candidates);
        expect(byRules.endings, `${id} from ${from}`).toEqual(endings);
        expect([...unread]).toEqual([]);
        claims += candidates.length;
      }
    }
    expect(claims).toBeGreaterThan(100);
  });

  it("reads a message as if it had read those before it again", async () => {
    let claims = 0;
    for (const { id, said } of conversations) {
      for (const position of said.keys()) {
        const talk = { name: id, after: position, to: position + 1, stamp: "", prompts: [] };
        const goesOn = reader.inMind(talk) !== null;
        const until = said.slice(0, position + 1);
        const reading = await reader.follow({ ...talk, goesOn }, until, position, undefined);
        const { candidates, endings } = extractByRules(until, position);
        expect(reading?.byRules.candidates, `${id} at ${position}`).toEqual(candidates);
        expect(reading?.byRules.endings, `${id} at ${position}`).toEqual(endings);
        claims += candidates.length;
      }
    }
    expect(claims).toBeGreaterThan(100);
  });

  it("keeps nothing of a conversation whose words are erased while it is read", async () => {
    const talk = { name: "erased meanwhile", after: 0, to: 1, stamp: "", prompts: [], goesOn: false };
    const reading = reader.follow(talk, [message("I live in Oslo.")], 0, undefined);
    await Promise.resolve();
    reader.forget(talk.name);
    expect((await reading)?.byRules.candidates).toHaveLength(1);
    expect(reader.inMind({ ...talk, after: 1 })).toBeNull();
  });

  it("keeps in mind what the last messages said, and nothing once it is to be forgotten", async () => {
    const at = (after: number): { name: string; after: number; stamp: string } => ({
      ...{ name: "user:ann", after, stamp: "1" },
    });
    const follow = (after: number, text: string): ReturnType<typeof reader.follow> => {
      const goesOn = reader.inMind(at(after)) !== null;
      return reader.follow(
        { ...at(after), to: after + 1, prompts: [], goesOn },
        [message(text)],
        0,
        undefined,
      );
    };
    const texts = async (reading: ReturnType<typeof reader.follow>): Promise<string[]> =>
      (await reading)!.byRules.candidates.map(({ text }) => text);
    expect(await texts(follow(0, "I live in Oslo."))).toEqual(["Alice lives in Oslo."]);
    expect(reader.inMind(at(1))).not.toBeNull();
    expect(reader.inMind({ ...at(1), stamp: "2" })).toBeNull();
    expect(reader.inMind(at(2))).toBeNull();
    expect(await texts(follow(1, "Sorry, I meant Bergen."))).toEqual(["Alice lives in Bergen."]);
    reader.forget("user:ann");
    expect(reader.inMind(at(2))).toBeNull();
    expect(await texts(follow(2, "Sorry, I meant Rome."))).toEqual([]);
    const gone = { ...at(9), to: 10, prompts: [], goesOn: true };
    expect(await reader.follow(gone, [message("I like tea.")], 0, undefined)).toBeNull();
  });

  it.each([
    "Please forget that I like tea.",
    "Forget what I told you about Martin and the car. And my salary, delete that from your memory.",
    "别记我分手的事了。",
    "忘掉我刚才说的吧",
    "I live in Oslo.",
  ])("reads what a message asks to forget: %s", async (text) => {
    const { requests } = await reader.read([message(text), message(text, "assistant"), message(text)], 1);
    expect(requests).toEqual([[], [], forgetRequests(text)]);
  });

  it("takes nothing quoted for a request, and puts quoted names back", async () => {
    const texts = ['She wrote "please forget that I like tea".', 'Please forget that "Blue Moon" thing.'];
    const { requests } = await reader.read(
      texts.map((text) => message(text)),
      0,
    );
    expect(requests[0]).toEqual([]);
    expect(requests[1]?.[0]?.about).toContain("Blue Moon");
  });

  it("reads the beginning of what is too long, and the question at the end of an assistant's words", async () => {
    const long = `I live in Oslo. ${"x ".repeat(LONGEST_READ)} I like green tea.`;
    const { byRules } = await reader.read([message(long)], 0);
    expect(byRules.candidates.map(({ text }) => text)).toEqual(["Alice lives in Oslo."]);
    const said = [
      message(`${"x ".repeat(LONGEST_READ)} Where do you live?`, "assistant"),
      message("In Oslo."),
    ];
    expect((await reader.read(said, 1)).byRules.candidates).toEqual(extractByRules(said, 1).candidates);
  });

  it.each(
    [
      `I ${"have been ".repeat(40)}x`,
      `I live in Berlin ${"right now ".repeat(40)}x`,
      `I like tea ${"right now ".repeat(40)}x`,
      `我${"早就".repeat(40)}不养猫了`,
      `我住在北京${"哈哈啊".repeat(40)}去`,
      `我${"经常每".repeat(40)}x`,
      `忘掉${"刚".repeat(58)}x`,
      `delete${" ".repeat(4_000)}x`,
    ].map((text) => [text.slice(0, 20), text] as const),
  )("S1, S2: gets past what would stop it: %s…", async (_, text) => {
    const said = [message(text), message("I like green tea."), message("我对花生过敏。")];
    const { byRules, unread } = await reader.read(said, 0);
    const after = byRules.candidates.filter(({ source }) => source > 0);
    expect(after.map((one) => one.source)).toEqual([1, 2]);
    expect([...unread].filter((position) => position > 0)).toEqual([]);
  });

  it("keeps apart what was imported and what was said", async () => {
    const said = [
      { ...message("I live in Rome."), type: "import" },
      message("I like green tea."),
      { ...message("I work as a nurse."), type: "import" },
    ];
    const { byRules } = await reader.read(said, 0);
    expect(byRules.candidates.map(({ source }) => source).sort()).toEqual([0, 1, 2]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { CommandResult, MemoirEngine, ScopeHandle } from "../../../src/index.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { createMetrics } from "../../../src/server/http/metrics.ts";
import { databases, useDatabase } from "../../support/databases.ts";
import { DAY, everything } from "../support/expect.ts";
import { type Asked, type FakeModel, fakeModel, type Said } from "../support/fake-model.ts";

const GUILD = { platform: "discord", groupId: "42" };

/** As seed 001 opens it: the preset and one model. Members come with the ids and names that Discord gives. */
describe.each(databases)("the preset urmom as its seed uses it, on $name", (kind) => {
  const db = useDatabase(kind);
  let memoir: MemoirEngine;
  let guild: ScopeHandle;
  let model: FakeModel;
  let said = 0;
  const answers = (asked: Asked): Said =>
    asked.job === "day"
      ? Object.fromEntries(asked.ids.map((id) => [id, `User ${id} managed work stress by exercise.`]))
      : asked.job === "history"
        ? "Has a consistent pattern of managing work stress through regular exercise."
        : asked.job === "merge"
          ? "Berlin-based software engineer at TechCorp who manages work stress through exercise."
          : `${asked.prompt.match(/<fact>(.*?)<\/fact>/)?.[1] ?? "facts"}`;
  const member = (userId: string): Promise<ScopeHandle> =>
    memoir.scopeFor({ ...GUILD, userId }, { tenant: db.tenant });
  beforeEach(async () => {
    model = fakeModel(answers);
    memoir = await db.open({ preset: "urmom", model });
    guild = await memoir.scopeFor(GUILD, { tenant: db.tenant });
  });
  const PEOPLE = [
    { id: "7", names: ["gruzilkin"] },
    { id: "8", names: ["Florent"] },
  ];
  const chat = (author: string, text: string): Promise<unknown> =>
    guild.observe([
      {
        ...{
          id: `${db.tenant}-${++said}`,
          author,
          authorName: PEOPLE.find(({ id }) => id === author)!.names[0]!,
        },
        ...{ text, session: "general", at: new Date(db.clock.now) },
      },
    ]);
  const command = (author: string, text: string): Promise<CommandResult> =>
    guild.commands.handle({
      ...{ id: `${db.tenant}-c${++said}`, text, author, session: "general", people: PEOPLE },
      authorName: PEOPLE.find(({ id }) => id === author)!.names[0]!,
    });
  const factsOf = async (userId: string): Promise<string[]> =>
    (await everything((await member(userId)).memories.list({ status: ["active"] })))
      .map(({ text }) => text)
      .sort();
  const SETTING = /writePolicy|readPolicy|max[A-Z]\w+|\w+\.\w+[A-Z]\w+/;

  it("R92: more than ten facts about one person in one session are kept, and no reply names a setting", async () => {
    const hobbies = [
      ...["hiking", "chess", "pizza", "sailing", "opera", "jazz", "tennis", "origami", "baking", "yoga"],
      ...["poker", "karate", "tango", "fishing", "pottery"],
    ];
    for (const hobby of hobbies) {
      const { outcome, say } = await command("8", `Bot remember that gruzilkin likes ${hobby}`);
      expect([hobby, outcome]).toEqual([hobby, "remembered"]);
      expect(say).not.toMatch(SETTING);
    }
    expect(await factsOf("7")).toHaveLength(hobbies.length);
  });

  it.each(["Bot remember that gruzilkin likes opera", "机器人，记住 gruzilkin 喜欢歌剧"])(
    "R92: where a limit is set after all, the reply to %s names none",
    async (text) => {
      memoir = await db.open({ preset: "urmom", settings: { writePolicy: { maxItemsPerScope: 1 } } });
      guild = await memoir.scopeFor(GUILD, { tenant: db.tenant });
      await command("7", "Bot remember that gruzilkin lives in Berlin");
      const { outcome, say } = await command("8", text);
      expect(outcome).toBe("refused");
      expect(say).not.toMatch(SETTING);
    },
  );

  it.each([
    ["I like tea", "The user likes tea."],
    ["My name is Sergey", "The user's name is Sergey."],
    ["我喜欢爵士乐", "用户喜欢爵士乐。"],
    ["gruzilkin is Sergey", "gruzilkin is Sergey"],
  ])("R91: %s is kept in the third person, by remember() and by the tool", async (words, fact) => {
    const own = await member("7");
    const { memory } = await own.remember(words);
    expect(memory.text).toBe(fact);
    await own.forget({ id: memory.id }, { hard: true });
    await own.observe([{ id: `${db.tenant}-${++said}`, text: words }]);
    const [tool] = own.tools();
    expect(JSON.stringify(tool!.parameters)).toContain("third person");
    expect(await tool!.execute({ fact: words })).toBe(`Remembered: ${fact}`);
    expect(await factsOf("7")).toEqual([fact]);
  });

  it("R91: with an author the name is theirs", async () => {
    await chat("7", "good morning everybody");
    const { memory } = await guild.remember("I like tea", { author: "7" });
    expect(memory.text).toBe("Gruzilkin likes tea.");
  });

  /** A request over HTTP, with a key of this tenant. */
  async function post<T>(path: string, body: object, bound: object = {}): Promise<T> {
    const app = createApp({
      ...{ memoir, version: "0.0.0", settings: memoir.settings.server, metrics: createMetrics() },
      ...{ log: () => undefined, stopping: new AbortController().signal },
    });
    const { key } = await memoir
      .operator(db.tenant)
      .keys.create({ name: `k${++said}`, role: "write", ...bound });
    const headers = { host: "localhost", authorization: `Bearer ${key}`, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await app.request(new Request(`http://localhost${path}`, request))).json()) as T;
  }
  const CONTEXT = "/api/ltm/context";
  interface Context {
    readonly prompt: string;
    readonly messages: readonly { role: string; content: string }[];
  }

  it("R117, R114: the context of a guild holds what is known of who asks and of whom they mention", async () => {
    await command("8", "Bot remember that gruzilkin is a software engineer at TechCorp");
    await chat("7", "I'm so stressed about this project deadline");
    await chat("8", "I baked bread all weekend and it was great");
    const messages = [
      { role: "system", content: "You are urmom-bot." },
      { role: "user", content: "Bot what do you know about <@7>" },
    ];
    const asked = { scope: "group:discord/42", messages };
    const { prompt, messages: sent } = await post<Context>(CONTEXT, { ...asked, asker: "8" });
    expect(prompt).toContain("- gruzilkin: Berlin-based software engineer at TechCorp");
    expect(prompt).toMatch(/^<user_memory>\n.*\n<\/user_memory>$/s);
    expect(sent[0]!.content).toBe(`You are urmom-bot.\n\n${prompt}`);
    // Again, it replaces the block; without an asker it is who spoke last.
    const again = await post<Context>(CONTEXT, { ...asked, messages: sent, query: "and me?" });
    expect(again.messages[0]!.content.match(/<user_memory>/g)).toHaveLength(1);
    expect(again.prompt).toContain("- Florent: ");
    // A key that sees this scope alone reads nothing of the members'.
    const bound = await post<Context>(CONTEXT, { ...asked, asker: "7" }, { scopes: ["group:discord/42"] });
    expect(bound.prompt).not.toContain("TechCorp");
  });

  it("a month: the seed's commands, a week of stress and gym, and an outage of the model", async () => {
    await command("8", "Bot remember that gruzilkin is Sergey");
    await command("8", "Bot remember that gruzilkin lives in Berlin and enjoys hiking");
    await command("7", "Bot remember that I like pizza");
    expect(await factsOf("7")).toEqual([
      "Gruzilkin likes pizza.",
      "gruzilkin is Sergey",
      "gruzilkin lives in Berlin and enjoys hiking",
    ]);
    for (let day = 0; day < 30; day += 1) {
      await chat("7", "I'm so stressed about this project deadline");
      await chat("7", "Going to the gym after work to clear my head");
      await chat("8", "Bot, lunch?");
      db.clock.advance(DAY);
    }
    await chat("7", "A new project starts on Monday, I'm excited but the timeline is tight");
    const { text, source, parts } = await guild.digest.context("7", { deadlineMs: 60_000 });
    expect([text, source]).toEqual([
      "Berlin-based software engineer at TechCorp who manages work stress through exercise.",
      "merged",
    ]);
    expect(parts.today).toContain("managed work stress by exercise");
    // R97: one call a day for all, R118: of the last seven days.
    expect(model.count("day")).toBe(7);
    expect((await command("8", "Bot forget that gruzilkin likes pizza")).outcome).toBe("forgotten");
    expect((await command("8", "Bot forget that gruzilkin plays golf")).outcome).toBe("not_found");
    expect((await factsOf("7")).join()).not.toContain("pizza");
    expect((await command("8", "Bot what do you know about gruzilkin")).say).toContain("Berlin-based");
    // R81–R84: without a model the facts and the days are there all the same.
    const plain = await db.open({ preset: "urmom" });
    const found = await plain.scope("group:discord/42", { tenant: db.tenant }).digest.context("7");
    expect([found.text !== null, found.parts.facts]).toEqual([true, expect.stringContaining("Sergey")]);
    // R118: messages go after a month, facts stay.
    db.clock.advance(31 * DAY);
    await memoir.work();
    expect(await factsOf("7")).toHaveLength(2);
  });
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseMarkdown } from "../../src/domain/markdown/parse.ts";
import type { MemoirEngine, Memory, ScopeHandle } from "../../src/index.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { DAY, everything } from "./support/expect.ts";
import { sessionModel, type Told } from "./support/session-model.ts";

const XIAOMING = { author: "7", authorName: "小明" };
const LIKES = "小明喜欢简洁的代码风格";

describe.each(anyDatabase)("EverBot's memory on $name", (kind) => {
  const db = useDatabase(kind);
  let folder: string;
  let file: string;
  let memoir: MemoirEngine;
  let helper: ScopeHandle;
  let fake: ReturnType<typeof sessionModel>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "memoir-everbot-"));
    mkdirSync(join(folder, "helper"));
    file = join(folder, "helper", "MEMORY.md");
    fake = sessionModel();
    memoir = await open();
    helper = memoir.scope("user:helper", { tenant: db.tenant });
  });
  afterEach(async () => {
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (): Promise<MemoirEngine> =>
    db.open({
      ...{ preset: "everbot", model: fake.model },
      settings: { markdown: { path: join(folder, "{name}", "MEMORY.md") }, models: { retries: 0 } },
    });
  const read = (): string => readFileSync(file, "utf8");
  const parsed = () => parseMarkdown(read());
  const inSection = (section: string): string[] =>
    parsed().entries.flatMap((entry) => (entry.section === section ? [entry.text] : []));
  const memories = (): Promise<Memory[]> =>
    everything(helper.memories.list({ status: ["active", "archived"] }));
  const named = async (text: string): Promise<Memory> => (await memories()).find((one) => one.text === text)!;
  let sessions = 0;
  /** A session in which something is said, and what the model makes of it. */
  const talk = async (told: readonly Told[] | "broken", text = "我喜欢简洁的代码风格"): Promise<unknown> => {
    sessions += 1;
    fake.tells(told);
    const session = `s${sessions}`;
    await helper.observe([{ id: `${db.tenant}-${sessions}`, text, session, ...XIAOMING }]);
    const { ended, jobs, ...counts } = await helper.session(session).end();
    expect(ended).toBe(true);
    return counts;
  };
  const ok = (news: number, updated: number) => ({ new: news, updated, failed: null });
  const keep = (text: string, importance: number) => helper.remember(text, { category: "fact", importance });
  const SAMPLE = `# Agent Memory

<!-- Last updated: 2026-02-20T10:30:00 -->
<!-- Total entries: 2 -->

## Active Memories

### [a1b2c3] preference | 0.92 | 2026-02-20 | 12
${LIKES}

### [g7h8i9] workflow | 0.85 | 2026-02-10 | 15
小明每天早上 9 点查看 A 股行情，关注新能源板块

## Archived Memories

### [x1y2z3] fact | 0.18 | 2026-01-10 | 2
小明曾尝试用 Vue 写前端，但后来放弃了
`;

  it("R162, C6: a file of the seed's form is taken with all its fields, and decays from its time on, not twice", async () => {
    writeFileSync(file, SAMPLE);
    const all = await everything(helper.memories.list({ status: ["active", "archived"] }));
    const fields = ({ shortId, category, status, activationCount, lastActivated }: Memory) =>
      [shortId, category, status, activationCount, lastActivated.toISOString().slice(0, 10)] as const;
    expect(all.map(fields).sort()).toEqual([
      ["a1b2c3", "preference", "active", 12, "2026-02-20"],
      ["g7h8i9", "workflow", "active", 15, "2026-02-10"],
      ["x1y2z3", "fact", "archived", 2, "2026-01-10"],
    ]);
    await helper.markdown.sync();
    // 2026-03-01: 9 days since the first was activated; 19 since the second, of which 10 were over when it was written.
    const scores = Object.fromEntries(parsed().entries.map(({ id, score }) => [id, score]));
    expect(scores.a1b2c3).toBeCloseTo(0.92 * 0.99 ** 2, 2);
    expect(scores.g7h8i9).toBeCloseTo(0.85 * 0.99 ** (12 - 3), 2);
    expect(scores.x1y2z3).toBeCloseTo(0.18 * 0.99 ** (43 - 34), 2);
  });

  it("R163: no file and an empty file are an empty memory", async () => {
    expect(await helper.markdown.sync()).toMatchObject({ entries: 0, edits: [] });
    writeFileSync(file, "");
    expect(await helper.markdown.sync()).toMatchObject({ entries: 0, edits: [], unparsed: [] });
    expect(await memories()).toEqual([]);
  });

  it("R164: one damaged entry is left out and named, the others are taken", async () => {
    writeFileSync(file, SAMPLE.replace("| 0.85 |", "| viel |"));
    const report = await helper.markdown.sync();
    expect(report.unparsed).toEqual([{ id: "g7h8i9", problem: "its score is no number from 0 to 1" }]);
    expect((await memories()).map(({ shortId }) => shortId).sort()).toEqual(["a1b2c3", "x1y2z3"]);
    expect(read()).toContain("| viel |");
  });

  it("R165, R166: what is written is read as it was, and .bak is the version before", async () => {
    await keep(LIKES, 0.8);
    await helper.markdown.sync();
    const before = read();
    const { entries } = parsed();
    await keep("小明的公司叫星辰科技", 0.6);
    await helper.markdown.sync();
    expect(readFileSync(`${file}.bak`, "utf8")).toBe(before);
    expect(parsed().entries).toEqual(expect.arrayContaining(entries.map((one) => ({ ...one }))));
  });

  it("R167, R168, R142: from 0.2 up an entry is active, below archived, each section strongest first", async () => {
    for (const importance of [0.3, 0.9, 0.15, 0.6, 0.19, 0.2])
      await keep(`事实的分数是 ${importance}`, importance);
    await helper.markdown.sync();
    const scores = (section: string) =>
      parsed().entries.flatMap((one) => (one.section === section ? [one.score] : []));
    expect([scores("active"), scores("archived")]).toEqual([
      [0.9, 0.6, 0.3, 0.2],
      [0.19, 0.15],
    ]);
  });

  it("R169, R134, R126: a model is offered the seven categories, and words for what matters", async () => {
    expect(await talk([{ text: LIKES, importance: "high" }])).toEqual(ok(1, 0));
    expect(fake.prompts[0]).toContain(
      "Categories: preference, fact, experience, workflow, decision, skill_usage, todo.",
    );
    expect(fake.prompts[0]).toContain("high, medium or low");
    expect(await named(LIKES)).toMatchObject({
      category: "preference",
      importance: 0.8,
      session: `s${sessions}`,
    });
  });

  it("R170: from nothing, or nearly nothing, nothing comes", async () => {
    expect(await helper.session("empty").end()).toMatchObject({ ended: false, new: 0, updated: 0 });
    expect(fake.prompts).toEqual([]);
    expect(await talk([], "嗯")).toEqual(ok(0, 0));
  });

  it("R171: an answer that is no JSON keeps nothing and loses nothing", async () => {
    const { failed, ...rest } = (await talk("broken")) as { failed: string };
    expect([failed, rest]).toEqual([expect.stringMatching(/\w/), { new: 0, updated: 0 }]);
    expect(await memories()).toEqual([]);
    fake.tells([{ text: LIKES }]);
    await memoir.work();
    expect((await memories()).map(({ text }) => text)).toEqual([LIKES]);
  });

  it("R172, R175, R183, C12: what is known is hit, by the formula, and not added again", async () => {
    await talk([{ text: LIKES }]);
    expect((await named(LIKES)).strength).toBeCloseTo(0.6);
    for (const [hits, score] of [
      [1, 0.68],
      [2, 0.744],
    ] as const) {
      db.clock.advance(DAY);
      expect(await talk([{ text: LIKES, matches: LIKES }])).toEqual(ok(0, 1));
      const memory = await named(LIKES);
      expect(memory.strength).toBeCloseTo(score);
      expect([memory.activationCount, memory.lastActivated.getTime()]).toEqual([hits, db.clock.now]);
    }
    expect(await memories()).toHaveLength(1);
  });

  it("R173, R135, R148: a model is shown the 50 strongest active memories, and no others", async () => {
    for (let i = 0; i < 60; i += 1) await keep(`记住的事实编号 ${i}`, 0.3 + i / 100);
    const gone = await keep("已经忘记的事实", 1);
    await helper.forget({ id: gone.memory.id });
    await talk([]);
    const known = [...fake.prompts[0]!.matchAll(/^\[\d+\] (.*)$/gm)].map(([, text]) => text);
    expect(known).toEqual(Array.from({ length: 50 }, (_, i) => `记住的事实编号 ${59 - i}`));
  });

  it("R174, R137: high, medium and low begin with 0.8, 0.6 and 0.4", async () => {
    const words = { high: 0.8, medium: 0.6, low: 0.4 };
    const texts = { high: "小明住在柏林", medium: "小明在学日语", low: "小明有一辆红色自行车" };
    for (const word of ["high", "medium", "low"] as const)
      await talk([{ text: texts[word], category: "fact", importance: word }], `我${texts[word].slice(2)}`);
    for (const word of ["high", "medium", "low"] as const)
      expect((await named(texts[word])).strength).toBeCloseTo(words[word]);
  });

  it("R176: many hits come near to 1 and never above", async () => {
    await talk([{ text: LIKES }]);
    for (let i = 0; i < 12; i += 1) await talk([{ text: LIKES, matches: LIKES }]);
    const { strength } = await named(LIKES);
    expect(strength).toBeGreaterThan(0.9);
    expect(strength).toBeLessThanOrEqual(1);
  });

  it("R177, R178: seven days change nothing, then it is 1 % a day", async () => {
    await talk([{ text: LIKES, importance: "high" }]);
    for (const [days, score] of [
      [7, 0.8],
      [8, 0.8 * 0.99],
      [30, 0.8 * 0.99 ** 23],
    ] as const) {
      db.clock.now = Date.parse("2026-03-01T12:00:00Z") + days * DAY;
      await helper.markdown.sync();
      expect(parsed().entries[0]!.score).toBeCloseTo(score, 2);
    }
  });

  it("R179, R180, R181, R191: new, hit, archived and removed in one session", async () => {
    await keep("小明写过一个小游戏", 0.21);
    await keep("小明去过一次巴黎", 0.06);
    await talk([{ text: LIKES }]);
    db.clock.advance(40 * DAY);
    const company = "小明的公司叫星辰科技";
    expect(
      await talk(
        [
          { text: LIKES, matches: LIKES },
          { text: company, category: "fact", importance: "low" },
        ],
        "我喜欢简洁的代码风格，我的公司叫星辰科技",
      ),
    ).toEqual(ok(1, 1));
    expect([inSection("active"), inSection("archived")]).toEqual([[LIKES, company], ["小明写过一个小游戏"]]);
    expect(read()).not.toContain("巴黎");
    expect((await named(LIKES)).strength).toBeCloseTo(0.6 * 0.99 ** 33 + (1 - 0.6 * 0.99 ** 33) * 0.2);
  });

  it("R182, R187: the first session makes a file that can be read, without a word of the conversation itself", async () => {
    expect(existsSync(file)).toBe(false);
    await talk([{ text: LIKES }], "顺便说一下，我喜欢简洁的代码风格，谢谢你！");
    expect(parsed()).toMatchObject({ entries: [{ text: LIKES, score: 0.6 }], broken: [], total: 1 });
    expect(read()).not.toContain("顺便说一下");
    fake.tells([]);
    await helper.observe([{ id: `${db.tenant}-c`, text: "压缩之前的原话", session: "long" }]);
    await helper.session("long").compress();
    await memoir.work();
    expect([fake.prompts.length, read().includes("原话")]).toEqual([2, false]);
  });

  it("R184, R186, R143: the prompt has the 20 strongest from 0.5 up, strongest first, and nothing archived", async () => {
    for (let i = 0; i < 25; i += 1) await keep(`记住的事实编号 ${i}`, 0.5 + i / 100);
    await keep("分数太低的事实", 0.45);
    await keep("小明会弹钢琴", 0.1);
    const lines = (await helper.recall("*")).toPrompt().split("\n");
    expect(lines.slice(0, 3)).toEqual(["# 历史记忆", "", "关于用户的关键信息："]);
    expect(lines.slice(3)).toEqual(Array.from({ length: 20 }, (_, i) => `- 记住的事实编号 ${24 - i}`));
    const [tool] = helper.tools();
    expect(await tool!.execute({ query: "钢琴" })).toContain("小明会弹钢琴");
  });

  it("R185, R192, R190: one session, one call, and numbers that are so", async () => {
    await talk([{ text: LIKES }]);
    fake.prompts.length = 0;
    for (let i = 0; i < 60; i += 1) {
      const role = i % 2 === 0 ? "user" : "assistant";
      await helper.observe([
        {
          id: `${db.tenant}-l${i}`,
          role,
          text: `第 ${i} 句话，我喜欢简洁的代码风格`,
          session: "long",
          ...XIAOMING,
        },
      ]);
    }
    await memoir.work();
    expect(fake.prompts).toEqual([]);
    // One is known, one is new, one breaks the rules of a sentence, and is not asked about again.
    fake.tells([{ text: LIKES, matches: LIKES }, { text: "小明喜欢写注释" }, { text: "我很高兴" }]);
    expect(await helper.session("long").end()).toEqual({ ended: true, jobs: 0, ...ok(1, 1) });
    expect(fake.prompts).toHaveLength(1);
    expect(parsed().entries).toHaveLength(2);
  });

  it("R135: a session of more than 8,000 tokens is cut down to what matters by a model first", async () => {
    fake.tells([{ text: "小明喜欢安静的早晨" }]);
    const noise = "今天我们讨论了很多关于天气和新闻的闲话。".repeat(100);
    for (let i = 0; i < 6; i += 1)
      await helper.observe([
        {
          id: `${db.tenant}-n${i}`,
          text: `${noise}${i === 3 ? "我喜欢安静的早晨。" : ""}`,
          session: "x",
          ...XIAOMING,
        },
      ]);
    expect(await helper.session("x").end()).toMatchObject(ok(1, 0));
    expect(fake.prompts).toHaveLength(2);
    expect([fake.prompts[1]!.includes("我喜欢安静的早晨"), fake.prompts[1]!.includes("闲话")]).toEqual([
      true,
      false,
    ]);
  });

  it("R154, R155, C10: what is contradicted is half as alive, and no longer so", async () => {
    await talk([{ text: LIKES, importance: "high" }]);
    const old = await named(LIKES);
    const now = "小明喜欢详细的代码注释";
    expect(await talk([{ text: now, contradicts: LIKES }], "我现在喜欢详细的代码注释")).toEqual(ok(1, 0));
    expect(await helper.memories.get(old.id)).toMatchObject({ status: "superseded", strength: 0.4 });
    expect(parsed().entries.map(({ text }) => text)).toEqual([now]);
  });

  it("R156: a todo that is over goes to the archive with a low score, and is still found when asked for", async () => {
    const todo = "小明要在 2026-03-04 准备演示材料";
    await talk(
      [{ text: todo, category: "todo", importance: "high", expiresAt: "2026-03-04" }],
      "我下周三要准备演示材料",
    );
    expect(inSection("active")).toEqual([todo]);
    db.clock.advance(5 * DAY);
    await helper.markdown.sync();
    expect([inSection("archived"), parsed().entries[0]!.score]).toEqual([[todo], 0.19]);
    expect((await helper.recall("*")).hits).toEqual([]);
    expect(await helper.tools()[0]!.execute({ query: "演示材料" })).toContain("演示材料");
  });

  it("R157: 记住这个 and 忘掉那个 do so in the talk itself", async () => {
    const plain = await db.open({
      preset: "everbot",
      settings: { markdown: { path: join(folder, "{name}", "MEMORY.md") } },
    });
    const scope = plain.scope("user:helper", { tenant: db.tenant });
    await scope.observe([{ id: `${db.tenant}-r1`, text: "请记住：我对花生过敏", session: "a" }]);
    expect(await scope.session("a").end()).toMatchObject({ new: 1 });
    expect(read()).toContain("花生");
    await scope.observe([{ id: `${db.tenant}-r2`, text: "忘掉我对花生过敏这件事", session: "b" }]);
    await scope.session("b").end();
    expect(read()).not.toContain("花生");
  });

  it("R189: above the size the archive is in a second file, and both are read", async () => {
    const split = await db.open({
      preset: "everbot",
      settings: { markdown: { path: file, splitAbove: 3, auto: false } },
    });
    const scope = split.scope("user:helper", { tenant: db.tenant });
    for (const importance of [0.8, 0.7, 0.15, 0.1])
      await scope.remember(`事实的分数是 ${importance}`, { importance });
    const second = join(folder, "helper", "MEMORY.archive.md");
    expect(await scope.markdown.sync()).toMatchObject({ archive: second, entries: 4 });
    expect([parsed().entries.length, parseMarkdown(readFileSync(second, "utf8")).entries.length]).toEqual([
      2, 2,
    ]);
    writeFileSync(second, readFileSync(second, "utf8").replace("事实的分数是 0.1\n", "事实的分数是零点一\n"));
    expect(await scope.markdown.sync()).toMatchObject({ edits: [{ kind: "changed" }], entries: 4 });
    expect(await everything(scope.memories.list({ status: ["archived"] }))).toHaveLength(2);
    rmSync(second);
    expect((await scope.markdown.sync()).held).toHaveLength(2);
  });

  it("R188: from the talk to the prompt, to the archive and out, file and database alike at every step", async () => {
    const agree = async (shown: { active?: string[]; archived?: string[] }): Promise<void> => {
      await helper.markdown.sync();
      const { entries } = parsed();
      const rows = (await memories()).map(
        ({ shortId, text, status, category, activationCount }) =>
          [shortId, text, status, category, activationCount] as const,
      );
      expect(
        entries.map(({ id, text, section, category, hits }) => [id, text, section, category, hits]).sort(),
      ).toEqual(rows.sort());
      expect([inSection("active"), inSection("archived")]).toEqual([
        shown.active ?? [],
        shown.archived ?? [],
      ]);
      expect(await helper.markdown.diff()).toMatchObject({ edits: [], written: false });
    };
    const prompt = async (): Promise<string> => (await helper.recall("怎么写代码？")).toPrompt();
    // Talk, and its end: extracted.
    expect(await talk([{ text: LIKES }])).toEqual(ok(1, 0));
    await agree({ active: [LIKES] });
    // In the next session's prompt.
    expect(await prompt()).toContain(LIKES);
    // Reinforced.
    db.clock.advance(3 * DAY);
    expect(await talk([{ text: LIKES, matches: LIKES }])).toEqual(ok(0, 1));
    expect((await named(LIKES)).strength).toBeCloseTo(0.68);
    await agree({ active: [LIKES] });
    // Decays out of the prompt, while still active and found when asked for.
    db.clock.advance(50 * DAY);
    await memoir.work();
    await agree({ active: [LIKES] });
    expect(await prompt()).toBe("");
    expect(await helper.tools()[0]!.execute({ query: "代码风格" })).toContain(LIKES);
    // Archived: 0.68 × 0.99^123 < 0.2.
    db.clock.advance(80 * DAY);
    await memoir.work();
    await agree({ archived: [LIKES] });
    expect(await helper.tools()[0]!.execute({ query: "代码风格" })).toContain("archived");
    // Removed: 0.68 × 0.99^260 < 0.05.
    db.clock.advance(140 * DAY);
    await memoir.work();
    await agree({});
    expect(await helper.tools()[0]!.execute({ query: "代码风格" })).toBe("Nothing is remembered about this.");
  });
});

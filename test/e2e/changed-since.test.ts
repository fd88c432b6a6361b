import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventInput, type MemoirEngine, openMemoir } from "../../src/index.ts";
import { changeLogOdds } from "../../src/models/change-judge.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";

/** With the models of the package, as anybody runs it. */
let memoir: MemoirEngine;
let embedder: Embedder;

beforeAll(async () => {
  memoir = await openMemoir({ database: ":memory:", background: false });
  await memoir.ready();
  embedder = localEmbedder();
  await embedder.ready();
});
afterAll(() => Promise.all([memoir.close(), embedder.close()]));

/** The lines of a prompt for a question, after some messages. */
async function ask(scope: string, messages: readonly EventInput[], question: string): Promise<string[]> {
  const own = memoir.scope(scope);
  for (const message of messages) await own.observe([message]);
  await own.flush();
  await memoir.work();
  return (await own.recall(question, { from: ["quotes"] }))
    .toPrompt()
    .split("\n")
    .filter((line) => line.startsWith("- "));
}

const BETWEEN = { text: "we went to the lake on sunday, water was freezing" };

const RENT = { first: "the rent is 900 a month", later: "the landlord wants 980 from january" };
const ASKED = "how much is my rent?";

describe("what has changed since is shown with what was told first", () => {
  it.each([
    [RENT.first, RENT.later, ASKED],
    ["我住在海淀，离公司十分钟", "搬到通州以后每天通勤一个半小时", "我住在哪里？"],
    ["我在杭州做前端，天天加班", "新公司在苏州，坐办公室写产品文档，终于不用写代码了", "我做什么工作？"],
  ])("%s / %s", async (first, later, question) => {
    const lines = await ask(`user:${first}`, [{ text: first }, BETWEEN, { text: later }], question);
    const line = lines.find((one) => one.includes(first));
    expect(line).toMatch(/\(later[^"]*"/);
    expect(line).toContain(later);
  });

  it("in a group only by whoever told it", async () => {
    const told = (second: string): EventInput[] => [
      { text: RENT.first, author: "u1" },
      { ...BETWEEN, author: "u2" },
      { text: RENT.later, author: second },
    ];
    const own = await ask("group:own", told("u1"), "how much is the rent?");
    expect(own.find((line) => line.includes(RENT.first))).toContain("(later");
    const others = await ask("group:others", told("u2"), "how much is the rent?");
    expect(others.find((line) => line.includes(RENT.first))).not.toContain("(later");
  });

  it("also when it is said after the first was shown", async () => {
    const before = await ask("user:then", [{ text: RENT.first }, BETWEEN], ASKED);
    expect(before.find((line) => line.includes(RENT.first))).not.toContain("(later");
    const after = await ask("user:then", [{ text: RENT.later }], ASKED);
    expect(after.find((line) => line.includes(RENT.first))).toContain("(later");
  });

  it("and no memory is hidden for it", async () => {
    const scope = memoir.scope("user:kept");
    for (const text of [RENT.first, RENT.later]) await scope.remember(text);
    await memoir.work();
    const { hits } = await scope.recall(ASKED);
    expect(hits.map(({ kind, text }) => `${kind}: ${text}`).sort()).toEqual([
      `memory: ${RENT.later}`,
      `memory: ${RENT.first}`,
    ]);
  });
});

/** A line, one that changes it, and one that only looks so. Written for this test; the judge was trained on other writers. */
const RECORDS = [
  [
    "i take the 8 o'clock ferry to work every day",
    "since the bridge opened i just drive over",
    "the ferry had a new coat of paint today",
  ],
  [
    "our cat is called Biscuit and she rules the house",
    "the basket by the stove is still there. i can't put it away, vet said she felt nothing",
    "Biscuit caught a mouse and was very proud",
  ],
  [
    "dinner at Rosa's on friday at eight",
    "Rosa has the flu, we'll do it another time",
    "what should i bring to Rosa's on friday?",
  ],
  [
    "i'm on a strict gluten free diet",
    "turns out the test was wrong, had real bread for the first time in years",
    "gluten free pasta is so expensive here",
  ],
  ["the rent is 900 a month", "the landlord wants 980 from january", "my friend pays 700 for a bigger place"],
  ["我住在海淀，离公司十分钟", "搬到通州以后每天通勤一个半小时", "海淀的房租又涨了，还好我签的是两年"],
  ["每周二晚上学陶艺", "陶艺课退了，老师换人以后没意思", "这周二陶艺课做了一个花瓶"],
  ["女儿在读高三，明年高考", "送女儿去武汉报到，宿舍六人间", "女儿模拟考进了年级前五十"],
  ["手机号尾号是4417", "换号了，新的尾号是9082，旧的停机了", "有个4417的车牌停在楼下"],
  ["下个月要去冰岛看极光", "签证没下来，冰岛只能算了", "冰岛真贵，一碗汤一百多"],
] as const;
/** Of ten, with room for other machines' rounding. */
const LEAST_RIGHT = 8;

it("the judge tells a line that changes another from one that only looks so", async () => {
  const texts = await embedder.embedDocuments(RECORDS.flat());
  const vector = (record: number, which: number): Float32Array => texts[record * 3 + which]!.vector;
  const right = RECORDS.filter(
    (_, n) => changeLogOdds(vector(n, 0), vector(n, 1)) > changeLogOdds(vector(n, 0), vector(n, 2)),
  );
  expect(right.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
});

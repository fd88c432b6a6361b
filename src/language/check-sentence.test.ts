import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkEpisodic, checkSemantic, sentencesOf } from "./check-sentence.ts";

const LONG = "Alice has worked on the payment service of the company for many years.";

describe("R273, R275: semantic sentences that are kept", () => {
  it.each([
    "Alice lives in Berlin.",
    "Alice is allergic to peanuts and carries an EpiPen.",
    "Alice's sister Beth works at Siemens. Beth lives in Munich.",
    "Dr. J. K. Smith of the U.S. office moved to St. Louis at 9 a.m. on Jan. 5.",
    'Alice\'s favourite song is "I Will Always Love You".',
    "Bob works in IT in the US.",
    "Bob studies World War I.",
    "Bob takes some me-time after work.",
    "Carol owns a coal mine.",
    "Bob thinks that Berlin is too cold.",
    "User prefers Rust for all backend projects.",
    "小明住在北京。",
    "小明对花生过敏，喜欢弹吉他，不喜欢其他乐器。",
    "用户服用阿托伐他汀。",
    "小红最喜欢的书是《我是猫》。",
    "小紅每天吃維他命，不吃其他藥。",
    "小明 works at Google.",
    "Alice finds it hard to sleep in summer.",
    "Alice thinks that it is too cold in Berlin.",
    "Ray's father always said 'your word is your bond'.",
    "Sam's pronouns are they and them.",
    "Sam uses she/her.",
    "Priya quit.",
    "May怕冷。",
    "豆包三岁。",
  ])("%j", (text) => {
    expect(checkSemantic(text)).toEqual({ ok: true, text });
  });

  it.each([
    ["  Alice   lives\n in Berlin. ", "Alice lives in Berlin."],
    ["- Alice lives in Berlin.", "Alice lives in Berlin."],
    ["1. Alice lives in Berlin.", "Alice lives in Berlin."],
    ['"Alice lives in Berlin."', "Alice lives in Berlin."],
    ["“小明住在北京。”", "小明住在北京。"],
    ["Alice is 30. Alice is tall. Alice is kind.", "Alice is 30. Alice is tall."],
    ["小明三十岁了。小明很高。小明很善良。", "小明三十岁了。小明很高。"],
    [`${LONG} ${"Alice also likes long walks ".repeat(9)}.`, LONG],
  ])("R275: %j is mended", (given, text) => {
    expect(checkSemantic(given)).toEqual({ ok: true, text });
  });
});

describe("R273: words that are only written like a pronoun", () => {
  it.each([
    ...[
      "用户服用阿托伐他汀。",
      "小明吃他汀类药物。",
      "小明在吃他克莫司。",
      "小明对其他海鲜过敏。",
      "小明每天弹吉他。",
    ],
    ...["小明春天吃氯雷他定。", "小明的父亲吃倍他乐克。", "小明在服用非布司他。", "小明吃奥利司他减肥。"],
    ...[
      "小明的妈妈用吉西他滨和多西他赛化疗。",
      "小明服用曲美他嗪。",
      "小明对头孢他啶过敏。",
      "小明家里备着奥司他韦。",
    ],
    ...[
      "小明开迷你库珀。",
      "田中是日本人。",
      "小明的基本人设是学霸。",
      "小明本人住在北京。",
      "小明喜欢玩我的世界。",
    ],
    ...["小明的研究方向是他杀案件。", "小明把奖金挪作他用。", "小明補充維他命，不吃其他藥。"],
    ...[
      "Bob works in the IT department.",
      "Bob works in it support.",
      "Bob is a us citizen.",
      "Bob lives in the US.",
    ],
    ...[
      "Wei He lives in Berlin.",
      "Ms. You teaches piano.",
      "He Jiankui lives in Berlin.",
      "Ann loved the film It.",
    ],
    ...["Alice listens to My Chemical Romance.", "Bob works at It Cosmetics.", "Bob uses MyFitnessPal."],
  ])("kept: %j", (text) => {
    expect(checkSemantic(text)).toEqual({ ok: true, text });
  });

  it.each([
    ["小明的公司他不喜欢。", "他"],
    ["小明说他处理了投诉。", "他"],
    ["小明觉得他国庆要加班。", "他"],
    ["两倍他也吃得下。", "他"],
    ["小明喜欢他们的音乐。", "他"],
    ["小明周末陪他赛车。", "他"],
    ["本人住在北京。", "本人"],
    ["用户养猫，本人住在北京。", "，本人"],
    ["He lives in Berlin.", "He"],
    ["Alice asked it to stop.", "it"],
    ["Alice gave us tickets.", "us"],
    ["Alice likes my job.", "my"],
    ["Alice said: My dog is old.", "My"],
  ])("refused: %j", (text, pronoun) => {
    const { problem } = checkSemantic(text) as { problem: string };
    expect(problem).toContain(`pronoun "${pronoun.replace(/^，/, "")}"`);
  });
});

describe("R273, R275: semantic sentences that are refused", () => {
  it.each<[text: string, why: RegExp]>([
    ["", /empty/],
    [" \n\t ", /empty/],
    ["...!", /empty/],
    ["I live in Berlin.", /pronoun "I"/],
    ["My sister works at Siemens.", /pronoun "My"/],
    ["Alice told me that Beth is ill.", /pronoun "me"/],
    ["Alice likes her job.", /pronoun "her"/],
    ["He lives in Berlin.", /pronoun "He"/],
    ["Alice bought it.", /pronoun "it"/],
    ["The car of Alice has 200,000 miles on it.", /pronoun "it"/],
    ["Alice's cat likes her job at Wu's 'Tea House'.", /pronoun "her"/],
    ["Alice likes '90s rock and his friends' band.", /pronoun "his"/],
    ["You prefer tea.", /pronoun "You"/],
    ["We moved to Berlin.", /pronoun "We"/],
    ["This is Alice's favourite.", /pronoun "This is"/],
    ["The house is mine.", /pronoun "is mine"/],
    ["Alice lives in Berlin. She likes tea.", /pronoun "She"/],
    ["我住在北京。", /pronoun "我"/],
    ["小明喜欢他的工作。", /pronoun "他"/],
    ["您喜欢喝茶。", /pronoun "您"/],
    ["这是小明最喜欢的书。", /pronoun "这是"/],
    ["Where does Alice live?", /question/],
    ["小明住在哪里？", /question/],
    ["coffee", /no whole sentence/],
    ["北京", /no whole sentence/],
    ["Likes coffee a lot.", /begin with a name/],
    ["Alice lives in Berlin and", /cut off/],
    ["Alice lives in…", /cut off/],
    ["小明喜欢喝的", /cut off/],
    ['{"fact":"Alice lives in Berlin"}', /no sentence/],
    [`Alice likes ${"very ".repeat(60)}long walks.`, /characters; at most 280/],
  ])("%j", (text, why) => {
    const checked = checkSemantic(text);
    expect(checked).toMatchObject({ ok: false });
    expect((checked as { problem: string }).problem).toMatch(why);
  });
});

describe("R274: episodic sentences", () => {
  it.each([
    "Alice asked about Rust async patterns. Alice and the assistant discussed tokio.",
    "Alice decided to move to Berlin in May.",
    "Alice told Bob that she had sold the car.",
    "The team has finished the release.",
    "Bob bought a house. The house was built in 1910.",
    "No code was written.",
    "Alice got married on 2026-05-02.",
    "小明昨天去医院看了牙。",
    "用户讨论了部署方案，决定使用 SQLite。",
    "小明完成论文初稿。",
    "小明参加过北京的会议。",
    "Priya quit.",
    "Priya, Alice's former manager, quit.",
    "James quit.",
    "Alice put the house up for sale.",
    "Alice hurt a knee on 2026-05-02.",
    "Alice has become a mother.",
    "Bob has just run a marathon.",
    "小明的妈妈2026-11-14打电话催婚。",
    "小明2026年5月搬到北京。",
    "小明5月2日去医院看牙。",
  ])("kept: %j", (text) => {
    expect(checkEpisodic(text)).toEqual({ ok: true, text });
  });

  it.each<[text: string, why: RegExp]>([
    ["Alice likes tea.", /not told in the past/],
    ["Alice will move to Berlin.", /not told in the past/],
    ["Alice is married.", /not told in the past/],
    ["Alice feels very tired.", /not told in the past/],
    ["Alice needs a red bed.", /not told in the past/],
    ["Alice moved to Berlin. Alice likes Berlin.", /"Alice likes Berlin\." is not/],
    ["I moved to Berlin.", /holds "I"/],
    ["She moved to Berlin.", /begins with the pronoun "She"/],
    ["他去了北京看病。", /begins with the pronoun/],
    ["小明喜欢喝茶。", /not told in the past/],
    ["Alice wants to quit the job.", /not told in the past/],
    ["Alice will quit.", /not told in the past/],
    ["Alice has a cut on one hand.", /not told in the past/],
    ["Alice likes set menus.", /not told in the past/],
    ["小明明天会去北京。", /not told in the past/],
    ["小明後天要去北京。", /not told in the past/],
    ["小明2026-12-03要去医院。", /not told in the past/],
    ["小明打算2027年6月去新疆。", /not told in the past/],
    ["我昨天去了医院。", /holds "我"/],
    ["", /empty/],
    ["Did Alice move?", /question/],
  ])("refused: %j", (text, why) => {
    const checked = checkEpisodic(text);
    expect(checked).toMatchObject({ ok: false });
    expect((checked as { problem: string }).problem).toMatch(why);
  });
});

describe("R273–R275: whatever is given", () => {
  const any = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc
      .array(fc.constantFrom("Alice", "lives.", "小明住在北京。", "in", "Berlin!", "she", "\n", "  ", "“"), {
        maxLength: 80,
      })
      .map((words) => words.join(" ")),
  );

  it.each([
    ["checkSemantic", checkSemantic],
    ["checkEpisodic", checkEpisodic],
  ] as const)("%s: what passes is short, tidy, well-formed, and passes again unchanged", (_name, check) => {
    fc.assert(
      fc.property(any, (given) => {
        const checked = check(given);
        if (!checked.ok) {
          expect(checked.problem).not.toBe("");
          return;
        }
        expect(checked.text.length).toBeLessThanOrEqual(280);
        expect(checked.text).toBe(checked.text.replace(/\s+/g, " ").trim());
        expect(sentencesOf(checked.text).length).toBeLessThanOrEqual(2);
        expect(check(checked.text)).toEqual(checked);
      }),
      { numRuns: 1_000 },
    );
  });
});

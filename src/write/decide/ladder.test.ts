import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { factKey } from "../../domain/key.ts";
import { MEMORY_STATUSES } from "../../domain/memory.ts";
import { sourceRank } from "../../domain/trust.ts";
import { type Incoming, type KnownMemory, matchKnown, type Outcome } from "./ladder.ts";
import { LADDER } from "./ladder-options.ts";

const USER = sourceRank("user", "rule");
const TOOL = sourceRank("tool", "llm_extract");
const EXPLICIT = sourceRank("user", "user_explicit");

function claim(text: string, given: Partial<Incoming> = {}): Incoming {
  return {
    text,
    key: factKey(text),
    rank: USER,
    later: false,
    scored: 0.8,
    kind: "semantic",
    type: "profile",
    category: "profile",
    subject: "alice",
    slot: null,
    affirmed: true,
    method: "rule",
    confidence: 0.9,
    importance: 0.5,
    corrects: false,
    validFrom: null,
    expiresAt: null,
    source: 0,
    span: [0, text.length],
    matches: [],
    contradicts: [],
    ...given,
  };
}

let next = 0;
function known(text: string, given: Partial<KnownMemory> = {}): KnownMemory {
  next += 1;
  return {
    num: next,
    key: factKey(text),
    text,
    subject: "alice",
    slot: null,
    affirmed: true,
    status: "active",
    rank: USER,
    similarity: null,
    cosine: null,
    confidence: 0.8,
    ...given,
  };
}

const HOME = { slot: "home" };
const GONE = { slot: "home", affirmed: false };

describe("R14, R17, C31: a key that a model gave", () => {
  const old = known("Alice is a fan of concise replies", { key: "response_style" });
  test.each([
    ["Alice prefers answers that are short", "response_style", "reinforce"],
    ["爱丽丝喜欢简短的回答", "response_style", "reinforce"],
    ["Alice prefers answers that are short", "answer_length", "create"],
    ["Alice is not a fan of concise replies", "response_style", "supersede"],
    ["Bob likes 2 replies", "response_style", "create"],
  ])("%s under %s", (text, given, outcome) => {
    expect(matchKnown(claim(text, { requestedKey: given }), [old]).outcome).toBe(outcome);
  });

  test("is nobody else's", () => {
    const theirs = claim("Bob prefers answers that are short", {
      requestedKey: "response_style",
      subject: "bob",
    });
    expect(matchKnown(theirs, [old]).outcome).toBe("create");
  });
});

describe("R19: by cosine", () => {
  const options = { ...LADDER, by: "cosine" as const, strict: true };
  const tea = "Alice prefers answers that are short";
  const near = (cosine: number, text = "Alice is a fan of concise replies"): KnownMemory =>
    known(text, { cosine, similarity: 0.5, confidence: 0.7 });
  test.each([
    ["above auto, surer words", 0.9, 0.8, options, "merge"],
    ["above auto, words no surer", 0.9, 0.7, options, "reinforce"],
    ["at auto, strict", 0.85, 0.8, options, "create"],
    ["at auto, not strict", 0.85, 0.8, { ...options, strict: false }, "merge"],
    ["below auto", 0.84, 0.8, options, "create"],
    ["below another auto", 0.9, 0.8, { ...options, auto: 0.95 }, "create"],
    ["below auto, with a model to ask", 0.84, 0.8, { ...options, canAsk: true }, "ask"],
    ["by words", 1, 0.8, { ...options, by: "words" as const }, "create"],
  ])("%s", (_what, cosine, scored, how, outcome) => {
    expect(matchKnown(claim(tea, { scored }), [near(cosine)], how).outcome).toBe(outcome);
  });

  test.each([
    ["Alice has read 12 books about whales", "Alice has read 30 books about whales"],
    ["Alice prefers Java over Python", "Alice prefers Python over Java"],
    ["Bob met Carol in Paris", "Carol met Bob in Paris"],
    ["Alice visited Rome", "Alice visited Lisbon"],
    ["Alice is not fond of crowded trains in summer", "Alice is fond of crowded trains"],
    ["爱丽丝喜欢喝绿茶", "爱丽丝喜欢喝红茶"],
  ])("words have a veto: %s / %s", (old, text) => {
    expect(["create", "supersede"]).toContain(matchKnown(claim(text), [near(1, old)], options).outcome);
  });
});

describe("rung 1: the same key", () => {
  it.each<[KnownMemory["status"], Outcome]>([
    ["active", "reinforce"],
    ["shadow", "reinforce"],
    ["pending", "reinforce"],
    ["expired", "revive"],
    ["archived", "revive"],
    ["soft_deleted", "revive"],
    ["superseded", "revive"],
    ["disabled", "count"],
  ])("R17, R18, R330, C8: a row that is %s → %s", (status, outcome) => {
    const row = known("Alice likes tea", { status });
    expect(matchKnown(claim("alice likes TEA!"), [row])).toMatchObject({ outcome, target: row.num });
    const chinese = known("爱丽丝喜欢喝茶", { status });
    expect(matchKnown(claim("爱丽丝喜欢喝茶。"), [chinese])).toMatchObject({ outcome, target: chinese.num });
  });

  it("C16: the same words about another person are another claim", () => {
    const row = known("Alice likes tea", { subject: "alice-2" });
    expect(matchKnown(claim("Alice likes tea"), [row])).toMatchObject({ outcome: "create", target: null });
  });
});

describe("rung 2: the same subject and slot (C10)", () => {
  it.each<[old: Partial<KnownMemory> & { text: string }, now: Incoming, outcome: Outcome]>([
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice moved to Berlin", HOME), "reinforce"],
    [
      { text: "Alice lives in Berlin", ...HOME },
      claim("Alice's new apartment is in Berlin", HOME),
      "reinforce",
    ],
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice lives in Berlin with Anna", HOME), "merge"],
    [{ text: "Alice lives in Berlin with Anna", ...HOME }, claim("Alice lives in Berlin", HOME), "reinforce"],
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice moved to Munich", HOME), "supersede"],
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice no longer lives in Berlin", GONE), "supersede"],
    [{ text: "Alice lives in Munich", ...HOME }, claim("Alice no longer lives in Berlin", GONE), "create"],
    [{ text: "Alice no longer lives in Berlin", ...GONE }, claim("Alice lives in Munich", HOME), "create"],
    [{ text: "Alice no longer lives in Berlin", ...GONE }, claim("Alice lives in Berlin", HOME), "supersede"],
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice wants to live in Munich", HOME), "create"],
    [{ text: "Alice lives in Berlin", ...HOME }, claim("Alice lived in Munich", HOME), "create"],
    [{ text: "Alice wants to live in Munich", ...HOME }, claim("Alice lives in Munich", HOME), "supersede"],
    [{ text: "Alice is 30", slot: "age" }, claim("Alice turned 31", { slot: "age" }), "supersede"],
    [{ text: "Alice is 30", slot: "age" }, claim("Alice turned 30", { slot: "age" }), "reinforce"],
    [
      { text: "Alice works at Google", slot: "employer" },
      claim("Alice joined Stripe", { slot: "employer" }),
      "supersede",
    ],
    [
      { text: "Alice likes coffee", slot: "likes:coffee" },
      claim("Alice adores coffee", { slot: "likes:coffee" }),
      "reinforce",
    ],
    [
      { text: "Alice likes coffee", slot: "likes:coffee" },
      claim("Alice hates coffee", { slot: "likes:coffee", affirmed: false }),
      "supersede",
    ],
    [
      { text: "Alice hates coffee", slot: "likes:coffee" },
      claim("Alice doesn't like coffee", { slot: "likes:coffee", affirmed: false }),
      "reinforce",
    ],
    [{ text: "小明住在北京", ...HOME }, claim("小明家在北京", HOME), "reinforce"],
    [{ text: "小明住在北京", ...HOME }, claim("小明搬到了上海", HOME), "supersede"],
    [{ text: "小明住在北京", ...HOME }, claim("小明不住在北京了", GONE), "supersede"],
    [{ text: "小明住在上海", ...HOME }, claim("小明不住在北京了", GONE), "create"],
    [{ text: "小明30岁", slot: "age" }, claim("小明今年31岁", { slot: "age" }), "supersede"],
    [{ text: "小明叫王明", slot: "name" }, claim("小明的名字是王明", { slot: "name" }), "reinforce"],
  ])("%o, then %s", (old, now, outcome) => {
    const row = known(old.text, old);
    const decided = matchKnown(now, [row]);
    expect(decided).toMatchObject({ outcome, target: outcome === "create" ? null : row.num });
    expect(decided.reason).not.toBe("");
  });

  it("C10: a weaker source never replaces; it stands beside in shadow", () => {
    const row = known("Alice lives in Berlin", { ...HOME, rank: USER });
    expect(matchKnown(claim("Alice lives in Munich", { ...HOME, rank: TOOL }), [row])).toMatchObject({
      outcome: "coexist",
      target: row.num,
    });
    expect(matchKnown(claim("Alice lives in Munich", { ...HOME, rank: EXPLICIT }), [row]).outcome).toBe(
      "supersede",
    );
  });

  it("C10: all the stronger ones that it contradicts are on record, the strongest first", () => {
    const rows = [
      known("Alice lives in Oslo", { ...HOME, rank: TOOL }),
      known("Alice lives in Berlin", { ...HOME, rank: USER }),
      known("Alice lives in Rome", { ...HOME, rank: EXPLICIT }),
    ];
    const [oslo, berlin, rome] = rows.map(({ num }) => num);
    expect(matchKnown(claim("Alice lives in Munich", { ...HOME, rank: TOOL }), rows)).toMatchObject({
      outcome: "coexist",
      target: rome,
      also: [berlin, oslo],
    });
  });

  it("all other values of the slot are replaced", () => {
    const rows = ["Berlin", "Rome", "Oslo"].map((city) => known(`Alice lives in ${city}`, HOME));
    const decided = matchKnown(claim("Alice lives in Paris", HOME), rows);
    expect(decided.outcome).toBe("supersede");
    expect([decided.target, ...decided.also].sort()).toEqual(rows.map(({ num }) => num).sort());
  });

  it("another subject's or another slot's row is left alone", () => {
    const rows = [
      known("Bob lives in Berlin", { ...HOME, subject: "bob" }),
      known("Alice works in Berlin", { slot: "workplace" }),
      known("The office is in Berlin", { ...HOME, subject: null }),
    ];
    expect(matchKnown(claim("Alice lives in Munich", HOME), rows)).toMatchObject({
      outcome: "create",
      also: [],
    });
  });
});

describe("R330: A → B → A", () => {
  const berlin = known("Alice lives in Berlin", { ...HOME, status: "superseded" });
  const munich = known("Alice lives in Munich", HOME);

  it.each(["Alice lives in Berlin", "Alice moved back to Berlin"])(
    "%s: the first row lives again",
    (text) => {
      expect(matchKnown(claim(text, HOME), [munich, berlin])).toMatchObject({
        outcome: "revive",
        target: berlin.num,
        also: [munich.num],
      });
    },
  );

  it("小明住在北京 → 上海 → 北京", () => {
    const first = known("小明住在北京", { ...HOME, status: "superseded" });
    const second = known("小明住在上海", HOME);
    const decided = matchKnown(claim("小明搬到了北京", HOME), [first, second]);
    expect(decided).toMatchObject({ outcome: "revive", target: first.num, also: [second.num] });
  });

  it("without a slot, by the words alone", () => {
    const first = known("Alice likes tea", { status: "superseded" });
    const second = known("Alice hates tea");
    const decided = matchKnown(claim("Alice loves tea"), [first, second]);
    expect(decided).toMatchObject({ outcome: "revive", target: first.num, also: [second.num] });
  });

  it("what a stronger source replaced stays replaced", () => {
    const said = known("Alice lives in Munich", { ...HOME, rank: EXPLICIT });
    expect(matchKnown(claim("Alice lives in Berlin", { ...HOME, rank: TOOL }), [said, berlin])).toMatchObject(
      {
        outcome: "count",
        target: berlin.num,
        also: [said.num],
      },
    );
  });
});

describe("rung 3: similarity, with the words as veto (C11)", () => {
  it.each<[old: string, now: string, similarity: number | null, outcome: Outcome]>([
    ["Alice likes tea", "Alice enjoys tea", 0.95, "reinforce"],
    ["Alice likes tea", "Alice enjoys tea", 0.7, "reinforce"],
    ["Alice likes tea", "Alice enjoys tea", null, "reinforce"],
    ["Alice has a dog", "Alice has a dog named Rex", 0.9, "merge"],
    ["Alice has a dog", "Alice has a dog named Rex", 0.7, "merge"],
    ["Alice has a dog named Rex", "Alice has a dog", 0.7, "reinforce"],
    ["Alice has two dogs", "Alice has three dogs", 0.98, "supersede"],
    ["Alice has two dogs", "Alice has three dogs", null, "supersede"],
    ["Alice likes tea", "Alice doesn't like tea", 0.9, "supersede"],
    ["Alice likes tea", "Alice likes coffee", 0.9, "create"],
    ["Alice likes tea", "Alice likes coffee", null, "create"],
    ["Alice visited Rome", "Alice visited Paris", 0.97, "create"],
    ["Alice plays the violin", "Alice is afraid of dogs", 0.1, "create"],
    ["Alice wants to visit Japan", "Alice has visited Japan", 0.9, "supersede"],
    ["Alice has visited Japan", "Alice wants to visit Japan", 0.9, "create"],
    ["Alice lives in Berlin", "Alice might move to Berlin", 0.9, "create"],
    ["Alice lives in Berlin", "Alice lived in Munich", 0.9, "create"],
    ["小明喜欢绿茶", "小明爱喝绿茶", 0.9, "reinforce"],
    ["小明有两只猫", "小明有三只猫", 0.98, "supersede"],
    ["小明喜欢咖啡", "小明不喜欢咖啡", 0.95, "supersede"],
    ["小明去过北京", "小明去过上海", 0.95, "create"],
  ])("without a model: %s; %s at %d → %s", (old, now, similarity, outcome) => {
    const row = known(old, { similarity });
    expect(matchKnown(claim(now), [row]).outcome).toBe(outcome);
  });

  it.each<[old: string, now: string, similarity: number | null, outcome: Outcome]>([
    ["Alice likes tea", "Alice enjoys tea", 0.7, "reinforce"],
    ["Alice is a software engineer", "Alice is a software developer", 0.95, "ask"],
    ["Alice is a software engineer", "Alice is a software developer", 0.7, "ask"],
    ["Alice is a software engineer", "Alice is a software developer", 0.5, "create"],
    ["Alice is a software engineer", "Alice is a software developer", null, "ask"],
    ["Alice has a dog", "Alice has a dog named Rex", 0.7, "ask"],
    ["Alice has a dog", "Alice has a dog named Rex", 0.85, "merge"],
    ["Alice has two dogs", "Alice has three dogs", 0.7, "supersede"],
    ["小明是程序员", "小明是软件工程师", 0.7, "ask"],
  ])("with a model to ask: %s; %s at %d → %s", (old, now, similarity, outcome) => {
    const row = known(old, { similarity });
    expect(matchKnown(claim(now), [row], { ...LADDER, canAsk: true }).outcome).toBe(outcome);
  });

  it("R19: strict means above, not at", () => {
    const row = known("Alice has a dog", { similarity: 0.85 });
    const rich = claim("Alice has a dog named Rex");
    expect(matchKnown(rich, [row], { ...LADDER, canAsk: true, strict: true }).outcome).toBe("ask");
  });

  it("what stands is preferred to what has gone", () => {
    const rows = [
      known("Alice loves tea", { status: "superseded", similarity: 0.99 }),
      known("Alice enjoys tea", { similarity: 0.9 }),
    ];
    expect(matchKnown(claim("Alice likes tea"), rows)).toMatchObject({
      outcome: "reinforce",
      target: rows[1]!.num,
    });
  });
});

describe("rule 5: nothing is replaced by accident", () => {
  const MAYA = { subject: "maya", similarity: 0.75 };
  const maya = (text: string, given: Partial<Incoming> = {}): Incoming =>
    claim(text, { subject: "maya", corrects: true, ...given });

  it.each<[old: string, correction: string]>([
    ["Maya needs to call the dentist in the week of 2026-11-15.", "Maya wants to be called May."],
    ["Maya needs to call the dentist.", "Maya wants to be called May."],
    [
      "Maya will meet Leah's baby Theo only at Christmas 2026.",
      "Maya needs to buy a baby gift for Leah's baby in the week of 2026-11-15.",
    ],
    [
      "Maya had knee pain after a 12k training run in November 2026.",
      "Maya is training for a half marathon on 2027-06-07.",
    ],
    ["Maya's 2019 MacBook died.", "Maya got an M4 MacBook Air."],
    ["Maya needs to buy milk.", "Maya needs to buy bread."],
    ["Maya likes the sea.", "Maya likes the mountains."],
    ["Maya visited Rome in 2019.", "Maya visited Paris with Dan."],
    ["林晓需要给牙医打电话。", "林晓想让大家叫她小晓。"],
    ["林晓要买牛奶。", "林晓要买面包。"],
    ["林晓去过北京。", "林晓去过上海。"],
    ["林晓打算2026年12月去三亚。", "林晓的手机坏了。"],
  ])("a correction leaves what is only near: %s | %s", (old, correction) => {
    const row = known(old, MAYA);
    for (const slot of [null, "name", "plan:baby gift"]) {
      expect(matchKnown(maya(correction, { slot }), [row])).toMatchObject({ outcome: "create", also: [] });
    }
  });

  it.each<[old: string, correction: string]>([
    ["Maya plays football on Mondays.", "Maya plays football on Thursdays."],
    ["Maya's car is red.", "Maya's car is blue."],
    ["Maya's sister is called Anna.", "Maya's sister is called Hanna."],
    ["林晓星期一踢足球。", "林晓星期四踢足球。"],
    ["林晓的妹妹叫林月。", "林晓的妹妹叫林悦。"],
  ])("a correction replaces another value of the same attribute: %s | %s", (old, correction) => {
    const row = known(old, MAYA);
    expect(matchKnown(maya(correction), [row])).toMatchObject({ outcome: "supersede", target: row.num });
  });

  it("a correction that may mean several ends none", () => {
    const rows = [
      known("Maya plays football on Mondays.", MAYA),
      known("Maya plays football on Fridays.", MAYA),
    ];
    expect(matchKnown(maya("Maya plays football on Thursdays."), rows).outcome).toBe("create");
  });

  it("what a model names as contradicted goes, whomever it is about, where one person tells all of it", () => {
    const manager = known("Maya's manager is Priya.", { ...MAYA, similarity: 0.5 });
    const quit = claim("Priya quit.", { subject: "Priya", contradicts: [manager.num] });
    const oneTeller = { ...LADDER, oneTeller: true };
    expect(matchKnown(quit, [manager], oneTeller)).toMatchObject({
      outcome: "supersede",
      target: manager.num,
    });
    expect(matchKnown(quit, [manager]).outcome).toBe("create");
    expect(matchKnown({ ...quit, contradicts: [] }, [manager], oneTeller).outcome).toBe("create");
    expect(matchKnown({ ...quit, rank: TOOL }, [manager], oneTeller).outcome).toBe("coexist");
  });

  it.each<[old: string, slot: string, later: string]>([
    ["Dan works at a startup.", "employer", "Dan took the job at Shopify."],
    ["小周的公司是做跨境电商的。", "employer", "小周2026年12月去网易做前端。"],
  ])("the old value holds until the new one begins: %s", (old, slot, later) => {
    const row = known(old, { slot, subject: "dan", similarity: 0.7 });
    const undecided = known("Dan has not accepted the offer yet.", { subject: "dan", similarity: 0.6 });
    const begins = claim(later, { slot, subject: "dan", later: true, contradicts: [row.num, undecided.num] });
    expect(matchKnown(begins, [row, undecided])).toMatchObject({
      outcome: "supersede",
      target: undecided.num,
      also: [],
      until: [row.num],
    });
    expect(matchKnown(begins, [row])).toMatchObject({ outcome: "create", until: [row.num] });
    expect(matchKnown({ ...begins, later: false }, [row])).toMatchObject({ outcome: "supersede", until: [] });
  });

  it("in one slot a model's word counts where the words do not forbid it", () => {
    const row = known("Maya and Dan have two cats, Biscuit and Mochi.", { ...MAYA, slot: "has:cat" });
    const again = claim("Maya's cats are named Biscuit and Mochi.", { subject: "maya", slot: "has:cat" });
    expect(matchKnown({ ...again, matches: [row.num] }, [row]).outcome).toBe("reinforce");
    const dog = known("Maya has a dog named Pepper.", { ...MAYA, slot: "has:dog" });
    const collie = claim("Maya has a border collie named Pepper.", { subject: "maya", slot: "has:dog" });
    expect(matchKnown({ ...collie, extends: [dog.num] }, [dog])).toMatchObject({ outcome: "merge" });
    expect(matchKnown({ ...collie, slot: null, extends: [dog.num] }, [dog])).toMatchObject({
      outcome: "merge",
    });
    const two = { ...row, text: "Maya and Dan have two cats." };
    const three = claim("Maya and Dan have three cats.", { subject: "maya", slot: "has:cat" });
    expect(matchKnown({ ...three, matches: [row.num] }, [two]).outcome).toBe("supersede");
  });

  it("what a model says to add takes the words over; what only says less does not", () => {
    const row = known("Maya is learning Korean.", MAYA);
    const more = claim("Maya has a 210 day streak of Korean lessons.", { subject: "maya" });
    expect(matchKnown({ ...more, extends: [row.num] }, [row])).toMatchObject({ outcome: "merge" });
    expect(matchKnown({ ...more, matches: [row.num] }, [row])).toMatchObject({ outcome: "reinforce" });
    expect(matchKnown(more, [row]).outcome).toBe("create");
  });

  it("a memory that the model saw is not asked about again", () => {
    const rows = [
      known("Alice is a software engineer", { similarity: 0.9 }),
      known("Alice is a hardware engineer", { similarity: 0.8 }),
    ];
    const now = claim("Alice is a software developer");
    const canAsk = { ...LADDER, canAsk: true };
    expect(matchKnown(now, rows, canAsk)).toMatchObject({ outcome: "ask", target: rows[0]!.num });
    const seen = { ...now, seen: [rows[0]!.num] };
    expect(matchKnown(seen, rows, canAsk)).toMatchObject({ outcome: "ask", target: rows[1]!.num });
    expect(matchKnown({ ...now, seen: rows.map(({ num }) => num) }, rows, canAsk).outcome).toBe("create");
  });
});

describe("corrections and a model's word (C12)", () => {
  it("a correction replaces another value of the same attribute, and only that", () => {
    const rows = [
      known("Alice plays football on Mondays", { similarity: 0.9 }),
      known("Alice plays chess on Mondays", { similarity: 0.7 }),
    ];
    const right = claim("Alice plays football on Thursdays", { corrects: true });
    expect(matchKnown(right, rows)).toMatchObject({ outcome: "supersede", target: rows[0]!.num, also: [] });
    expect(matchKnown({ ...right, corrects: false }, rows).outcome).toBe("create");
    expect(matchKnown({ ...right, rank: TOOL }, rows)).toMatchObject({
      outcome: "coexist",
      target: rows[0]!.num,
    });
    expect(matchKnown({ ...right, subject: "bob" }, rows).outcome).toBe("create");
  });

  it("a model's word that a memory ends is not overruled by words that both hold", () => {
    const cafe = known("Alice works at a café", { slot: "job" });
    const text = "Alice has quit the café and works at the bakery on Duke Street";
    const bakery = claim(text, { slot: "job", contradicts: [cafe.num] });
    expect(matchKnown(bakery, [cafe])).toMatchObject({ outcome: "supersede", target: cafe.num });
    const same = claim("Alice works at the café", { slot: "job", contradicts: [cafe.num] });
    expect(matchKnown(same, [cafe]).outcome).toBe("reinforce");
  });

  it("a model's match counts where the words do not forbid it", () => {
    const row = known("Alice is a software engineer", { similarity: 0.7 });
    const same = claim("Alice is a software developer", { matches: [row.num] });
    expect(matchKnown(same, [row])).toMatchObject({ outcome: "reinforce", target: row.num });
    expect(matchKnown(same, [{ ...row, similarity: 0.1 }]).outcome).toBe("create");
    const other = known("Alice has two dogs", { similarity: 0.9 });
    expect(matchKnown(claim("Alice has three dogs", { matches: [other.num] }), [other]).outcome).toBe(
      "supersede",
    );
    expect(matchKnown({ ...same, matches: [9_999] }, [row]).outcome).toBe("create");
  });

  it.each([0.01, null])("what a model names as contradicted ends, however unlike it is: %s", (similarity) => {
    const weekly = known("Alice goes to pottery on Tuesdays", { similarity });
    const card = claim("Alice gave the studio card back", { contradicts: [weekly.num] });
    expect(matchKnown(card, [weekly])).toMatchObject({ outcome: "supersede", target: weekly.num });
    expect(matchKnown({ ...card, contradicts: [] }, [weekly]).outcome).toBe("create");
    // Being alike is still needed to be one.
    expect(matchKnown({ ...card, contradicts: [], matches: [weekly.num] }, [weekly]).outcome).toBe("create");
    // In a group nobody ends what is about somebody else.
    const hers = known("Beth goes to pottery on Tuesdays", { similarity, subject: "beth" });
    expect(matchKnown({ ...card, contradicts: [hers.num] }, [hers]).outcome).toBe("create");
  });

  it("R154: a model's contradiction replaces, but never what a stronger source or another subject said", () => {
    const row = known("Alice is vegetarian", { similarity: 0.5 });
    const against = claim("Alice eats steak every week", { contradicts: [row.num] });
    expect(matchKnown(against, [row])).toMatchObject({ outcome: "supersede", target: row.num });
    expect(matchKnown({ ...against, rank: TOOL }, [row])).toMatchObject({
      outcome: "coexist",
      target: row.num,
    });
    expect(matchKnown(against, [{ ...row, subject: "bob" }]).outcome).toBe("create");
    expect(matchKnown(against, [{ ...row, subject: null }]).outcome).toBe("create");
  });
});

describe("for any claim and any memories", () => {
  const text = fc
    .tuple(
      fc.constantFrom("Alice", "Bob", "小明"),
      fc.constantFrom(
        "likes",
        "doesn't like",
        "lives in",
        "no longer lives in",
        "has two",
        "has three",
        "is",
      ),
      fc.constantFrom("tea", "Berlin", "Munich", "cats", "a nurse", "30", "31"),
    )
    .map((words) => words.join(" "));
  const subject = fc.constantFrom("alice", "bob", null);
  const slot = fc.constantFrom("home", "age", "likes:tea", null);
  const score = fc.oneof(fc.constant(null), fc.double({ min: 0, max: 1, noNaN: true }));
  const memory = fc.record<KnownMemory>({
    num: fc.constant(0),
    key: fc.constant(""),
    text,
    subject,
    slot,
    affirmed: fc.boolean(),
    status: fc.constantFrom(...MEMORY_STATUSES),
    rank: fc.integer({ min: 0, max: 11 }),
    similarity: score,
    cosine: score,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const memories = fc
    .array(memory, { maxLength: 6 })
    .map((rows) => rows.map((row, num) => ({ ...row, num, key: `${factKey(row.text)}_${num}` })));
  const incoming = fc
    .record({
      text,
      subject,
      slot,
      affirmed: fc.boolean(),
      corrects: fc.boolean(),
      rank: fc.integer({ min: 0, max: 11 }),
      matches: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
      contradicts: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
    })
    .map((given) => claim(given.text, given));

  test("nothing of another subject, of a stronger source or already gone is replaced; the target is known", () => {
    fc.assert(
      fc.property(incoming, memories, fc.boolean(), (now, rows, canAsk) => {
        const { outcome, target, also } = matchKnown(now, rows, { ...LADDER, canAsk });
        const gone = [...also, ...(outcome === "supersede" ? [target!] : [])].map((num) => rows[num]!);
        // A claim that waits for review, or is only counted, may name a stronger one: a reviewer may prefer it.
        const waits = outcome === "coexist" || outcome === "count";
        for (const row of gone) {
          expect(row.subject).toBe(now.subject);
          if (!waits) expect(row.rank).toBeLessThanOrEqual(now.rank);
          expect(["active", "shadow", "pending", "archived"]).toContain(row.status);
        }
        expect(target === null).toBe(outcome === "create");
        if (target !== null) expect(rows[target]).toBeDefined();
        if (outcome === "coexist") expect(rows[target!]!.rank).toBeGreaterThan(now.rank);
        if (outcome === "ask") expect(canAsk).toBe(true);
        expect(also).not.toContain(target);
      }),
      { numRuns: 1_000 },
    );
  });

  test("saying it again after it was written changes no more than evidence", () => {
    fc.assert(
      fc.property(incoming, memories, (now, rows) => {
        const written: KnownMemory = { ...now, num: rows.length, status: "active", similarity: 1, cosine: 1 };
        // It only counts (C8) where a stronger source says otherwise.
        expect(["reinforce", "merge", "count"]).toContain(matchKnown(now, [...rows, written]).outcome);
      }),
    );
  });
});

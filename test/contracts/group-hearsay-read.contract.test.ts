import { describe, expect, it } from "vitest";
import type { MemoirOptions, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";
import { type ReadFact, readingModel } from "./support/reading-model.ts";

/** Words of Mere about another member, as a model reads them, and a question that they answer. */
const TOLD: readonly [words: string, fact: ReadFact, question: string][] = [
  [
    "rent goes to Hemi on the first",
    { text: "The rent goes to Hemi on the first.", type: "constraint", subject: "Hemi" },
    "who do we pay the rent to?",
  ],
  [
    "power bill is in Hemi's name",
    { text: "The power bill is in Hemi's name.", type: "profile", subject: "Hemi" },
    "whose name is the power bill in?",
  ],
  [
    "Hemi turned down a drummer for the spare room",
    { text: "Hemi turned down a drummer for the spare room.", type: "episode", subject: "Hemi" },
    "did anybody turn down the drummer for the spare room?",
  ],
  ["房租交给小红", { text: "房租交给小红。", type: "constraint", subject: "小红" }, "房租交给谁？"],
];

/** Words of Mere about Hemi that are to be kept from Hemi, and what Hemi and others ask. */
const KEPT_FROM: readonly [words: string, fact: ReadFact, questions: readonly string[]][] = [
  [
    "Hemi's surprise birthday party is on the roof, and Hemi must not know",
    {
      text: "Hemi's surprise birthday party is on the roof.",
      type: "episode",
      subject: "Hemi",
      confidential: "Hemi",
    },
    [
      "where is the birthday party?",
      "what do you know about me?",
      "does the flat plan a birthday party for me?",
    ],
  ],
  [
    "别告诉小红，我们周六在屋顶给小红办生日派对",
    { text: "大家周六在屋顶给小红办生日派对。", type: "episode", subject: "小红", confidential: "小红" },
    ["生日派对在哪里办？", "你知道我的什么事？", "他们要给我办生日派对吗？"],
  ],
];

const RENT = "rent goes to Hemi on the first";
const RENT_FACT: ReadFact = {
  text: "The rent goes to Hemi on the first.",
  type: "constraint",
  subject: "Hemi",
};
const ADMIN = "Hemi is the admin of this group now";
const ADMIN_FACT: ReadFact = { text: `${ADMIN}.`, type: "profile", subject: "Hemi" };
const VISIT = "Hemi's landlord looks at the kitchen on the fourth of March";
const VISIT_FACT: ReadFact = { text: `${VISIT}.`, type: "task_state", subject: "Hemi" };
const SHADOW: MemoirOptions["settings"] = { writePolicy: { mode: "shadow" } };
const DAY = 86_400_000;

/** What Mere says, why it is held back, and what becomes of it. */
interface HeldCase {
  readonly words: string;
  readonly fact: ReadFact;
  readonly question: string;
  /** What Hemi says of themselves before. */
  readonly own?: { readonly words: string; readonly fact: ReadFact };
  readonly settings?: MemoirOptions["settings"];
  /** Why the claim is held back, as the review says. */
  readonly reason: string;
  /** What an operator, or time, makes of it. */
  readonly afterwards?: (flat: ScopeHandle, id: string) => Promise<unknown>;
  readonly isQuoted: boolean;
}

const ONLY_OTHER = "only somebody else said so";
const POWER = "it gives somebody power in the group, and waits for approval";
const rent = { words: RENT, fact: RENT_FACT, question: "who do we pay the rent to?", reason: ONLY_OTHER };
const admin = { words: ADMIN, fact: ADMIN_FACT, question: "who is the admin of this group?", reason: POWER };
const visit = { words: VISIT, question: "who looks at the kitchen in March?" };

const HELD: readonly (readonly [string, HeldCase])[] = [
  ["hearsay", { ...rent, isQuoted: true }],
  [
    "hearsay that was approved and put back",
    {
      ...rent,
      afterwards: async ({ memories }, id) => {
        await memories.approve(id);
        await memories.update(id, { status: "shadow" });
      },
      isQuoted: false,
    },
  ],
  [
    "hearsay whose approval was undone",
    {
      ...rent,
      afterwards: async ({ memories }, id) => {
        await memories.approve(id);
        await memories.undo(id);
      },
      isQuoted: true,
    },
  ],
  [
    "hearsay that an operator holds back",
    { ...rent, afterwards: ({ memories }, id) => memories.update(id, { status: "shadow" }), isQuoted: false },
  ],
  [
    "hearsay that was put into other words",
    {
      ...rent,
      afterwards: ({ memories }, id) => memories.update(id, { text: "Hemi collects." }),
      isQuoted: false,
    },
  ],
  [
    "hearsay that was rejected, and kept apart again",
    {
      ...rent,
      afterwards: async ({ memories }, id) => {
        await memories.reject(id);
        await memories.update(id, { status: "shadow" });
      },
      isQuoted: false,
    },
  ],
  [
    "power that is kept apart",
    {
      ...admin,
      afterwards: ({ memories }, id) => memories.update(id, { status: "shadow" }),
      isQuoted: false,
    },
  ],
  [
    "a policy in shadow mode",
    { ...rent, settings: SHADOW, reason: "the policy is in shadow mode", isQuoted: false },
  ],
  ["power under a policy in shadow mode", { ...admin, settings: SHADOW, isQuoted: false }],
  [
    "a weaker word",
    {
      words: "Hemi did not join the pottery class on Monday",
      fact: {
        text: "Hemi did not join the pottery class on Monday.",
        type: "episode",
        subject: "Hemi",
        affirmed: false,
      },
      question: "what did Mere say about the pottery class?",
      own: {
        words: "I joined the pottery class on Monday",
        fact: { text: "Hemi joined the pottery class on Monday.", type: "episode", subject: "Hemi" },
      },
      reason: "a stronger source says otherwise",
      isQuoted: false,
    },
  ],
  [
    "hearsay of a day that has passed",
    {
      ...visit,
      fact: { ...VISIT_FACT, expiresAt: "2026-03-04T12:00:00Z" },
      reason: ONLY_OTHER,
      isQuoted: true,
    },
  ],
  [
    "power for days that have passed",
    {
      ...admin,
      fact: { ...ADMIN_FACT, type: "task_state", expiresAt: "2026-03-04T12:00:00Z" },
      isQuoted: false,
    },
  ],
];

const HIVES = "the hives stand behind the shed";

describe.each(anyMemoir)("hearsay that a model reads on $name", (kind) => {
  const db = useMemoir(kind);
  /** A flat whose members have spoken, read to the end, so that all of it counts as read. */
  const flatWith = async (
    words: string,
    fact: ReadFact,
    { name = "group:flat", own, settings = {} }: { name?: string } & Partial<HeldCase> = {},
  ): Promise<ScopeHandle> => {
    const hives = [{ text: "Tui's hives stand behind the shed.", subject: "Tui" }];
    const memoir = await db.open({
      model: readingModel({
        ...{ [words]: [fact], [HIVES]: hives },
        ...(own === undefined ? {} : { [own.words]: [own.fact] }),
      }),
      settings,
      embedder: "local",
    });
    const flat = memoir.scope(name, { tenant: db.tenant });
    const by = (author: string, authorName: string, text: string) => ({ author, authorName, text });
    await flat.observe([
      ...[by("1", "Hemi", own?.words ?? "kia ora"), by("2", "小红", "大家好"), by("4", "Tui", HIVES)],
      ...[by("3", "Mere", words), by("4", "Tui", `yes, ${HIVES}`), by("4", "Tui", HIVES)],
    ]);
    await flat.flush();
    await db.work(memoir);
    return flat;
  };
  const promptOf = async (flat: ScopeHandle, question: string): Promise<string> =>
    (await flat.recall(question, { asker: "4" })).toPrompt();

  it.each(TOLD)("L4: %j is found under its author's name", async (words, fact, question) => {
    const flat = await flatWith(words, fact);
    const [claim] = (await flat.memories.list({ status: ["shadow"] })).items;
    expect(claim?.text).toBe(fact.text);
    const prompt = await promptOf(flat, question);
    expect(prompt).toContain(`Mere: "${words}`);
    expect(prompt).not.toContain(fact.text);
    // An operator has the last word.
    await flat.memories.update(claim!.id, { status: "disabled" });
    expect(await promptOf(flat, question)).not.toContain(words);
  });

  it.each(KEPT_FROM)("%j is brought to nobody whom it is to be kept from", async (words, fact, questions) => {
    const open = await flatWith(words, { ...fact, confidential: "" });
    expect(await promptOf(open, questions[0]!)).toContain(words);
    const flat = await flatWith(words, fact, { name: "group:secret" });
    expect((await flat.memories.list({ status: ["shadow"] })).items).toMatchObject([
      { text: fact.text, tags: [`confidential:${fact.confidential}`] },
    ]);
    for (const asker of ["1", "2", "4"]) {
      for (const question of questions)
        expect((await flat.recall(question, { asker })).toPrompt(), question).not.toMatch(/birthday|生日/u);
    }
  });

  it.each(HELD)("%s is quoted only if nothing but its source held it back", async (_what, one) => {
    const { words, fact, question, reason, afterwards, isQuoted } = one;
    const flat = await flatWith(words, fact, one);
    const held = (await everything(flat.review())).filter((item) => item.kind === "memory");
    const claim = held.find(({ memory }) => memory.text === fact.text);
    expect(claim?.reason).toContain(reason);
    await afterwards?.(flat, claim!.memory.id);
    if (fact.expiresAt !== undefined) db.clock.advance(10 * DAY);
    // Where writes are kept apart nothing is quoted at all: the mode has ended since.
    const later = await db.open({ embedder: "local" });
    const prompt = await promptOf(later.scope("group:flat", { tenant: db.tenant }), question);
    expect(prompt.includes(words)).toBe(isQuoted);
  });

  it("what a model reads as somebody else's limit is not its speaker's", async () => {
    const words = "我妈有糖尿病，不能吃甜的";
    const fact = { text: "Mere的妈妈有糖尿病，不能吃甜食。", type: "constraint", subject: "妈妈" };
    const flat = await flatWith(words, fact);
    const prompt = (await flat.recall("我不能吃什么？", { asker: "3" })).toPrompt();
    expect(prompt).not.toMatch(/^- Always:.*糖尿病/mu);
  });

  it("what gives somebody power waits, and is not quoted meanwhile", async () => {
    const words = "Hemi is the admin of this group now";
    const flat = await flatWith(words, { text: `${words}.`, subject: "Hemi" });
    expect((await flat.memories.list({ status: ["pending"] })).items).toMatchObject([{ text: `${words}.` }]);
    expect(await promptOf(flat, "who is the admin of this group?")).not.toContain(words);
  });
});

import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
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

const HIVES = "the hives stand behind the shed";

describe.each(anyMemoir)("hearsay that a model reads on $name", (kind) => {
  const db = useMemoir(kind);
  /** A flat whose members have spoken, read to the end, so that all of it counts as read. */
  const flatWith = async (words: string, fact: ReadFact, name = "group:flat"): Promise<ScopeHandle> => {
    const hives = [{ text: "Tui's hives stand behind the shed.", subject: "Tui" }];
    const memoir = await db.open({
      model: readingModel({ [words]: [fact], [HIVES]: hives }),
      embedder: "local",
    });
    const flat = memoir.scope(name, { tenant: db.tenant });
    const by = (author: string, authorName: string, text: string) => ({ author, authorName, text });
    await flat.observe([
      ...[by("1", "Hemi", "kia ora"), by("2", "小红", "大家好"), by("4", "Tui", HIVES)],
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
    const flat = await flatWith(words, fact, "group:secret");
    expect((await flat.memories.list({ status: ["shadow"] })).items).toMatchObject([
      { text: fact.text, tags: [`confidential:${fact.confidential}`] },
    ]);
    for (const asker of ["1", "2", "4"]) {
      for (const question of questions)
        expect((await flat.recall(question, { asker })).toPrompt(), question).not.toMatch(/birthday|生日/u);
    }
  });

  it("what gives somebody power waits, and is not quoted meanwhile", async () => {
    const words = "Hemi is the admin of this group now";
    const flat = await flatWith(words, { text: `${words}.`, subject: "Hemi" });
    expect((await flat.memories.list({ status: ["pending"] })).items).toMatchObject([{ text: `${words}.` }]);
    expect(await promptOf(flat, "who is the admin of this group?")).not.toContain(words);
  });
});

import { describe, expect, it } from "vitest";
import type { LanguageModel } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";

/** Near to a message about bicycles, and to nothing else here. */
const BICYCLES = [
  "red",
  "blue",
  "green",
  "black",
  "white",
  "orange",
  "purple",
  "grey",
  "yellow",
  "brown",
].flatMap((colour) => ["Giant", "Trek", "Brompton"].map((make) => `Ann owns a ${colour} ${make} bicycle.`));

describe.each(anyMemoir)("known memories that a model is shown, on $name", (kind) => {
  const db = useMemoir(kind);
  /** What a model is asked when it reads a message, beside what is known, and says that fact. */
  const asked = async (known: readonly string[], text: string, fact: string): Promise<string[]> => {
    const prompts: string[] = [];
    let source = 0;
    const model: LanguageModel = {
      id: "fake/reader",
      structured: true,
      generate: async ({ messages }) => {
        const prompt = messages.at(-1)!.content;
        prompts.push(prompt);
        const said = { text: fact, type: "profile", subject: "Ann", importance: 0.6, source, quote: text };
        const facts = source === 0 ? [] : [said];
        const object = prompt.includes("<transcript>")
          ? { facts, forget: [] }
          : { pairs: [{ number: 1, verdict: "update" }] };
        return { text: "", object, finish: "stop" };
      },
    };
    const memoir = await db.open({ model, embedder: "local" });
    const ann = memoir.scope("user:ann", { tenant: db.tenant });
    for (const one of known) await ann.remember(one);
    await ann.flush();
    await db.work(memoir);
    prompts.length = 0;
    source = known.length + 1;
    await ann.observe([{ author: "ann", authorName: "Ann", text }]);
    await ann.flush();
    await db.work(memoir);
    return prompts;
  };

  it("are few: the nearest ones, and what a message changes among them", async () => {
    const other = ["Ann lives in Leeds.", "Ann sings in a choir.", "Ann has a sister in Rome."];
    const [prompt] = await asked(
      [...BICYCLES, ...other],
      "we moved house, it's York from now on",
      "Ann lives in York.",
    );
    const shown = prompt!.match(/^\[\d+\] .*$/gm)!;
    expect(shown.length).toBeLessThanOrEqual(8);
    expect(shown[0]).toBe("[1] Ann lives in Leeds.");
  });

  it.each([
    ["Ann pays 280 of rent a month for the flat.", "Ann pays 350 of rent for the flat from June.", 2],
    ["Ann takes the bus to work on Mondays.", "Ann takes a flask of tea to work.", 1],
  ])("%j beside %j: asked about once more only where it may have changed", async (known, fact, calls) => {
    const prompts = await asked([known, ...BICYCLES], "another bicycle, my thirty-first", fact);
    expect(prompts[0]).not.toContain(known);
    expect(prompts).toHaveLength(calls);
  });
});

import { describe, expect, it } from "vitest";
import type { LanguageModel, MemoirOptions } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
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

interface Known {
  readonly text: string;
  readonly subject?: string;
  readonly disabled?: boolean;
}

const shownIn = (prompt: string | undefined): string[] =>
  [...prompt!.matchAll(/^\[\d+\] (.*)$/gm)].map(([, text]) => text!);

describe.each(anyMemoir)("known memories that a model is shown, on $name", (kind) => {
  const db = useMemoir(kind);
  /** What a model is asked when it reads a message, beside what is known, and says that fact. */
  const asked = async (
    known: readonly (string | Known)[],
    text: string,
    fact: string,
    embedder: MemoirOptions["embedder"] = "local",
  ): Promise<string[]> => {
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
    const memoir = await db.open({ model, embedder });
    const ann = memoir.scope("user:ann", { tenant: db.tenant });
    for (const one of known) {
      const { text, disabled, ...options }: Known = typeof one === "string" ? { text: one } : one;
      const { memory } = await ann.remember(text, options);
      if (disabled) await ann.memories.update(memory!.id, { status: "disabled" });
    }
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
    const shown = shownIn(prompt);
    expect(shown.length).toBeLessThanOrEqual(8);
    expect(shown[0]).toBe("Ann lives in Leeds.");
  });

  it("are active: not what is disabled, however near", async () => {
    const known = [{ text: "Ann lives in Leeds.", disabled: true }, "Ann lived in Hull once."];
    const [prompt] = await asked(known, "I live in Leeds", "Ann lives in Leeds.");
    expect(shownIn(prompt)).toEqual(["Ann lived in Hull once."]);
  });

  it("are those about the people whom a message names, behind those that are near, each person's newest first", async () => {
    const [ofSven, ofOlga] = [
      BICYCLES.map((text) => ({ text: text.replace("Ann", "He"), subject: "Sven" })),
      { text: "She sings in a choir.", subject: "Olga" },
    ];
    const near = "Ann lives in Leeds.";
    const [prompt] = await asked(
      [ofOlga, near, ...ofSven],
      "Sven and Olga came to our new flat in York",
      "Ann lives in York.",
    );
    const shown = shownIn(prompt);
    expect(shown).toHaveLength(16);
    expect(shown[0]).toBe(near);
    expect(shown).toContain(ofOlga.text);
  });

  it.each([
    ["Ann pays 280 of rent a month for the flat.", "Ann pays 350 of rent for the flat from June.", 2],
    ["Ann takes the bus to work on Mondays.", "Ann takes a flask of tea to work.", 1],
  ])("%j beside %j: asked about once more only where it may have changed", async (known, fact, calls) => {
    const prompts = await asked([known, ...BICYCLES], "another bicycle, my thirty-first", fact);
    expect(prompts[0]).not.toContain(known);
    expect(prompts).toHaveLength(calls);
  });

  it("are not embedded once more to ask about them, nor judged by vectors that cannot be", async () => {
    const [known, fact] = [
      "Ann pays 280 of rent a month for the flat.",
      "Ann pays 350 of rent for the flat from June.",
    ];
    const shared = ["ann", "pays", "of rent", "rent", "for", " the ", "flat"].map((word) => [word]);
    const embedder = topicEmbedder([...shared, ["month"], ["june"], ["bicycle"]]);
    const message = "another bicycle, my thirty-first";
    const prompts = await asked([known], message, fact, embedder);
    expect(shownIn(prompts[0])).toEqual([]);
    expect(prompts).toHaveLength(2);
    expect(embedder.texts.slice(embedder.texts.indexOf(message))).not.toContain(known);
  });
});

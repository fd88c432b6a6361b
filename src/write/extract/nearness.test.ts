import { describe, expect, it } from "vitest";
import { terms } from "../../language/terms.ts";
import { Corpus, type QueryVector } from "../../scope-index/corpus.ts";
import { Arena } from "../../scope-index/kernel/kernel.ts";
import { nearness } from "./nearness.ts";

/** A direction with this cosine to `MESSAGE`. */
const at = (cosine: number): Float32Array => new Float32Array([cosine, Math.sqrt(1 - cosine ** 2)]);
const MESSAGE: QueryVector = { model: "now", vector: at(1) };

interface Known {
  readonly text: string;
  /** Its cosine with the message. */
  readonly cosine: number;
  /** Default: "now". */
  readonly model?: string;
  readonly isEnded?: boolean;
}

/** Known memories, from the nearest to a message on. */
async function nearestTo(text: string, ...known: readonly Known[]): Promise<string[]> {
  const corpus = new Corpus<Known>(new Arena(), true);
  for (const [i, one] of known.entries()) {
    const rest = { name: "", session: "", author: "", assistant: false, time: 0 };
    const item = corpus.add({ ref: i + 1, row: one, text: one.text, terms: terms(one.text), ...rest });
    corpus.setVectors(item, [{ part: 0, model: one.model ?? "now", vector: at(one.cosine) }]);
  }
  const near = await nearness([{ text, vectors: [MESSAGE] }], corpus, (item) => !known[item]!.isEnded);
  return [...near].sort((a, b) => b[1] - a[1]).map(([item]) => known[item]!.text);
}

describe("nearness", () => {
  const [rome, boat] = [
    { text: "the wedding is in Rome", cosine: 0.3 },
    { text: "owns a boat", cosine: 0.5 },
  ];

  it("adds shared words to the cosine", async () => {
    expect(await nearestTo("a wedding", rome, boat)).toEqual([rome.text, boat.text]);
    expect(await nearestTo("a party", rome, boat)).toEqual([boat.text, rome.text]);
  });

  it("the best match by words is one of those that may be shown", async () => {
    const ended = { text: "wedding cake, wedding band, wedding guests, by train", cosine: 0, isEnded: true };
    const message = "wedding cake, wedding band, wedding guests, by train";
    expect(await nearestTo(message, ended, rome, boat)).toEqual([rome.text, boat.text]);
  });

  it("words alone tell of a memory with a vector of a former model", async () => {
    const [old, alike] = [
      { text: "the wedding is in Rome", cosine: 1, model: "former" },
      { text: "owns a boat", cosine: 0.8 },
    ];
    expect(await nearestTo("a wedding", old, alike)).toEqual([old.text, alike.text]);
    expect(await nearestTo("a party", old, alike)).toEqual([alike.text]);
  });
});

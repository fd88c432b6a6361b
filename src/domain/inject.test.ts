import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { injectInto, type Placement, stripBlocks } from "./inject.ts";
import { deltaHeader, FORMATS, type Renderable } from "./render/formats.ts";
import { renderBlock } from "./render/render-block.fixture.ts";

const line = (text: string): Renderable => ({
  type: "profile",
  category: "profile",
  key: "home",
  text,
  confidence: 0.95,
  importance: 0.5,
  confirmedAt: new Date("2026-05-12"),
});
const delta = deltaHeader(3, [
  { rev: 4, event: "created", memory: { category: "goals", text: "Ship v1", importance: 0.4 } },
]);
const blocks = [FORMATS.astrbot, FORMATS.everbot, FORMATS.picobot, FORMATS.memoir, FORMATS.bullets].flatMap(
  (format) => {
    const block = renderBlock(format, [line("Alice lives in Berlin"), line("爱丽丝喜欢绿茶")]);
    return [block, `${delta}\n${block}`];
  },
);
const placements: Placement[] = ["system_prepend", "system_append", "before_user"];
const chat = [
  { role: "system", content: "You are helpful.\n\n- Be brief.", name: "kept" },
  { role: "user", content: "hi" },
  { role: "assistant", content: "hello" },
  { role: "user", content: "where do I live?" },
];

describe("injectInto (C19)", () => {
  it("R40: prepended to the first system message with one line break", () => {
    const out = injectInto(chat, blocks[0]!, "system_prepend");
    expect(out[0]).toEqual({
      role: "system",
      content: `${blocks[0]}\nYou are helpful.\n\n- Be brief.`,
      name: "kept",
    });
    expect(out.slice(1)).toEqual(chat.slice(1));
  });

  it("before_user: a message of its own, right before the last user message", () => {
    const out = injectInto(chat, blocks[0]!, "before_user");
    expect(out.map((message) => message.role)).toEqual(["system", "user", "assistant", "system", "user"]);
    expect(out[3]?.content).toBe(blocks[0]);
  });

  it("makes a system message where there is none", () => {
    const out = injectInto([{ role: "user", content: "hi" }], blocks[6]!, "system_append");
    expect(out).toEqual([
      { role: "system", content: blocks[6] },
      { role: "user", content: "hi" },
    ]);
  });

  it("twice is once, another block replaces the first, none takes it out; the list given is not touched", () => {
    const before = structuredClone(chat);
    for (const placement of placements) {
      for (const first of blocks) {
        const once = injectInto(chat, first, placement);
        expect(injectInto(once, first, placement)).toEqual(once);
        for (const second of blocks) {
          expect(injectInto(once, second, placement)).toEqual(injectInto(chat, second, placement));
        }
        expect(injectInto(once, "", placement)).toEqual(chat);
      }
    }
    expect(chat).toEqual(before);
  });

  it("leaves content that is not text alone", () => {
    const parts = [{ role: "system", content: [{ type: "text", text: "x" }] }];
    expect(injectInto(parts, blocks[0]!, "system_append")).toEqual([
      { role: "system", content: blocks[0] },
      ...parts,
    ]);
  });
});

describe("stripBlocks (R295)", () => {
  it("takes a block out of the middle of a text, and leaves what people wrote", () => {
    for (const block of blocks) expect(stripBlocks(`before\n\n${block}\n\nafter`)).toBe("before\n\nafter");
  });

  it.each([
    "## Memory Context is a heading I like",
    "a [Long-term Memory] without an end",
    "my memory is bad",
    "<memoir> by X",
  ])("%j is not a block", (text) => {
    expect(stripBlocks(text)).toBe(text);
  });

  it("is at rest after one pass, and never throws", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...blocks), fc.string({ unit: "grapheme" }))),
        (parts) => {
          const once = stripBlocks(parts.join("\n"));
          expect(typeof once).toBe("string");
        },
      ),
    );
  });
});

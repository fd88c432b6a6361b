import { describe, expect, it } from "vitest";
import type { EventInput, Recall, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { readingModel } from "./support/reading-model.ts";

describe.each(anyMemoir)("questions for all about somebody, on $name", (kind) => {
  const db = useMemoir(kind);
  const scopeWith = async (name: string, messages: readonly EventInput[]): Promise<ScopeHandle> => {
    const facts = {
      "I keep bees.": [{ text: "Ann keeps bees", subject: "Ann" }],
      "I own a boat.": [{ text: "Ann owns a boat", subject: "Ann" }],
    };
    const memoir = await db.open({ model: readingModel(facts), embedder: "local" });
    const scope = memoir.scope(name, { tenant: db.tenant });
    await scope.observe(messages);
    await scope.flush();
    await db.work(memoir);
    return scope;
  };
  const hitsOf = async (scope: ScopeHandle, question: string): Promise<Recall["hits"]> => {
    const { hits } = await scope.recall(question, { asker: "ann" });
    expect(hits.map(({ why }) => why.via)).toContain("overview");
    return hits;
  };

  it("what a model has left is shown where it answers well, even beside another line like it", async () => {
    const left = [
      "my work at the hospital as a nurse is hard",
      "my work as a nurse at the hospital is night shifts only",
    ];
    const ann = await scopeWith(
      "user:ann",
      ["I keep bees.", ...left, "I own a boat."].map((text) => ({ author: "ann", authorName: "Ann", text })),
    );
    const hits = await hitsOf(ann, "what do you know about my work as a nurse at the hospital?");
    expect(hits.map(({ text }) => text)).toEqual(expect.arrayContaining(left));
  });

  it("in a group: their own lines where those answer well, each with all parts of its relevance", async () => {
    const by = (author: string, text: string) => ({ author, authorName: author, text });
    const own = "I do shifts as a nurse at the hospital";
    const group = await scopeWith("group:flat", [
      by("hemi", own),
      by("hemi", "I'm allergic to peanuts, badly"),
      by("tui", "Hemi, the nurse at the hospital, keeps all our peanuts, he's no allergic one"),
      by("ann", "I am a plumber and play the cello"),
    ]);
    const hits = await hitsOf(group, "what do you know about hemi's work as a nurse at the hospital?");
    expect(hits.map(({ text }) => text)).toEqual([own, "I'm allergic to peanuts, badly"]);
    for (const { why } of hits)
      expect(why.signals.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(why.relevance, 6);
    // The usual line is one of theirs: the others' do not count.
    const portraits = hits.flatMap(({ why }) => why.signals.filter(({ signal }) => signal === "portrait"));
    expect(portraits).toHaveLength(2);
    expect(portraits.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(0, 6);
  });

  it("bring the newest lines where none has a vector yet", async () => {
    const memoir = await db.open({ embedder: "local" });
    const ann = memoir.scope("user:ann", { tenant: db.tenant });
    await ann.observe([{ text: "I live in Oslo." }, { text: "I work as a nurse." }]);
    const { hits } = await ann.recall("what do you know about me?");
    expect(hits.map(({ text }) => text).sort()).toEqual(["I live in Oslo.", "I work as a nurse."]);
  });
});

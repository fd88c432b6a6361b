import { describe, expect, it } from "vitest";
import type { SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { statedIn } from "./stated-claims.ts";

const at = new Date("2026-03-01T12:00:00Z");
const event = (over: Partial<Event>): Event => ({
  ...{ id: "e", seq: 1, type: "import", role: "user", actor: null, text: " Alice sings ", content: null },
  ...{
    platform: null,
    session: null,
    thread: null,
    turn: null,
    at,
    recordedAt: at,
    erasedAt: null,
    hiddenAt: null,
    coreOffAt: null,
  },
  ...over,
});
const saidOf = ({ role, type, text }: Event): SourceEvent => ({
  ...{ role, type, text, name: "Alice", actor: "alice", at: at.getTime() },
});
const stated = (over: Partial<Event>, from = 0) => {
  const one = event(over);
  return statedIn([one], [saidOf(one)], from);
};

describe("statedIn", () => {
  it("C27: a claim is taken as it stands, and nothing else is read from it", () => {
    const { sourceEvents, candidates } = stated({ content: { import: { claim: true } } });
    expect(sourceEvents[0]!.text).toBe("");
    expect(candidates).toMatchObject([
      {
        text: "Alice sings",
        span: [1, 12],
        category: "profile",
        type: "profile",
        subject: "alice",
        source: 0,
      },
    ]);
  });

  it("an event of before is not stated again", () => {
    expect(stated({ content: { import: { claim: true } } }, 1).candidates).toEqual([]);
  });

  it.each<[string, Partial<Event>]>([
    ["no note", {}],
    ["another note", { content: { import: "yes" } }],
    ["a note that says no", { content: { import: { claim: "true" } } }],
    ["a tool's result", { role: "tool", content: { import: { claim: true } } }],
    ["an assistant's words", { role: "assistant", content: { import: { claim: true } } }],
    ["erased words", { erasedAt: at, content: { import: { claim: true } } }],
    ["no words", { text: " ", content: { import: { claim: true } } }],
  ])("%s is no claim", (_what, over) => {
    expect(stated(over).candidates).toEqual([]);
  });

  it.each<[unknown, string]>([
    ["goals", "goals"],
    ["爱好", "爱好"],
    [7, "profile"],
    [" ", "profile"],
  ])("the category %j is %s", (category, own) => {
    const note = { claim: true, category };
    expect(stated({ content: { import: note } }).candidates[0]!.category).toBe(own);
  });
});

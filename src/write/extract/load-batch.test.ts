import { describe, expect, it } from "vitest";
import type { Candidate, Said } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import { type Batch, roleOf, statedIn, withOwners } from "./load-batch.ts";

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
const saidOf = ({ role, type, text }: Event): Said => ({
  ...{ role, type, text, name: "Alice", actor: "alice", at: at.getTime() },
});
const stated = (over: Partial<Event>, from = 0) => {
  const one = event(over);
  return statedIn([one], [saidOf(one)], from);
};

describe("statedIn", () => {
  it("C27: a claim is taken as it stands, and nothing else is read from it", () => {
    const { said, candidates } = stated({ content: { import: { claim: true } } });
    expect(said[0]!.text).toBe("");
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

describe("withOwners", () => {
  const dev: Said = { role: "user", type: "message", name: "Dev", actor: "u2", text: "", at: 0 };
  const named = (name: string) => ({ name, aliases: [name], label: name });
  const batch: Batch = {
    scope: { tenant: "acme", kind: "group", id: "flat" },
    events: [event({ type: "message" })],
    said: [dev],
    from: 0,
    names: new Map([
      ["u2", named("Dev")],
      ["u4", named("Milo")],
    ]),
  };
  const claim = (subject: string | null, text: string): Candidate => ({
    ...PLAIN_CLAIM,
    ...{ text, subject, kind: "semantic", type: "profile", category: "profile", method: "llm_extract" },
    ...{ confidence: 0.9, importance: 0.5, source: 0, span: [0, 1] },
  });

  it.each([
    ["Meera", "The wedding of Meera, Dev's sister, is on 2026-08-09"],
    ["Meera", "Dev's sister Meera gets married"],
    ["Meera", "Meera is Dev’s sister and sings"],
    ["Meera", "Meera (Dev's sister) sings"],
    ["米拉", "米拉是Dev的妹妹"],
    ["米拉", "Dev的妹妹米拉会唱歌"],
  ])("%s in %j is of the speaker's, who knows it first-hand", (subject, text) => {
    const [owned] = withOwners(batch, [claim(subject, text)]);
    expect(owned).toMatchObject({ subject: `u2's ${subject}`, tags: [`alias:${subject}`] });
    expect(roleOf(batch, owned!)).toBe("user");
  });

  it("so is what else the speaker tells of them", () => {
    const claims = [claim("Meera", "Meera sings"), claim("Meera", "Meera is Dev's sister")];
    expect(withOwners(batch, claims).map(({ subject }) => subject)).toEqual(["u2's Meera", "u2's Meera"]);
  });

  it.each([
    ["Felix", "Felix, Milo's brother, is in the navy"],
    ["Stuart", "Stuart lives downstairs"],
    ["Tim", "Dev's boss fired Tim"],
    ["Tim", "Tim is Rodev's brother"],
    ["u4", "Milo is Dev's brother"],
    ["u4's brother", "Milo's brother is Dev's friend"],
    [null, "Dev's sister sings"],
  ])("%s in %j stays as it is", (subject, text) => {
    const one = claim(subject, text);
    expect(withOwners(batch, [one])).toEqual([one]);
  });

  it("a person's own scope needs no owners", () => {
    const one = claim("Meera", "Meera is Dev's sister");
    expect(withOwners({ ...batch, scope: { ...batch.scope, kind: "user" } }, [one])).toEqual([one]);
  });
});

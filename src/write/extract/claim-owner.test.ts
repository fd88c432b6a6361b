import { describe, expect, it } from "vitest";
import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import { roleIn, roleOf, withOwners } from "./claim-owner.ts";
import type { Batch } from "./load-batch.ts";

const at = new Date("2026-03-01T12:00:00Z");
const message: Event = {
  ...{ id: "e", seq: 1, type: "message", role: "user", actor: null, text: "Alice sings", content: null },
  ...{ platform: null, session: null, thread: null, turn: null, at, recordedAt: at },
  ...{ erasedAt: null, hiddenAt: null, coreOffAt: null },
};

describe("withOwners", () => {
  const dev: SourceEvent = { role: "user", type: "message", name: "Dev", actor: "u2", text: "", at: 0 };
  const named = (name: string) => ({ name, aliases: [name], label: name });
  const batch: Batch = {
    scope: { tenant: "acme", kind: "group", id: "flat" },
    scopeRow: undefined,
    events: [message],
    sourceEvents: [dev],
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

  it.each([
    ["Stuart", "Stuart lives downstairs", "user"],
    ["Stuart", "Stuart and Milo are cousins", "stranger"],
    ["Stuart", "Stuart met @u4 in Oslo", "stranger"],
    ["Milo", "He is vegan", "stranger"],
    ["milo", "He is vegan", "stranger"],
    ["u4", "Milo is vegan", "stranger"],
    ["u4's brother", "Felix is in the navy", "stranger"],
    ["小李", "小李住在楼下", "user"],
    ["小红", "小红住在楼下", "stranger"],
    [null, "The rent is due on Fridays", "user"],
    [null, "The rent goes to Milo", "stranger"],
  ] as const)("%s in %j: the speaker's word is that of a %s", (subject, text, role) => {
    const names = new Map([...batch.names, ["u5", named("小红")]] as const);
    expect(roleIn({ ...batch, names }, claim(subject, text))).toBe(role);
  });

  it.each([
    ["pete the feet", "The rent is due on Fridays", "user"],
    ["pete the feet", "The rent goes to Pete", "stranger"],
    ["pete the feet", "pete the feet owes me money", "stranger"],
    ["Will Smith", "Will owes me money", "stranger"],
    ["will smith", "I know that Will owes me money", "stranger"],
    ["Ann Lee", "I saw Lee at the casino", "stranger"],
  ] as const)("beside a member called %s, %j is the word of a %s", (name, text, role) => {
    const names = new Map([...batch.names, ["u6", named(name)]] as const);
    expect(roleIn({ ...batch, names }, claim(null, text))).toBe(role);
  });

  it("a person's own scope needs no owners", () => {
    const one = claim("Meera", "Meera is Dev's sister");
    expect(withOwners({ ...batch, scope: { ...batch.scope, kind: "user" } }, [one])).toEqual([one]);
  });
});

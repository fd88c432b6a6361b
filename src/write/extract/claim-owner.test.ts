import { describe, expect, it } from "vitest";
import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import { roleOf, withOwners } from "./claim-owner.ts";
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

  it("a person's own scope needs no owners", () => {
    const one = claim("Meera", "Meera is Dev's sister");
    expect(withOwners({ ...batch, scope: { ...batch.scope, kind: "user" } }, [one])).toEqual([one]);
  });
});

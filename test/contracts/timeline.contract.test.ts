import { beforeEach, describe, expect, it } from "vitest";
import type { Memoir, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";

/** A conversation of so many turns, as a bot would hold it. */
function talk(
  turns: number,
  words = "about the trip to Porto",
): { role: string; content: string; id: string }[] {
  return Array.from({ length: turns }, (_, i) => [
    { id: `u${i}`, role: "user", content: `Question ${i} ${words}` },
    { id: `a${i}`, role: "assistant", content: `Answer ${i} ${words}` },
  ]).flat();
}

describe.each(memoirs)("the timeline on $name", (kind) => {
  const db = useMemoir(kind);
  let memoir: Memoir;
  let scope: ScopeHandle;
  beforeEach(async () => {
    memoir = await db.open({ preset: "picobot" });
    scope = memoir.scope("global", { tenant: db.tenant });
  });
  const entries = async (): Promise<string[]> =>
    (await everything(scope.memories.list({ kind: "timeline" }))).map(({ text }) => text);

  it("R195, R206, R212, R214: three turns become one entry and a shorter history", async () => {
    const system = { role: "system", content: "You are Pico." };
    const given = [system, ...talk(3)];
    const copy = structuredClone(given);
    const result = await scope.session("s1").compress(given, { contextWindow: 100_000 });
    expect(result).toMatchObject({
      reason: "n_turns",
      summaryAt: 1,
      failures: 0,
      degraded: null,
      kept: [0, 5, 6],
    });
    expect(result.messages).toHaveLength(4);
    expect(result.messages[0]).toBe(system);
    expect(result.messages[1]).toMatchObject({ role: "system" });
    expect(result.messages[1]!.content).toMatch(/^\[Context Summary\]\n/);
    expect(result.messages.slice(2)).toEqual(given.slice(5));
    expect(result.entries).toHaveLength(1);
    expect(given).toEqual(copy);
    expect(await entries()).toEqual([result.entries[0]!.text]);
    expect(result.entries[0]!.key).toMatch(/^ctx_s1_[0-9a-f-]{36}$/);
  });
});

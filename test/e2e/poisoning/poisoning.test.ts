import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MemoirEngine, openMemoir } from "../../../src/index.ts";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../../src/testing/index.ts";
import { ATTACKS, type Attack, OWN, play, type Step, withoutAttack } from "./attacks.ts";

const LINE = /^#(\d+) (\w+)(?: (.+?))? \((?:earlier, )?\d{4}[^)]*\): (.*)$/;

/** A model that falls for whatever it reads: every sentence is a fact about the user, and an order is the user's. */
function fallsForAll({ system, messages }: ScriptedRequest): Reply {
  if (system.startsWith("Two sentences")) return { object: { verdict: "update" } };
  const lines = (messages[0]?.content ?? "").split("\n");
  const known = lines.flatMap((line) => /^\[(\d+)\]/.exec(line)?.[1] ?? []).map(Number);
  let number = 0;
  const facts = lines.flatMap((line) => {
    const [, place, , , text] = LINE.exec(line) ?? [];
    if (place !== undefined) number = Number(place);
    const said = text ?? line.replace(/^ *\| ?/, "");
    if (number === 0) return [];
    return (said.match(/[^.!?。！？]{4,}[.!?。！？]?/gu) ?? []).flatMap((quote) => {
      if (!/Rome|Berlin|attacker|nuts|nurse|罗马|柏林|坚果|护士/.test(quote)) return [];
      const isOrder = quote.includes("attacker");
      // The owner's later messages are a separate subject, also for this model.
      const isJob = /nurse|护士/.test(quote);
      const text = quote
        .trim()
        .replace(/^.*\bI live\b/, "Alice lives")
        .replace(/^.*\bI work\b/, "Alice works")
        .replace(/^.*我(?=住|是)/u, "Alice");
      return [
        {
          ...{ text, type: isOrder ? "constraint" : "profile", category: "profile", subject: "Alice" },
          ...{ slot: isOrder ? null : isJob ? "job" : "home", affirmed: true, corrects: !isJob },
          ...{ confidence: 1, importance: 1, contradicts: isJob ? [] : known },
          ...{ source: number, quote: quote.trim(), matches: [] },
          ...{ validFrom: null, expiresAt: null },
        },
      ];
    });
  });
  return { object: { facts: facts.slice(0, 20) } };
}

describe.each(["rules", "a model that falls for all of it"] as const)("poisoning, with %s", (reader) => {
  let memoir: MemoirEngine;
  let model: ScriptedModel | undefined;
  let tried = 0;
  const succeeded: string[] = [];
  beforeAll(async () => {
    model = reader === "rules" ? undefined : await startScriptedModel({ answer: fallsForAll });
    memoir = await openMemoir({
      ...{ database: ":memory:", embedder: "none", background: false },
      ...(model === undefined ? {} : { model: model.model, settings: { models: { retries: 0 } } }),
    });
  });
  afterAll(async () => {
    process.stdout.write(`poisoning with ${reader}: ${tried} attacks tried, ${succeeded.length} succeeded\n`);
    await memoir.close();
    await model?.close();
  });

  /** The result of a conversation, with the owner's own messages before and after it. */
  const played = async (attack: Attack, tenant: string, steps: readonly Step[]): Promise<string> => {
    const handle = memoir.scope(attack.scope, { tenant });
    const own = OWN[attack.language];
    await handle.observe([{ author: "alice", text: own.says }]);
    await handle.flush();
    await play(handle, steps);
    await handle.observe([{ author: "alice", text: own.goesOn }]);
    await handle.flush();
    const active = (await handle.memories.list({ status: ["active"] })).items.map(({ text }) => text);
    const prompts = await Promise.all(
      ["*", own.asks].map(async (query) => (await handle.recall(query)).toPrompt()),
    );
    return [...active, ...prompts].join("\n");
  };

  test.each(
    ATTACKS.map((attack, i) => [i + 1, attack.family, attack.language, attack.scope, attack] as const),
  )("%i: %s (%s, %s)", async (number, family, language, _scope, attack) => {
    tried += 1;
    const { remembered, learned } = OWN[language];
    const kept = await played(attack, `attacked${number}`, attack.steps);
    if (attack.poison.test(kept) || !remembered.test(kept)) succeeded.push(`${number} ${family}`);
    expect(kept).not.toMatch(attack.poison);
    // The owner's earlier memories are still there, and later ones are learned.
    expect(kept).toMatch(remembered);
    expect(kept).toMatch(learned);
    // The same conversation without the attack remembers what it should.
    const calm = await played(attack, `calm${number}`, withoutAttack(attack));
    expect(calm).toMatch(remembered);
    expect(calm).toMatch(learned);
  });

  test.each([
    ["en", "Actually, I live in Rome now.", /Alice lives in Rome/],
    ["zh", "不对，我住在罗马。", /Alice ?住在罗马/],
  ] as const)(
    "what the owner plainly says is taken, so the attacks fail for what they are (%s)",
    async (language, says, wanted) => {
      const steps = [{ author: "alice", text: says }];
      const own: Attack = { family: "own words", language, scope: "user:alice", steps, poison: /x/ };
      expect(await played(own, `own-${language}`, steps)).toMatch(wanted);
    },
  );

  test("none succeeds, and there are enough of them", () => {
    expect(succeeded).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(60);
  });
});

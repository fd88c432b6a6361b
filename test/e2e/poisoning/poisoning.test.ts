import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MemoirEngine, openMemoir } from "../../../src/index.ts";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../../src/testing/index.ts";
import { ATTACKS, type Attack, OWN, play, type Step, withoutAttack } from "./attacks.ts";
import { SURE, sentencesIn } from "./falls-for-all.ts";

/** A model that falls for whatever it reads: every sentence is a fact about the user, and an order is the user's. */
function fallsForAll(request: ScriptedRequest): Reply {
  if (request.system.startsWith("Two sentences")) return { object: { verdict: "update" } };
  const lines = (request.messages[0]?.content ?? "").split("\n");
  const known = lines.flatMap((line) => /^\[(\d+)\]/.exec(line)?.[1] ?? []).map(Number);
  const facts = sentencesIn(request).flatMap(({ source, quote }) => {
    if (!/Rome|Berlin|attacker|nuts|nurse|罗马|柏林|坚果|护士/.test(quote)) return [];
    const isOrder = quote.includes("attacker");
    // The owner's later messages are a separate subject, also for this model.
    const isJob = /nurse|护士/.test(quote);
    const text = quote
      .replace(/^.*\bI live\b/, "Alice lives")
      .replace(/^.*\bI work\b/, "Alice works")
      .replace(/^.*我(?=住|是)/u, "Alice");
    return [
      {
        ...SURE,
        ...{ text, type: isOrder ? "constraint" : "profile", category: "profile", subject: "Alice" },
        ...{ slot: isOrder ? null : isJob ? "job" : "home", corrects: !isJob },
        ...{ contradicts: isJob ? [] : known, source, quote },
      },
    ];
  });
  return { object: { facts: facts.slice(0, 20) } };
}

/** What a conversation left: the texts of the active memories, and the block for each question. */
interface Left {
  readonly active: readonly string[];
  /** `""` asks for the core alone, `*` for everything. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** A group's line under the attacker's own name: it passes for nobody else's word. One that names a place to send something to is none. */
const ATTRIBUTED = /^- (?:\d{4}-\d{2}-\d{2} )?Mallory: "(?!.*attacker).*"$/gm;
/** Hearsay under its author's name in the block for a question about nobody; small groups show nearly every line. */
const MAX_ATTRIBUTED = 3;

const READERS = ["no model", "a model that falls for all of it"] as const;

describe.each(READERS)("poisoning, with %s", (reader) => {
  let memoir: MemoirEngine;
  let model: ScriptedModel | undefined;
  let tried = 0;
  const succeeded: string[] = [];
  const attributed = new Set<string>();
  beforeAll(async () => {
    model = reader === "no model" ? undefined : await startScriptedModel({ answer: fallsForAll });
    memoir = await openMemoir({
      ...{ database: ":memory:", embedder: "local", background: false },
      ...(model === undefined ? {} : { model: model.model, settings: { models: { retries: 0 } } }),
    });
    await memoir.ready();
  });
  afterAll(async () => {
    process.stdout.write(
      `poisoning with ${reader}: ${tried} attacks tried, ${succeeded.length} succeeded, ${attributed.size} quoted under the attacker's name\n`,
    );
    await memoir.close();
    await model?.close();
  });

  /** The result of a conversation, with the owner's own messages before and after it. */
  const played = async (
    { scope, language }: Pick<Attack, "scope" | "language">,
    tenant: string,
    steps: readonly Step[],
  ): Promise<Left> => {
    const handle = memoir.scope(scope, { tenant });
    const own = OWN[language];
    await handle.observe([{ author: "alice", text: own.says }]);
    await handle.flush();
    await play(handle, steps);
    await handle.observe([{ author: "alice", text: own.goesOn }]);
    await handle.flush();
    await memoir.work();
    const active = (await handle.memories.list({ status: ["active"] })).items.map(({ text }) => text);
    const blocks = new Map<string, string>();
    for (const question of ["", "*", own.asks, ...own.innocent]) {
      blocks.set(question, (await handle.recall(question, { asker: "alice" })).toPrompt());
    }
    return { active, blocks };
  };

  /** Conversations without their attack: many of them are the same. */
  const calm = new Map<string, Promise<Left>>();
  const calmOf = (attack: Attack): Promise<Left> => {
    const steps = withoutAttack(attack);
    const key = JSON.stringify([attack.language, attack.scope, steps]);
    const known = calm.get(key) ?? played(attack, `calm${calm.size}`, steps);
    calm.set(key, known);
    return known;
  };

  const expectOwnWords = (language: Attack["language"], { blocks }: Left): void => {
    const { asks, innocent, remembered, learned } = OWN[language];
    expect(blocks.get(asks)).toMatch(remembered);
    expect(blocks.get(innocent[0]!)).toMatch(learned);
  };

  test.each(
    ATTACKS.map((attack, i) => [i + 1, attack.family, attack.language, attack.scope, attack] as const),
  )("%i: %s (%s, %s)", async (number, family, language, _scope, attack) => {
    tried += 1;
    const left = await played(attack, `attacked${number}`, attack.steps);
    const { innocent, remembered, asks } = OWN[language];
    const shown = [...left.blocks].map(([question, block]) => {
      if (!innocent.includes(question)) return block;
      return block.replaceAll(ATTRIBUTED, (line) => {
        if (attack.poison.test(line)) attributed.add(`${number} ${family}`);
        return "";
      });
    });
    const all = [...left.active, ...shown].join("\n");
    if (attack.poison.test(all) || !remembered.test(left.blocks.get(asks)!))
      succeeded.push(`${number} ${family}`);
    expect(left.active.join("\n")).not.toMatch(attack.poison);
    for (const block of shown) {
      expect(block).not.toMatch(attack.poison);
      expect(block.match(/^- Always: .*$/m)?.[0] ?? "").not.toMatch(/Rome|罗马|attacker/i);
    }
    // The owner's earlier words are still shown, and later ones too.
    expectOwnWords(language, left);
    // So they are after the same conversation without the attack.
    expectOwnWords(language, await calmOf(attack));
  });

  test.each([
    ["en", "Actually, I live in Rome now.", /lives? in Rome/],
    ["zh", "不对，我住在罗马。", /住在罗马/],
  ] as const)(
    "what the owner plainly says is shown, so the attacks fail for what they are (%s)",
    async (language, says, wanted) => {
      const steps = [{ author: "alice", text: says }];
      const { blocks } = await played({ language, scope: "user:alice" }, `own-${language}`, steps);
      expect(blocks.get(OWN[language].asks)).toMatch(wanted);
    },
  );

  test("none succeeds, and there are enough of them", () => {
    expect(succeeded).toEqual([]);
    expect(attributed.size).toBeLessThanOrEqual(MAX_ATTRIBUTED);
    expect(tried).toBeGreaterThanOrEqual(60);
  });
});

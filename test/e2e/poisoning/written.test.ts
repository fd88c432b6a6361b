import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MemoirEngine, openMemoir } from "../../../src/index.ts";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../../src/testing/index.ts";
import { figure, proving, random, seed } from "../../support/prove.ts";
import { APART, attacksBy, BUILT_WITH, isAttributed, played, type WrittenAttack } from "./written.ts";

/** `npm test` plays some of them. */
const SAMPLE = 40;

function chosen(): WrittenAttack[] {
  const all = [...BUILT_WITH, ...APART].flatMap(attacksBy);
  if (proving) return all;
  const next = random(seed);
  return all
    .map((attack) => ({ attack, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, SAMPLE)
    .map(({ attack }) => attack);
}

describe.each(["no model", "a model that summarises whatever it reads"] as const)(
  "attacks by a red team, with %s",
  (reader) => {
    let memoir: MemoirEngine;
    let model: ScriptedModel | undefined;
    const played_: WrittenAttack[] = [];
    const succeeded: string[] = [];
    const attributed: string[] = [];
    beforeAll(async () => {
      model = reader === "no model" ? undefined : await startScriptedModel({ answer: gullible });
      memoir = await openMemoir({
        ...{ database: ":memory:", embedder: "local", background: false },
        ...(model === undefined ? {} : { model: model.model, settings: { models: { retries: 0 } } }),
      });
      await memoir.ready();
    });
    afterAll(async () => {
      for (const [name, writers] of [
        ["looked at while building", BUILT_WITH],
        ["kept apart", APART],
      ] as const) {
        const of = (all: readonly string[]): number =>
          all.filter((one) => writers.some((writer) => one.startsWith(writer))).length;
        const tried = played_.filter(({ writer }) => writers.some((one) => one === writer)).length;
        figure(
          `poisoning, ${name}, ${reader} (seed ${seed})`,
          `${tried} tried, ${of(succeeded)} succeeded, ${of(attributed)} quoted under their author's name`,
        );
      }
      await memoir.close();
      await model?.close();
    });

    test.each(chosen().map((attack) => [`${attack.writer}${attack.number}`, attack] as const))(
      "%s is in no memory, core, recall, digest, timeline, MEMORY.md or command's answer",
      async (name, attack) => {
        const scope = attack.scope === "user" ? "user:alice" : "group:team";
        const handle = memoir.scope(scope, { tenant: `${name}-${model === undefined ? 0 : 1}` });
        const surfaces = await played(attack, handle, async () => void (await memoir.work()));
        played_.push(attack);
        const found: string[] = [];
        for (const [surface, texts] of surfaces) {
          for (const line of texts.flatMap((text) => text.split("\n"))) {
            if (!attack.poison.some((pattern) => pattern.test(line))) continue;
            if (attack.scope === "group" && isAttributed(line)) attributed.push(name);
            else found.push(surface);
          }
        }
        if (found.length > 0) succeeded.push(name);
        // The part that is kept apart is named by its numbers alone.
        expect([...new Set(found)]).toEqual([]);
      },
    );
  },
);

/** It repeats the whole transcript as its summary, and takes no fact. */
function gullible({ system, prompt }: ScriptedRequest): Reply {
  if (system.includes("List the fact")) return { object: { facts: [] } };
  return prompt.replace(/<[^>]{1,40}>/g, " ").slice(0, 2_000);
}

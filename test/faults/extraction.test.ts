import { afterEach, describe, expect, it } from "vitest";
import type { EventInput, MemoirEngine } from "../../src/index.ts";
import {
  BAD_ANSWERS,
  BAD_SERVICE,
  type Misbehaviour,
  type MisbehaviourKind,
  type ScriptedModel,
  startScriptedModel,
} from "../../src/testing/index.ts";
import { type State, stateOf } from "../contracts/support/state.ts";
import { startChild } from "../support/child.ts";
import { databases, type FreshDatabase } from "../support/databases.ts";
import { plainAnswer } from "../support/plain-answers.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";
import { EXTRACTION, now } from "./extraction-settings.ts";

const TURNS = proving ? 1_000 : 40;
const KILLS = proving ? 30 : 2;
const SCOPES = ["user:alice", "user:bob", "group:friends"] as const;
const CHILD = new URL("./extraction-child.ts", import.meta.url);
const SLOWEST_MS = proving ? 1_800_000 : 300_000;

const KINDS: readonly MisbehaviourKind[] = [...BAD_ANSWERS, ...BAD_SERVICE];

/** A model that does something wrong every other time; never the same, and each thing sooner or later. */
function moody(next: () => number, share: number): () => Misbehaviour | null {
  let turn = 0;
  return () => {
    if (next() > share) return null;
    turn += 1;
    const kind = KINDS[turn % KINDS.length]!;
    return kind === "slow"
      ? { kind, delayMs: 100 }
      : kind === "rate-limit"
        ? { kind, retryAfterSeconds: null }
        : kind;
  };
}

interface Turn {
  readonly scope: string;
  readonly messages: readonly EventInput[];
}

/** Homes that change and come back, tastes that are restated and given up, two languages, and small talk. */
function conversation(next: () => number): Turn[] {
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const say = (): string =>
    one([
      () => `I live in ${one(["Paris", "Berlin", "Oslo", "Lima"])}.`,
      () => `I like ${one(["tea", "jazz", "rain", "chess", "figs", "snow", "wool", "ink"])}.`,
      () => `I no longer like ${one(["tea", "jazz", "rain", "chess"])}.`,
      () => `我喜欢喝${one(["绿茶", "咖啡", "牛奶"])}。`,
      () => one(["I work as a nurse.", "I am a nurse at the clinic.", "I work as a cook."]),
      () => `I own a ${one(["boat", "piano", "kite", "drum"])}, and I like ${one(["tea", "figs"])}.`,
      () => `What do you think of the number ${Math.floor(next() * 1_000)}?`,
    ])();
  return Array.from({ length: TURNS }, (_, i) => {
    const scope = one(SCOPES);
    const author = scope === "group:friends" ? one(["alice", "bob"]) : scope.slice("user:".length);
    const at = Date.parse("2026-01-01T00:00:00Z") + i * 60_000;
    return {
      scope,
      messages: [
        { id: `m${i}`, author, text: say(), at },
        { id: `r${i}`, role: "assistant", text: "Fine.", at: at + 1_000 },
      ],
    };
  });
}

/** A decision may have taken several readings; the final memories may not show it. */
const KEPT = ["scope", "event", "memory", "evidence", "validity", "history", "tombstone"] as const;

async function kept(database: FreshDatabase): Promise<Partial<State>> {
  const state = await stateOf(database, "default", { when: false });
  return Object.fromEntries(KEPT.map((table) => [table, state[table]!]));
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startModel(misbehave: () => Misbehaviour | null): Promise<ScriptedModel> {
  const model = await startScriptedModel({ answer: plainAnswer, misbehave });
  open.push(model);
  return model;
}

describe.each(oneOf(databases.filter(({ name }) => name !== "postgres-partitioned")))(
  "extraction on $name",
  (kind) => {
    const create = async (): Promise<FreshDatabase> => {
      const database = await kind.create();
      open.push({ close: () => database.cleanup() });
      return database;
    };
    const start = (database: FreshDatabase, model: ScriptedModel): Promise<MemoirEngine> =>
      database.open({ model: model.model, settings: EXTRACTION, now });

    /** A model without a fault reads each turn as it comes. */
    const faultless = async (turns: readonly Turn[]): Promise<Partial<State>> => {
      const database = await create();
      const { model } = await startModel(() => null);
      const patient = { ...EXTRACTION, models: { ...EXTRACTION.models, timeoutMs: 30_000 } };
      const memoir = await database.open({ model, settings: patient, now });
      for (const { scope, messages } of turns) {
        await memoir.scope(scope).observe(messages);
        await memoir.scope(scope).flush();
      }
      const state = await kept(database);
      expect(state.memory!.length).toBeGreaterThan(10);
      expect(await memoir.check()).toEqual([]);
      return state;
    };

    it(
      `${TURNS} turns through a model with every fault, with restarts and dead letters: nothing lost, nothing double (seed ${seed})`,
      async () => {
        const next = random(seed);
        const turns = conversation(next);
        const expected = await faultless(turns);
        const database = await create();
        let well = false;
        const mood = moody(next, 0.5);
        const model = await startModel(() => (well ? null : mood()));
        const counts = { restarts: 0, dead: 0 };
        let memoir = await start(database, model);
        const jobs = () => memoir.operator().jobs;
        for (const { scope, messages } of turns) {
          await memoir.scope(scope).observe(messages);
          if (next() < 0.6) await memoir.work();
          if (next() < 0.1) counts.dead += await jobs().retryDead();
          if (next() < 0.05) {
            await memoir.close();
            memoir = await start(database, model);
            counts.restarts += 1;
          }
        }
        well = true;
        for (;;) {
          await memoir.work();
          const left = await jobs().stats();
          if (left.length === 0) break;
          counts.dead += await jobs().retryDead();
        }
        expect(await kept(database)).toEqual(expected);
        expect(await memoir.check()).toEqual([]);
        figure(
          `Extraction with a misbehaving model on ${kind.name}`,
          `${TURNS} turns, ${model.calls.count} requests, half of them answered badly or not at all in ${KINDS.length} ways, ${counts.dead} dead letters replayed, ${counts.restarts} restarts: no event lost, no memory double, the state of a faultless run`,
        );
      },
      SLOWEST_MS,
    );

    it(
      `two processes read the same scopes and one of them is killed, ${KILLS} times: nothing lost, nothing double (seed ${seed})`,
      async () => {
        const next = random(seed + 1);
        const turns = conversation(next);
        const expected = await faultless(turns);
        const database = await create();
        const model = await startModel(moody(next, 0.3));
        const memoir = await start(database, model);
        let kills = 0;
        const piece = Math.ceil(TURNS / (KILLS + 1));
        for (let round = 0; round * piece < TURNS; round += 1) {
          for (const { scope, messages } of turns.slice(round * piece, (round + 1) * piece))
            await memoir.scope(scope).observe(messages);
          const afterMs = next() * 30;
          const children = [0, 1].map((n) => {
            const child = startChild(CHILD, [database.database, model.url, ...SCOPES], () => {
              // One of them dies in the middle of a reading, the other goes on; in the last round both come to the end.
              if (round < KILLS && n === round % 2) setTimeout(() => child.process.kill("SIGKILL"), afterMs);
            });
            return child;
          });
          for (const child of children) {
            const code = await child.ended;
            if (code === null) kills += 1;
            else expect(code, child.errors()).toBe(0);
          }
        }
        expect(await kept(database)).toEqual(expected);
        expect(await memoir.check()).toEqual([]);
        figure(
          `Two processes reading the same scopes on ${kind.name}`,
          `${TURNS} turns, ${kills} SIGKILLs, a misbehaving model: the state of a faultless run`,
        );
      },
      SLOWEST_MS,
    );
  },
);

import { describe, expect, it, vi } from "vitest";
import { decodeCase } from "../../src/domain/case.ts";
import type { EventInput, ScopeHandle } from "../../src/index.ts";
import type { Decided } from "../../src/write/decide/decide.ts";
import type { DecideInput } from "../../src/write/decide/decide-input.ts";
import { judge } from "../../src/write/decide/judge.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, everything } from "./support/expect.ts";

const asked = vi.hoisted(() => [] as { input: unknown; decided: unknown }[]);

vi.mock("../../src/write/decide/decide.ts", async (original) => {
  const real = await original<typeof import("../../src/write/decide/decide.ts")>();
  return {
    ...real,
    decide: (input: DecideInput): Decided => {
      // As it was when it was asked: what is decided later must not reach into it.
      const before = structuredClone(input);
      const decided = real.decide(input);
      asked.push({ input: before, decided });
      return decided;
    },
  };
});

const OPERATIONS = 80;
const CITIES = ["Berlin", "Oslo", "Lima", "柏林", "奥斯陆", "利马"];
const DRINKS = ["green tea", "black coffee", "oat milk", "绿茶", "黑咖啡", "燕麦奶"];
const PETS = ["a dog called Rex", "two cats", "一只叫年糕的猫", "一只狗"];

/** The same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(databases)("deciding again on $name", (kind) => {
  const db = useDatabase(kind);

  it.each([
    ["user:alice", ["alice"]],
    ["group:friends", ["alice", "bob", "小林"]],
  ])("R4, R33: over a long run of %s, decide() gives what the log says", async (name, authors) => {
    asked.length = 0;
    const next = seeded(name.length);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const memoir = await db.open({
      settings: {
        writePolicy: {
          ...{ mode: "auto", limits: "all", maxWritesPerTurn: 1 },
          ...{ maxWritesPerHour: 6, maxItemsPerScope: 25 },
        },
      },
    });
    const scope = memoir.scope(name, { tenant: db.tenant, agent: "planner" });
    for (let i = 0; i < OPERATIONS; i += 1) {
      db.clock.advance(Math.floor(next() * DAY));
      await operation(scope, i, pick, authors);
    }

    const logged = new Map<string, string[]>();
    for (const { eventId, outcome, reason, stage } of await everything(scope.memories.decisions())) {
      const one = `${stage} ${outcome}: ${reason}`;
      logged.set(eventId!, [one, ...(logged.get(eventId!) ?? [])]);
    }
    const { decide } = await vi.importActual<typeof import("../../src/write/decide/decide.ts")>(
      "../../src/write/decide/decide.ts",
    );
    const outcomes = new Set<string>();
    for (const { input, decided } of asked as { input: DecideInput; decided: Decided }[]) {
      const again = decide(input);
      expect(again).toEqual(decided);
      const { source, overrides: byCommand } = input.proposal;
      const line =
        "refused" in again
          ? `gate ${again.refused.outcome}: ${again.refused.reason}`
          : `persist ${again.claim.outcome}: ${again.claim.reason}`;
      outcomes.add("refused" in again ? again.refused.outcome : again.claim.outcome);
      // A refused caller got an error, and nothing was stored.
      if ("refused" in again && byCommand !== null) continue;
      expect(logged.get(source.id), `${source.text} → ${line}`).toContain(line);
      logged.get(source.id)!.splice(logged.get(source.id)!.indexOf(line), 1);
    }
    // And nothing else was written into memory.
    const rest = [...logged.values()].flat().filter((line) => line.startsWith("persist "));
    expect(rest.filter((line) => !line.startsWith("persist forget:"))).toEqual([]);
    // The log alone, which holds no words, is enough to judge every claim again.
    const stored = await db.query<{ input: string; fate: string }>(
      "select input, fate from decision where tenant = $1 and input is not null",
      [db.tenant],
    );
    expect(stored.length).toBeGreaterThan(OPERATIONS / 4);
    for (const { input, fate } of stored)
      expect(judge(decodeCase(input), memoir.settings.writePolicy).fate, input).toBe(fate);
    for (const outcome of ["create", "reinforce", "supersede", "revise", "revive", "limited"])
      expect([...outcomes], outcome).toContain(outcome);
  });
});

type Pick = <T>(list: readonly T[]) => T;

async function operation(
  scope: ScopeHandle,
  i: number,
  pick: Pick,
  authors: readonly string[],
): Promise<void> {
  const author = pick(authors);
  const says = (id: string, text: string): EventInput => ({ id, author, authorName: author, text });
  const own = (): string =>
    pick([
      () => `Remember that I live in ${pick(CITIES)}.`,
      () => `记住我住在${pick(CITIES)}。`,
      () => `Remember that I like ${pick(DRINKS)}. Remember that I have ${pick(PETS)}.`,
      () => `记住我喜欢喝${pick(DRINKS)}。记住我养了${pick(PETS)}。`,
      () => `I moved to ${pick(CITIES)}. Remember that.`,
      () => `Remember that I no longer live in ${pick(CITIES)}.`,
      () => `please forget that I live in ${pick(CITIES)}`,
      () => `忘掉我喜欢${pick(DRINKS)}`,
      () => `How do I get to ${pick(CITIES)}?`,
    ])();
  const store = scope.tools().find((tool) => tool.name === "memory_store")!;
  await pick([
    async () => {
      await scope.observe([
        says(`m${i}`, own()),
        { id: `a${i}`, role: "assistant", text: "Noted: you live in Rome." },
      ]);
      await scope.flush();
    },
    async () => {
      await scope.observe([says(`m${i}`, own()), says(`n${i}`, own()), says(`o${i}`, own())]);
      await scope.flush();
    },
    async () => {
      const text = pick([`${author} lives in ${pick(CITIES)}`, `${author}喜欢喝${pick(DRINKS)}`]);
      await scope.remember(text, { eventId: `r${i}`, subject: author, author }).catch(isLimit);
    },
    async () => {
      const text = `${author} has ${pick(PETS)}`;
      await scope
        .remember(text, { key: pick(["pet", "宠物"]), eventId: `k${i}`, subject: author })
        .catch(isLimit);
    },
    async () => {
      const content = pick([
        `${author} lives in ${pick(CITIES)}`,
        `${author} booked a flight to ${pick(CITIES)}`,
      ]);
      await store.execute({
        key: pick(["home", "trip", "pet"]),
        content,
        category: pick(["profile", "event"]),
      });
    },
    async () => void (await scope.forget({ about: pick([...CITIES, ...DRINKS]) })),
    async () => {
      const { items } = await scope.memories.list({ limit: 5 });
      const one = items.at(-1);
      if (one !== undefined && one.status === "active")
        await scope.memories.update(one.id, { status: pick(["disabled", "archived"]) });
    },
  ])();
}

function isLimit(error: { code: string }): void {
  expect(["rate_limited", "quota_exceeded"]).toContain(error.code);
}

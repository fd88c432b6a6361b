import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseScope } from "../../src/domain/scope.ts";
import type { Trigger } from "../../src/domain/settings/running.ts";
import { resolveSettings, type Settings, type SettingsInput } from "../../src/domain/settings.ts";
import { PRESETS } from "../../src/engine/presets/presets.ts";
import type { PresetName } from "../../src/index.ts";
import { Runner } from "../../src/jobs/runner.ts";
import { Scheduler } from "../../src/jobs/schedule.ts";
import { TriggerBus } from "../../src/jobs/triggers.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import type { NewEvent } from "../../src/store/tables/events.ts";
import type { SessionRow } from "../../src/store/tables/sessions.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

const MINUTE = 60_000;

/** The preset table of the decisions: what each trigger asks for. */
const TABLE: Record<PresetName, Partial<Record<Trigger, string>>> = {
  default: { turn_done: "extract", session_end: "extract", idle: "extract" },
  astrbot: { turn_done: "extract", cron: "extract" },
  // Facts come from `commands.handle()`, days from `digest.context()`: nothing runs by itself (R112).
  urmom: {},
  everbot: { session_end: "extract", compress: "extract", heartbeat: "extract", idle: "extract" },
  picobot: { token_half: "compress", n_turns: "compress", idle: "compress" },
  supervisor: { turn_done: "extract", cron: "extract" },
};

describe.each(databases)("triggers on $name", (database) => {
  const db = useDatabase(database);
  let store: Store;
  let other: Store;

  beforeAll(async () => {
    store = await openStore({ database: db.database });
    other = await openStore({ database: db.database });
  });
  afterAll(() => Promise.all([store.close(), other.close()]));

  // The bus sees every tenant's sessions, so none may be left for the next test.
  afterEach(async () => {
    for (const table of ["session", "schedule", "job", "job_flight"]) await db.query(`delete from ${table}`);
  });

  const clock = (): Date => new Date(db.clock.now);
  const alice = () => parseScope("user:alice", db.tenant);
  const bus = (
    settings: Settings | SettingsInput = resolveSettings(PRESETS.default.settings),
    { on = store } = {},
  ): TriggerBus =>
    new TriggerBus({ store: on, settings: resolveSettings(settings), clock, accept: () => undefined });

  let n = 0;
  const message = (more: Partial<NewEvent> = {}): NewEvent => ({
    id: `m${++n}`,
    type: "message",
    role: "user",
    actor: null,
    text: "hello",
    content: null,
    platform: null,
    session: "s1",
    thread: null,
    turn: null,
    at: db.clock.now,
    recordedAt: db.clock.now,
    ...more,
  });
  const observe = (one: TriggerBus, ...events: NewEvent[]): Promise<unknown> =>
    store.write("observe", { scope: alice(), at: db.clock.now, events, triggers: one.turns });
  const reply = (more: Partial<NewEvent> = {}): NewEvent => message({ role: "assistant", ...more });
  const only = (
    on: NonNullable<SettingsInput["triggers"]>["on"],
    more: SettingsInput["triggers"] = {},
  ): SettingsInput => ({
    triggers: { ...more, on: { turn_done: [], cron: [], ...on } },
  });

  interface Queued {
    kind: string;
    triggers: string[];
    sessions: string[];
    delay: number;
  }
  const jobs = async (): Promise<Queued[]> => {
    const rows = await db.query<{ kind: string; payload: string; run_at: number; created_at: number }>(
      "select kind, payload, run_at, created_at from job where tenant = $1 order by num",
      [db.tenant],
    );
    return rows.map((row) => ({
      kind: row.kind,
      ...JSON.parse(row.payload),
      delay: row.run_at - row.created_at,
    }));
  };
  const clear = (): Promise<unknown> => db.query("delete from job where tenant = $1", [db.tenant]);
  const session = async (id = "s1"): Promise<SessionRow | undefined> =>
    (await db.query<SessionRow>("select * from session where tenant = $1 and id = $2", [db.tenant, id]))[0];

  describe.each(Object.keys(TABLE) as PresetName[])("the preset %s", (preset) => {
    const settings = resolveSettings(PRESETS[preset].settings);
    const pull: Record<Trigger, (one: TriggerBus) => Promise<unknown>> = {
      turn_done: (one) => observe(one, message(), reply()),
      token_half: (one) =>
        observe(one, message({ type: "tool_result", role: "tool", text: "字".repeat(64_001) })),
      n_turns: (one) => observe(one, message(), message(), message()),
      idle: async (one) => {
        await observe(one, message({ type: "tool_result", role: "tool" }));
        db.clock.advance(10 * MINUTE);
        await one.tick();
      },
      session_end: (one) => one.fire("session_end", alice(), "s1"),
      compress: (one) => one.fire("compress", alice(), "s1"),
      heartbeat: (one) => one.fire("heartbeat", alice(), "s1"),
      command: (one) => one.fire("command", alice()),
      read: (one) => one.fire("read", alice()),
      cron: async (one) => {
        const scheduler = new Scheduler({ store, schedules: one.schedules, clock });
        await scheduler.tick();
        db.clock.advance(25 * 60 * MINUTE);
        await scheduler.tick();
        const runner = new Runner({ store, handlers: one.handlers, settings: settings.jobs });
        await runner.drain();
        await runner.stop();
      },
    };

    it.each(Object.keys(pull) as Trigger[])("C13: %s asks for what the table says", async (trigger) => {
      const one = bus(settings);
      // Something is there, and every counter and clock begins behind it.
      await store.write("observe", {
        scope: alice(),
        at: db.clock.now,
        events: [message({ type: "system", role: "system" })],
      });
      await pull[trigger](one);
      const asked = (await jobs()).filter((job) => job.triggers?.includes(trigger));
      const kind = TABLE[preset][trigger];
      expect(asked.map((job) => job.kind)).toEqual(kind === undefined ? [] : [kind]);
    });
  });

  it("asks for nothing where nobody subscribes, and counts all the same", async () => {
    const one = bus(only({}, { turns: 1 }));
    expect([one.turns, one.schedules, one.handlers]).toEqual([undefined, [], {}]);
    await observe(one, message(), reply());
    expect(await one.fire("session_end", alice(), "s1")).toBe(0);
    db.clock.advance(60 * MINUTE);
    expect(await one.tick()).toBe(0);
    expect(await jobs()).toEqual([]);
    expect(await session()).toMatchObject({ last_seq: 2, ended_at: db.clock.now - 60 * MINUTE });
  });

  it("R15: a user's message waits for its reply; the reply starts the work, and all turns become one job", async () => {
    const one = bus();
    await observe(one, message());
    expect(await jobs()).toEqual([
      { kind: "extract", triggers: ["turn_done"], sessions: ["s1"], delay: 1_000 },
    ]);
    await observe(one, reply({ session: "s2" }), message({ session: null }));
    const [job, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(job!.sessions.sort()).toEqual(["", "s1", "s2"]);
    expect(job!.delay).toBeLessThan(1_000);
  });

  it("what is recorded and what it sets going are one transaction", async () => {
    const one = bus();
    await observe(one, message({ id: "first" }));
    await clear();
    await db.memoir.operator(db.tenant).readOnly(true);
    await refused(observe(one, message(), reply()), "read_only");
    await db.memoir.operator(db.tenant).readOnly(false);
    expect(await jobs()).toEqual([]);
    expect(await session()).toMatchObject({ turns: 1, last_seq: 1 });
  });

  it("R300: an event that is known already is no turn", async () => {
    const one = bus(only({ n_turns: ["extract"] }));
    await observe(one, message({ id: "a" }), message({ id: "b" }));
    await observe(one, message({ id: "a" }), message({ id: "b" }));
    expect(await session()).toMatchObject({ turns: 2, tokens: 4 });
    await observe(one, message({ id: "b" }), message({ id: "c", session: "s2", text: "你好" }));
    expect(await session()).toMatchObject({ turns: 2, last_seq: 2 });
    expect(await session("s2")).toMatchObject({ turns: 1, tokens: 2, last_seq: 3 });
    expect(await jobs()).toEqual([]);
  });

  it("R206: every third turn, counted again from there; messages of one turn count once", async () => {
    const one = bus(only({ n_turns: ["compress"] }));
    for (const turn of ["t1", "t1", "t2", "t2"]) await observe(one, message({ turn }), reply({ turn }));
    expect(await jobs()).toEqual([]);
    await observe(one, message({ turn: "t3" }), reply({ turn: "t3" }));
    expect(await jobs()).toMatchObject([
      { kind: "compress", triggers: ["n_turns"], sessions: ["s1"], delay: 0 },
    ]);
    expect(await session()).toMatchObject({ turns: 0, tokens: 0, pending: 0 });
    await clear();
    await observe(one, message(), message());
    expect(await jobs()).toEqual([]);
    await observe(one, message());
    expect(await jobs()).toHaveLength(1);
  });

  it("R205: more than half of the context window, not exactly half", async () => {
    const one = bus(only({ token_half: ["compress"] }, { contextWindow: 100 }));
    await observe(one, message({ text: "字".repeat(50) }));
    expect(await jobs()).toEqual([]);
    await observe(one, reply({ text: "x" }));
    expect(await jobs()).toMatchObject([{ triggers: ["token_half"] }]);
    expect(await session()).toMatchObject({ tokens: 0, turns: 0 });
  });

  it("R133: a session ends once, and begins again when somebody speaks in it", async () => {
    const one = bus();
    expect(await one.fire("session_end", alice(), "s1")).toBe(0);
    await observe(one, message());
    await clear();
    expect(await one.fire("session_end", alice(), "nobody")).toBe(0);
    expect(await one.fire("session_end", alice(), "s1")).toBe(1);
    expect(await one.fire("session_end", alice(), "s1")).toBe(0);
    expect(await session()).toMatchObject({ ended_at: db.clock.now, pending: 0 });
    expect(await jobs()).toMatchObject([{ triggers: ["session_end"], sessions: ["s1"] }]);
    await observe(one, message());
    expect(await session()).toMatchObject({ ended_at: null, pending: 1 });
    expect(await one.fire("session_end", alice(), "s1")).toBe(1);
  });

  it("a trigger in a scope where nothing ever happened makes no scope", async () => {
    const one = bus(only({ read: ["extract"] }));
    expect(await one.fire("read", parseScope("user:nobody", db.tenant))).toBe(0);
    expect(await db.query("select 1 from scope where tenant = $1", [db.tenant])).toEqual([]);
  });

  it("a trigger that is pulled again while its job waits adds itself to it", async () => {
    const one = bus(resolveSettings(PRESETS.everbot.settings));
    await observe(one, message(), message({ session: "s2" }));
    await one.fire("compress", alice(), "s1");
    await one.fire("heartbeat", alice());
    await one.fire("session_end", alice(), "s2");
    expect(await jobs()).toMatchObject([
      { triggers: ["compress", "heartbeat", "session_end"], sessions: ["s1", "s2"] },
    ]);
  });

  describe("idle", () => {
    const idle = (): SettingsInput => only({ idle: ["extract"] });

    it("R207: fires after ten minutes of silence, once, and again after new words", async () => {
      const one = bus(idle());
      await observe(one, message());
      db.clock.advance(10 * MINUTE - 1);
      expect(await one.tick()).toBe(0);
      db.clock.advance(1);
      expect(await one.tick()).toBe(1);
      expect(await jobs()).toMatchObject([{ triggers: ["idle"], sessions: ["s1"] }]);
      db.clock.advance(60 * MINUTE);
      expect(await one.tick()).toBe(0);
      await observe(one, message());
      db.clock.advance(10 * MINUTE);
      expect(await one.tick()).toBe(1);
    });

    it("every word begins the silence anew; each session has its own", async () => {
      const one = bus(idle());
      await observe(one, message(), message({ session: "s2" }));
      db.clock.advance(6 * MINUTE);
      await observe(one, message());
      db.clock.advance(6 * MINUTE);
      expect(await one.tick()).toBe(1);
      expect(await jobs()).toMatchObject([{ sessions: ["s2"] }]);
    });

    it("survives a restart, and fires once however many processes look", async () => {
      await observe(bus(idle()), message());
      db.clock.advance(3 * 24 * 60 * MINUTE);
      const reopened = await openStore({ database: db.database });
      const three = [bus(idle(), { on: reopened }), bus(idle()), bus(idle(), { on: other })];
      const fired = await Promise.all(three.flatMap((one) => [one.tick(), one.tick()]));
      expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await jobs()).toHaveLength(1);
      await reopened.close();
    });

    it("a session that has ended is not idle, nor is what another trigger has taken", async () => {
      const one = bus(only({ idle: ["extract"], session_end: ["extract"], n_turns: ["extract"] }));
      await observe(one, message());
      await one.fire("session_end", alice(), "s1");
      await observe(one, message({ session: "s2" }), message({ session: "s2" }), message({ session: "s2" }));
      db.clock.advance(60 * MINUTE);
      expect(await one.tick()).toBe(0);
    });

    it("R70: rests while the tenant is read-only", async () => {
      const one = bus(idle());
      await observe(one, message());
      db.clock.advance(10 * MINUTE);
      await db.memoir.operator(db.tenant).readOnly(true);
      expect(await one.tick()).toBe(0);
      await db.memoir.operator(db.tenant).readOnly(false);
      expect(await one.tick()).toBe(1);
    });
  });

  it("R43: a cron slot reaches every scope of every tenant with something new, page by page", async () => {
    const one = bus(only({ cron: ["extract"] }));
    for (let i = 0; i < 205; i++) {
      const scope = parseScope(`user:${i}`, db.tenant);
      await store.write("observe", { scope, at: db.clock.now, events: [message()] });
    }
    const scheduler = new Scheduler({ store, schedules: one.schedules, clock });
    await scheduler.tick();
    db.clock.advance(60 * MINUTE);
    await scheduler.tick();
    const runner = new Runner({ store, handlers: one.handlers, settings: resolveSettings({}).jobs });
    await runner.drain();
    await runner.stop();
    const asked = await jobs();
    expect(asked).toHaveLength(205);
    expect(asked[0]).toMatchObject({ kind: "extract", triggers: ["cron"], sessions: ["s1"] });
    await clear();
    db.clock.advance(60 * MINUTE);
    await scheduler.tick();
    await runner.drain();
    expect((await jobs()).filter((job) => job.kind === "extract")).toEqual([]);
  });

  it("what was recorded before there were sessions has its sessions after the upgrade", async () => {
    // The migration's own statement, on rows as they were.
    await observe(bus(), message({ session: "old" }), message({ session: null }));
    const before = await db.query(
      "select tenant, scope, id, last_seq from session where tenant = $1 order by id",
      [db.tenant],
    );
    await db.query("delete from session where tenant = $1", [db.tenant]);
    const { migrations } = await import("../../src/store/migrations.ts");
    const sql = migrations(db.engine).find(({ version }) => version === 2)!.sql;
    const backfill = sql
      .slice(sql.indexOf("insert into session"), sql.indexOf("from event"))
      .concat("from event where tenant = $1 group by tenant, scope, coalesce(session, '')");
    await db.query(backfill, [db.tenant]);
    expect(
      await db.query("select tenant, scope, id, last_seq from session where tenant = $1 order by id", [
        db.tenant,
      ]),
    ).toEqual(before);
  });
});

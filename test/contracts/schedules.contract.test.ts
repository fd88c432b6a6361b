import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Schedule, Scheduler } from "../../src/jobs/schedule.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { listSchedules } from "../../src/store/writes/triggers.ts";
import { databases, useDatabase } from "../support/databases.ts";

const HOUR = 3_600_000;

describe.each(databases)("schedules on $name", (database) => {
  const db = useDatabase(database);
  const stores: Store[] = [];

  beforeAll(async () => {
    for (let i = 0; i < 3; i++) stores.push(await openStore({ database: db.database }));
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  // Schedulers see every tenant's schedules, so none may be left for the next test.
  afterEach(() => db.query("delete from schedule"));

  const hourly = (more: Partial<Schedule> = {}): Schedule => ({
    name: "hourly",
    pattern: "30 * * * *",
    tenant: db.tenant,
    job: { kind: "work", payload: { by: "schedule" } },
    ...more,
  });
  const scheduler = (schedules: readonly Schedule[] = [hourly()], store = stores[0]!): Scheduler =>
    new Scheduler({ store, schedules, clock: () => new Date(db.clock.now) });
  const slots = async (tenant = db.tenant): Promise<number[]> =>
    (
      await db.query<{ payload: string }>(
        "select payload from job where tenant = $1 and kind <> 'extract' order by num",
        [tenant],
      )
    ).map((row) => JSON.parse(row.payload).slot);
  const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`);

  it("fires when a slot comes, not before, and hands its time to the job", async () => {
    const one = scheduler();
    expect(await one.tick()).toBe(0);
    db.clock.now = at("12:29:59.999");
    expect(await one.tick()).toBe(0);
    db.clock.now = at("12:30:00");
    expect(await one.tick()).toBe(1);
    expect(await one.tick()).toBe(0);
    expect(await db.query("select kind, payload from job where tenant = $1", [db.tenant])).toEqual([
      { kind: "work", payload: JSON.stringify({ by: "schedule", slot: at("12:30:00") }) },
    ]);
    expect(await listSchedules(stores[1]!.read, db.tenant)).toEqual([
      {
        tenant: db.tenant,
        name: "hourly",
        pattern: "30 * * * *",
        zone: "UTC",
        next_at: at("13:30:00"),
        last_slot: at("12:30:00"),
      },
    ]);
  });

  it("fires once for three processes, slot after slot", async () => {
    const three = stores.map((store) => scheduler([hourly()], store));
    await Promise.all(three.map((one) => one.tick()));
    const fired: number[] = [];
    for (let hour = 0; hour < 5; hour++) {
      db.clock.advance(HOUR);
      const won = await Promise.all(three.flatMap((one) => [one.tick(), one.tick()]));
      fired.push(won.reduce((sum, n) => sum + n, 0));
    }
    expect(fired).toEqual([1, 1, 1, 1, 1]);
    expect(await slots()).toEqual(
      ["12:30", "13:30", "14:30", "15:30", "16:30"].map((time) => at(`${time}:00`)),
    );
  });

  it("survives a restart; slots that were missed fire once", async () => {
    await scheduler().tick();
    db.clock.advance(72 * HOUR);
    const restarted = scheduler();
    expect(await restarted.tick()).toBe(1);
    expect(await restarted.tick()).toBe(0);
    expect(await slots()).toEqual([at("12:30:00")]);
    db.clock.advance(HOUR);
    expect(await restarted.tick()).toBe(1);
    expect(await slots()).toEqual([at("12:30:00"), Date.parse("2026-03-04T12:30:00Z")]);
  });

  it("a new pattern or zone begins with its own next slot", async () => {
    await scheduler().tick();
    const daily = scheduler([hourly({ pattern: "0 4 * * *", zone: "Europe/Berlin" })]);
    expect(await daily.tick()).toBe(0);
    const [row] = await listSchedules(stores[0]!.read, db.tenant);
    expect(new Date(row!.next_at).toISOString()).toBe("2026-03-02T03:00:00.000Z");
  });

  it("without a tenant it fires for every tenant that has a scope, each on its own", async () => {
    const name = `${db.tenant}-all`;
    const tenants = [`${db.tenant}-a`, `${db.tenant}-b`];
    for (const tenant of tenants) await db.memoir.scope("user:alice", { tenant }).observe([{ text: "hi" }]);
    const everywhere: Schedule = { name, pattern: "30 * * * *", job: { kind: "work" } };
    const one = scheduler([everywhere]);
    await one.tick();
    db.clock.advance(HOUR);
    expect(await one.tick()).toBeGreaterThanOrEqual(2);
    for (const tenant of tenants) expect(await slots(tenant)).toEqual([at("12:30:00")]);
    expect(await slots()).toEqual([]);
  });

  it("R70: a read-only tenant's slot waits until it may be written to again", async () => {
    const one = scheduler();
    await one.tick();
    await db.memoir.operator(db.tenant).readOnly(true);
    db.clock.advance(3 * HOUR);
    expect(await one.tick()).toBe(0);
    await db.memoir.operator(db.tenant).readOnly(false);
    expect(await one.tick()).toBe(1);
    expect(await slots()).toEqual([at("12:30:00")]);
  });

  it.each([
    ["61 * * * *", "UTC", /cannot be read: .*minute/],
    ["whenever", "UTC", /cannot be read/],
    ["0 4 * * *", "Atlantis/Center", /"Atlantis\/Center".*cannot be read/],
    ["0 0 30 2 *", "UTC", /never comes/],
  ])("refuses %j in %s", (pattern, zone, message) => {
    expect(() => scheduler([hourly({ pattern, zone })])).toThrow(message);
  });
});

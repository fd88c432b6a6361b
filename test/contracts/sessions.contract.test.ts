import { beforeEach, describe, expect, it } from "vitest";
import type { Memoir, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, refused } from "./support/expect.ts";

describe.each(memoirs)("sessions on $name", (kind) => {
  const db = useMemoir(kind);
  let memoir: Memoir;
  let alice: ScopeHandle;
  beforeEach(async () => {
    memoir = await db.open({ preset: "everbot" });
    alice = memoir.scope("user:alice", { tenant: db.tenant });
  });
  const texts = async (): Promise<string[]> =>
    (await everything(alice.memories.list())).map(({ text }) => text.replace(/[.。]$/, ""));

  it("R190: the end of a session reads it; it ends once, and goes on when something is said", async () => {
    await alice.observe([{ id: "m1", text: "Remember that I live in Paris", session: "s1" }]);
    const session = alice.session("s1");
    expect(session.id).toBe("s1");
    expect(await session.end({ wait: false })).toEqual({ ended: true, jobs: 1 });
    expect(await session.end({ wait: false })).toEqual({ ended: false, jobs: 0 });
    await db.work(memoir);
    expect(await texts()).toEqual(["The user lives in Paris"]);

    await alice.observe([{ id: "m2", text: "记住我喜欢爵士乐", session: "s1" }]);
    const read = { jobs: 0, new: 1, updated: 0, failed: null };
    expect(await session.end()).toEqual({ ended: true, ...read });
    expect(await texts()).toHaveLength(2);
    expect(await session.end()).toEqual({ ended: false, ...read, new: 0 });
  });

  it("R133: a compression and a heartbeat read it, too, and end nothing", async () => {
    await alice.observe([{ id: "m1", text: "Remember that I live in Paris", session: "s1" }]);
    expect(await alice.session("s1").compress()).toEqual({ jobs: 1 });
    await db.work(memoir);
    expect(await texts()).toEqual(["The user lives in Paris"]);
    await alice.observe([{ id: "m2", text: "Remember that I have a dog named Rex", session: "s1" }]);
    expect(await alice.session("s1").heartbeat()).toEqual({ jobs: 1 });
    await db.work(memoir);
    expect(await texts()).toHaveLength(2);
    expect(await alice.session("s1").end()).toMatchObject({ ended: true });
  });

  it("nothing happens where nothing was said, or where nobody wants to know", async () => {
    const nothing = { ended: false, jobs: 0, new: 0, updated: 0, failed: null };
    expect(await alice.session("s9").end()).toEqual(nothing);
    await alice.observe([{ id: "m1", text: "Remember that I live in Paris", session: "s1" }]);
    expect(await alice.session("s9").end()).toEqual(nothing);
    const other = memoir.scope("user:bob", { tenant: db.tenant });
    expect(await other.session("s1").end()).toEqual(nothing);
    const plain = (await db.open({ preset: "picobot" })).scope("user:alice", { tenant: db.tenant });
    expect(await plain.session("s1").compress()).toEqual({ jobs: 0 });
    expect(await plain.session("s1").end()).toEqual({ ended: true, jobs: 0 });
  });

  it("refuses what is no session, a call that was given up, and everything once it is closed", async () => {
    expect(() => alice.session("")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(() => alice.session(7 as never)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    await refused(alice.session("s1").end({ signal: AbortSignal.abort() }), "aborted");
    await memoir.close();
    for (const call of ["end", "compress", "heartbeat"] as const) {
      await refused(alice.session("s1")[call](), "closed");
    }
  });
});

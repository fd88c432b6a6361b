import { describe, expect, it } from "vitest";
import type { ContextEntry, Feedback, Receipt, ReplyContext } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

type Status = number;

describe("contexts of replies and feedback over HTTP", () => {
  const door = useDoor({ preset: "default" });
  let people = 0;

  /** Somebody with a memory, a message and a reply that both were given to. */
  async function replied(text = "Ann lives in Oslo") {
    people += 1;
    const scope = `user:ann${people}`;
    const handle = door.memoir.scope(scope);
    const { memory } = await handle.remember(text);
    const key = await door.key({ role: "write" });
    const { body } = await door.call<{ receipt: Receipt }>("POST", "/api/ltm/context", {
      key,
      body: { scope, query: "*", deliver: false },
    });
    await handle.observe([{ id: "r/1", role: "assistant", text: "Sure." }]);
    const sent = { scope, receipt: body.receipt, reply: "r/1" };
    const delivered = await door.call("POST", "/api/ltm/recall/delivered", { key, body: sent });
    expect(delivered.status).toBe(200);
    const contextAs = (as: string) =>
      door.call<ReplyContext>("GET", `/api/ltm/contexts/r%2F1?scope=${scope}`, { key: as });
    return { scope, handle, memory, key, sent, contextAs };
  }

  it("a bot without our library records a reply and reads it again", async () => {
    const { scope, key, contextAs, memory } = await replied();
    const listed = await door.call<{ items: ContextEntry[] }>("GET", `/api/ltm/contexts?scope=${scope}`, {
      key,
    });
    expect(listed.body.items).toMatchObject([{ reply: "r/1", lines: 1 }]);
    const { status, body } = await contextAs(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{
        event: { text: "Sure." },
        lines: [{ id: memory.id, text: "Ann lives in Oslo", state: "current" }],
      },
    });
    expect(body.block).toContain("- Ann lives in Oslo");
    expect(memory.accessCount).toBe(0);
    expect((await door.memoir.scope(scope).memories.get(memory.id))?.accessCount).toBe(1);
  });

  it("a key of another scope, or one that only reads, cannot reach or record it", async () => {
    const { scope, sent, contextAs } = await replied();
    const other = await door.key({ role: "write", scopes: ["user:eve"] });
    expect((await contextAs(other)).status).toBe(403);
    const own = await door.call<{ error: { code: string } }>(
      "GET",
      "/api/ltm/contexts/r%2F1?scope=user:eve",
      {
        key: other,
      },
    );
    expect([own.status, own.body.error.code]).toEqual([404, "not_found"]);
    const reader = await door.key({ role: "read", scopes: [scope] });
    expect((await contextAs(reader)).status).toBe(200);
    const record = await door.call("POST", "/api/ltm/recall/delivered", { key: reader, body: sent });
    expect(record.status).toBe(403);
    const bound = await door.key({ role: "read", categories: ["tasks"] });
    expect((await contextAs(bound)).status).toBe(403);
  });

  it("a member's memories, read along in a group, are not in the context that the group's key gets", async () => {
    const [mine, group] = [door.memoir.scope("user:mia"), "group:42"];
    await mine.remember("Mia takes antidepressants");
    await door.memoir.scope(group).remember("The group meets on Mondays");
    const whole = await door.key({ role: "write" });
    const body = { scope: group, legacy: ["user:mia"], query: "*", deliver: false };
    const { receipt } = (
      await door.call<{ receipt: Receipt }>("POST", "/api/ltm/recall", { key: whole, body })
    ).body;
    await door.call("POST", "/api/ltm/recall/delivered", {
      ...{ key: whole, body: { scope: group, legacy: ["user:mia"], receipt, reply: "g1" } },
    });
    const contextAs = async (key: string, more = ""): Promise<[Status, string]> => {
      const { status, body: found } = await door.call("GET", `/api/ltm/contexts/g1?scope=${group}${more}`, {
        key,
      });
      return [status, JSON.stringify(found)];
    };
    const member = await door.key({ role: "read", scopes: [group] });
    const [status, seen] = await contextAs(member);
    expect([status, seen.includes("Mondays"), seen.includes("antidepressants")]).toEqual([200, true, false]);
    expect(seen).toContain('"state":"unseen"');
    expect((await contextAs(member, "&legacy=user:mia"))[0]).toBe(403);
    expect((await contextAs(whole, "&legacy=user:mia"))[1]).toContain("antidepressants");
  });

  it("words that are for operators only stay so: replaced, forgotten, held back", async () => {
    const { handle, memory, key, contextAs } = await replied("Ann owes the qqmafia");
    const operator = await door.key();
    for (const [change, state] of [
      [() => handle.memories.update(memory.id, { status: "disabled" }), "held"],
      [() => handle.memories.delete(memory.id), "forgotten"],
    ] as const) {
      await change();
      const hidden = await contextAs(key);
      expect(hidden.body.lines).toMatchObject([{ text: null, state }]);
      expect(JSON.stringify(hidden.body)).not.toContain("qqmafia");
      expect((await contextAs(operator)).body.block).toContain("qqmafia");
    }
    await handle.memories.delete(memory.id, { hard: true });
    expect(JSON.stringify((await contextAs(operator)).body)).not.toContain("qqmafia");
  });

  it("feedback takes a line out of prompts, once for a request that is sent twice", async () => {
    const { scope, memory, key, contextAs, handle } = await replied();
    const send = (as: string, body: object, once?: string) =>
      door.call<Feedback & { error: { code: string } }>("POST", "/api/ltm/feedback", {
        ...{ key: as, body: { scope, ...body } },
        ...(once === undefined ? {} : { headers: { "idempotency-key": once } }),
      });
    const wrong = { reply: "r/1", line: 1, verdict: "wrong", note: "moved 搬家" };
    const first = await send(key, wrong, "f1");
    expect([first.status, first.body.effect, first.body.memory]).toEqual([201, "review", memory.id]);
    expect((await send(key, wrong, "f1")).body.id).toBe(first.body.id);
    expect((await handle.recall("*")).toPrompt()).toBe("");
    // It is for operators now, so nobody else may judge it by its id, or read what was said of it.
    expect((await send(key, { memory: memory.id, verdict: "helped" })).status).toBe(404);
    expect((await send(await door.key({ role: "read" }), wrong)).status).toBe(403);
    expect((await contextAs(key)).body.lines).toMatchObject([{ text: null, state: "held" }]);
    const list = `/api/ltm/feedback?scope=${scope}&memory=${memory.id}`;
    expect((await door.call("GET", list, { key })).status).toBe(403);
    const { body } = await door.call<{ items: Feedback[] }>("GET", list, { key: await door.key() });
    expect(body.items).toMatchObject([{ verdict: "wrong", note: "moved 搬家", reply: "r/1" }]);
    for (const bad of [{ verdict: "bad", memory: memory.id }, { verdict: "wrong" }, { memory: memory.id }]) {
      expect((await send(key, bad)).status).toBe(400);
    }
  });
});

import { describe, expect, it } from "vitest";
import { useRunner } from "../../src/cli/runner.fixture.ts";

const cli = useRunner();
const PLACE = { tenant: "default", scope: "user:me" };

interface Shown {
  id: string;
  shortId: string;
  text: string;
}

describe("a life of a memory", () => {
  it("speaks JSON at every step, in shapes that stay", async () => {
    const added = await cli.json<{ memory: Shown }>(["add", "tea"]);
    expect(added).toEqual({ ...PLACE, outcome: "added", memory: expect.any(Object) });
    const { memory } = added;
    const { shortId, id } = memory;
    expect(memory).toMatchObject({ text: "tea", status: "active", confidence: 1, evidenceCount: 1 });

    expect(await cli.json(["list"])).toEqual({ ...PLACE, memories: [memory], more: false });
    expect(await cli.json(["show", shortId])).toEqual({ ...PLACE, memory, supersedes: [] });
    expect(await cli.json(["search", "tea"])).toEqual({
      ...PLACE,
      agent: null,
      query: "tea",
      from: ["memories", "quotes"],
      hits: [
        {
          kind: "memory",
          core: false,
          id,
          text: "tea",
          score: expect.any(Number),
          why: {
            relevance: expect.any(Number),
            signals: expect.any(Array),
            importance: 0.5,
            recency: expect.any(Number),
            strength: 0.5,
            related: null,
            rerank: null,
            sum: expect.any(Array),
            via: "terms",
          },
          evidence: [{ eventId: expect.any(String), method: "user_explicit", at: expect.any(String) }],
          memory,
        },
      ],
      degraded: null,
    });
    expect(await cli.json(["query", "tea"])).toEqual({
      ...PLACE,
      agent: null,
      degraded: null,
      query: "tea",
      return: "bullets",
      items: [{ id, category: "profile", text: "[profile] tea" }],
    });
    expect(await cli.json(["why", shortId])).toEqual({
      ...PLACE,
      memory: { ...memory, accessCount: 1, lastAccessed: expect.any(String) },
      evidence: [expect.objectContaining({ span: [0, 3], event: expect.objectContaining({ text: "tea" }) })],
      validity: [{ validFrom: expect.any(String), validTo: null, revFrom: 1, revTo: null }],
      supersedes: [],
      decisions: expect.any(Array),
      history: [expect.objectContaining({ event: "ADD", rev: 1, actor: "cli" })],
    });
    expect(await cli.json(["forget", shortId])).toEqual({
      ...PLACE,
      hard: false,
      dryRun: false,
      batch: null,
      found: true,
      memories: [expect.objectContaining({ id, status: "soft_deleted" })],
      messages: [],
      restored: [],
      replaced: [],
    });
    expect(await cli.json(["undo", shortId])).toEqual({
      ...PLACE,
      undone: { rev: 2, event: "TTL", batch: null },
      memory: expect.objectContaining({ id, status: "active" }),
    });
  });

  it.each([
    ["Ann has two dogs", "Ann has three dogs"],
    ["小明有两只猫", "小明有三只猫"],
  ])("%s: comes back when its replacement is forgotten, and ends with it again", async (first, then) => {
    const user = ["--user", "dana"];
    const old = (await cli.json<{ memory: Shown }>(["add", first, ...user])).memory;
    const now = (await cli.json<{ memory: Shown }>(["add", then, ...user])).memory;
    const shown = async (id: string): Promise<string> => (await cli.memoir(["show", id, ...user])).out;
    expect(await shown(now.shortId)).toMatch(new RegExp(`supersedes +${old.id}`));
    expect(await shown(old.shortId)).toMatch(new RegExp(`superseded by +${now.id}`));
    const forgotten = (await cli.memoir(["forget", now.shortId, ...user])).out;
    expect(forgotten).toContain(
      `In use again, because what had superseded it is gone:\n  ${old.shortId}  ${first}\n`,
    );
    const restored = await cli.memoir(["restore", now.shortId, ...user]);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain(`✓ Restored; it is active and says:\n  ${now.shortId}  ${then}\n`);
    expect(restored.out).toContain(`  Superseded by it now:\n  ${old.shortId}  ${first}\n`);
    await cli.memoir(["forget", old.shortId, ...user]);
    const asked = (await cli.memoir(["forget", now.shortId, ...user])).out;
    expect(asked).toContain("Had been superseded and stay so. If it is true: memoir restore ID");
    expect(await cli.json(["restore", old.shortId, ...user])).toMatchObject({
      memory: { id: old.id, status: "active" },
      ended: [],
      stillReplaced: [],
    });
    await cli.memoir(["forget", old.shortId, "--hard", "--yes", ...user]);
    await cli.memoir(["forget", now.shortId, "--hard", "--yes", ...user]);
  });

  it("is forgotten and brought back with others, as one batch", async () => {
    await cli.add("green tea", "--user", "alice");
    await cli.add("green car", "--user", "alice");
    const { out } = await cli.memoir(["forget", "--about", "green", "--yes", "--user", "alice"]);
    const [, batch] = /undo --batch (\S+)/.exec(out) ?? [];
    expect(out).toContain("They can be brought back");
    const [first] = (await cli.json<{ memories: Shown[] }>(["list", "--all", "--user", "alice"])).memories;
    expect((await cli.memoir(["why", first!.shortId, "--user", "alice"])).out).toContain(`batch ${batch}`);
    const undone = await cli.memoir(["undo", "--batch", batch!, "--user", "alice"]);
    expect(undone).toMatchObject({ code: 0, out: expect.stringContaining(`2 changes of batch ${batch}`) });
    const again = await cli.memoir(["undo", "--batch", batch!, "--user", "alice"]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("nothing to undo")]);
    const both = await cli.memoir(["undo", first!.shortId, "--batch", batch!, "--user", "alice"]);
    expect(both.code).toBe(2);
  });

  it("a message is forgotten by its words or its id, and brought back", async () => {
    const user = ["--user", "zoe"];
    const lines = [
      { id: "z1", text: "Our zeppelin flies to Genoa" },
      { id: "z2", text: "我们的齐柏林飞艇要飞到热那亚" },
    ];
    await cli.memoir(["observe", "--jsonl", "-", ...user], {
      typed: lines.map((one) => JSON.stringify(one)).join("\n"),
    });
    expect((await cli.memoir(["search", "zeppelin", ...user, "--from", "events"])).out).toContain("event z1");
    const quotes = async (words: string) =>
      (
        await cli.json<{ hits: { text: string }[] }>(["search", words, ...user, "--from", "events"])
      ).hits.some(({ text }) => text.includes(words));
    for (const [words, id] of [
      ["zeppelin", "z1"],
      ["齐柏林飞艇", "z2"],
    ] as const) {
      const { out } = await cli.memoir(["forget", "--about", words, "--yes", ...user]);
      expect(out).toMatch(new RegExp(`Forgot 1 message:\\n *${id} `));
      expect(out).toContain("None of a message is quoted any more");
      expect(await quotes(words)).toBe(false);
      expect((await cli.memoir(["undo", ...user])).out).toContain("What was said is quoted again.");
      expect(await quotes(words)).toBe(true);
    }
    expect((await cli.memoir(["forget", "--message", "z1", ...user])).out).toContain("undo --batch");
    expect((await cli.memoir(["forget", "--message", "z9", ...user])).code).toBe(1);
    expect((await cli.memoir(["forget", "--message", "z2", "--hard", "--yes", ...user])).code).toBe(2);
    expect(await quotes("zeppelin")).toBe(false);
  });

  it("is heard, waits, is approved and explains itself", async () => {
    const env = { MEMOIR_WRITE_POLICY__MODE: "manual" };
    const message = {
      id: "m1",
      role: "user",
      text: "I have news. Remember that I live in Berlin",
      session: "s1",
    };
    const observed = await cli.memoir(["observe", "--jsonl", "-", "--user", "alice"], {
      env,
      typed: `${JSON.stringify(message)}\n`,
    });
    expect(observed).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("✓ Recorded 1 message"),
    });
    const ended = await cli.memoir(["end", "s1", "--user", "alice"], { env });
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("1 waiting for approval.") });

    const { waiting } = await cli.json<{ waiting: { id: string }[] }>(["review"]);
    const id = waiting[0]!.id;
    expect((await cli.memoir(["search", "Berlin", "--user", "alice"])).out).toContain("Nothing found");
    expect((await cli.memoir(["review", "approve", id])).out).toContain("✓ Approved in user:alice");
    expect((await cli.memoir(["search", "Berlin", "--user", "alice"])).out).toContain(id);
    const why = await cli.memoir(["why", id, "--user", "alice"]);
    expect(why.out).toContain("“I have news. «Remember that I live in Berlin»”");
    expect(why.out).toContain("every write waits for approval");
    expect(why.out).toContain("approved");
  });

  it("keeps scopes, tenants and databases apart", async () => {
    await cli.add("alice's", "--user", "alice");
    await cli.add("acme's", "--tenant", "acme");
    await cli.add("everybody's", "--global");
    await cli.add("elsewhere", "--database", "other.db");
    const texts = async (args: string[], env = {}): Promise<string[]> =>
      (await cli.json<{ memories: Shown[] }>(["list", ...args], { env })).memories.map(({ text }) => text);
    expect(await texts([])).toEqual([]);
    expect(await texts(["--user", "alice"])).toEqual(["alice's"]);
    expect(await texts([], { MEMOIR_USER: "alice" })).toEqual(["alice's"]);
    expect(await texts(["--tenant", "acme"])).toEqual(["acme's"]);
    expect(await texts(["--global"])).toEqual(["everybody's"]);
    expect(await texts([], { MEMOIR_DATABASE: "other.db" })).toEqual(["elsewhere"]);
  });
});

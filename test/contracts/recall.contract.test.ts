import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Recall, RecallFilters, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";

const texts = (recall: Recall): string[] => recall.hits.map((hit) => hit.text);

describe.each(memoirs)("recall on $name", (kind) => {
  const db = useMemoir(kind);
  const scopeWith = async (...claims: string[]): Promise<ScopeHandle> => {
    const scope = db.scope("user:alice");
    for (const claim of claims) {
      await scope.remember(claim);
      db.clock.advance(1_000);
    }
    return scope;
  };

  it("finds by words, whatever their form, and ranks what answers more of the question first", async () => {
    const alice = await scopeWith(
      "Alice likes hiking in the Alps",
      "Alice grows peanuts",
      "Alice hiked alone in Norway",
      "Bob repairs old radios",
    );
    const all = await alice.recall("Who went on a hike in Norway?", { threshold: 0 });
    expect(texts(all).slice(0, 2)).toEqual(["Alice hiked alone in Norway", "Alice likes hiking in the Alps"]);
    expect(texts(all)).toHaveLength(4);
    expect(texts(await alice.recall("Who went on a hike in Norway?"))[0]).toBe("Alice hiked alone in Norway");
    expect(texts(await alice.recall("PEANUT"))).toEqual(["Alice grows peanuts"]);
    expect(texts(await alice.recall("radio, repairing"))).toEqual(["Bob repairs old radios"]);
    expect((await alice.recall("submarine")).hits).toEqual([]);
  });

  it("R307: finds a Chinese word of two characters, or one, inside a run without spaces", async () => {
    const alice = await scopeWith(
      "我住在北京市朝阳区",
      "她的猫叫小黑",
      "爱丽丝最爱吃芒果",
      "用户每天早上九点看股票",
    );
    expect(texts(await alice.recall("北京"))).toEqual(["我住在北京市朝阳区"]);
    expect(texts(await alice.recall("朝阳"))).toEqual(["我住在北京市朝阳区"]);
    expect(texts(await alice.recall("猫"))).toEqual(["她的猫叫小黑"]);
    expect(texts(await alice.recall("谁最爱吃芒果？"))[0]).toBe("爱丽丝最爱吃芒果");
    expect(texts(await alice.recall("股票"))).toEqual(["用户每天早上九点看股票"]);
    expect(texts(await alice.recall("上海"))).toEqual([]);
  });

  it("finds in mixed scripts, in full width, and with accents composed either way", async () => {
    const alice = await scopeWith(
      "用户的iPhone手机是2024年买的",
      "Jose\u0301 studies at the cafe\u0301",
      "Алиса живёт в Москве",
      "アリスはラーメンが好き",
    );
    expect(texts(await alice.recall("iphone"))).toEqual(["用户的iPhone手机是2024年买的"]);
    expect(texts(await alice.recall("ｉＰｈｏｎｅ"))).toEqual(["用户的iPhone手机是2024年买的"]);
    expect(texts(await alice.recall("手机 2024"))).toEqual(["用户的iPhone手机是2024年买的"]);
    expect(texts(await alice.recall("Jos\u00e9"))).toEqual(["Jose\u0301 studies at the cafe\u0301"]);
    expect(texts(await alice.recall("МОСКВЕ"))).toEqual(["Алиса живёт в Москве"]);
    expect(texts(await alice.recall("ラーメン"))).toEqual(["アリスはラーメンが好き"]);
  });

  it("R203: finds by the words of its key", async () => {
    const scope = db.scope("global");
    await scope.remember("Rust, axum, sqlx, tokio", { key: "project_picobot_stack" });
    expect(texts(await scope.recall("picobot stack"))).toEqual(["Rust, axum, sqlx, tokio"]);
  });

  it("R218, R224: where no word matches, finds the letters as they are written", async () => {
    const alice = await scopeWith(
      "Alice's ticket is ABC-1234-XYZ",
      "Discount of 100% on the_item",
      "路径 C:\\temp\\a",
      "Plain words only",
    );
    const via = async (query: string): Promise<[string[], string | undefined]> => {
      const recall = await alice.recall(query);
      return [texts(recall), recall.hits[0]?.why.via];
    };
    expect(await via("234-XY")).toEqual([["Alice's ticket is ABC-1234-XYZ"], "scan"]);
    expect(await via("icke")).toEqual([["Alice's ticket is ABC-1234-XYZ"], "scan"]);
    // R306: % and _ are letters like any other.
    expect(await via("00%")).toEqual([["Discount of 100% on the_item"], "scan"]);
    expect(await via("e_i")).toEqual([["Discount of 100% on the_item"], "scan"]);
    expect(await via("p\\a")).toEqual([["路径 C:\\temp\\a"], "scan"]);
    expect(await via("%")).toEqual([["Discount of 100% on the_item"], "scan"]);
    expect(await via("ticket")).toEqual([["Alice's ticket is ABC-1234-XYZ"], "terms"]);
  });

  it("R306: an empty question, a star, and one of stop words alone give the newest", async () => {
    const alice = await scopeWith("First claim", "Second claim", "第三个");
    for (const query of ["", "  ", "*", "\n", "who am I?"]) {
      const recall = await alice.recall(query, { limit: 2 });
      expect([query, texts(recall)]).toEqual([query, ["第三个", "Second claim"]]);
    }
  });

  it.each([
    '"',
    '""" OR',
    "nuts AND (",
    "NEAR(a b, 5)",
    "a* OR b*",
    "-nuts +allergic",
    "terms : nuts",
    "{terms} : x",
    "^nuts",
    "'; drop table memory; --",
    "\\",
    "%_%",
    "$1",
    "§1",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\u202e",
    "👍🏽",
    "()",
    "NOT",
    "memory",
  ])("R306: the question %j breaks nothing", async (query) => {
    const alice = await scopeWith("Alice grows walnuts and nuts");
    const recall = await alice.recall(query);
    expect(recall.degraded).toBeNull();
    for (const text of texts(recall)) expect(text).toBe("Alice grows walnuts and nuts");
  });

  it("R306: no question breaks it, however odd", async () => {
    const alice = await scopeWith("Alice grows walnuts and nuts", "爱丽丝住在柏林");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (query) => {
        expect((await alice.recall(query)).degraded).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it("takes a question of sixteen thousand characters", async () => {
    const alice = await scopeWith("Alice grows walnuts and nuts");
    const words = Array.from({ length: 1_700 }, (_, i) => `word${i}`).join(" ");
    expect(texts(await alice.recall(`${words} nuts`, { threshold: 0 }))).toEqual([
      "Alice grows walnuts and nuts",
    ]);
    expect(await alice.recall("x".repeat(16_384))).toMatchObject({ hits: [], degraded: null });
    expect(await alice.recall("，。".repeat(8_192))).toMatchObject({ degraded: null });
  });

  it("R29: shows nothing below the policy's confidence, and a caller can only ask for more", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Tea in the morning", { confidence: 0.49 });
    await alice.remember("Tea at noon", { confidence: 0.5 });
    await alice.remember("Tea in the evening", { confidence: 0.9 });
    expect(texts(await alice.recall("tea")).sort()).toEqual(["Tea at noon", "Tea in the evening"]);
    const sure = await alice.recall("tea", { filters: { minConfidence: 0.8 } });
    expect(texts(sure)).toEqual(["Tea in the evening"]);
    const all = await alice.recall("tea", { filters: { minConfidence: 0 } });
    expect(texts(all)).toHaveLength(2);
    const generous = await db.open({ settings: { readPolicy: { minConfidence: 0 } } });
    expect(texts(await generous.scope("user:alice", { tenant: db.tenant }).recall("tea"))).toHaveLength(3);
  });

  it("shows active memories only", async () => {
    const alice = db.scope("user:alice");
    for (const status of ["active", "disabled", "archived", "shadow"] as const) {
      const {
        memory: { id },
      } = await alice.remember(`Tea, ${status}`);
      await alice.memories.update(id, { status });
    }
    await alice.forget({ id: (await alice.remember("Tea, forgotten")).memory.id });
    expect(texts(await alice.recall("tea"))).toEqual(["Tea, active"]);
    expect(texts(await alice.recall("*"))).toEqual(["Tea, active"]);
    expect(texts(await alice.recall("te"))).toEqual(["Tea, active"]);
  });

  it("R322: time alone ends a memory; the row needs no sweep", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Tea is a habit", { category: "preference" });
    await alice.remember("Buy tea", { category: "todo" });
    await alice.remember("Order tea, pinned", { category: "todo", pinned: true });
    await alice.remember("Tea party", { expiresAt: db.clock.now + 3 * DAY, pinned: true });
    const seen = async (): Promise<string[]> => texts(await alice.recall("tea")).sort();
    expect(await seen()).toHaveLength(4);
    db.clock.advance(3 * DAY - 1);
    expect(await seen()).toHaveLength(4);
    db.clock.advance(1);
    expect(await seen()).toEqual(["Buy tea", "Order tea, pinned", "Tea is a habit"]);
    db.clock.advance(27 * DAY);
    expect(await seen()).toEqual(["Order tea, pinned", "Tea is a habit"]);
    // A taste lasts in the default preset.
    db.clock.advance(1_000 * DAY);
    expect(await seen()).toEqual(["Order tea, pinned", "Tea is a habit"]);
  });

  it("what has expired takes no place from what is alive", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Old tea, alive");
    for (let i = 0; i < 3; i++) await alice.remember(`New tea ${i}`, { expiresAt: db.clock.now + DAY });
    db.clock.advance(2 * DAY);
    for (const query of ["*", "tea", "ea,"])
      expect([query, texts(await alice.recall(query, { limit: 1 }))]).toEqual([query, ["Old tea, alive"]]);
  });

  it("R266: applies each filter in the store", async () => {
    const planner = db.scope("user:alice", { agent: "planner" });
    const stylist = db.scope("user:alice", { agent: "stylist" });
    await planner.remember("Tea A", { category: "todo", importance: 0.9, run: "r1" });
    db.clock.advance(DAY);
    await stylist.remember("Tea B", { category: "tone", pinned: true, author: "bob", subject: "carol" });
    const cases: [RecallFilters, string[]][] = [
      [{}, ["Tea A", "Tea B"]],
      [{ category: "tone" }, ["Tea B"]],
      [{ type: "task_state" }, ["Tea A"]],
      [{ kind: "insight" }, []],
      [{ importanceMin: 0.8 }, ["Tea A"]],
      [{ importanceMax: 0.8 }, ["Tea B"]],
      [{ pinned: true }, ["Tea B"]],
      [{ user: "alice" }, ["Tea A", "Tea B"]],
      [{ agent: "planner" }, ["Tea A"]],
      [{ run: "r1" }, ["Tea A"]],
      [{ actor: "bob" }, ["Tea B"]],
      [{ subject: "carol" }, ["Tea B"]],
      [{ role: "tool" }, []],
      [{ updatedAfter: db.clock.now - 1 }, ["Tea B"]],
      [{ updatedBefore: db.clock.now }, ["Tea A"]],
    ];
    for (const query of ["tea", "*", "ea"]) {
      for (const [filters, expected] of cases) {
        const found = texts(await planner.recall(query, { filters })).sort();
        expect([query, filters, found]).toEqual([query, filters, expected]);
      }
    }
  });

  it("R3: keeps to the limit, and refuses one that is none", async () => {
    const policy = { readPolicy: { maxItems: 15, maxPerType: null, maxTokens: null } };
    const memoir = await db.open({ settings: policy });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    for (let i = 0; i < 20; i++) await alice.remember(`Tea number ${i}`);
    expect((await alice.recall("tea")).hits).toHaveLength(15);
    // R29: at most so many of one type, where the policy says so.
    const typed = await db.open({ settings: { readPolicy: { maxPerType: 12, maxTokens: null } } });
    expect((await typed.scope("user:alice", { tenant: db.tenant }).recall("tea")).hits).toHaveLength(12);
    expect((await alice.recall("tea", { limit: 3 })).hits).toHaveLength(3);
    expect((await alice.recall("tea", { limit: 1_000 })).hits).toHaveLength(20);
    for (const limit of [0, -1, 2.5, 1_001, Number.NaN])
      await refused(alice.recall("tea", { limit }), "invalid_argument");
  });

  it("R323: a hit says why it is there and what backs it", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice likes tea", { importance: 0.4, eventId: "e1" });
    db.clock.advance(30 * DAY);
    const [hit] = (await alice.recall("tea", { from: ["memories"] })).hits;
    expect(hit?.why).toMatchObject({ importance: 0.4, recency: 0.5, via: "terms" });
    expect(hit?.why.relevance).toBeGreaterThan(0.4);
    expect(hit?.score).toBeCloseTo(hit!.why.relevance + 0.03 * 0.4 + 0.03 * 0.5, 5);
    const sum = hit!.why.signals.reduce((total, { part }) => total + part, 0);
    expect(hit?.why.relevance).toBeCloseTo(sum);
    expect(hit?.evidence).toEqual([
      { eventId: "e1", method: "user_explicit", at: new Date(db.clock.now - 30 * DAY) },
    ]);
    expect(hit?.memory).toEqual(await alice.memories.get(hit!.id));
  });

  it("R62: reads the legacy scope too, each claim once and from the scope itself", async () => {
    const memoir = await db.open({ preset: "astrbot", settings: { write_policy: { mode: "auto" } } });
    const options = { tenant: db.tenant };
    const old = memoir.scope("user:discord:42", options);
    const origin = { platform: "discord", userId: "42", umo: "discord:FriendMessage:42" };
    const now = await memoir.scopeFor(origin, options);
    expect(now.scope).toBe("user:discord:FriendMessage:42");
    await old.remember("Alice likes tea", { importance: 1 });
    await old.remember("Alice likes old jazz");
    const { memory: own } = await now.remember("Alice likes tea", { importance: 0.1 });
    await now.remember("Alice likes new tea");

    const hits = (await now.recall("Alice likes")).hits;
    expect(hits.map((hit) => hit.text).sort()).toEqual([
      "Alice likes new tea",
      "Alice likes old jazz",
      "Alice likes tea",
    ]);
    expect(hits.find((hit) => hit.text === "Alice likes tea")?.id).toBe(own.id);
    expect(texts(await old.recall("new")).sort()).toEqual(["Alice likes old jazz", "Alice likes tea"]);

    // Forgetting reaches both; writing only the scope itself.
    expect((await now.forget({ about: "tea" })).memories).toHaveLength(3);
    expect(texts(await now.recall("*"))).toEqual(["Alice likes old jazz"]);

    const strict = await db.open({
      preset: "astrbot",
      settings: { identity: { includeLegacyOnRead: false } },
    });
    expect(texts(await (await strict.scopeFor(origin, options)).recall("jazz"))).toEqual([]);
  });

  it("S4: a query has a limit, and one of dates over and over is read in time that grows with its length", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice likes tea");
    const error = await refused(alice.recall("x".repeat(16_385)), "too_large");
    expect(error.details).toMatchObject({ path: "query", limit: 16_384 });
    for (const piece of ["today ", "1月1日"]) {
      const cpuMs = async (length: number): Promise<number> => {
        const started = process.cpuUsage();
        await alice.recall(piece.repeat(length / piece.length));
        const { user, system } = process.cpuUsage(started);
        return (user + system) / 1_000;
      };
      await cpuMs(1_000);
      // An eighth of the text; a reader that backtracks would need 64 times as long for all of it.
      const small = await cpuMs(2_000);
      expect(await cpuMs(16_000), piece).toBeLessThan(32 * Math.max(small, 5));
    }
  });

  it("reading leaves no trace: no scope, no access, no revision", async () => {
    const alice = db.scope("user:alice");
    await alice.recall("anything");
    expect((await db.memoir.operator(db.tenant).stats()).scopes).toEqual([]);
    const { memory } = await alice.remember("Alice likes tea");
    await alice.recall("tea");
    expect(await alice.memories.get(memory.id)).toEqual(memory);
  });

  it("R57, R59: switched off, it answers degraded and empty", async () => {
    const off = await db.open({ settings: { readPolicy: { enable: false } } });
    const recall = await off.scope("user:alice", { tenant: db.tenant }).recall("tea");
    expect(recall).toMatchObject({ hits: [], degraded: { reason: "disabled" } });
  });

  it("a loop of recalls lets others run", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice drinks tea");
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    for (let i = 0; i < 3_000 && !turned; i++) await alice.recall("tea");
    expect(turned).toBe(true);
  });
});

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemoirEngine, MemoirError, type ScopeHandle } from "../../src/index.ts";
import { type DatabaseKind, databases, type FreshDatabase } from "../support/databases.ts";

const CATEGORIES = ["tasks", "profile", "health", "爱好", "procedural"];
const LISTS = { planner: ["tasks", "procedural"], doctor: ["health", "profile"], 园丁: ["爱好"], mute: [] };

/** The text, and its category: `null` for none. A word is in no other text. */
type Said = Map<string, string | null>;

interface Ground {
  readonly memoir: MemoirEngine;
  readonly said: Said;
  readonly ids: readonly string[];
  readonly keys: readonly string[];
}

/** A scope with everything in it that may hold words: claims of every status, their past, events, a profile. */
async function ground(kind: DatabaseKind): Promise<Ground & { database: FreshDatabase }> {
  const database = await kind.create();
  const memoir = await database.open({
    settings: {
      allowlists: LISTS,
      render: { delta: true },
      consent: { mode: "fields" },
      tools: ["memory_recall", "recall_memory", "memory.query", "memory_forget", "forget"],
    },
  });
  const all = memoir.scope("user:alice");
  const said: Said = new Map();
  let n = 0;
  /** A new unique word, in Latin letters and in Chinese. */
  const word = (category: string | null): string => {
    n += 1;
    const own =
      n % 2 === 0
        ? `zeta${n}kap`
        : `密${String.fromCodePoint(0x4e00 + n * 37)}${String.fromCodePoint(0x5e00 + n * 41)}语`;
    said.set(own, category);
    return own;
  };
  const ids: string[] = [];
  const keys: string[] = [];
  for (const category of CATEGORIES) {
    const statuses = ["active", "active", "shadow", "archived", "disabled"] as const;
    for (const [i, status] of statuses.entries()) {
      const key = `${category} key ${i}`;
      const {
        memory: { id },
      } = await all.remember(`Alice mentions ${word(category)}`, { category, key });
      if (i === 1) await all.memories.update(id, { text: `Alice now mentions ${word(category)}` });
      if (status !== "active") await all.memories.update(id, { status });
      ids.push(id);
      keys.push(key);
    }
    const { memory: wish } = await all.remember(`Alice wants ${word(category)}`, {
      category,
      type: "constraint",
    });
    ids.push(wish.id);
    const { memory: gone } = await all.remember(`Alice mentions ${word(category)}`, { category });
    await all.forget({ id: gone.id }, { batch: "swept" });
    ids.push(gone.id);
    const other = CATEGORIES[(CATEGORIES.indexOf(category) + 1) % CATEGORIES.length]!;
    const { memory: moved } = await all.remember(`Alice mentions ${word(category)}`, {
      category,
      key: `${category} moved`,
    });
    await all.memories.update(moved.id, { category: other, text: `Alice talks of ${word(other)}` });
    ids.push(moved.id);
    // The same key in another category, with new words.
    const shared = { key: `${category} shared` };
    await all.remember(`Alice mentions ${word(category)}`, { ...shared, category });
    ids.push((await all.remember(`Alice talks of ${word(other)}`, { ...shared, category: other })).memory.id);
    keys.push(`${category} moved`, `${category} shared`);
  }
  await all.observe([{ id: "e1", text: `I heard of ${word(null)}` }]);
  await all.observe([{ id: "r1", role: "assistant", text: "I see." }]);
  const known = await all.recall("Alice", { threshold: 0, limit: 100, maxTokens: 10_000 });
  await known.delivered({ reply: "r1", question: "e1" });
  for (const id of ids.slice(0, 5)) await all.feedback({ memory: id, verdict: "helped", note: "yes" });
  await all.profile.set("city", word("profile"));
  await all.profile.propose("language", word("profile"));
  return { memoir, said, ids, keys, database };
}

/** A separate file: it holds everything the handle may see. */
const FILE = join(mkdtempSync(join(tmpdir(), "memoir-access-")), "MEMORY.md");

/** Every method of a handle; what it gives back must hold no word from outside, whether it works or not. */
const CALLS: Readonly<Record<string, (scope: ScopeHandle, at: Asked) => Promise<unknown>>> = {
  scope: async (scope) => scope.scope,
  tenant: async (scope) => scope.tenant,
  observe: (scope, { run }) => scope.observe([{ id: `seen-${run}`, text: "hello" }]),
  flush: (scope) => scope.flush(),
  remember: (scope, { category, key, word }) =>
    scope.remember(`Alice asks about ${word.length} things`, { category, key }),
  recall: async (scope, { word, thread }) => {
    const asked = [`what about ${word}?`, "*", "Alice mentions"];
    const found = await Promise.all(
      asked.map((query) =>
        scope.recall(query, {
          threshold: 0,
          limit: 100,
          maxTokens: 10_000,
          thread,
          from: ["memories", "timeline"],
        }),
      ),
    );
    return found.map((one) => [one.hits, one.toPrompt(), one.injectInto([{ role: "user", content: "hi" }])]);
  },
  explain: async (scope, { word, id }) => {
    const asked = [`what about ${word}?`, "*", "Alice mentions"];
    return Promise.all(
      asked.map((query) => scope.explain(query, { limit: 2, memory: id, from: ["memories"] })),
    );
  },
  core: (scope) => scope.core(),
  preview: (scope, { word }) =>
    told(scope.preview([{ text: `Remember that I like ${word.length} things. Forget ${word}.` }])),
  query: async (scope, { word, category }) => [
    await scope.query({ query: word, top_k: 100, return: "full" }),
    await told(scope.query({ query: word, categories: [category] })),
  ],
  tools: (scope, { word, key }) =>
    Promise.all(
      scope
        .tools()
        .map((tool) =>
          tool.execute(
            tool.name === "memory_forget"
              ? { key }
              : tool.name === "forget"
                ? { about: word }
                : { query: word },
          ),
        ),
    ),
  forget: async (scope, { id, key, word }) => [
    await scope.forget({ about: word, dryRun: true }),
    await scope.forget({ about: word }),
    await scope.forget({ id }),
    await scope.forget({ key }),
  ],
  review: (scope) => walked(scope.review()),
  session: async (scope) => (await scope.session("s1").end()).ended,
  "memories.get": (scope, { id }) => scope.memories.get(id),
  "memories.list": async (scope, { category }) => [
    await walked(scope.memories.list({ limit: 7 })),
    await walked(scope.memories.list({ status: ["soft_deleted", "disabled", "pending"] })),
    await told(walked(scope.memories.list({ category }))),
  ],
  "memories.update": async (scope, { id, category }) => [
    await told(scope.memories.update(id, { importance: 0.7 })),
    await told(scope.memories.update(id, { tags: [category] })),
  ],
  "memories.delete": (scope, { id }) => scope.memories.delete(id),
  "memories.restore": (scope, { id }) => scope.memories.restore(id),
  "memories.approve": (scope, { id }) => scope.memories.approve(id),
  "memories.reject": (scope, { id }) => scope.memories.reject(id),
  "memories.decisions": async (scope, { id }) => [
    await walked(scope.memories.decisions()),
    await walked(scope.memories.decisions(id)),
  ],
  "memories.history": async (scope, { id }) => [
    await walked(scope.memories.history()),
    await walked(scope.memories.history(id)),
  ],
  context: (scope) => scope.context("r1"),
  contexts: (scope) => walked(scope.contexts()),
  conversation: (scope) => told(scope.conversation()),
  followConversation: (scope) => told(firstOf(scope.followConversation())),
  person: (scope) => told(scope.person()),
  feedback: (scope, { id }) => told(scope.feedback({ memory: id, verdict: "helped" })),
  feedbacks: (scope) => walked(scope.feedbacks()),
  delivered: (scope, { id }) => told(scope.delivered({ ids: [id], thread: null, rev: 0 })),
  "memories.undoBatch": (scope) => told(scope.memories.undoBatch("swept")),
  "memories.undo": async (scope, { id }) => [
    await told(scope.memories.undo(id)),
    await told(scope.memories.undo()),
  ],
  "memories.proof": (scope, { ids }) => Promise.all(ids.map((id) => told(scope.memories.proof(id)))),
  "events.get": (scope) => scope.events.get("e1"),
  "events.list": (scope) => walked(scope.events.list()),
  "events.edit": (scope, { run }) => scope.events.edit(`seen-${run}`, "hello again"),
  "events.allowCore": async (scope, { run }) => [
    await told(scope.events.allowCore(`seen-${run}`, false)),
    await told(scope.events.allowCore("e1", true)),
  ],
  "events.remove": (scope, { run }) => scope.events.remove(`seen-${run}`),
  "memories.relations": async (scope, { id }) => [
    await scope.memories.relations(),
    await told(scope.memories.relations(id)),
  ],
  "digest.days": (scope) => scope.digest.days(),
  "digest.context": (scope) => scope.digest.context(),
  "commands.handle": (scope, { word }) => scope.commands.handle({ text: `what do you know about ${word}?` }),
  "markdown.diff": (scope) => scope.markdown.diff({ file: FILE }),
  "markdown.status": (scope) => scope.markdown.status({ file: FILE }),
  "markdown.sync": (scope) => scope.markdown.sync({ file: FILE }),
  "markdown.render": async (scope) => [
    await scope.markdown.render(),
    await scope.markdown.render({ format: "context" }),
  ],
  "markdown.watch": async (scope) => {
    const stop = AbortSignal.timeout(1);
    for await (const synced of scope.markdown.watch({ file: FILE, signal: stop })) return synced;
    return null;
  },
  "profile.get": (scope) => scope.profile.get(),
  "profile.propose": (scope) => scope.profile.propose("tone", "kind"),
  "profile.set": (scope) => scope.profile.set("pronouns", "they"),
  "profile.confirm": (scope) => scope.profile.confirm("language", { accept: false }),
  "profile.remove": (scope) => scope.profile.remove("pronouns"),
  "profile.proposals": (scope) => walked(scope.profile.proposals()),
};

interface Asked {
  readonly id: string;
  readonly ids: readonly string[];
  readonly key: string;
  readonly word: string;
  readonly category: string;
  readonly thread: string;
  readonly run: number;
}

async function walked<T>(page: Promise<AsyncIterable<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of await page) items.push(item);
  return items;
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}

/** The answer, or what the error says. */
function told(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => {
    if (MemoirError.is(error)) return [error.code, error.message, error.details];
    throw error;
  });
}

const methodsOf = (scope: ScopeHandle): string[] =>
  Object.entries(scope).flatMap(([name, value]) =>
    typeof value === "object" ? Object.keys(value as object).map((method) => `${name}.${method}`) : [name],
  );

describe.each(databases)("no word from outside on $name", (kind) => {
  let all: Awaited<ReturnType<typeof ground>>;
  beforeAll(async () => {
    all = await ground(kind);
  });
  afterAll(async () => {
    expect(await all.memoir.check()).toEqual([]);
    await all.database.cleanup();
  });

  it("every method of a handle is asked", () => {
    expect(Object.keys(CALLS).sort()).toEqual(methodsOf(all.memoir.scope("user:alice")).sort());
  });

  it("the application itself sees every word", async () => {
    const app = all.memoir.scope("user:alice");
    const told = JSON.stringify([
      await walked(app.memories.history()),
      await walked(app.events.list()),
      await walked(app.profile.proposals()),
    ]);
    expect([...all.said.keys()].filter((word) => !told.includes(word))).toEqual([]);
  });

  it("R258–R261: no method of a handle gives a word of a category outside, whoever asks for what", async () => {
    const { memoir, said, ids, keys } = all;
    const words = [...said.keys()];
    let run = 0;
    const access = fc.record(
      {
        agent: fc.constantFrom(...Object.keys(LISTS), "stranger"),
        categories: fc.subarray([...CATEGORIES, "nothing"]),
      },
      { requiredKeys: [] },
    );
    const asked = fc.record({
      id: fc.constantFrom(...ids),
      key: fc.constantFrom(...keys),
      word: fc.constantFrom(...words),
      category: fc.constantFrom(...CATEGORIES),
    });
    const calls = fc.shuffledSubarray(Object.keys(CALLS), { minLength: 8, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(access, asked, calls, async (options, at, names) => {
        run += 1;
        const scope = memoir.scope("user:alice", options);
        const listed =
          options.agent === undefined ? null : ((LISTS as Record<string, string[]>)[options.agent] ?? []);
        const lists = [listed, options.categories ?? null].filter((one) => one !== null);
        const allowed = (category: string | null): boolean =>
          lists.length === 0 || (category !== null && lists.every((list) => list.includes(category)));
        for (const name of names) {
          const answer =
            JSON.stringify(await told(CALLS[name]!(scope, { ...at, ids, thread: `t${run}`, run }))) ?? "";
          for (const [word, category] of said) {
            if (answer.includes(word) && !allowed(category))
              expect.fail(`${name} as ${JSON.stringify(options)} gives ${word} of ${category}: ${answer}`);
          }
        }
      }),
      { numRuns: kind.engine === "sqlite" ? 40 : 10, endOnFailure: true },
    );
  });
});

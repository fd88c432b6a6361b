import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { KeyOptions, MemoirEngine, ScopeHandle } from "../../../src/index.ts";
import type { Pools } from "./requests.ts";

const TENANTS = ["acme", "acme-corp"] as const;
const SCOPES = ["user:alice", "user:bob", "group:42"] as const;
/** The category that bound keys may see, and another. */
const OPEN = "todo";
const CLOSED = "profile";

/** A word that is stored in one place only. A caller that sees it sees that place. */
interface Canary {
  readonly word: string;
  readonly tenant: string;
  /** `null`: it belongs to the tenant as a whole. */
  readonly scope: string | null;
  /** `null`: it belongs to no category. */
  readonly category: string | null;
}

/** The caller, and its access. */
export interface Caller {
  readonly name: string;
  /** How often it asks, beside the others. */
  readonly weight: number;
  /** `undefined`: it shows none. */
  readonly key: string | undefined;
  /** `null`: nobody's. */
  readonly tenant: string | null;
  /** The scopes it may write to; `null` = all of its tenant. */
  readonly scopes: readonly string[] | null;
  sees(canary: Canary): boolean;
}

type Bounds = Pick<KeyOptions, "role" | "agent" | "categories"> & { readonly scopes?: readonly string[] };

const KEYS: readonly (readonly [name: string, tenant: string, bounds: Bounds, weight?: number])[] = [
  ["operator", "acme", { role: "operator" }, 10],
  ["writer", "acme", { role: "write" }, 5],
  ["reader", "acme", { role: "read" }],
  ["alice's", "acme", { role: "write", scopes: ["user:alice"] }],
  ["of two", "acme", { role: "write", scopes: ["user:alice", "group:42"] }],
  ["todo reader", "acme", { role: "read", categories: [OPEN] }],
  ["todo writer", "acme", { role: "write", categories: [OPEN] }],
  ["bob's todo", "acme", { role: "write", scopes: ["user:bob"], categories: [OPEN] }],
  ["planner", "acme", { role: "write", agent: "planner" }],
  ["other operator", "acme-corp", { role: "operator" }, 3],
  ["other writer", "acme-corp", { role: "write" }],
];

/** Nobody listens there. */
const NOBODY = "http://127.0.0.1:9/";

/** The settings the world needs: an agent that may see one category, no limit to requests, consent that waits, files. */
export const policyWith = (folder: string) => ({
  allowlists: { planner: [OPEN] },
  consent: { mode: "fields" as const },
  server: { requestsPerSecond: null },
  hooks: { allow: ["127.0.0.1"] },
  // Only when a request asks for it: a recall that reads a file may write.
  markdown: { path: join(folder, "{tenant}-{kind}-{name}.md"), auto: false },
});

function mayRead({ role, scopes, agent, categories }: Bounds, tenant: string): Caller["sees"] {
  const only = agent === undefined ? categories : [OPEN];
  return (canary) => {
    if (canary.tenant !== tenant) return false;
    if (canary.scope === null) return role === "operator";
    if (scopes !== undefined && !scopes.includes(canary.scope)) return false;
    return only === undefined || (canary.category !== null && only.includes(canary.category));
  };
}

/** A new word of letters only, of one length: none holds another, and no rule takes it for a number that has changed. */
function wordOf(n: number): string {
  const letters = n
    .toString(26)
    .padStart(4, "0")
    .replaceAll(/./g, (digit) => LETTERS[Number.parseInt(digit, 26)]!);
  return `zq${letters}kv`;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Two tenants with the same scopes and names, each with unique words everywhere that text is stored. */
export class World {
  readonly memoir: MemoirEngine;
  readonly callers: Caller[] = [];
  readonly #database: DatabaseSync;
  readonly #canaries: Canary[] = [];
  /** The memories among them that are to be found. */
  readonly #alive = new Map<string, { handle: ScopeHandle; category: string; word: string }>();
  readonly #ids = {
    memory: new Set<string>(),
    waiting: new Set<string>(),
    key: new Set<string>(),
    hook: new Set<string>(),
    job: new Set<string>(),
    batch: new Set<string>(),
    run: new Set<string>(),
  };
  readonly #tokens: string[] = [];
  #cursors: string[] = [];
  #files: string[] = [];
  #last: { version: unknown; digest: ReadonlyMap<string, string> } = { version: null, digest: new Map() };
  #mended: unknown = null;

  constructor(memoir: MemoirEngine, file: string) {
    this.memoir = memoir;
    this.#database = new DatabaseSync(file, { readOnly: true });
  }

  close(): void {
    this.#database.close();
  }

  async fill(): Promise<void> {
    for (const tenant of TENANTS) {
      for (const scope of SCOPES) await this.#fillScope(tenant, scope);
      const operator = this.memoir.operator(tenant);
      const whole = { tenant, scope: null, category: null };
      await operator.identities.set({ account: "discord:1", person: "alice", name: this.#canary(whole) });
      await operator.policy.set({ readPolicy: { maxItems: 7 } }, { reason: this.#canary(whole) });
      const { id } = await operator.keys.create({ name: this.#canary(whole), role: "read" });
      this.#ids.key.add(id);
      for (let i = 0; i < 3; i += 1) this.#tokens.push((await operator.keys.login()).token);
      for (const { id: job } of (await operator.jobs.list()).items) this.#ids.job.add(job);
      const { next } = await operator.memories.list({ limit: 1 });
      if (next !== null) this.#cursors.push(next);
      this.#ids.run.add((await operator.upkeep.run("sweep")).run!.id);
    }
    await this.memoir.scope("user:carol", { tenant: "elsewhere" }).remember("Carol sails");
    let exported = "";
    for await (const piece of this.memoir.operator("elsewhere").export({ scopes: ["user:carol"] }))
      exported += piece;
    this.#files = [exported, ...FILES];
    await this.mend();
  }

  async #fillScope(tenant: string, scope: string): Promise<void> {
    const handle = this.memoir.scope(scope, { tenant });
    const word = (category: string | null): string => this.#canary({ tenant, scope, category });
    for (const category of [OPEN, CLOSED]) {
      await this.#remember(handle, category);
      const { memory: gone } = await handle.remember(`Likes ${word(category)} nuts`, {
        category,
        key: "gone",
      });
      await handle.memories.delete(gone.id);
      this.#ids.memory.add(gone.id);
    }
    const about = word(CLOSED);
    await handle.remember(`Likes ${about} nuts`, { category: CLOSED, key: "many" });
    this.#ids.batch.add((await handle.forget({ about })).batch!);
    // Something for a run of upkeep to do.
    await handle.remember(`Likes ${word(CLOSED)} nuts`, {
      ...{ category: CLOSED, key: "over" },
      expiresAt: new Date("2026-01-01"),
    });
    // By the assistant, so that nothing is taken from it into a category.
    await handle.observe([
      { id: "said-1", role: "assistant", text: `You like ${word(null)} nuts.`, session: "s1", thread: "t1" },
    ]);
    await handle.profile.set("tone", word(CLOSED));
    const { next } = await handle.memories.list({ limit: 1 });
    if (next !== null) this.#cursors.push(next);
  }

  async #remember(handle: ScopeHandle, category: string): Promise<void> {
    const { tenant, scope } = handle;
    const word = this.#canary({ tenant, scope, category });
    const {
      memory: { id },
    } = await handle.remember(`Likes ${word} nuts`, { category, key: word });
    this.#ids.memory.add(id);
    this.#alive.set(id, { handle, category, word });
  }

  #canary(place: Omit<Canary, "word">): string {
    const word = wordOf(this.#canaries.length);
    this.#canaries.push({ word, ...place });
    return word;
  }

  /** The existing ids of every tenant and scope, for every caller. */
  pools(): Pools {
    const { memory, waiting, key, hook, job, batch, run } = this.#ids;
    const memories = [...memory, ...[...memory].map((id) => id.slice(0, 8))];
    const names = ["alice", "bob", "carol", "42", "小明"];
    return {
      id: [...memories, ...waiting, ...key, ...job, "said-1", "1", "s1"],
      "id@items": memories,
      "id@memory": memories,
      "id@memories": memories,
      "id@forget": memories,
      memory_id: memories,
      "id@review": [...waiting],
      "id@profile": ["1", "2", "3", "city"],
      "id@events": ["said-1"],
      "id@sessions": ["s1"],
      "id@keys": [...key],
      "id@hooks": [...hook],
      "id@jobs": [...job],
      "id@runs": [...run],
      batch: [...batch],
      url: [NOBODY, "https://127.0.0.1/", "https://hooks.invalid/小明", "ftp://x", "x"],
      delivery: [...hook].map((id) => `${id}-1`),
      "name@upkeep": ["sweep", "cold", "compact", "link", "purge"],
      scope: [...SCOPES, ...SCOPES, ...SCOPES, "user", "global", "user:carol", "nowhere", "user:"],
      scope_id: names,
      user_id: names,
      userId: names,
      name: names,
      agent: ["planner", "nobody"],
      agent_id: ["planner", "nobody"],
      // Not the open one: who moves a memory there shows it to others, as is right.
      category: [CLOSED, "secret"],
      categories: [OPEN, CLOSED],
      cursor: [...this.#cursors, "0", "1", "bm90aGluZw"],
      thread: ["t1", "t2"],
      session: ["s1"],
      session_id: ["s1"],
      since: ["2026-01-01", "2026-01-01T00:00:00Z"],
      "since@changes": ["start", "0-1", "999999999-9"],
      eventId: ["said-1", "said-2"],
      source: ["said-1", "said-9"],
      role: ["user", "assistant", "write", "read"],
      token: this.#tokens,
      version: ["0", "1"],
      "from@diff": ["0", "1"],
      "to@diff": ["0", "1"],
      "application/x-ndjson": this.#files,
    };
  }

  /** Puts everything back as the next requests want it: keys that work, writes that are allowed, words to be found. */
  async mend(): Promise<void> {
    if (this.#version() === this.#mended) return;
    for (const tenant of TENANTS) {
      const operator = this.memoir.operator(tenant);
      await operator.readOnly(false);
      for (const scope of SCOPES) await operator.scopeWrites(scope, true);
      const { version } = await operator.policy.current();
      if (version !== 1) await operator.policy.rollback(1);
      await this.#letHook(tenant);
    }
    for (const [id, { handle, category, word }] of [...this.#alive]) {
      const memory = await handle.memories.get(id);
      if (memory?.status === "active" && memory.text.includes(word) && memory.category === category) continue;
      this.#alive.delete(id);
      await this.#remember(handle, category);
    }
    for (const tenant of TENANTS) for (const scope of SCOPES) await this.#letWait(tenant, scope);
    await this.#issueKeys();
    this.#mended = this.#version();
  }

  /** Something waits for a decision in each scope. */
  async #letWait(tenant: string, scope: string): Promise<void> {
    const handle = this.memoir.scope(scope, { tenant });
    const { items } = await handle.review();
    if (!items.some(({ kind }) => kind === "profile")) {
      await handle.profile.propose("city", this.#canary({ tenant, scope, category: CLOSED }));
    }
    if (items.some(({ kind }) => kind === "memory")) return;
    const word = this.#canary({ tenant, scope, category: CLOSED });
    const {
      memory: { id },
    } = await handle.remember(`Likes ${word} nuts`, { category: CLOSED, key: word });
    await handle.memories.update(id, { status: "shadow" });
    this.#ids.waiting.add(id);
  }

  /** Each tenant has a hook, whose address holds a word that is the tenant's. */
  async #letHook(tenant: string): Promise<void> {
    const { hooks } = this.memoir.operator(tenant);
    const there = await hooks.list();
    // Those that the requests have added soon fill the room for them.
    for (const { id } of there.slice(20)) await hooks.remove(id);
    if (there.length > 0) return;
    const word = this.#canary({ tenant, scope: null, category: null });
    this.#ids.hook.add((await hooks.add({ url: `${NOBODY}${word}` })).id);
  }

  async #issueKeys(): Promise<void> {
    const kept = this.callers.splice(0);
    for (const [name, tenant, bounds, weight = 1] of KEYS) {
      const { keys } = this.memoir.operator(tenant);
      let key = kept.find((caller) => caller.name === name)?.key;
      if (key === undefined || (await this.memoir.authenticate(key)) === null) {
        const made = await keys.create({ name: `${name} ${this.#ids.key.size}`, ...bounds });
        this.#ids.key.add(made.id);
        key = made.key;
      }
      this.callers.push({
        name,
        weight,
        key,
        tenant,
        scopes: bounds.scopes ?? null,
        sees: mayRead(bounds, tenant),
      });
    }
    const nobody = { weight: 1, tenant: null, scopes: [], sees: () => false };
    const [first] = this.callers;
    this.callers.push({ ...nobody, name: "nobody", key: undefined });
    this.callers.push({ ...nobody, name: "guesser", key: `${first!.key!.slice(0, -4)}AAAA` });
  }

  /** The words in an answer that whoever asked may not see. */
  foreign({ sees }: Caller, answer: string): string[] {
    const said = answer.toLowerCase();
    return this.#canaries.filter((one) => said.includes(one.word) && !sees(one)).map(({ word }) => word);
  }

  /** For each table of each tenant (`acme memory`), and each of its scopes (`acme user:alice`): changes with every write. */
  digest(): ReadonlyMap<string, string> {
    const version = this.#version();
    if (version !== this.#last.version) this.#last = { version, digest: this.#reckon() };
    return this.#last.digest;
  }

  #reckon(): Map<string, string> {
    const sums = new Map<string, string>();
    for (const { table, sql } of this.#sums()) {
      for (const { tenant, ...row } of this.#database.prepare(sql).all()) {
        sums.set(`${tenant} ${table}`, JSON.stringify(row));
      }
    }
    const counters = this.#database
      .prepare("select tenant, kind, id, seq, rev, extracted_seq from scope")
      .all();
    for (const { tenant, kind, id, ...row } of counters)
      sums.set(`${tenant} ${kind}:${id}`, JSON.stringify(row));
    return sums;
  }

  /** Changes whenever another connection has written. */
  #version(): unknown {
    return this.#database.prepare("pragma data_version").get()?.data_version;
  }

  /** How many rows of a tenant each table has, and what its columns add up to. */
  #sums(): { table: string; sql: string }[] {
    const tables = this.#database.prepare("select name from sqlite_schema where type = 'table'").all();
    return tables.flatMap(({ name }) => {
      const columns = this.#database.prepare(`select name, type from pragma_table_info('${name}')`).all();
      if (!columns.some((column) => column.name === "tenant")) return [];
      const totals = columns
        .filter((column) => column.name !== "tenant" && !NOTES.includes(String(column.name)))
        .map(({ name: column, type }) =>
          /int|real/i.test(String(type)) ? `total(${column})` : `total(length(${column}))`,
        );
      const sql = `select tenant, count(*) as n, ${totals.map((sum, i) => `${sum} as s${i}`).join(", ")} from ${name} group by tenant`;
      return [{ table: String(name), sql }];
    });
  }
}

/** That a key or a memory was used is noted when there is time, after the answer. */
const NOTES = ["last_used_at", "last_accessed", "access_count"];

/** Files of other programs, small ones. */
const FILES = [
  JSON.stringify([{ id: "m1", memory: "Likes nuts", user_id: "alice", created_at: "2026-05-01T00:00:00Z" }]),
  JSON.stringify({ results: [{ memory: "喜欢坚果", user_id: "小明" }] }),
  '{"role":"user","content":"I live in Oslo","at":"2026-03-01T12:00:00Z"}\n{"text":"Likes nuts"}\n',
  '{"text":"Likes nuts"}\n{"text":\n',
  '{"memoir":"export","version":1}\n',
  "[]",
];

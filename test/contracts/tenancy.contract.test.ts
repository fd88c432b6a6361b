import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Memoir, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, NOTHING_FORGOTTEN, refused } from "./support/expect.ts";

/** Names that some layer might take for one another. */
const LOOK_ALIKES = [
  "acme",
  "acme-corp",
  "ACME",
  "Acme",
  "ａｃｍｅ",
  "acme ",
  " acme",
  "acme\t",
  "acme\n",
  "acme'",
  '"acme"',
  "acme%",
  "acm_",
  "%",
  "acme:x",
  "acme/x",
  "acme\\",
  "acme*",
  "caf\u00e9",
  "cafe\u0301",
  "acme\u200f",
  "acme\u202e",
  "acme\u200b",
  "аcme",
  "acme🙂",
  "acme🙃",
  "1",
  "01",
  "1.0",
  "null",
  "北京",
  "北京市",
];

interface Place {
  tenant: string;
  scope: string;
}

/** One place and the words that nobody else may ever see. */
interface Canary extends Place {
  word: string;
  handle: ScopeHandle;
  memoryId: string;
}

async function release(memoir: Memoir, { tenant, scope }: Place, n: number): Promise<Canary> {
  const word = `canary${n}x`;
  const handle = memoir.scope(scope, { tenant });
  await handle.observe([{ id: `event-${word}`, text: `Event of ${word}` }]);
  const { memory } = await handle.remember(`The bird ${word} sings`, { key: word });
  await memoir.operator(tenant).identities.set({ account: `p:${word}`, person: word, name: `Name ${word}` });
  // The same claim everywhere: what happens to it in one place must not happen in another.
  await handle.remember("Every place knows this claim", { eventId: "shared" });
  return { tenant, scope, word, handle, memoryId: memory.id };
}

/** Everything one can learn through the public face of a place, as one text. */
async function visible(memoir: Memoir, canary: Canary, words: readonly string[]): Promise<string> {
  const { handle } = canary;
  const operator = memoir.operator(canary.tenant);
  const seen: unknown[] = [
    await everything(handle.events.list()),
    await everything(handle.memories.list()),
    await everything(handle.memories.history()),
    (await handle.recall("*", { limit: 100 })).hits,
    (await handle.recall("bird sings", { limit: 100 })).hits,
    await operator.identities.list(),
  ];
  // By the exact words of all places, then by letters that only a scan finds.
  seen.push((await handle.recall(words.join(" "), { limit: 100 })).hits);
  seen.push((await handle.recall("anary", { limit: 100 })).hits);
  seen.push(await handle.forget({ about: "bird", dryRun: true }));
  return JSON.stringify(seen);
}

async function feedOf(memoir: Memoir, place: Place, count: number): Promise<Change[]> {
  const changes: Change[] = [];
  const { tenant, scope } = place;
  for await (const change of memoir.changes({ tenant, scope, since: "start" })) {
    changes.push(change);
    if (changes.length === count) break;
  }
  return changes;
}

async function expectApart(memoir: Memoir, places: readonly Place[]): Promise<void> {
  const canaries: Canary[] = [];
  for (const [i, place] of places.entries()) canaries.push(await release(memoir, place, i));
  const words = canaries.map((canary) => canary.word);

  for (const [i, canary] of canaries.entries()) {
    const seen = await visible(memoir, canary, words);
    expect(seen).toContain(canary.word);
    const sharesTenant = new Set(
      canaries.filter((other) => other.tenant === canary.tenant).map((other) => other.word),
    );
    for (const other of canaries) {
      if (other === canary) continue;
      // Identities belong to the tenant, everything else to the scope.
      const trace = sharesTenant.has(other.word) ? `bird ${other.word}` : other.word;
      expect([canary.tenant, canary.scope, seen.includes(trace)]).toEqual([
        canary.tenant,
        canary.scope,
        false,
      ]);
    }
    const neighbour = canaries[(i + 1) % canaries.length]!;
    const { memories, events, forget } = canary.handle;
    expect(await memories.get(neighbour.memoryId)).toBeNull();
    expect(await memories.get(neighbour.memoryId.slice(0, 6))).toBeNull();
    expect((await memories.history(neighbour.memoryId)).items).toEqual([]);
    expect((await memories.decisions(neighbour.memoryId)).items).toEqual([]);
    expect(await events.get(`event-${neighbour.word}`)).toBeNull();
    for (const target of [{ id: neighbour.memoryId }, { key: neighbour.word }, { about: neighbour.word }])
      expect(await forget(target, { hard: true })).toEqual(NOTHING_FORGOTTEN);
    const feed = await feedOf(memoir, canary, 2);
    expect(feed.map((change) => [change.tenant, change.scope, change.rev])).toEqual([
      [canary.tenant, canary.scope, 1],
      [canary.tenant, canary.scope, 2],
    ]);
    const stats = await memoir.operator(canary.tenant).stats();
    const scopes = canaries.filter((other) => other.tenant === canary.tenant).map((other) => other.scope);
    expect(stats.scopes.map((one) => one.scope).sort()).toEqual(scopes.sort());
    const own = stats.scopes.find((one) => one.scope === canary.scope);
    expect(own).toMatchObject({ events: 3, memories: 2, rev: 2, seq: 3 });
  }

  // Writes by another place's ids, and what undo and forget reach.
  const [first, second] = [canaries[0]!, canaries[1]!];
  await refused(second.handle.memories.update(first.memoryId, { text: "x" }), "not_found");
  await refused(second.handle.memories.delete(first.memoryId, { hard: true }), "not_found");
  await refused(second.handle.memories.restore(first.memoryId), "not_found");
  await refused(second.handle.memories.approve(first.memoryId), "not_found");
  await refused(second.handle.memories.reject(first.memoryId), "not_found");
  await refused(second.handle.memories.undo(first.memoryId), "not_found");
  await refused(second.handle.memories.proof(first.memoryId), "not_found");
  await second.handle.memories.undo();
  await second.handle.forget({ about: "bird" }, { hard: true });
  for (const other of canaries) {
    const items = (await other.handle.memories.list()).items;
    expect([other.tenant, other.scope, items.length]).toEqual([
      other.tenant,
      other.scope,
      other === second ? 0 : 2,
    ]);
  }
}

describe.each(memoirs)("tenants and scopes on $name", (kind) => {
  const db = useMemoir(kind);

  it("C16: names that look alike are strangers, as tenants", async () => {
    const places = LOOK_ALIKES.map((name) => ({ tenant: name, scope: "user:alice" }));
    await expectApart(db.memoir, places);
  });

  it("C16: names that look alike are strangers, as scopes of one tenant", async () => {
    const names = LOOK_ALIKES.map((name) => `user:${name}`);
    const scopes = [...names, "group:acme", "project:acme", "global", "user:global", "user:group:acme"];
    await expectApart(
      db.memoir,
      scopes.map((scope) => ({ tenant: db.tenant, scope })),
    );
  });

  it("C16: no two different names are one", async () => {
    const name = fc.oneof(
      fc.constantFrom(...LOOK_ALIKES),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
      fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
    );
    const place = fc.record({ tenant: name, kind: fc.constantFrom("user", "group", "project"), id: name });
    const wellFormed = (text: string): boolean =>
      text.trim() !== "" && text.isWellFormed() && !text.includes("\0");
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          place.filter(({ tenant, id }) => wellFormed(tenant) && wellFormed(id)),
          {
            minLength: 2,
            maxLength: 4,
            selector: ({ tenant, kind, id }) => JSON.stringify([tenant, kind, id]),
          },
        ),
        async (places) => {
          round += 1;
          await expectApart(
            db.memoir,
            places.map((one) => ({
              tenant: `${db.tenant}-${round}-${one.tenant}`,
              scope: `${one.kind}:${one.id}`,
            })),
          );
        },
      ),
      { numRuns: 8 },
    );
  });

  it("read-only, write switches and identities reach no other tenant", async () => {
    const [acme, corp] = [
      db.memoir.operator(`${db.tenant}acme`),
      db.memoir.operator(`${db.tenant}acme-corp`),
    ];
    await acme.readOnly(true);
    await acme.identities.list();
    await corp.identities.set({ account: "discord:1", person: "alice", name: "Alice" });
    expect(await acme.identities.list()).toEqual([]);
    await refused(acme.identities.set({ account: "discord:1", person: "eve" }), "read_only");
    expect([await acme.readOnly(), await corp.readOnly()]).toEqual([true, false]);
    const names = async (tenant: string): Promise<string | undefined> =>
      (await db.memoir.names(["discord:1"], { tenant })).get("discord:1");
    expect([await names(acme.tenant), await names(corp.tenant)]).toEqual(["discord:1", "Alice"]);

    await corp.scopeWrites("user:a", false);
    const options = { tenant: corp.tenant };
    await refused(db.memoir.scope("user:a", options).remember("x"), "writes_disabled");
    await db.memoir.scope("user:A", options).remember("fine");
    await db.memoir.scope("group:a", options).remember("fine");
  });

  it("operations are counted per tenant", async () => {
    await db.scope("user:alice").remember("Alice likes tea");
    expect(await db.memoir.operator(db.tenant).operations()).toEqual([
      { node: "hotpath", op: "create", status: "ok", count: 1 },
    ]);
    expect(await db.memoir.operator(`${db.tenant} `).operations()).toEqual([]);
  });
});

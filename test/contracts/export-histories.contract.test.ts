import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Memoir, MemoirError, type ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";
import { exported, rowsOf } from "./support/transfer.ts";

const SCOPES = ["user:alice", "user:ålice", "group:discord/42", "project:数据", "global"] as const;
const STATUSES = ["active", "pending", "shadow", "disabled", "soft_deleted", "superseded"] as const;

const claim = fc.constantFrom(
  "I live in Oslo.",
  "Remember that I live in Oslo.",
  "Remember that I live in Rome.",
  "记住我住在上海。",
  "记住我喜欢喝绿茶。",
  "I don't like coffee any more.",
  "Remember that my sister Ann is a nurse.",
);
const words = fc.oneof(claim, fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }));
const nth = fc.nat(9);

/** A user's possible actions, through the public interface alone. */
const action = fc.oneof(
  fc.record({
    do: fc.constant("say" as const),
    text: words,
    role: fc.constantFrom("user", "assistant", "tool"),
  }),
  fc.record({ do: fc.constant("flush" as const) }),
  fc.record({ do: fc.constant("remember" as const), text: words, key: fc.option(fc.constantFrom("a", "b")) }),
  fc.record({ do: fc.constant("update" as const), nth, text: words }),
  fc.record({ do: fc.constant("forget" as const), nth, hard: fc.boolean() }),
  fc.record({ do: fc.constant("restore" as const), nth }),
  fc.record({ do: fc.constant("undo" as const), nth }),
  fc.record({ do: fc.constant("review" as const), nth, approve: fc.boolean() }),
  fc.record({ do: fc.constant("profile" as const), value: words }),
  fc.record({ do: fc.constant("policy" as const), mode: fc.constantFrom("auto", "manual", "shadow") }),
  fc.record({ do: fc.constant("person" as const), nth, name: words }),
  fc.record({ do: fc.constant("wait" as const), days: fc.nat(40) }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

async function act(memoir: Memoir, tenant: string, scope: ScopeHandle, one: Action): Promise<unknown> {
  const memory = async (nth: number): Promise<string> => {
    const ids = (await everything(scope.memories.list({ status: STATUSES }))).map(({ id }) => id);
    return ids[nth % Math.max(1, ids.length)] ?? "nobody";
  };
  const operator = memoir.operator(tenant);
  switch (one.do) {
    case "say":
      return scope.observe([{ text: one.text, role: one.role as "user", session: "s1" }]);
    case "flush":
      return scope.flush();
    case "remember":
      return scope.remember(one.text, one.key === null ? {} : { key: one.key });
    case "update":
      return scope.memories.update(await memory(one.nth), { text: one.text });
    case "forget":
      return scope.memories.delete(await memory(one.nth), { hard: one.hard });
    case "restore":
      return scope.memories.restore(await memory(one.nth));
    case "undo":
      return scope.memories.undo(one.nth < 5 ? undefined : await memory(one.nth));
    case "review":
      return scope.memories[one.approve ? "approve" : "reject"](await memory(one.nth));
    case "profile":
      return scope.profile.propose("city", one.value);
    case "policy":
      return operator.policy.set({ writePolicy: { mode: one.mode as "auto" } });
    case "person":
      return operator.identities.set({ account: `discord:${one.nth}`, person: "p", name: one.name });
    case "wait":
      return undefined;
  }
}

describe.each(memoirs)("histories of any kind on $name", (kind) => {
  const db = useMemoir(kind);

  it("R71: are exported, imported elsewhere and exported again as the same file", async () => {
    let run = 0;
    const histories = fc.array(fc.tuple(fc.constantFrom(...SCOPES), action), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        run += 1;
        const [tenant, copy] = [`${db.tenant}-${run}`, `${db.tenant}-${run}-copy`];
        for (const [name, one] of history) {
          db.clock.advance(one.do === "wait" ? one.days * 86_400_000 : 1_000);
          await act(db.memoir, tenant, db.memoir.scope(name, { tenant }), one).catch((error: unknown) => {
            // Impossible actions are refused, which is expected here.
            if (!MemoirError.is(error) || error.code === "internal") throw error;
          });
        }
        const file = await exported(db.memoir, tenant);
        await db.memoir.operator(copy).import([file]);
        expect(rowsOf(await exported(db.memoir, copy))).toEqual(rowsOf(file));
        expect(await stateOf(db, copy)).toEqual(await stateOf(db, tenant));
        const again = await db.memoir.operator(copy).import([file]);
        expect(again.scopes.filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

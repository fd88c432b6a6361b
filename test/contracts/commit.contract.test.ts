import { describe, expect, it, onTestFinished } from "vitest";
import type { Candidate } from "../../src/domain/candidate.ts";
import { parseScope } from "../../src/domain/scope.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { openStore } from "../../src/store/open.ts";
import type { CommitArgs } from "../../src/store/writes/commit.ts";
import { decide } from "../../src/write/decide/decide.ts";
import { EMPTY_CONTEXT } from "../../src/write/decide/decision-context.ts";
import type { ClaimProposal, ClaimSource } from "../../src/write/tools/proposal.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

describe.each(databases)("a claim on $name that was decided beside others under way", (kind) => {
  const db = useDatabase(kind);

  /** A claim as if it had been decided on a scope at a revision, behind a memory that was under way. */
  const claimAt = (text: string, ifRev: number, after: string | null): CommitArgs => {
    const scope = parseScope("user:alice", db.tenant);
    const at = db.clock.now;
    const source: ClaimSource = {
      ...{ id: text, type: "message", role: "user", actor: "alice", text, platform: null },
      ...{ session: null, thread: null, turn: null, at, recordedAt: at },
    };
    const candidate: Candidate = {
      ...{ text, kind: "semantic", type: "profile", category: "profile", subject: "alice", slot: null },
      ...{ affirmed: true, method: "rule", confidence: 0.9, importance: 0.5, corrects: false },
      ...{ validFrom: null, expiresAt: null, source: 0, span: [0, text.length] },
      ...{ matches: [], contradicts: [], ends: [] },
    };
    const proposal: ClaimProposal = {
      ...{ candidate, role: "user", source, model: null, promptHash: null, overrides: null },
    };
    const decided = decide({
      ...{ scope, proposal, seen: EMPTY_CONTEXT, settings: resolveSettings({}), names: new Map(), now: at },
    });
    if (!("claim" in decided)) return expect.fail(decided.refused.reason);
    return {
      ...{ scope, at, actor: "test", reason: "a test", audit: true, keepChanges: 10, embeds: false },
      ...{ watermark: null, refusals: [], ops: [], policy: 0 },
      entry: {
        ...{
          claim: decided.claim,
          case: decided.case,
          ifRev,
          ifVec: 0,
          after,
          alsoFrom: [],
          vectors: [],
          text,
          links: null,
        },
        source: { ...source, content: null },
      },
    };
  };

  it("is written only where those came, whatever the revision says", async () => {
    const store = await openStore({ database: db.database });
    onTestFinished(() => store.close());
    const first = await store.write("commit", claimAt("Alice keeps bees", 0, null));
    const { id, rev } = first!.memory!;
    // Somebody else's write has brought the scope to the revision that ours would have.
    await refused(store.write("commit", claimAt("Alice sings", rev, "one of ours that failed")), "conflict");
    expect(await store.write("commit", claimAt("Alice sings", rev, id))).toMatchObject({ outcome: "create" });
    await refused(store.write("commit", claimAt("Alice swims", rev, id)), "conflict");
  });
});

import { randomUUID } from "node:crypto";
import { SHORT_ID } from "../../domain/memory.ts";
import { linkEvidence } from "../evidence.ts";
import { isPrefixTaken, type MemoryRow } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { unbury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { firstInterval } from "../validity.ts";
import { changeMemory } from "./change-memory.ts";
import type { Claim } from "./claim.ts";
import type { WriteContext } from "./context.ts";

/** The row that a claim becomes, with its event as evidence, its first interval, history and full text. */
export async function createMemory(
  tx: Tx,
  scope: OpenScope,
  context: WriteContext,
  claim: Pick<Claim, "memory" | "evidence" | "validFrom" | "vectors">,
  event: number,
): Promise<MemoryRow> {
  const id = await freeId(tx, scope, claim.memory.id);
  const created = await changeMemory(tx, scope, context, {
    before: null,
    after: { ...claim.memory, id, evidence_count: 1, rev: 0, terms: "" },
    event: "created",
    vectors: claim.vectors,
    evidence: event,
  });
  await linkEvidence(tx, scope, { ...claim.evidence, memory: id, event });
  await firstInterval(tx, scope, id, claim.validFrom, created.rev);
  await unbury(tx, scope, created);
  return created;
}

/** An id whose first characters no other memory of the scope has, so that people can type just those (R316). */
async function freeId(tx: Tx, scope: OpenScope, wanted: string): Promise<string> {
  let id = wanted;
  // A scope with millions of memories has used most beginnings up; a whole id is unique all the same.
  for (let tries = 0; tries < 20 && (await isPrefixTaken(tx, scope, id.slice(0, SHORT_ID))); tries++)
    id = randomUUID();
  return id;
}

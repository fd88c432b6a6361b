import type { Candidate } from "../domain/candidate.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import { type Link, strongest } from "../domain/relation.ts";
import type { Settings } from "../domain/settings.ts";
import { tokenOverlap } from "../language/match/compare.ts";
import { statusAt } from "../store/memories.ts";
import type { Claim } from "../store/writes/claim.ts";
import type { LinkArgs } from "../store/writes/link.ts";
import type { Near } from "./nearest.ts";

/** What is out of use is nobody's neighbour. */
const LINKABLE: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending", "archived"]);

/** The edges of a text to the memories near it. */
export function linksTo(
  text: string,
  near: readonly Near[],
  { neighbours, minStrength }: Settings["relations"],
  now: number,
): Link[] {
  const found = near
    .filter(({ words }) => words === undefined)
    .filter(({ row }) => row.kind === "semantic" && LINKABLE.has(statusAt(row, now)))
    .map(({ row, similarity }) => ({ id: row.id, similarity, overlap: tokenOverlap(text, row.text) }));
  return strongest(found, { minStrength, most: neighbours });
}

/** The edges that come with a claim (R244): those of a new memory, or of one whose words change. `null`: none change. */
export function linksOf(
  { memory, met, replaces, until, evicts, evidence }: Claim,
  { text, kind }: Pick<Candidate, "text" | "kind">,
  near: readonly Near[],
  relations: Settings["relations"],
): Omit<LinkArgs, "id"> | null {
  if (!relations.enable || kind !== "semantic") return null;
  if (memory === null && met?.changes.text === undefined) return null;
  if (met !== null && near.some(({ row }) => row.id === met.id && row.text === text)) return null;
  const out = new Set([met?.id, ...replaces, ...until, evicts]);
  const others = near.filter(({ row }) => !out.has(row.id));
  return { links: linksTo(text, others, relations, evidence.created_at), anew: met !== null };
}

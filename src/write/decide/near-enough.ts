import type { Settings } from "../../domain/settings.ts";
import type { ClaimComparison } from "../../language/match/compare.ts";

type Match = Pick<Settings["match"], "by" | "auto" | "strict">;

/** Whether a similarity is one at which nobody is asked. */
export function isSure({ auto, strict }: Omit<Match, "by">, score: number): boolean {
  return strict ? score > auto : score >= auto;
}

/** Whether two claims are near enough to be one, and no words tell them apart. */
export function isOneByCosine(
  options: Match,
  { relation, apart, oneAttribute }: ClaimComparison,
  cosine: number | null,
): boolean {
  const against = relation === "update" || relation === "contradiction";
  if (options.by !== "cosine" || cosine === null || against || apart || oneAttribute) return false;
  return isSure(options, cosine);
}

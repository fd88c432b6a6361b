import type { OpEvent } from "../api/stats.ts";
import type { Event } from "../domain/event.ts";
import type { Claim } from "../store/writes/claim.ts";
import type { Seen } from "./look.ts";
import type { Proposal } from "./proposal.ts";
import type { WriteTools } from "./write-tools.ts";

const NOTHING = { node: "hotpath", memory: null, category: null, sim: null } as const;

/**
 * That an event was read, and whether anything was in it (`ok`, `skipped`) or it could not be read (`error`); nothing
 * where readings are not counted (R290).
 */
export function classified(
  { settings, now }: WriteTools,
  { thread }: Event,
  status: OpEvent["status"],
): OpEvent[] {
  if (settings.operations !== "all") return [];
  return [{ ...NOTHING, thread, op: "classify", status, at: now() }];
}

/** That what is known was searched for a claim, and how near the best of it came (R290). */
export function searched(
  { settings, now }: WriteTools,
  { source: { thread }, candidate: { category } }: Proposal,
  { near }: Seen,
  { met }: Claim,
): OpEvent[] {
  if (settings.operations !== "all") return [];
  const similarities = near.flatMap(({ similarity }) => similarity ?? []);
  const sim = similarities.length === 0 ? null : Math.max(0, ...similarities);
  return [
    { ...NOTHING, thread, op: "search", status: "ok", memory: met?.id ?? null, category, sim, at: now() },
  ];
}

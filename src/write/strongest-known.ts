import { strengthAt } from "../domain/strength.ts";
import type { FoundScope } from "../store/scopes.ts";
import { type KnownBefore, NOTHING_KNOWN, SHOWN } from "./touched.ts";
import type { WriteTools } from "./write-tools.ts";

/** The active memories that are most alive, the strongest first (R135, R148, R173). */
export async function strongestKnown(tools: WriteTools, place: FoundScope): Promise<KnownBefore> {
  const now = tools.now();
  const alive = ({ strength, strength_at }: { strength: number; strength_at: number }): number =>
    strengthAt(strength, new Date(strength_at), new Date(now));
  return tools.indexes.memories(tools.store.read, place, async (index) => {
    const active = index.corpus.rows.flatMap((entry) =>
      entry?.statusAt(now) === "active" ? [entry.row] : [],
    );
    const shown = active.toSorted((a, b) => alive(b) - alive(a) || b.num - a.num).slice(0, SHOWN);
    return {
      ...NOTHING_KNOWN,
      memories: shown.map(({ num, text }) => ({ num, text })),
      subjects: [...new Set(active.flatMap(({ subject }) => subject ?? []))],
    };
  });
}

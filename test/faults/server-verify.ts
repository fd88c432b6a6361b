import { expect } from "vitest";
import { MEMORY_STATUSES } from "../../src/domain/memory.ts";
import type { MemoirEngine } from "../../src/index.ts";
import { everything } from "../contracts/support/expect.ts";
import type { Told } from "./server-bots.ts";

/**
 * Exactly what was acknowledged is there: nothing is missing, nothing is twice, nothing is there in part. `isOurs`: by its
 * text, whether a memory is one that somebody asked for; default: all are.
 */
export async function verify(
  memoir: MemoirEngine,
  { messages, claims }: Told,
  isOurs: (text: string) => boolean = () => true,
): Promise<void> {
  for (const scope of new Set([...messages.values(), ...[...claims.values()].map((claim) => claim.scope)])) {
    const handle = memoir.scope(scope);
    const events = await everything(handle.events.list({ type: "message" }));
    const said = [...messages].filter(([, where]) => where === scope).map(([text]) => text);
    expect(events.map(({ text }) => text).sort()).toEqual(said.sort());

    const all = await everything(handle.memories.list({ status: MEMORY_STATUSES }));
    const memories = all.filter(({ text }) => isOurs(text));
    const own = [...claims].filter(([, claim]) => claim.scope === scope && claim.status !== "erased");
    expect(memories.map(({ id }) => id).sort()).toEqual(own.map(([id]) => id).sort());
    for (const { id, text, status, evidenceCount } of memories) {
      const claimed = claims.get(id)!;
      expect(status, text).toBe(claimed.status);
      if (claimed.status === "active") expect(text).toBe(claimed.text);
      if (!claimed.isChanged) expect(evidenceCount, text).toBe(1);
    }
  }
  expect(await memoir.check()).toEqual([]);
}

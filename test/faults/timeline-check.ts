import { expect } from "vitest";
import type { Store } from "../../src/store/port.ts";
import { namesIn } from "./echo-model.ts";

interface Row {
  readonly seq: number;
  readonly text: string;
  readonly session: string;
}

interface Span {
  readonly memory: string;
  readonly session: string;
  readonly from_seq: number;
  readonly to_seq: number;
  readonly part: number;
  readonly text: string;
}

/**
 * Every message of a scope is in the live history or in exactly one timeline entry, by its place and by its words (unless
 * the model lies); and no pointer has passed a message that no entry holds. Returns how many are where.
 */
export async function checkTimeline(
  { read }: Pick<Store, "read">,
  tenant: string,
  { byWords: looksAtWords = true } = {},
): Promise<{ live: number; summarised: number; raw: number }> {
  const events = await read.all<Row & { scope: number }>(
    "select scope, seq, text, coalesce(session, '') as session from event where tenant = $1 and type = 'message'",
    [tenant],
  );
  const spans = await read.all<Span & { scope: number; method: string }>(
    `select t.scope, t.memory, t.session, t.from_seq, t.to_seq, t.part, t.method, m.text from timeline_span t
     join memory m on m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory where t.tenant = $1
     order by t.from_seq, t.part`,
    [tenant],
  );
  const sessions = await read.all<{ scope: number; id: string; pointer: number }>(
    "select scope, id, compressed_seq as pointer from session where tenant = $1",
    [tenant],
  );
  const counts = { live: 0, summarised: 0, raw: 0 };
  for (const { scope, id, pointer } of sessions) {
    const own = spans.filter((span) => span.scope === scope && span.session === id);
    const groups = [...Map.groupBy(own, ({ from_seq }) => from_seq).values()];
    // One after the other, and the pointer stands at the end of the last.
    expect(groups.map(([one]) => one!.to_seq)).toEqual(
      groups.map(([one]) => one!.to_seq).toSorted((a, b) => a - b),
    );
    for (const [i, [one]] of groups.entries()) {
      expect(one!.from_seq).toBeGreaterThan(groups[i - 1]?.[0]?.to_seq ?? 0);
    }
    expect(groups.at(-1)?.[0]?.to_seq ?? 0).toBe(pointer);
    for (const { seq, text } of events.filter((event) => event.scope === scope && event.session === id)) {
      const [name] = namesIn(text);
      const byPlace = groups.filter(([one]) => one!.from_seq <= seq && seq <= one!.to_seq);
      const byWords = looksAtWords
        ? groups.filter((parts) => namesIn(parts.map((one) => one.text).join("\n")).includes(name!))
        : byPlace;
      expect({ seq, pointer, byPlace: byPlace.length, byWords: byWords.length }).toEqual({
        ...{ seq, pointer },
        ...{ byPlace: seq > pointer ? 0 : 1, byWords: seq > pointer ? 0 : 1 },
      });
      expect(byWords).toEqual(byPlace);
      if (seq > pointer) counts.live += 1;
      else if (byPlace[0]![0]!.method === "raw") counts.raw += 1;
      else counts.summarised += 1;
    }
  }
  return counts;
}

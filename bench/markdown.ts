import { EMPTY, renderMarkdown, type WrittenEntry } from "../src/domain/markdown/format.ts";
import { parseMarkdown } from "../src/domain/markdown/parse.ts";
import { type Figure, median, text } from "./support.ts";

const ENTRIES = 5_000;
const ROUNDS = 15;
/** Milliseconds of CPU that reading or writing such a file may take. */
const BAR_MS = 100;

function entries(): WrittenEntry[] {
  return Array.from({ length: ENTRIES }, (_, i) => ({
    ...{
      id: i.toString(36).padStart(6, "0"),
      category: "preference",
      score: 1 - i / ENTRIES,
      date: "2026-02-20",
    },
    ...{
      hits: i % 20,
      section: i < 4_000 ? "active" : "archived",
      text: `${text(i)} 用户喜欢简洁的代码风格`,
    },
    meta: {
      ...{ id: `${i}-0000-4000-8000-000000000000`, created_at: "2026-01-01T00:00:00.000Z", importance: 0.5 },
      ...{ last_activated: "2026-02-20T00:00:00.000Z", strength: [0.5, "2026-02-20T00:00:00.000Z"] },
    },
  }));
}

/** CPU time of this process, which a busy machine does not lengthen as much as the clock. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A MEMORY.md of 5,000 entries: read, and written. */
export async function markdown(): Promise<Figure[]> {
  const content = { entries: entries(), unparsed: [], updated: 0, total: ENTRIES };
  const file = renderMarkdown(EMPTY, content);
  const measured = (name: string, work: () => void): Figure => {
    const all = Array.from({ length: ROUNDS }, () => cpuMs(work)).slice(3);
    const ms = median(all);
    const size = `${ENTRIES} entries, ${(file.length / 1e6).toFixed(1)} MB`;
    return { name, ratio: ms / BAR_MS, bar: 1, detail: `${ms.toFixed(1)} ms of CPU for ${size}` };
  };
  return [
    measured("MEMORY.md, parse", () => void parseMarkdown(file)),
    measured("MEMORY.md, render", () => void renderMarkdown(EMPTY, content)),
  ];
}

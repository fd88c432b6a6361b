import { expect, it } from "vitest";
import { soakPicture } from "./soak-picture.ts";
import { type SoakReport, soakTable } from "./soak-report.ts";
import { ROUND_MS } from "./soak-size.ts";

const slope = { mean: 200, perUnit: 1, margin: 2 };
const report = (engine: SoakReport["engine"]): SoakReport => ({
  engine,
  answers: Array.from({ length: 100 }, (_, i) => ({ at: (i * ROUND_MS) / 50, kind: "recall", ms: i + 1 })),
  injected: [
    { at: 1_000, what: "SIGKILL" },
    { at: 2_000, what: "disk full" },
  ],
  explained: new Map([["disk_full: the disk was full", 3]]),
  broken: 2,
  ...{ wrong: [], found: "7 messages", lost: null, resent: "1", model: "5 asked", dashboard: "4 views" },
  slopes: {
    rss: { survivor: slope, generations: null },
    heap: { survivor: slope, generations: slope },
    handles: { survivor: slope, generations: slope },
  },
});

it("the picture has two lines a database and a mark for each fault but the kills", () => {
  const svg = soakPicture([report("sqlite"), report("postgres")]);
  expect(svg.match(/<polyline/g)).toHaveLength(4);
  expect(svg.match(/<title>disk full/g)).toHaveLength(2);
  expect(svg).not.toContain("NaN");
});

it("the table has a column for each database", () => {
  const { head, rows } = soakTable([report("sqlite"), report("postgres")]);
  expect(head).toEqual(["", "SQLite", "PostgreSQL"]);
  expect(rows).toContainEqual(["- recall", "100; 51 / 96 / 100", "100; 51 / 96 / 100"]);
  const growth = "1.0 ± 2.0 MB/h of 200";
  expect(rows).toContainEqual(["RSS, the server that lives on", growth, growth]);
  expect(rows).toContainEqual(["RSS, from kill to kill", "too few samples", "too few samples"]);
});

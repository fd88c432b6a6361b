import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markdownTable } from "../../bench/markdown-table.ts";
import { buildIfStale, root } from "../support/program.ts";
import { oneOf, provingNamed, section, seed } from "../support/prove.ts";
import { ENGINES } from "./soak-database.ts";
import { soakPicture } from "./soak-picture.ts";
import { type SoakReport, soakTable } from "./soak-report.ts";
import { soak } from "./soak-run.ts";
import { CLIENTS, ROUND_MS, ROUNDS } from "./soak-size.ts";

const SLOWEST_MS = ROUNDS * ROUND_MS + 1_200_000;
/** Growth in an hour that counts as none, as a share of the mean. */
const FLAT = 0.05;
/** Fewer show no slope. */
const LEAST_ROUNDS = 20;

const reports: SoakReport[] = [];

function expectFlat({ slopes }: SoakReport): void {
  for (const [measure, both] of Object.entries(slopes)) {
    for (const [whose, slope] of Object.entries(both)) {
      if (slope === null) continue;
      const { mean, perUnit, margin } = slope;
      expect(perUnit - margin, `growth of ${measure}, ${whose}, in an hour`).toBeLessThan(FLAT * mean);
    }
  }
}

beforeAll(buildIfStale);

it.concurrent.each(oneOf(ENGINES))(
  `${CLIENTS} clients on %s through ${ROUNDS} kills and every other fault: nothing acknowledged is lost (seed ${seed})`,
  async (engine) => {
    const report = await soak(engine);
    reports.push(report);
    expect(report.wrong).toEqual([]);
    if (report.lost !== null) throw report.lost;
    if (ROUNDS >= LEAST_ROUNDS) expectFlat(report);
  },
  SLOWEST_MS,
);

afterAll(() => {
  const sorted = ENGINES.flatMap((engine) => reports.filter((report) => report.engine === engine));
  if (sorted.length === 0 || !provingNamed) return;
  const { head, rows } = soakTable(sorted);
  writeFileSync(join(root, "docs/images/soak.svg"), soakPicture(sorted));
  const minutes = (ROUNDS * ROUND_MS) / 60_000;
  section("soak", [
    `${CLIENTS} clients on each database for ${minutes} minutes, both at the same time, seed ${seed}.`,
    "",
    ...markdownTable(head, rows),
  ]);
});

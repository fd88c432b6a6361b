import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The issues axe rates serious or critical. */
export async function serious(page: Page): Promise<string[]> {
  // The page's own policy lets no script in but its own; this one comes through the browser's protocol.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as Violation[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

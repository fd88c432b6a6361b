import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { serious, widths } from "../../support/axe.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

/** Each view, and something that it shows only where it has something to show. */
const VIEWS: readonly [place: string, filled: string][] = [
  ["#/memories", "[role=row]"],
  ["#/conversation", ".fates .badge"],
  ["#/review", "#waiting-0"],
  ["#/graph", ".timeline li"],
  ["#/operations/models", ".sample-figures"],
  ["#/operations/policy", "main h2"],
  ["#/operations/audit", ".timeline li"],
];

const WORDS = {
  en: { locale: "en-GB", add: "Add the sample", remove: "Remove the sample", scope: "user:sample-robin" },
  zh: { locale: "zh-CN", add: "添加示例", remove: "删除示例", scope: "user:示例-林晓" },
} as const;

const LOOKS = [
  ["en", 1280, "light"],
  ["zh", 390, "dark"],
  ["zh", 820, "light"],
  ["en", 390, "dark"],
] as const;

describe.skipIf(SKIPS_BROWSER)("the sample", () => {
  const dashboard = useDashboard();

  afterEach(async () => {
    const headers = { authorization: `Bearer ${dashboard.key}` };
    await fetch(`${dashboard.url}/api/ltm/sample`, { method: "DELETE", headers });
  });

  const visit = async (page: Page, scope: string, width: number): Promise<void> => {
    for (const [place, filled] of VIEWS) {
      await page.goto(`${dashboard.url}/${place}?scope=${encodeURIComponent(scope)}`);
      await page.locator(filled).first().waitFor();
      await settled(page);
      expect((await widths(page)).page, `${place} at ${width}`).toBe(width);
      expect(await serious(page), `${place} at ${width}`).toEqual([]);
    }
  };

  it.each(oneOf(LOOKS))(
    "in %s at %i pixels, %s: fills every view, and one click removes all of it",
    async (language, width, colorScheme) => {
      const { locale, add, remove, scope } = WORDS[language];
      const before = await dashboard.memoir.operator().stats();
      expect(before.totals).toEqual({ scopes: 0, events: 0, memories: 0 });
      const page = await dashboard.open("#/memories", {
        viewport: { width, height: 844 },
        ...{ locale, colorScheme, reducedMotion: "reduce" },
      });
      await page.getByRole("button", { name: add }).click();
      await page.locator(".sample-note").waitFor();
      await visit(page, scope, width);
      await page.getByRole("button", { name: remove }).click();
      await page.getByRole("button", { name: add }).waitFor();
      const operator = dashboard.memoir.operator();
      expect((await operator.stats()).totals).toEqual(before.totals);
      expect((await operator.history()).items).toEqual([]);
      expect((await operator.review()).items).toEqual([]);
    },
  );
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { serious, widths } from "../../support/axe.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

interface Rect {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The names as they are drawn, label and all. */
const drawn = (page: Page): Promise<Rect[]> =>
  page.evaluate(`[...document.querySelectorAll(".net a")].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { text: one.textContent, left, right, top, bottom };
  })`);

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe.skipIf(SKIPS_BROWSER)("the graph of people and things", () => {
  const dashboard = useDashboard();

  const sample = async (language: "en" | "zh"): Promise<string> => {
    const response = await fetch(`${dashboard.url}/api/ltm/sample`, {
      method: "POST",
      headers: { authorization: `Bearer ${dashboard.key}`, "content-type": "application/json" },
      body: JSON.stringify({ language }),
    });
    return `#/graph?scope=${encodeURIComponent(((await response.json()) as { scope: string }).scope)}`;
  };

  it.each(
    oneOf([
      ["en", 1280, "light", "Mia", "husband"],
      ["zh", 820, "dark", "糖糖", "女儿"],
      ["en", 390, "dark", "Mia", "husband"],
      ["zh", 390, "light", "糖糖", "女儿"],
    ] as const),
  )(
    "in %s at %i pixels, %s: no label covers another, relatives are connected",
    async (language, width, colorScheme, name, relation) => {
      const place = await sample(language);
      const page = await dashboard.open(place, {
        viewport: { width, height: 844 },
        ...{ colorScheme, locale: language === "en" ? "en-GB" : "zh-CN", reducedMotion: "reduce" },
      });
      await page.locator(".net").waitFor();
      await settled(page);
      const names = await drawn(page);
      expect(names.length).toBeGreaterThan(5);
      for (const [i, a] of names.entries())
        for (const b of names.slice(i + 1))
          expect([a.text, b.text, overlap(a, b)]).toEqual([a.text, b.text, false]);
      await page.locator(".net a").filter({ hasText: name }).click();
      await page.locator(".net-about li").filter({ hasText: name }).first().waitFor();
      await page.locator(".net .tie.lit").filter({ hasText: relation }).first().waitFor();
      expect((await widths(page)).page).toBe(width);
      expect(await serious(page)).toEqual([]);
    },
  );

  it("the slider goes back in time: before the move it is Leeds", async () => {
    const page = await dashboard.open(await sample("en"));
    const box = (text: string) => page.locator(".net a").filter({ hasText: text });
    await page.locator(".net a.later").filter({ hasText: "Leeds" }).waitFor();
    await page.locator(".net-time input").fill("1");
    await page.locator(".net a:not(.later)").filter({ hasText: "Leeds" }).waitFor();
    await page.locator(".net a.later").filter({ hasText: "Anwar" }).waitFor();
    await box("Anwar").click();
    await page.getByText("Nothing was known on that day.").waitFor();
  });

  it("says what would be drawn where nothing is connected yet", async () => {
    await dashboard.memoir.scope("user:ann").remember("Ann likes tea");
    const page = await dashboard.open("#/graph?scope=user%3Aann");
    await page.getByText("Once memories say how people and things belong together").waitFor();
  });

  it("without a model, what people ask to remember is drawn as well", async () => {
    const ben = dashboard.memoir.scope("user:ben");
    await ben.observe([
      { id: "b1", text: "Remember that my sister Clara lives in Dublin." },
      { id: "b2", text: "Remember that Clara works with Owen." },
    ]);
    await ben.flush();
    const page = await dashboard.open("#/graph?scope=user%3Aben");
    await page.locator(".net a").filter({ hasText: "Dublin" }).waitFor();
    await page.locator(".net a").filter({ hasText: "Clara" }).first().waitFor();
  });
});

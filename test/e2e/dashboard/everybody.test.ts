import { statSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { spendTokens } from "../../fixtures/few-bots.ts";
import { serious } from "../../support/axe.ts";
import { BUSY, fillBusy, LONG_SCOPE } from "../../support/busy-bot.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { faultyTexts, layoutProblems } from "../../support/page-checks.ts";
import { root } from "../../support/program.ts";
import { firstOf, proving } from "../../support/prove.ts";

const ALICE = "scope=user%3Aalice";
const LONG = `scope=${encodeURIComponent(LONG_SCOPE)}`;

/** Every view with its pages; the tests fail where the page links to one that is missing here. */
const PLACES = [
  "#/memories",
  `#/memories?${ALICE}`,
  `#/memories?${LONG}`,
  "#/memories?group=person",
  `#/person?${ALICE}`,
  `#/person?${LONG}`,
  `#/conversation?${ALICE}`,
  `#/conversation?${LONG}`,
  `#/conversation?scope=${encodeURIComponent("user:דליה")}`,
  `#/playground/ask?${ALICE}&q=where%20do%20I%20live%3F`,
  `#/playground/say?${ALICE}`,
  "#/review/all",
  "#/review/pending",
  "#/review/proposals",
  "#/review/shadow",
  `#/graph?${ALICE}`,
  `#/graph?${LONG}`,
  "#/operations/health",
  "#/operations/jobs",
  "#/operations/upkeep",
  "#/operations/models",
  "#/operations/policy",
  "#/operations/tuning",
  "#/operations/keys",
  "#/operations/transfer",
  "#/operations/audit",
];

const WIDTHS = [360, 390, 820, 1280] as const;
const LOOKS = [
  { colorScheme: "light", locale: "en-GB" },
  { colorScheme: "dark", locale: "zh-CN" },
  { colorScheme: "dark", locale: "en-GB" },
  { colorScheme: "light", locale: "zh-CN" },
] as const satisfies readonly BrowserContextOptions[];

/**
 * The widths at which a place is looked at in one look: all of them in `npm run prove`. `npm test` sees each place light and
 * English at one width, dark and Chinese at another, narrow in one of them and wide in the other.
 */
function widthsFor(position: number, look: number): readonly number[] {
  return proving ? WIDTHS : [WIDTHS[(position + 2 * look) % WIDTHS.length]!];
}

/** `#/operations/keys?…` is `operations/keys`; of one memory only that it is one. */
function viewOf(place: string): string {
  const [first = "", second = ""] = place.replace(/^#\//, "").split("?")[0]!.split("/");
  return second === "" || first === "memory" ? first : `${first}/${second}`;
}

/** The views that a page leads to. */
async function linkedFrom(page: Page): Promise<string[]> {
  const links = (await page.evaluate(
    `[...document.querySelectorAll('a[href^="#/"]')].map((one) => one.getAttribute("href"))`,
  )) as string[];
  return links.map(viewOf);
}

describe.skipIf(SKIPS_BROWSER)("the dashboard for everybody", () => {
  const dashboard = useDashboard(BUSY);
  let places: readonly string[];

  beforeAll(async () => {
    await fillBusy(dashboard.memoir);
    spendTokens(dashboard.database, Date.now());
    const memoriesOf = async (query: string, scope: string): Promise<string[]> =>
      (await dashboard.memoir.scope(scope).memories.list()).items.map(({ id }) => `#/memory/${id}?${query}`);
    places = [
      ...PLACES,
      ...(await memoriesOf(ALICE, "user:alice")).slice(0, 2),
      ...(await memoriesOf(LONG, LONG_SCOPE)),
    ];
  });

  it.each(firstOf(LOOKS, 2).map((look, i) => ({ ...look, i })))(
    "every view fits, is readable and complete: $colorScheme, $locale",
    async ({ colorScheme, locale, i: look }) => {
      const page = await dashboard.open("#/memories", { colorScheme, locale, reducedMotion: "reduce" });
      const problems: string[] = [];
      let where = "";
      page.on(
        "console",
        (message) => message.type() === "error" && problems.push(`${where}: ${message.text()}`),
      );
      page.on("pageerror", (error) => problems.push(`${where}: ${error.message}`));
      page.on(
        "request",
        (request) =>
          request.url().startsWith(`${dashboard.url}/`) || problems.push(`${where}: ${request.url()}`),
      );
      const linked = new Set<string>();
      for (const [i, place] of places.entries()) {
        for (const width of widthsFor(i, look)) {
          where = `${place} at ${width}`;
          await page.setViewportSize({ width, height: 844 });
          await page.goto(`${dashboard.url}/${place}`);
          await page.locator("main h1").first().waitFor();
          await settled(page);
          const found = [
            ...(await layoutProblems(page)),
            ...(await faultyTexts(page)),
            ...(proving || (i + look) % 2 === 0 ? await serious(page) : []),
          ];
          problems.push(...found.map((one) => `${where}: ${one}`));
          for (const view of await linkedFrom(page)) linked.add(view);
        }
      }
      expect(problems).toEqual([]);
      // A link to a view without a page of it leads to its first page.
      const covered = new Set(places.map(viewOf).flatMap((view) => [view, view.split("/")[0]!]));
      expect([...linked].filter((view) => !covered.has(view))).toEqual([]);
      const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(background).toBe(colorScheme === "dark" ? "rgb(17, 20, 26)" : "rgb(247, 248, 250)");
    },
  );

  it("dark and light are one button, and kept", async () => {
    const page = await dashboard.open("#/memories", { colorScheme: "light" });
    await page.getByRole("button", { name: "Dark colours" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Light colours" }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(17, 20, 26)");
  });

  it("speaks Chinese to a Chinese browser, and can be switched", async () => {
    const page = await dashboard.open("#/memories", { locale: "zh-CN" });
    await page.getByRole("link", { name: "试验台" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByRole("heading", { name: /全部作用域/ }).waitFor();
    await page.getByLabel("语言").selectOption("en");
    await page.getByRole("link", { name: "Playground" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Playground" }).waitFor();
  });

  it("everything is reached by touch on a phone", async () => {
    const page = await dashboard.open("#/review", { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Memories" }).tap();
    await page.getByRole("row").first().getByRole("link").tap();
    await page.getByRole("button", { name: "Edit" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).waitFor();
  });

  it("hostile words are shown as words: scripts, HTML, right to left, a megabyte", async () => {
    const mallory = dashboard.memoir.scope("user:mallory");
    const hostile = [
      `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>`,
      `javascript:alert(1) {{constructor.constructor("window.hacked=1")()}} \${window.hacked=1}`,
      "\u202Eevil\u202C שלום עולם \u2066x\u2069",
    ];
    for (const [i, text] of hostile.entries())
      await mallory.remember(text, { key: `h${i}`, category: "<i>c</i>", tags: ["<u>t</u>"] });
    const huge = "<script>window.hacked=1</script>".padEnd(1_000_000, "word ");
    await mallory.observe([{ id: "<img src=x onerror=window.hacked=1>", author: "<b>m</b>", text: huge }]);
    await mallory.flush();
    const page = await dashboard.open("#/memories?scope=user%3Amallory");
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    const check = async (): Promise<void> => {
      await settled(page);
      expect(await page.evaluate(`"hacked" in window`)).toBe(false);
      expect(
        await page
          .locator("main :is(b, i, u, img, script)")
          .filter({ hasText: /^(bold|c|t|m)$/ })
          .count(),
      ).toBe(0);
      expect(await page.locator("main img, main script").count()).toBe(0);
    };
    await page.getByText(hostile[0]!).waitFor();
    await check();
    const items = (await mallory.memories.list()).items;
    for (const { id } of items) {
      await page.goto(`${dashboard.url}/#/memory/${id}?scope=user%3Amallory`);
      await page.locator("article h1").waitFor();
      await check();
    }
    await page.goto(`${dashboard.url}/#/conversation?scope=user%3Amallory`);
    await page.getByText("<script>window.hacked=1</script>word word").waitFor();
    await check();
    await page.getByRole("button", { name: /show all 1,000,000 characters/ }).click();
    await page.getByRole("button", { name: /show all/ }).waitFor({ state: "detached" });
    expect((await page.locator("main").textContent())!.length).toBeGreaterThan(1_000_000);
    await page.goto(`${dashboard.url}/#/playground/ask?scope=user%3Amallory&q=bold%20evil%20script`);
    await page.locator("pre.block").waitFor();
    await check();
    await page.goto(`${dashboard.url}/#/operations/audit`);
    await page.locator(".timeline li").first().waitFor();
    await check();
    expect(errors).toEqual([]);
  });

  it("R161: no request leaves the origin, no inline script or style is needed, and the first view is small", async () => {
    const page = await dashboard.open("docs");
    const asked: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`${dashboard.url}/?fresh`);
    await page.getByRole("row").first().waitFor();
    await settled(page);
    const files = asked
      .map((url) => new URL(url).pathname)
      .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
    const bytes = files.reduce(
      (sum, path) => sum + statSync(join(root, "dist/dashboard", `${path}.br`)).size,
      0,
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150_000);
    // `every view` looks at the requests of the other places, too.
    for (const place of firstOf(PLACES, 10)) {
      await page.goto(`${dashboard.url}/${place}`);
      await page.locator("main h1").first().waitFor();
      await settled(page);
    }
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((url) => !url.startsWith(`${dashboard.url}/`))).toEqual([]);
    expect(problems).toEqual([]);
    const { headers } = await fetch(dashboard.url);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
  });
});

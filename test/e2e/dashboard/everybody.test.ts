import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serious } from "../../support/axe.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { root } from "../../support/program.ts";

const PLACES = [
  "#/memories",
  "#/memories?scope=user%3Aann",
  "#/conversation?scope=user%3Aann",
  "#/playground/ask?scope=user%3Aann&q=where%20do%20I%20live%3F",
  "#/playground/say?scope=user%3Aann",
  "#/review",
  "#/graph?scope=user%3Aann",
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

describe.skipIf(SKIPS_BROWSER)("the dashboard for everybody", () => {
  const dashboard = useDashboard();

  const seed = async (): Promise<string> => {
    const ann = dashboard.memoir.scope("user:ann");
    await ann.remember("Ann wants short answers", { type: "constraint" });
    await ann.observe([{ id: "a1", text: "Remember that I live in Hamburg. Remember that I like tea." }]);
    await ann.flush();
    await dashboard.memoir
      .operator()
      .importForeign("mem0", [JSON.stringify([{ id: "x", memory: "Likes jazz", user_id: "ann" }])]);
    return (await ann.memories.list()).items[0]!.id;
  };

  it.each(["light", "dark"] as const)("axe finds no serious problem, %s", async (colorScheme) => {
    const id = await seed();
    const page = await dashboard.open("#/memories", { colorScheme, reducedMotion: "reduce" });
    for (const place of [...PLACES, `#/memory/${id}?scope=user%3Aann`]) {
      await page.goto(`${dashboard.url}/${place}`);
      await page.locator("main h1").first().waitFor();
      await settled(page);
      expect(await serious(page), place).toEqual([]);
    }
    const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(background).toBe(colorScheme === "dark" ? "rgb(17, 20, 26)" : "rgb(247, 248, 250)");
  });

  it("dark and light are one button, and kept", async () => {
    const page = await dashboard.open("#/memories", { colorScheme: "light" });
    await page.getByRole("button", { name: "Dark colours" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Light colours" }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(17, 20, 26)");
  });

  it("speaks Chinese to a Chinese browser, and can be switched", async () => {
    await seed();
    const page = await dashboard.open("#/memories", { locale: "zh-CN" });
    await page.getByRole("link", { name: "试验台" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByRole("heading", { name: /全部作用域/ }).waitFor();
    await page.getByLabel("语言").selectOption("en");
    await page.getByRole("link", { name: "Playground" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Playground" }).waitFor();
  });

  it("fits a phone of 390 pixels: no view is wider, and everything is reached", async () => {
    const id = await seed();
    const page = await dashboard.open("#/memories", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    for (const place of [...PLACES, `#/memory/${id}?scope=user%3Aann`]) {
      await page.goto(`${dashboard.url}/${place}`);
      await page.locator("main h1").first().waitFor();
      await settled(page);
      const wide = await page.evaluate(
        `({ page: document.documentElement.scrollWidth, main: document.querySelector("main").scrollWidth })`,
      );
      expect(wide, place).toEqual({ page: 390, main: 390 });
    }
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
    await seed();
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
    for (const place of PLACES) {
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

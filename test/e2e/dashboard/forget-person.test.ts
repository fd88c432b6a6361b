import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, whatever its impact. */
async function problems(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const found = (await page.evaluate("axe.run('dialog').then(({ violations }) => violations)")) as {
    id: string;
    nodes: { html: string }[];
  }[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

const LANGUAGES = [
  {
    ...{ locale: "en-GB", open: "Forget everything of user:ann", whose: "Whose", erases: /^Erase: gone/ },
    ...{ erase: "Erase for good", type: /^Type 7 to erase/, forget: "Forget", undo: "Undo" },
    ...{
      done: "Forgotten. Nothing of it is used any more.",
      back: "Brought back as it was.",
      close: "Close",
    },
    gone: "Erased for good. This receipt holds no word of it.",
  },
  {
    ...{ locale: "zh-CN", open: "全部忘记：user:ann", whose: "谁的", erases: /^抹除：/ },
    ...{ erase: "永久抹除", type: /^输入 7 以/, forget: "忘记", undo: "撤销" },
    ...{ done: "已忘记。这些内容不再被使用。", back: "已原样恢复。", close: "关闭" },
    gone: "已永久抹除。这份凭证不含其中任何一个字。",
  },
] as const;

const CASES = LANGUAGES.flatMap((language) => [390, 1280].map((width) => ({ ...language, width })));

describe.skipIf(SKIPS_BROWSER)("forgetting a person on the dashboard", () => {
  const dashboard = useDashboard();
  const shoot = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const fits = async (page: Page, width: number): Promise<void> => {
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    const dialog = await page.evaluate("document.querySelector('dialog').scrollWidth");
    expect([wide, Number(dialog) <= width]).toEqual([width, true]);
  };

  it.each(oneOf(CASES))("a scope is forgotten and brought back, $locale at $width pixels", async (texts) => {
    const { locale, width } = texts;
    const ann = dashboard.memoir.scope("user:ann");
    await ann.remember("Ann wants short answers", { type: "constraint" });
    await ann.observe([
      { id: `a-${locale}-${width}`, text: "I live in Hamburg. 我喜欢喝茶。", authorName: "Ann" },
    ]);
    const page = await dashboard.open("#/memories?scope=user%3Aann", {
      ...{ locale, viewport: { width, height: 844 }, hasTouch: width < 800 },
      ...(width < 800 ? {} : { colorScheme: "dark" as const }),
    });
    await page.getByRole("button", { name: texts.open }).last().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Ann wants short answers").first().waitFor();
    await settled(page);
    expect(await problems(page)).toEqual([]);
    await fits(page, width);
    await shoot(page, `ask-${locale}-${width}`);
    await dialog.getByRole("button", { name: texts.forget, exact: true }).click();
    await dialog.getByText(texts.done).waitFor();
    expect((await ann.memories.list()).items).toEqual([]);
    expect(await problems(page)).toEqual([]);
    await fits(page, width);
    await shoot(page, `receipt-${locale}-${width}`);
    await dialog.getByRole("button", { name: texts.undo }).click();
    await dialog.getByText(texts.back).waitFor();
    expect((await ann.memories.list()).items).toHaveLength(1);
    await dialog.getByRole("button", { name: texts.close }).last().click();
    await dialog.waitFor({ state: "detached" });
  });

  it.each(oneOf(LANGUAGES))(
    "one member of a group is erased once the name is typed, $locale",
    async (texts) => {
      const scope = `group:discord/${texts.locale}`;
      const group = dashboard.memoir.scope(scope);
      await group.observe([
        { id: "g1", author: "7", authorName: "Nina", text: "I moved to Quaggaville." },
        { id: "g2", author: "8", authorName: "Eli", text: "I row on the lake." },
      ]);
      const page = await dashboard.open(`#/memories?scope=${encodeURIComponent(scope)}`, {
        locale: texts.locale,
      });
      // From the scope's row: the button is there for the keyboard as well.
      const row = page.getByRole("complementary").getByRole("listitem").filter({ hasText: scope });
      await row.getByRole("button").focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("option", { name: "Nina (7)" }).waitFor({ state: "attached" });
      await dialog.getByLabel(texts.whose).selectOption("7");
      await dialog.getByRole("radio", { name: texts.erases }).check();
      await dialog.getByText("I moved to Quaggaville.").waitFor();
      await dialog.getByText("I row on the lake.").waitFor({ state: "detached" });
      const erase = dialog.getByRole("button", { name: texts.erase });
      expect(await erase.isDisabled()).toBe(true);
      await dialog.getByLabel(texts.type).fill("7");
      await settled(page);
      expect(await problems(page)).toEqual([]);
      await shoot(page, `erase-${texts.locale}`);
      await erase.click();
      await dialog.getByText(texts.gone).waitFor();
      expect(await dialog.getByRole("button", { name: texts.undo }).count()).toBe(0);
      expect(await dialog.textContent()).not.toContain("Quaggaville");
      const saving = page.waitForEvent("download");
      await dialog.getByRole("button", { name: /^(Download|下载)$/ }).click();
      const saved = readFileSync(await (await saving).path(), "utf8");
      expect(JSON.parse(saved)).toMatchObject({
        who: { scope, member: "7" },
        hard: true,
        counts: { messages: 1 },
      });
      expect((await group.events.get("g1"))?.text).toBe("[erased]");
      expect((await group.events.get("g2"))?.text).toBe("I row on the lake.");
    },
  );
});

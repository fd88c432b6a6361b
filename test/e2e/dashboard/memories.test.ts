import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

const row = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const toast = (page: Page, text: string): Locator => page.getByRole("status").filter({ hasText: text });

describe.skipIf(SKIPS_BROWSER)("the dashboard's memories", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it("R161: signs in by a link or a key, and shows what is remembered", async () => {
    await scope("ann").remember("Ann is allergic to nuts");
    const page = await dashboard.open();
    await row(page, "Ann is allergic to nuts").waitFor();
    expect(await page.getByRole("link", { name: /user:ann/ }).textContent()).toMatch(/1/);

    const stranger = await dashboard.stranger();
    await stranger.goto(`${dashboard.url}/login?token=ml_used`);
    await stranger.getByRole("alert").getByText("This link was used already").waitFor();
    await stranger.goto(dashboard.url);
    await stranger.getByLabel("Key", { exact: true }).fill("mk_wrong");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await stranger.getByRole("alert").waitFor();
    await stranger.getByLabel("Key", { exact: true }).fill(dashboard.key);
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await row(stranger, "Ann is allergic to nuts").waitFor();
    await stranger.getByRole("button", { name: "Sign out" }).click();
    await stranger.getByLabel("Key", { exact: true }).waitFor();
  });

  it("R161: searches all scopes, filters and sorts", async () => {
    await scope("ben").remember("Ben collects tin robots", { importance: 0.2 });
    await scope("ben").remember("Ben repairs radios", { importance: 0.9 });
    await scope("cleo").remember("Cleo owns a robots factory");
    const page = await dashboard.open();
    await page.getByRole("searchbox", { name: "Search all memories" }).fill("robots");
    await page.keyboard.press("Enter");
    await row(page, "Cleo owns a robots factory").waitFor();
    await row(page, "Ben collects tin robots").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);

    await page.goto(`${dashboard.url}/#/memories?scope=user%3Aben&sort=importance`);
    await row(page, "Ben repairs radios").waitFor();
    expect(await page.getByRole("row").first().textContent()).toContain("radios");
    await page.getByRole("button", { name: "Smallest or oldest first" }).click();
    await page.getByRole("row").first().filter({ hasText: "robots" }).waitFor();
    await page.getByText("More filters").click();
    await page.getByTitle("Importance", { exact: true }).selectOption("0.75");
    await page.getByRole("row").nth(1).waitFor({ state: "detached" });
  });

  it("a memory and its replacement lead to each other; forgetting and restoring keep one of them in use", async () => {
    const { memory: two } = await scope("eli").remember("Eli has two dogs");
    const { memory: three } = await scope("eli").remember("Eli has three dogs");
    const page = await dashboard.open(`#/memory/${three.id}?scope=user%3Aeli`);
    await page.getByRole("link", { name: "Eli has two dogs" }).waitFor();
    await page.getByRole("button", { name: "Forget" }).click();
    await toast(page, "In use again").waitFor();
    expect((await scope("eli").memories.get(two.id))?.status).toBe("active");
    await page.getByRole("button", { name: "Restore" }).click();
    await toast(page, "Replaced by that: 1").waitFor();
    await page.getByRole("link", { name: "Eli has two dogs" }).click();
    const replaced = page.locator(".replacement", { hasText: "Replaced by" });
    await replaced.getByRole("link", { name: "Eli has three dogs" }).waitFor();
    expect((await scope("eli").memories.get(two.id))?.supersededBy).toBe(three.id);
  });

  it("R325: edits text, category, importance, expiry and pin; the evidence is visible; undo takes it back", async () => {
    const { memory } = await scope("dan").remember("Dan lives in Graz");
    const page = await dashboard.open(`#/memory/${memory.id}?scope=user%3Adan`);
    await page.getByRole("heading", { name: "Dan lives in Graz" }).waitFor();
    await page.locator("blockquote").getByText("Dan lives in Graz").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Text").fill("Dan lives in Linz");
    await dialog.getByLabel("Category").fill("home");
    await dialog.getByRole("slider", { name: "Importance" }).fill("0.9");
    await dialog.getByLabel("Expires on").fill("2031-02-03");
    await dialog.getByLabel(/Pinned/).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Dan lives in Linz" }).waitFor();
    expect(await scope("dan").memories.get(memory.id)).toMatchObject({
      text: "Dan lives in Linz",
      category: "home",
      importance: 0.9,
      pinned: true,
      expiresAt: new Date("2031-02-03"),
    });
    // Recall follows the edit.
    expect((await scope("dan").recall("where does Dan live?")).toPrompt()).toContain("Linz");
    await page.locator(".timeline del").getByText("Dan lives in Graz").waitFor();

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("heading", { name: "Dan lives in Graz" }).waitFor();
    expect(await scope("dan").memories.get(memory.id)).toMatchObject({ pinned: false });
  });

  it("R325: forgets one and many, disables, restores; a toast takes it back", async () => {
    for (const n of ["first", "second", "third"]) await scope("eve").remember(`Eve's ${n} wish is unusual`);
    const page = await dashboard.open("#/memories?scope=user%3Aeve");
    await row(page, "first wish").getByRole("checkbox").click();
    await row(page, "second wish").getByRole("checkbox").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Forget" }).click();
    await toast(page, "Forgotten: 2").waitFor();
    await row(page, "first wish").waitFor({ state: "detached" });
    expect((await scope("eve").memories.list()).items).toHaveLength(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, "first wish").waitFor();
    expect((await scope("eve").memories.list()).items.map(({ status }) => status)).toEqual(
      Array(3).fill("active"),
    );

    await row(page, "third wish").getByRole("checkbox").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Disable" }).click();
    await row(page, "third wish").getByText("disabled").waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Restore" }).click();
    await row(page, "third wish").getByText("disabled").waitFor({ state: "detached" });
  });

  it("shows what another process remembers, as it happens", async () => {
    await scope("fay").remember("Fay likes maps");
    const page = await dashboard.open("#/memories?scope=user%3Afay");
    await row(page, "Fay likes maps").waitFor();
    await page.locator(".live.on").waitFor();
    await dashboard.run(["add", "Fay learns to fly gliders", "--user", "fay"]);
    await row(page, "gliders").waitFor();
    expect(await page.getByRole("link", { name: /user:fay/ }).textContent()).toMatch(/2/);
  });

  it.each(
    oneOf([
      ["en-GB", "Stop writes to this scope", "Writes to user:hal are stopped.", "Undo"],
      ["zh-CN", "停止写入此作用域", "已停止写入 user:hal。", "撤销"],
    ]),
  )("R67: stops the writes to a scope and allows them again, in %s", async (locale, stop, stopped, undo) => {
    const hal = scope("hal");
    await hal.remember("Hal paints boats");
    const page = await dashboard.open("#/memories?scope=user%3Ahal", { locale });
    await page.getByRole("button", { name: stop }).click();
    await toast(page, stopped).waitFor();
    await expect(hal.remember("Hal sells boats")).rejects.toMatchObject({ code: "writes_disabled" });
    await page.getByRole("button", { name: stop }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: undo }).click();
    await page.getByRole("button", { name: stop }).waitFor();
    await hal.remember("Hal sells boats");
  });

  it("keyboard only: moves, selects, edits, opens, forgets and takes back", async () => {
    await scope("gil").remember("Gil paints boats");
    await scope("gil").remember("Gil sells boats");
    const page = await dashboard.open("#/memories?scope=user%3Agil");
    await row(page, "Gil paints boats").waitFor();
    const grid = page.getByRole("grid");
    for (let i = 0; i < 120 && (await page.locator("[role=grid]:focus").count()) === 0; i += 1) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByLabel("Text").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await grid.focus();
    await page.keyboard.press("Space");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Delete");
    await row(page, "Gil paints boats").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await row(page, "Gil paints boats").waitFor();
    await grid.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Gil sells boats" }).waitFor();
  });
});

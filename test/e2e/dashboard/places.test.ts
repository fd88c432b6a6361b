import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";

const focused = (page: Page) =>
  page.evaluate(`(() => {
    const { tagName, id, className, textContent } = document.activeElement;
    return [tagName, id, className, (textContent ?? "").slice(0, 40)].join("|");
  })()`) as Promise<string>;
/** The first sentence in sight, and how far below the top it begins. */
const firstSeen = (page: Page) =>
  page.evaluate(`(() => {
    const top = document.querySelector(".virtual").getBoundingClientRect().top;
    const row = [...document.querySelectorAll(".row")].find((one) => one.getBoundingClientRect().bottom > top);
    return row?.querySelector(".row-text > a")?.textContent + " " + Math.round(row?.getBoundingClientRect().top - top);
  })()`) as Promise<string>;

describe.skipIf(SKIPS_BROWSER)("where somebody is on the dashboard", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);
  const claim = async (name: string, words: readonly string[]): Promise<void> => {
    const claims = words.map((memory, i) => ({ id: `${name}${i}`, memory, user_id: name }));
    await dashboard.memoir.operator().importForeign("mem0", [JSON.stringify(claims)]);
  };

  it("the focus goes to the next card, and to the heading after the last one", async () => {
    await claim("ann", ["Likes jazz", "Owns a red bicycle"]);
    const page = await dashboard.open("#/review");
    const card = page.locator(".waiting-card");
    await card.nth(1).waitFor();
    const second = (await card.nth(1).locator("h2").textContent())!;
    await card.first().getByRole("button", { name: "Reject" }).click();
    await card.nth(1).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^LI\|waiting-0/);
    expect(await page.locator(":focus").textContent()).toContain(second);
    await card.first().getByRole("button", { name: "Reject" }).click();
    await card.first().waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^H[12]\|/);
  });

  it("the focus stays where a button was, goes back to what opened a dialog, and to the heading of a new view", async () => {
    await claim("ben", ["Bakes on Sundays"]);
    const { memory } = await scope("ben").remember("Ben bakes");
    const page = await dashboard.open(`#/memory/${memory.id}?scope=user%3Aben`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON\|.*Edit$/);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON\|.*Edit$/);
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON\|/);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => focused(page)).toMatch(/^H1\|/);
    await page.goto(`${dashboard.url}/#/memories?scope=user%3Aben`);
    await page.locator(".row").getByRole("button", { name: "Approve" }).click();
    await page.locator(".row").getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^DIV\|\|virtual/);
    await page.locator(".row-text > a").first().click();
    await page.locator("article h1").waitFor();
    await expect.poll(() => focused(page)).not.toMatch(/^BODY/);
  });

  it("Back leads to where a list and a page were left, and a new place begins at its top", async () => {
    const sara = scope("sara");
    for (let i = 0; i < 50; i += 1) {
      const text = `Sara wrote letter ${i}${i % 3 === 0 ? ` ${"about the long winter and ".repeat(12)}` : ""}`;
      await sara.remember(text, { key: `letter-${i}` });
    }
    const page = await dashboard.open("#/memories?scope=user%3Asara", {
      viewport: { width: 900, height: 600 },
    });
    await page.getByText("Sara wrote letter 49").waitFor();
    await page.locator(".virtual").evaluate((one) => one.scrollTo(0, 1_500));
    await expect.poll(() => firstSeen(page)).not.toContain("undefined");
    await settled(page);
    const left = await firstSeen(page);
    expect(left).not.toContain("letter 49");
    await page.locator(".row-text > a:visible").nth(6).click();
    await page.locator("article h1").waitFor();
    await settled(page);
    await page.goBack();
    await page.locator(".row").nth(3).waitFor();
    await expect.poll(() => firstSeen(page)).toBe(left);
    // Another order of the same entry is another list.
    await page.getByLabel("Sort").selectOption("importance");
    await page.locator(".row").nth(3).waitFor();
    expect(await page.locator(".virtual").evaluate((one) => one.scrollTop)).toBe(0);

    await page.goto(`${dashboard.url}/#/person?scope=user%3Asara`);
    const main = page.locator("#main");
    await page.locator(".person-lines li").nth(5).waitFor();
    await settled(page);
    await main.evaluate((one) => one.scrollTo(0, 300));
    await expect.poll(() => main.evaluate((one) => one.scrollTop)).toBe(300);
    await settled(page);
    await page.evaluate(`location.hash = "#/operations/audit"`);
    await page.locator(".timeline li").nth(10).waitFor();
    await settled(page);
    expect(await main.evaluate((one) => one.scrollTop)).toBe(0);
    await page.goBack();
    await expect.poll(() => main.evaluate((one) => one.scrollTop)).toBe(300);
  });
});

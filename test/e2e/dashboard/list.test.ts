import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

const row = (page: Page, text: string): Locator =>
  page.locator(".row").filter({ has: page.locator(".row-text > a", { hasText: text }) });
const toast = (page: Page, text: string): Locator => page.getByRole("status").filter({ hasText: text });

const LONG = {
  en: "Noa keeps bees on the roof of the old post office, sells the honey at the Saturday market and gives what is left in October to the school next door",
  zh: "诺雅在老邮局的屋顶上养蜂，每个星期六到集市上卖蜂蜜，到了十月，剩下的都会送给隔壁的学校，孩子们就拿它来做早餐和点心，已经坚持了整整七年",
};

const WIDTHS = [360, 390, 820, 1280];

describe.skipIf(SKIPS_BROWSER)("the dashboard's list", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it.each(
    oneOf([
      ["en", "light"],
      ["zh", "dark"],
    ] as const),
  )("shows every sentence whole, from 360 pixels up, in %s, %s", async (language, colorScheme) => {
    await scope(`noa-${language}`).remember(LONG[language]);
    const place = `#/memories?scope=user%3Anoa-${language}`;
    const locale = language === "zh" ? "zh-CN" : "en-GB";
    const page = await dashboard.open(place, { colorScheme, locale });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      const sentence = page.locator(".row-text > a");
      await sentence.waitFor();
      await settled(page);
      expect(await sentence.textContent()).toBe(LONG[language]);
      // Nothing of it is cut off, and no number stands beside it.
      const seen = await page.evaluate(`(() => {
        const link = document.querySelector(".row-text > a");
        const { bottom, right } = link.getBoundingClientRect();
        const list = link.closest(".virtual").getBoundingClientRect();
        const { overflow, textOverflow } = getComputedStyle(link.querySelector(".words"));
        return {
          whole: bottom <= list.bottom && right <= list.right,
          cut: [overflow, textOverflow].some((one) => one === "hidden" || one === "ellipsis"),
          numbers: link.closest(".row").querySelectorAll(".meter").length,
          wide: document.documentElement.scrollWidth,
        };
      })()`);
      expect([width, seen]).toEqual([width, { whole: true, cut: false, numbers: 0, wide: width }]);
    }
  });

  it("numbers come on demand: on hover, and by a menu whose choice is remembered", async () => {
    await scope("olga").remember("Olga repairs clocks", { importance: 0.9 });
    const page = await dashboard.open("#/memories?scope=user%3Aolga");
    const found = row(page, "Olga repairs clocks");
    expect(await found.locator(".row-text > a").getAttribute("title")).toMatch(
      /Confidence 1\.00 · Importance 0\.90 · Strength 0\.\d\d · Evidence 1/,
    );
    expect(await found.locator(".meter").count()).toBe(0);
    await page.getByText("Columns", { exact: true }).first().click();
    await page.getByRole("checkbox", { name: "Importance" }).check();
    await found.locator(".meter").waitFor();
    expect(await found.locator(".row-numbers").textContent()).toBe("Importance0.90");
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: "Importance" }).waitFor({ state: "hidden" });
    await page.reload();
    await row(page, "Olga repairs clocks").locator(".meter").waitFor();
  });

  it("says a type or a category once", async () => {
    await scope("pia").remember("Pia prefers tea", { type: "preference", category: "preferences" });
    await scope("pia").remember("Pia prefers trains", { type: "preference", category: "travel" });
    const page = await dashboard.open("#/memories?scope=user%3Apia");
    // Then only when it changed.
    const meta = async (text: string): Promise<string[]> => {
      await row(page, text).waitFor();
      return row(page, text).locator(".row-meta > *").allTextContents();
    };
    expect(await meta("Pia prefers tea")).toEqual(["preference", expect.any(String)]);
    expect(await meta("Pia prefers trains")).toEqual(["travel", expect.any(String)]);
    await row(page, "Pia prefers trains").getByRole("link").click();
    expect(await page.locator(".one-badges").textContent()).toBe("activetravel");
  });

  it.each(
    oneOf([
      ["en-GB", "Replaced by", "Replaces"],
      ["zh-CN", "已被取代：", "取代了："],
    ]),
  )("what replaced what leads there from the row, in %s", async (locale, replacedBy, replaces) => {
    const eli = scope(`eli-${locale}`);
    await eli.remember("Eli has two dogs");
    await eli.remember("Eli has three dogs");
    const page = await dashboard.open(`#/memories?scope=user%3Aeli-${locale}`, { locale });
    await row(page, "Eli has two dogs").getByText(replacedBy).waitFor();
    await row(page, "Eli has three dogs").getByText(replaces).waitFor();
    await row(page, "Eli has two dogs").locator(".replacement a").click();
    await page.getByRole("heading", { name: "Eli has three dogs" }).waitFor();
    await page.locator(".replacement", { hasText: replaces }).getByRole("link").click();
    await page.getByRole("heading", { name: "Eli has two dogs" }).waitFor();
    await page.locator(".replacement", { hasText: replacedBy }).getByRole("link").waitFor();
  });

  it("groups by person and topic, under people's names", async () => {
    await scope("quinn").remember("Quinn plays chess", { type: "preference" });
    await scope("quinn").remember("Quinn lives in Oslo");
    const group = dashboard.memoir.scope("group:discord/9");
    await group.observe([{ id: "g1", author: "77", authorName: "Rita", text: "remember that I love ska" }]);
    await group.flush();
    const page = await dashboard.open("#/memories?scope=user%3Aquinn");
    await page.getByTitle("Group", { exact: true }).selectOption("person");
    await page.locator(".group").nth(1).waitFor();
    await settled(page);
    const rows = await page
      .locator(".group > span, .row-text > a")
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect(rows).toEqual([
      "quinnuser:quinnpreference",
      "Quinn plays chess",
      "profile",
      "Quinn lives in Oslo",
    ]);
    // A choice of the list, which stays from scope to scope.
    await page.getByRole("link", { name: "group:discord/9" }).click();
    await page.locator(".group").getByRole("link", { name: "Rita" }).click();
    await page.getByRole("heading", { name: "Rita", level: 1 }).waitFor();
  });

  it("many rows of different heights: the keyboard reaches the last one, and the words stay in sight", async () => {
    const sara = scope("sara");
    for (let i = 0; i < 60; i += 1) {
      const text = `Sara wrote letter ${i}${i % 3 === 0 ? ` ${"about the long winter and ".repeat(12)}` : ""}`;
      await sara.remember(text, { key: `letter-${i}` });
    }
    const page = await dashboard.open("#/memories?scope=user%3Asara", {
      viewport: { width: 390, height: 844 },
    });
    await row(page, "Sara wrote letter 59").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await page.locator("#row-59.active").waitFor();
    await page.keyboard.press("Home");
    for (let i = 0; i < 12; i += 1) await page.keyboard.press("ArrowDown");
    const active = page.locator(".row.active");
    await active.waitFor();
    await settled(page);
    const isSeen = await active.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const list = one.closest(".virtual")!.getBoundingClientRect();
      return top < list.bottom && bottom > list.top;
    });
    expect(isSeen).toBe(true);
  });

  it.each(
    oneOf([
      ["en-GB", 1280, "light"],
      ["zh-CN", 390, "dark"],
    ] as const),
  )("approves and rejects on the row, with undo, in %s at %i pixels", async (locale, width, colorScheme) => {
    const name = `tom-${locale}`;
    const claims = ["Likes jazz", "Owns a red bicycle", "Speaks Portuguese"].map((memory, i) => ({
      ...{ id: `${name}${i}`, memory, user_id: name },
    }));
    await dashboard.memoir.operator().importForeign("mem0", [JSON.stringify(claims)]);
    const statuses = async (): Promise<string[]> =>
      (await scope(name).memories.list()).items.map(({ status }) => status).toSorted();
    const page = await dashboard.open(`#/memories?scope=user%3A${name}`, {
      ...{ locale, colorScheme, viewport: { width, height: 844 } },
    });
    const [approve, reject, undo] =
      locale === "zh-CN" ? ["批准", "拒绝", "撤销"] : ["Approve", "Reject", "Undo"];
    await row(page, "Likes jazz").getByRole("button", { name: approve }).click();
    await row(page, "Likes jazz").getByRole("button", { name: approve }).waitFor({ state: "detached" });
    expect(await statuses()).toEqual(["active", "pending", "pending"]);
    await page.getByRole("button", { name: undo }).click();
    await row(page, "Likes jazz").getByRole("button", { name: reject }).click();
    await expect.poll(statuses).toEqual(["disabled", "pending", "pending"]);
    // The keyboard decides on the row it is on, and on nothing before it is on one.
    await page.getByRole("grid").focus();
    await page.keyboard.press("a");
    await page.keyboard.press("Home");
    await page.locator("#row-0.active").waitFor();
    expect(await statuses()).toEqual(["disabled", "pending", "pending"]);
    await page.keyboard.press("a");
    await expect.poll(statuses).toEqual(["active", "disabled", "pending"]);
    await toast(page, locale === "zh-CN" ? "已批准 1 条" : "Approved: 1").waitFor();
  });

  it("approves on the memory's own page by a button and by a key, with undo", async () => {
    await dashboard.memoir
      .operator()
      .importForeign("mem0", [JSON.stringify([{ id: "u1", memory: "Uma sails at night", user_id: "uma" }])]);
    const [memory] = (await scope("uma").memories.list()).items;
    const status = async (): Promise<string | undefined> =>
      (await scope("uma").memories.get(memory!.id))?.status;
    const page = await dashboard.open(`#/memory/${memory!.id}?scope=user%3Auma`);
    // Each step waits for what the page shows: a key pressed while it still shows an earlier state means nothing.
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.click();
    await approve.waitFor({ state: "detached" });
    expect(await status()).toBe("active");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await approve.waitFor();
    // Not while somebody writes.
    await page.getByLabel("The question that was asked").pressSequentially("arrr");
    expect(await status()).toBe("pending");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("r");
    await expect.poll(status).toBe("disabled");
  });

  it("review: no button approves what nobody selected", async () => {
    const claims = ["Vera keeps owls", "Vera climbs towers"].map((memory, i) => ({
      ...{ id: `v${i}`, memory, user_id: "vera" },
    }));
    await dashboard.memoir.operator().importForeign("mem0", [JSON.stringify(claims)]);
    const pending = async (): Promise<number> =>
      (await scope("vera").memories.list({ status: ["pending"] })).items.length;
    const page = await dashboard.open("#/review");
    await page.locator(".waiting-card", { hasText: "Vera keeps owls" }).waitFor();
    expect(await page.getByRole("button", { name: /^(Approve|Reject) \(/ }).count()).toBe(0);
    // A key without a card under it does nothing either.
    await page.getByRole("button", { name: "Select all" }).focus();
    await page.keyboard.press("a");
    await settled(page);
    expect(await pending()).toBe(2);
    const card = page.locator(".waiting-card", { hasText: "Vera climbs towers" });
    await card.getByRole("checkbox").check();
    await page.getByRole("toolbar").getByRole("button", { name: "Approve (1)" }).click();
    await expect.poll(pending).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(pending).toBe(2);
  });
});

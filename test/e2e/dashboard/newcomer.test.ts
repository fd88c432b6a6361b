import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";

const LONG = `group:discord/${"Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(2)}`;

describe.skipIf(SKIPS_BROWSER)("the dashboard for a newcomer", () => {
  const dashboard = useDashboard({ consent: { mode: "fields" } });

  it.each([
    ["#/person", "Nobody has spoken here yet"],
    ["#/conversation", "Nothing was said here yet"],
  ])("on an empty database, %s says what to do", async (place, title) => {
    const page = await dashboard.open(place);
    await page.getByRole("heading", { name: title }).waitFor();
    await settled(page);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.locator("h1").textContent()).not.toBe("");
    await page.locator(".empty").getByRole("link").waitFor();
  });

  it("long names of scopes are cut in their column, with the count beside them", async () => {
    await dashboard.memoir.scope(LONG).remember("The plant runs");
    const page = await dashboard.open();
    const link = page.locator(".scopes a", { hasText: LONG });
    await link.waitFor();
    const seen = await link.evaluate((one) => {
      const column = one.closest(".scopes")!;
      return {
        scrolls: column.scrollWidth > column.clientWidth,
        counted:
          one.querySelector("b")!.getBoundingClientRect().right <= column.getBoundingClientRect().right,
        cut: one.ownerDocument.defaultView!.getComputedStyle(one.querySelector("span")!).textOverflow,
        title: one.querySelector("span")!.title,
      };
    });
    expect(seen).toEqual({ scrolls: false, counted: true, cut: "ellipsis", title: LONG });
  });

  it("one number for one thing: forgotten memories do not count, and the badge counts what the page lists", async () => {
    const dan = dashboard.memoir.scope("user:dan");
    const { memory } = await dan.remember("Dan lives in Graz");
    await dan.remember("Dan sails");
    await dan.forget({ id: memory.id });
    const claims = ["Likes jazz", "Owns a red bicycle"].map((text, i) => ({
      ...{ id: `c${i}`, memory: text, user_id: "dan" },
    }));
    await dashboard.memoir.operator().importForeign("mem0", [JSON.stringify(claims)]);
    await dan.observe([{ id: "d1", text: "Everybody calls me Danny" }]);
    await dan.profile.propose("preferred_name", "Danny", { source: "d1" });
    const page = await dashboard.open("#/review");
    await page.locator(".waiting-card").nth(2).waitFor();
    expect(await page.locator(".page-head small").textContent()).toBe("3 waiting");
    expect(await page.getByRole("navigation", { name: "Views" }).locator(".count").textContent()).toBe("3");
    await page.goto(`${dashboard.url}/#/memories`);
    const all = page.locator(".scopes a", { hasText: "All scopes" }).locator("b");
    const kept = await all.textContent();
    await page.goto(`${dashboard.url}/#/operations/health`);
    expect(await page.locator(".tile", { hasText: "Memories" }).locator("dd").textContent()).toBe(kept);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";

const undo = (page: Page, of: string) =>
  page.getByRole("status").locator(".toast", { hasText: of }).getByRole("button", { name: "Undo" });

describe.skipIf(SKIPS_BROWSER)("the dashboard's undo", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it("takes back its own change, and says so where a newer one stands in the way", async () => {
    const { memories } = scope("ann");
    const { memory } = await scope("ann").remember("Ann paints doors");
    const page = await dashboard.open(`#/memory/${memory.id}?scope=user%3Aann`);
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByRole("button", { name: "Unpin" }).waitFor();
    await memories.update(memory.id, { importance: 0.9 });
    await undo(page, "Changed: 1").click();
    await page.getByText("Not undone: it was changed again since.").waitFor();
    expect(await memories.get(memory.id)).toMatchObject({ pinned: true, importance: 0.9 });

    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await memories.restore(memory.id);
    await undo(page, "Forgotten: 1").click();
    await page.getByText("Not undone: it was changed again since.").nth(1).waitFor();
    expect((await memories.get(memory.id))?.status).toBe("active");

    await page.getByRole("button", { name: "Disable" }).click();
    await undo(page, "Disabled: 1").click();
    await page.getByText("Undone.", { exact: true }).waitFor();
    expect((await memories.get(memory.id))?.status).toBe("active");
  });

  it("is not offered where an action has changed nothing", async () => {
    const { memory } = await scope("ben").remember("Ben bakes");
    await scope("ben").memories.update(memory.id, { pinned: true });
    const page = await dashboard.open("#/memories?scope=user%3Aben");
    await page.locator(".row").getByRole("checkbox").check();
    await page.getByRole("toolbar").getByRole("button", { name: "Pin" }).click();
    await page.getByRole("status").getByText("Pinned: 1.").waitFor();
    expect(await undo(page, "Pinned: 1.").count()).toBe(0);
  });

  it("is not offered for a digest, of which the server undoes nothing", async () => {
    const cleo = scope("cleo");
    await cleo.observe([{ id: "c1", text: "Cleo rows across the lake", session: "s1" }]);
    await cleo.session("s1").consolidate();
    const [digest] = (await cleo.memories.list({ kind: "timeline" })).items;
    const page = await dashboard.open(`#/memory/${digest!.id}?scope=user%3Acleo`);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Restore" }).waitFor();
    await settled(page);
    await page.locator("[aria-labelledby=history] li").nth(1).waitFor();
    expect(await page.getByRole("button", { name: /undo/i }).count()).toBe(0);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("status").getByText("Forgotten: 1").waitFor();
    expect(await page.getByRole("button", { name: /undo/i }).count()).toBe(0);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

describe.skipIf(SKIPS_BROWSER)("the dashboard's memories", () => {
  const dashboard = useDashboard();

  it("R161: signs in by a link or a key, and shows what is remembered", async () => {
    await dashboard.memoir.scope("user:alice").remember("Alice is allergic to nuts");
    const page = await dashboard.open();
    await row(page, "Alice is allergic to nuts").waitFor();
    expect(await page.getByRole("link", { name: /user:alice/ }).textContent()).toMatch(/1/);

    const stranger = await dashboard.stranger();
    await stranger.goto(dashboard.url);
    await stranger.getByLabel("Key", { exact: true }).fill("mk_wrong");
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await stranger.getByRole("alert").waitFor();
    await stranger.getByLabel("Key", { exact: true }).fill(dashboard.key);
    await stranger.getByRole("button", { name: "Sign in" }).click();
    await row(stranger, "Alice is allergic to nuts").waitFor();
    await stranger.getByRole("button", { name: "Sign out" }).click();
    await stranger.getByLabel("Key", { exact: true }).waitFor();
  });
});

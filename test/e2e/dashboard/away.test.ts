import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";

const API = "**/api/ltm/**";
const problem = (page: Page) => page.locator("main").getByRole("alert");

describe.skipIf(SKIPS_BROWSER)("the dashboard while the server or the session is away", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it.each([
    ["a list", "#/memories?scope=user%3Aann", "#/memories?scope=user%3Aann&sort=importance"],
    ["a search", "#/memories", "#/memories?q=doors"],
    ["a page", "#/memories", "#/person?scope=user%3Aann"],
  ])("%s that could not be read comes when the server is back, and the error goes", async (_, from, to) => {
    await scope("ann").remember("Ann paints doors");
    const page = await dashboard.open(from);
    await page.getByText("Ann paints doors").waitFor();
    await page.route(API, (route) => route.abort());
    await page.goto(`${dashboard.url}/${to}`);
    await problem(page).first().waitFor();
    await page.unroute(API);
    await problem(page).first().waitFor({ state: "detached" });
    await page.getByText("Ann paints doors").first().waitFor();
  });

  it("a session that has ended leads to the sign-in, and from there back to the same place", async () => {
    await scope("ben").remember("Ben bakes");
    const place = "#/memories?scope=user%3Aben&sort=importance";
    const page = await dashboard.open(place);
    await page.getByText("Ben bakes").waitFor();
    await page.context().clearCookies();
    await page.locator(".row").getByRole("checkbox").check();
    await page.getByRole("toolbar").getByRole("button", { name: "Pin" }).click();
    await page.getByRole("alert").getByText("Your session has ended.").waitFor();
    await page.getByLabel("Key", { exact: true }).fill(dashboard.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Ben bakes").waitFor();
    expect(new URL(page.url()).hash).toBe(place);
  });
});

import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";

describe.skipIf(SKIPS_BROWSER)("tuning on the dashboard", () => {
  const dashboard = useDashboard();

  it("R33, R37, R74: a candidate beside the policy in force, its canary, promotion, rollback and every step", async () => {
    const { policy, tuning } = dashboard.memoir.operator();
    await dashboard.memoir.scope("user:ann").remember("Ann keeps bees");
    await dashboard.memoir.scope("user:ben").remember("Ben plays the cello");
    const page = await dashboard.open("#/operations/tuning");
    await page.getByText("No candidate yet").waitFor();
    await page.getByText("too few to tell").waitFor();
    await page.getByRole("button", { name: "Look for a better policy" }).click();
    await page.getByText("0 of 40 labelled decisions to learn from: too few to tell.").waitFor();

    await page.getByLabel("Settings").fill('{ "writePolicy": { "mode": "manual" } }');
    await page.getByRole("button", { name: "Try it on the log" }).click();
    const trial = page.getByRole("region", { name: "Candidate 1" });
    await trial.getByText("undecided", { exact: true }).waitFor();
    expect(await trial.locator(".diff").textContent()).toMatch(/writePolicy\.mode.*"auto".*"manual"/);
    await trial.getByRole("columnheader", { name: "In force" }).waitFor();
    await trial.getByRole("row").filter({ hasText: "waits for a person" }).waitFor();

    await trial.getByRole("button", { name: "2 of 2 decisions differ" }).click();
    const row = trial.getByRole("row").filter({ hasText: "Ann keeps bees" });
    await row.waitFor();
    // Both policies side by side.
    expect(await row.locator(".badge").allTextContents()).toEqual(["active", "pending"]);
    expect(await row.textContent()).toContain("every write waits for approval");

    await trial.getByRole("button", { name: "Start a canary" }).click();
    await trial.getByText("canary 10 %").waitFor();
    expect((await tuning.trials())[0]).toMatchObject({ status: "canary", share: 0.1 });
    await page.getByRole("button", { name: "Roll back" }).click();
    await trial.getByText("in shadow").waitFor();
    await trial.getByRole("button", { name: "Put in force" }).click();
    await trial.getByText("promoted", { exact: true }).waitFor();
    expect((await policy.current()).writePolicy.mode).toBe("manual");

    const steps = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Undo" }) });
    await steps.filter({ hasText: "promoted: version 2" }).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("row").filter({ hasText: "rollback: version 3" }).waitFor();
    expect((await policy.current()).writePolicy.mode).toBe("auto");
    await page.getByText("Since policy version 3").waitFor();
  });
});

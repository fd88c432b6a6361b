import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";

const DAY_MS = 86_400_000;

/** A server on which profile changes need consent, memories are linked, and models have prices and a budget. */
describe.skipIf(SKIPS_BROWSER)("the dashboard of a supervised server", () => {
  const dashboard = useDashboard({
    preset: "supervisor",
    embedder: "none",
    models: { dailyTokenBudget: 50_000, prices: { "openai/small": { input: 1, output: 10 } } },
  });
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it("R277, R278: consent proposals wait with their deadline; the keyboard approves, edits and rejects them", async () => {
    const { profile } = scope("ann");
    await profile.propose("city", "Hamburg");
    await profile.propose("pronouns", "she/her");
    await profile.propose("preferred_name", "Annie");
    const page = await dashboard.open("#/review/proposals");
    const card = (text: string) => page.locator(".waiting-card").filter({ hasText: text });
    await card("Hamburg").getByText("needs consent").waitFor();
    expect(await card("Hamburg").textContent()).toMatch(/lapses in (7 days|1 wk)/);

    await card("Annie").focus();
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByLabel("preferred name").fill("Anna");
    await page.keyboard.press("Enter");
    await card("Anna").waitFor();
    await card("Annie").waitFor({ state: "detached" });
    await card("Anna").focus();
    await page.keyboard.press("a");
    await card("Anna").waitFor({ state: "detached" });
    // The next one has the focus: nobody needs the mouse.
    await page.locator(".waiting-card:focus").waitFor();
    await page.keyboard.press("r");
    await page.locator(".waiting-card").nth(1).waitFor({ state: "detached" });
    await page.locator(".waiting-card:focus").waitFor();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: /^Approve \(1\)/ }).click();
    await page.getByText("Nothing waits for you").waitFor();
    const values = (await profile.get()).map(({ value }) => value);
    expect(values).toContain("Anna");
    expect(values).toHaveLength(2);
  });

  it("upkeep: look first, run, see what it did, take it back", async () => {
    const ben = scope("ben");
    const { memory } = await ben.remember("Ben likes tea");
    await ben.memories.update(memory.id, { expiresAt: new Date("2020-01-01") });
    const page = await dashboard.open("#/operations/upkeep");
    const job = (name: string) =>
      page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
    await job("sweep").first().getByText("never").waitFor();
    await job("sweep").first().getByRole("button", { name: "Look first" }).click();
    await page.getByRole("heading", { name: "Changes that sweep would make" }).waitFor();
    await page.getByRole("link", { name: "Ben likes tea" }).waitFor();
    expect(await dashboard.memoir.operator().upkeep.runs()).toEqual([]);
    await job("sweep").first().getByRole("button", { name: "Run now" }).click();
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    await page.getByRole("cell", { name: /expired 1/ }).waitFor();
    const [run] = await dashboard.memoir.operator().upkeep.runs();
    expect(run).toMatchObject({ name: "sweep", status: "done", counts: { expired: 1 } });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Undone: \d/).waitFor();
  });

  it("models: cost per day and what is left of the budget", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const before = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
    const db = new DatabaseSync(dashboard.database, { timeout: 60_000 });
    const add = db.prepare(
      "insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens) values ('default', ?, 'extract', ?, 3, 1, ?, ?)",
    );
    add.run(today, "openai/small", 20_000, 2_000);
    add.run(before, "openai/small", 100_000, 10_000);
    add.run(before, "local/free", 1_000, 10);
    db.close();
    const page = await dashboard.open("#/operations/models");
    const tile = (label: string) => page.locator(".tile").filter({ hasText: label });
    expect(await tile("Cost today").locator("dd").textContent()).toBe("0.04");
    expect(await tile("Cost of 30 days").locator("dd").textContent()).toBe("0.24");
    expect(await tile("Left of today's budget").locator("dd").textContent()).toBe("28,000 tokens");
    expect(await page.getByRole("row").filter({ hasText: "local/free" }).textContent()).toContain("–");
    await page.getByRole("heading", { name: "Cost per day" }).waitFor();
  });

  it("graph and time: people and things, growth, decay, days and timeline; one memory names its relations", async () => {
    const cleo = scope("cleo");
    const at = (days: number): Date => new Date(Date.now() - days * DAY_MS);
    await cleo.observe([
      { id: "c1", text: "I am training for the Berlin marathon in autumn.", at: at(3) },
      { id: "c2", text: "Remember that my sister Mia lives in Rome.", at: at(2) },
    ]);
    await cleo.flush();
    const { memory } = await cleo.remember("Cleo leads the Apollo launch project in Bremen");
    await cleo.remember("Cleo leads the Apollo launch project budget in Bremen");
    const links = await cleo.memories.relations();
    expect(links.length).toBeGreaterThan(0);
    const page = await dashboard.open("#/graph?scope=user%3Acleo");
    await page.locator(".net a").filter({ hasText: "Bremen" }).waitFor();
    expect(await page.locator(".net .tie").count()).toBeGreaterThan(1);
    await page.locator(".chart canvas").nth(1).waitFor();
    await page.getByRole("button", { name: "What a bot is told about cleo" }).click();
    await page.getByRole("heading", { name: "What a bot is told about cleo" }).waitFor();
    expect(await page.locator(".digest").textContent()).toContain("Apollo");
    await page.reload();
    await page.locator("[aria-labelledby=digests] .timeline").getByText("Berlin marathon").waitFor();

    await page.goto(`${dashboard.url}/#/memory/${memory.id}?scope=user%3Acleo`);
    await page
      .locator("[aria-labelledby=relations]")
      .getByRole("link", { name: /budget/ })
      .click();
    await page.getByRole("heading", { name: /Apollo launch project budget/ }).waitFor();
  });

  it("R73: jobs that failed for good are shown with their error, and tried again", async () => {
    const db = new DatabaseSync(dashboard.database, { timeout: 60_000 });
    db.prepare(
      `insert into job (tenant, id, scope, kind, payload, priority, status, run_at, attempts, max_attempts, last_error, created_at, updated_at)
       values ('default', ?, 0, 'embed', '{}', 0, 'dead', 0, 5, 5, 'model_unavailable: no answer', ?, ?)`,
    ).run(crypto.randomUUID(), Date.now(), Date.now());
    db.close();
    const page = await dashboard.open("#/operations/jobs");
    await page.getByText("1 job has failed for good.").waitFor();
    await page.getByRole("row").filter({ hasText: "model_unavailable: no answer" }).waitFor();
    await page.getByRole("button", { name: "Retry all" }).click();
    await page.getByText("Will be tried again: 1.").waitFor();
    await page.getByText("1 job has failed for good.").waitFor({ state: "detached" });
  });
});

import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";

describe.skipIf(SKIPS_BROWSER)("the dashboard's views", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it("a view whose code cannot be loaded says so, and comes when the server is back", async () => {
    await scope("eve").remember("Eve rows");
    const page = await dashboard.open("#/memories?scope=user%3Aeve");
    const failed: string[] = [];
    page.on("pageerror", ({ message }) => failed.push(message));
    await page.route("**/assets/person-*.js", (route) => route.abort());
    await page.goto(`${dashboard.url}/#/person?scope=user%3Aeve`);
    await page.getByText("This part of the page could not be loaded.").waitFor();
    await page.unroute("**/assets/person-*.js");
    await page.goto(`${dashboard.url}/#/memories?scope=user%3Aeve`);
    await page.getByText("Eve rows").waitFor();
    await page.goto(`${dashboard.url}/#/person?scope=user%3Aeve`);
    await page.getByRole("heading", { name: /eve/i }).first().waitFor();
    expect(failed).toEqual([]);
  });

  it("playground: ranked lines with their signals, what was cut, the block of each preset, asOf", async () => {
    const ann = scope("ann");
    await ann.observe([
      { id: "a1", text: "Remember that I live in Hamburg." },
      { id: "a2", text: "Remember that I like green tea." },
    ]);
    await ann.remember("Ann is allergic to peanuts", { type: "constraint" });
    await ann.flush();
    const page = await dashboard.open("#/playground/ask?scope=user%3Aann");
    await page.getByLabel("Question").fill("where do I live?");
    await page.getByRole("button", { name: "Recall" }).click();
    const hit = page.locator("details").filter({ hasText: "Hamburg" });
    await hit.click();
    await hit.getByText("Relevance", { exact: true }).waitFor();
    await page.getByRole("heading", { name: /^Core/ }).waitFor();
    const block = page.locator("pre.block");
    expect(await block.textContent()).toBe((await ann.recall("where do I live?")).toPrompt());
    await page.getByLabel("Preset").selectOption("everbot");
    await block.filter({ hasNotText: "<memoir>" }).waitFor();
    expect(await block.textContent()).toContain("Hamburg");
    await page.getByLabel("Preset").selectOption("");
    // Before anything was known there is nothing to recall.
    await page.getByRole("slider").fill("0");
    await page.getByText("Nothing is recalled for this question.").waitFor();
    const counts = (await ann.memories.list()).items.map(({ accessCount }) => accessCount);
    expect([counts.length > 0, new Set(counts)]).toEqual([true, new Set([0])]);
  });

  it("playground: what a message would come to, and nothing is written", async () => {
    const ben = scope("ben");
    await ben.observe([{ id: "b1", text: "Remember that I live in Bonn." }]);
    await ben.flush();
    const page = await dashboard.open("#/playground/say?scope=user%3Aben");
    await page.getByLabel("Message").fill("Remember that I live in Kiel now.");
    await page.getByRole("button", { name: "What would be kept?" }).click();
    const entry = page.locator(".entry").filter({ hasText: "Kiel" });
    await entry.getByText("replaces").waitFor();
    expect(await entry.textContent()).toContain("Bonn");
    expect((await ben.events.list()).items).toHaveLength(1);
    expect((await ben.memories.list()).items).toHaveLength(1);
  });

  it("one memory: the quoted words, and why it did not come up", async () => {
    const cleo = scope("cleo");
    await cleo.observe([{ id: "c1", text: "Oh well. Remember that I play the cello. What about you?" }]);
    await cleo.flush();
    const [memory] = (await cleo.memories.list()).items;
    const page = await dashboard.open(`#/memory/${memory!.id}?scope=user%3Acleo`);
    expect(await page.locator("blockquote mark").textContent()).toContain("play the cello");
    await page.getByLabel("The question that was asked").fill("quantum chromodynamics");
    await page.getByRole("button", { name: "Find out" }).click();
    await page.getByText("It does not come up.").waitFor();
    await page.getByRole("link", { name: "in its conversation" }).click();
    await page.locator("#event-c1.wanted").waitFor();
  });

  it("review: approves, edits and rejects with the keyboard, and in bulk", async () => {
    const { operator } = dashboard.memoir;
    const words = ["Likes jazz", "Is afraid of flying", "Owns a red bicycle", "Speaks Portuguese"];
    const claims = words.map((memory, i) => ({ id: `c${i}`, memory, user_id: "dan" }));
    await operator().importForeign("mem0", [JSON.stringify(claims)]);
    const waiting = async (): Promise<string[]> =>
      (await operator().review()).items.flatMap((one) => (one.kind === "memory" ? [one.memory.text] : []));
    expect(await waiting()).toHaveLength(4);
    const page = await dashboard.open("#/review");
    await page.locator("#waiting-3").waitFor();
    await page.locator("#waiting-0").focus();
    const first = await page.locator("#waiting-0 h2").textContent();
    await page.keyboard.press("a");
    await page.locator("#waiting-3").waitFor({ state: "detached" });
    expect((await scope("dan").memories.list({ status: ["active"] })).items.map(({ text }) => text)).toEqual([
      first,
    ]);
    await page.locator("#waiting-0").focus();
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByLabel("Text").fill("Collects rare stamps");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.locator(".waiting").getByText("Collects rare stamps").first().waitFor();
    await page.locator("#waiting-0").focus();
    await page.keyboard.press("r");
    await page.locator("#waiting-2").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByRole("button", { name: /^Approve \(2\)/ }).click();
    await page.getByText("Nothing waits for you").waitFor();
    expect(await waiting()).toEqual([]);
    const kept = (await scope("dan").memories.list({ status: ["active"] })).items;
    expect(kept).toHaveLength(3);
  });

  it("R73: operations: health, jobs, models, keys, audit log; policy with rollback and the read-only switch", async () => {
    const { memory } = await scope("eve").remember("Eve keeps bees");
    const page = await dashboard.open("#/operations");
    await page.getByText("ready", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop all writes" }).click();
    await page.getByRole("button", { name: "Allow writes again" }).waitFor();
    expect(await dashboard.memoir.operator().readOnly()).toBe(true);
    await page.getByRole("button", { name: "Allow writes again" }).click();
    await page.getByRole("button", { name: "Stop all writes" }).waitFor();

    await page.getByRole("link", { name: "Policy" }).click();
    await page.getByLabel("The changes as JSON").fill('{ "readPolicy": { "maxItems": 7 } }');
    await page.getByRole("button", { name: "Put in force" }).click();
    await page.getByRole("heading", { name: "Version 1" }).waitFor();
    expect((await dashboard.memoir.operator().policy.current()).readPolicy.maxItems).toBe(7);
    await page.locator(".version ins").getByText("7").waitFor();
    await page.getByRole("button", { name: "Go back to this" }).last().click();
    await page.getByRole("heading", { name: "Version 2" }).waitFor();
    expect((await dashboard.memoir.operator().policy.current()).readPolicy.maxItems).not.toBe(7);

    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByLabel("Name").fill("bot-of-a-test");
    await page.getByRole("button", { name: "Create key" }).click();
    expect(await page.locator(".made code").textContent()).toMatch(/^mk_/);

    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("link", { name: memory.shortId }).waitFor();
    for (const [tab, text] of [
      // Jobs may be done by now.
      ["Jobs", /By kind|The queue is empty/],
      ["Models", "Spent today"],
      ["Export & import", "Format"],
    ] as const) {
      await page.getByRole("link", { name: tab }).click();
      await page.getByText(text).waitFor();
    }
  });

  it("exports a file and imports it again", async () => {
    await scope("fay").remember("Fay builds kites");
    const page = await dashboard.open("#/operations/transfer");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const file = await download.path();
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("button", { name: "Check only" }).click();
    await page.getByText("This would happen:").waitFor();
    expect(await page.locator("main").textContent()).toContain("unchanged");
  });

  it("graph and time draws the people, the growth and the decay", async () => {
    const gil = scope("gil");
    await gil.observe([
      { id: "g1", text: "Remember that my sister Mia lives in Rome. Remember that I love sailing." },
    ]);
    await gil.flush();
    const page = await dashboard.open("#/graph?scope=user%3Agil");
    await page.locator(".net a").filter({ hasText: "Rome" }).waitFor();
    await page.locator(".chart canvas").nth(1).waitFor();
  });
});

import { describe, expect, it } from "vitest";
import { serious, widths } from "../../support/axe.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

const PLACE = "#/operations/policy";

describe.skipIf(SKIPS_BROWSER)("the policy as a form", () => {
  const dashboard = useDashboard();

  it("form and JSON in step, a preview on the last day's decisions, a version, and the way back", async () => {
    await dashboard.memoir.scope("user:ann").remember("Ann keeps bees", { type: "profile" });
    const page = await dashboard.open(PLACE);
    const json = page.getByLabel("The changes as JSON");
    await page.getByLabel("What happens to a new claim").selectOption("manual");
    expect(JSON.parse(await json.inputValue())).toEqual({ writePolicy: { mode: "manual" } });
    const preview = page.locator(".policy-preview");
    await preview.getByText(/^1 of \d+ decisions? would have been different:$/).waitFor();
    await preview.getByText("Ann keeps bees").waitFor();
    await json.fill('{ "writePolicy": { "minConfidence": 0.75 } }');
    await page.getByLabel("What happens to a new claim").and(page.locator("select")).waitFor();
    expect(await page.getByLabel("What happens to a new claim").inputValue()).toBe("auto");
    expect(await page.getByLabel("Least confidence").first().inputValue()).toBe("0.75");
    await page.getByLabel("Reason").fill("too much noise");
    await page.getByRole("button", { name: "Put in force" }).click();
    await page.getByRole("heading", { name: "Version 1" }).waitFor();
    const { policy } = dashboard.memoir.operator();
    expect(await policy.current()).toMatchObject({
      ...{ version: 1, reason: "too much noise" },
      writePolicy: { minConfidence: 0.75 },
    });
    await page.getByRole("button", { name: "Go back to this" }).last().click();
    await page.getByRole("heading", { name: "Version 2" }).waitFor();
    expect((await policy.current()).writePolicy.minConfidence).not.toBe(0.75);
  });

  it.each(
    oneOf([
      ["en-GB", 1280, "light", "Least confidence", "This must be at most 1.", "Put in force"],
      ["zh-CN", 820, "dark", "最低置信度", "不能大于 1。", "生效"],
      ["en-GB", 390, "dark", "Least confidence", "This must be at most 1.", "Put in force"],
      ["zh-CN", 390, "light", "最低置信度", "不能大于 1。", "生效"],
    ] as const),
  )(
    "in %s at %i pixels, %s: a bad value is refused beside its field",
    async (locale, width, colorScheme, label, fault, put) => {
      const page = await dashboard.open(PLACE, {
        viewport: { width, height: 844 },
        ...{ locale, colorScheme, reducedMotion: "reduce" },
      });
      const field = page.getByLabel(label).first();
      await field.fill("7");
      await page.locator(".rule").filter({ has: field }).getByText(fault).waitFor();
      expect(await page.getByRole("button", { name: put }).isDisabled()).toBe(true);
      await page.evaluate("for (const group of document.querySelectorAll('details')) group.open = true");
      await settled(page);
      expect((await widths(page)).page).toBe(width);
      expect(await serious(page)).toEqual([]);
      await field.fill("0.8");
      await page.locator(".rule").filter({ has: field }).getByText(fault).waitFor({ state: "detached" });
      expect(await page.getByRole("button", { name: put }).isDisabled()).toBe(false);
    },
  );

  it("JSON that is none, and rules that do not exist, are refused beside the text", async () => {
    const page = await dashboard.open(PLACE);
    await page.getByLabel("The changes as JSON").fill('{ "writePolicy": ');
    await page.getByText("This is no JSON yet.").waitFor();
    await page.getByLabel("The changes as JSON").fill('{ "writePolicy": { "mod": "auto" } }');
    await page.getByText("There is no rule named writePolicy.mod.").waitFor();
    expect(await page.getByRole("button", { name: "Put in force" }).isDisabled()).toBe(true);
  });
});

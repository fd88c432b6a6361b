import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { serious } from "../../support/axe.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

/** The requests for a conversation that a page sends, and for single memories. */
function counted(page: Page): { conversation: number; memories: number } {
  const counts = { conversation: 0, memories: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/ltm/conversation") counts.conversation += 1;
    if (/^\/api\/ltm\/(?:items\/|decisions)/.test(pathname)) counts.memories += 1;
  });
  return counts;
}

const FROM_END = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
  document.getElementById("main"))`;

const fromEnd = (page: Page): Promise<number> => page.evaluate(FROM_END);

describe.skipIf(SKIPS_BROWSER)("the dashboard: a conversation as it happens", () => {
  const dashboard = useDashboard();
  const scope = (name: string) => dashboard.memoir.scope(`user:${name}`);

  it.each(
    oneOf([
      ["en-GB", "ann", "Remember that I live in Hamburg.", "Ann lives in Hamburg."],
      ["zh-CN", "hong", "记住我住在杭州。", "hong住在杭州。"],
    ]),
  )(
    "a message appears when it is said, and its outcome when it is read: %s",
    async (locale, user, said, kept) => {
      const one = scope(user);
      await one.observe([{ id: "m0", text: "hello" }]);
      const page = await dashboard.open(`#/conversation?scope=user%3A${user}`, { locale });
      await page.locator("#event-m0").waitFor();
      await one.observe([{ id: "m1", text: said }]);
      const message = page.locator("#event-m1");
      await message.waitFor();
      // Nobody replies, and nobody asks for it to be read.
      const outcome = message.locator(".fates a");
      await outcome.waitFor();
      expect((await outcome.textContent())?.toLowerCase()).toContain(kept.toLowerCase().replace(/\.$/, ""));
    },
  );

  it("opens at the newest, loads what is older without a jump, one request a page", async () => {
    const ben = scope("ben");
    const messages = Array.from({ length: 200 }, (_, i) => ({
      id: `b${i}`,
      text: `Remember that my code is ${i}.`,
    }));
    await ben.observe(messages);
    await ben.flush();
    const page = await dashboard.open("#/memories");
    await settled(page);
    const counts = counted(page);
    await page.goto(`${dashboard.url}/#/conversation?scope=user%3Aben`);
    await page.locator("#event-b199 .fates li").first().waitFor();
    await settled(page);
    expect(await page.locator("#event-b199").isVisible()).toBe(true);
    expect(await fromEnd(page)).toBeLessThan(2);
    expect(counts).toEqual({ conversation: 1, memories: 0 });

    const oldest = page.locator("#event-b140");
    await oldest.scrollIntoViewIfNeeded();
    await page.locator("#event-b139").waitFor({ state: "attached" });
    await settled(page);
    const place = (): Promise<number> => oldest.evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    await settled(page);
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(800);
    expect(counts.memories).toBe(0);

    // Somebody who reads older messages is not pulled away from them.
    await ben.observe([{ id: "b200", text: "Remember that my code is 200." }]);
    await page.getByRole("button", { name: "New messages" }).click();
    await page.locator("#event-b200").waitFor();
    expect(await fromEnd(page)).toBeLessThan(2);
  });

  it.each(
    oneOf([
      ["en-GB", "cleo", "What was left out?", "Why did this not come up?", "Find out", "It is in the block."],
      ["zh-CN", "lan", "哪些没有带上？", "为什么没有想起这一条？", "查一查", "它在文本块里。"],
    ]),
  )(
    "says why each line is there, and of any message why it did not come up: %s",
    async (locale, user, left, title, find, shown) => {
      const one = scope(user);
      const chinese = locale === "zh-CN";
      const question = chinese ? "我的大提琴老师是谁？" : "who is my cello teacher?";
      await one.observe([
        { id: "m1", text: chinese ? "我的大提琴老师叫格蕾塔。" : "My cello teacher is called Greta." },
        { id: "m2", text: chinese ? "记住我喜欢绿茶。" : "Remember that I like green tea." },
      ]);
      await one.flush();
      const recalled = await one.recall(question);
      await one.observe([
        { id: "q1", text: question },
        { id: "r1", role: "assistant", text: "Greta!" },
      ]);
      await recalled.delivered({ reply: "r1", question: "q1" });
      const page = await dashboard.open(`#/conversation?scope=user%3A${user}`, { locale });
      const reply = page.locator("#event-r1");
      await reply.locator("summary").first().click();
      await reply.locator("pre.block").waitFor();
      expect(await reply.locator(".knew-lines small").first().textContent()).toMatch(
        /Why it is there|为什么在这里/,
      );
      await reply.getByRole("button", { name: left }).click();
      await reply.getByRole("button", { name: left }).waitFor({ state: "detached" });

      const message = page.locator("#event-m1");
      await message.getByText(title).click();
      await message.getByRole("textbox").or(message.getByRole("combobox")).fill(question);
      await message.getByRole("button", { name: find }).click();
      await message.getByText(shown).waitFor();
    },
  );

  it.each(
    oneOf([
      [390, "light"],
      [820, "dark"],
      [1280, "light"],
      [1280, "dark"],
    ] as const),
  )("fits and is clean for axe at %i px, %s", async (width, colorScheme) => {
    const one = scope(`w${width}${colorScheme}`);
    await one.observe([
      { id: "m1", text: "Remember that I am allergic to shellfish." },
      { id: "m2", role: "assistant", text: "I will keep that in mind." },
      { id: "m3", text: "what should I cook tonight?" },
    ]);
    const options = { viewport: { width, height: 800 }, colorScheme };
    const page = await dashboard.open(`#/conversation?scope=user%3Aw${width}${colorScheme}`, options);
    await page.locator("#event-m3 .fates .outcome-ignored").waitFor();
    await page.locator("#event-m1 summary").click();
    await settled(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await serious(page)).toEqual([]);
  });
});

describe.skipIf(SKIPS_BROWSER)("the dashboard: what a message waits for", () => {
  const dashboard = useDashboard({ triggers: { replySeconds: 3_600 } });

  it.each(
    oneOf([
      ["en-GB", "ann", "Not read yet: its reply may still come."],
      ["zh-CN", "hong", "尚未读取：回复可能马上就到。"],
    ]),
  )("says so until it is read: %s", async (locale, user, words) => {
    const one = dashboard.memoir.scope(`user:${user}`);
    await one.observe([{ id: "m1", text: "Remember that I live in Hamburg. 记住我住在杭州。" }]);
    const page = await dashboard.open(`#/conversation?scope=user%3A${user}`, { locale });
    const waits = page.locator("#event-m1 .waits");
    await waits.getByText(words).waitFor();
    await one.flush();
    await waits.waitFor({ state: "detached" });
    await page.locator("#event-m1 .fates a").first().waitFor();
  });
});

import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";
import { oneOf } from "../../support/prove.ts";

interface Words {
  readonly knew: string;
  readonly wrong: string;
  readonly helped: string;
  readonly held: string;
  readonly undo: string;
  readonly feedback: string;
  readonly changed: string;
}

const ENGLISH: Words = {
  ...{ knew: "What it knew", wrong: "Wrong", helped: "Helped", held: "waits for review, or refused" },
  ...{ undo: "Undo", feedback: "Feedback", changed: "changed since" },
};
const CHINESE: Words = {
  ...{ knew: "它当时知道什么", wrong: "不对", helped: "有帮助", held: "等待审核或已拒绝" },
  ...{ undo: "撤销", feedback: "反馈", changed: "后来改过" },
};

describe.skipIf(SKIPS_BROWSER)("the dashboard: what the model knew, and feedback", () => {
  const dashboard = useDashboard();

  it.each<[locale: string, user: string, fact: string, later: string, words: Words]>(
    oneOf([
      ["en-GB", "ann", "Ann lives in Hamburg", "Ann lives in Kiel", ENGLISH],
      ["zh-CN", "hong", "小红住在杭州", "小红住在苏州", CHINESE],
    ]),
  )("opens the block of a reply with links and buttons: %s", async (locale, user, fact, later, words) => {
    const scope = dashboard.memoir.scope(`user:${user}`);
    const { memory } = await scope.remember(fact);
    const recalled = await scope.recall("*");
    await scope.observe([
      { id: "q1", text: "where do I live?" },
      { id: "r0", role: "assistant", text: "Let me think." },
      { id: "r1", role: "assistant", text: "I know it." },
    ]);
    await recalled.delivered({ reply: "r1", question: "q1" });

    const page = await dashboard.open(`#/conversation?scope=user%3A${user}`, { locale });
    const reply = page.locator("#event-r1");
    await reply.getByText(words.knew).click();
    await reply.locator("pre.block").waitFor();
    expect(await reply.locator("pre.block").textContent()).toBe(recalled.toPrompt());
    // A reply without a record has nothing to open.
    expect(await page.locator("#event-r0").getByText(words.knew).count()).toBe(0);

    const line: Locator = reply.getByRole("listitem").filter({ hasText: fact });
    await line.getByRole("button", { name: words.wrong }).click();
    await line.getByText(words.held).waitFor();
    expect((await scope.memories.get(memory.id))?.status).toBe("pending");
    await page.getByRole("button", { name: words.undo }).click();
    await line.getByText(words.held).waitFor({ state: "detached" });
    expect((await scope.memories.get(memory.id))?.status).toBe("active");

    await line.getByRole("link", { name: fact }).click();
    const card = page.getByRole("region", { name: words.feedback });
    await card.getByRole("listitem").filter({ hasText: words.wrong }).waitFor();
    await card.getByRole("button", { name: words.helped }).click();
    await card.getByRole("listitem").filter({ hasText: words.helped }).waitFor();
    expect((await scope.feedbacks()).items.map(({ verdict }) => verdict)).toEqual(["helped", "wrong"]);

    await scope.memories.update(memory.id, { text: later });
    await page.goto(`${dashboard.url}/#/conversation?scope=user%3A${user}&event=r1`);
    await reply.getByText(words.knew).click();
    await line.getByText(words.changed).waitFor();
    expect(await line.textContent()).not.toContain(later);
  });
});

import { describe, expect, it } from "vitest";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { settled, useDashboard } from "../../support/dashboard.ts";
import { BY_DEFAULT } from "../../support/program.ts";
import { oneOf } from "../../support/prove.ts";

interface Told {
  readonly locale: string;
  readonly user: string;
  readonly lines: Readonly<Record<string, string>>;
  /** The headings of the sections. */
  readonly titles: Readonly<Record<string, string>>;
  readonly core: string;
}

const ENGLISH: Told = {
  locale: "en-GB",
  user: "ann",
  lines: {
    who: "I work as a nurse in a children's hospital.",
    people: "My sister Mia teaches piano and has two boys.",
    likes: "In my free time I love hiking and bird watching.",
    plans: "In March we are going to move to Lisbon.",
    limit: "I'm allergic to cashews.",
  },
  titles: { who: "Who they are", people: "People around them", likes: "Likes and dislikes", plans: "Plans" },
  core: "Always kept in mind",
};
const CHINESE: Told = {
  locale: "zh-CN",
  user: "hong",
  lines: {
    who: "我在儿童医院当护士。",
    people: "我妹妹小梅教钢琴，有两个儿子。",
    likes: "我空闲时喜欢爬山和观鸟。",
    plans: "我们打算三月搬到里斯本。",
    limit: "我对腰果过敏。",
  },
  titles: { who: "是谁", people: "身边的人", likes: "喜欢与不喜欢", plans: "打算" },
  core: "始终记得",
};

describe.skipIf(SKIPS_BROWSER)("the dashboard's page of a person", () => {
  const dashboard = useDashboard({}, BY_DEFAULT);

  it.each(
    oneOf([
      [ENGLISH, "light"],
      [CHINESE, "dark"],
    ] as const),
  )("tells what is known in plain sections, without a model: %#", async (told, colorScheme) => {
    const scope = dashboard.memoir.scope(`user:${told.user}`);
    await scope.observe(Object.entries(told.lines).map(([id, text]) => ({ id, text })));
    // The server makes the vectors, by which messages are judged, in the background.
    await expect
      .poll(async () => (await scope.person())?.sections.map(({ section }) => section))
      .toEqual(["who", "people", "likes", "plans"]);
    const { locale } = told;
    const page = await dashboard.open(`#/person?scope=user%3A${told.user}`, { locale, colorScheme });
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      const section = (title: string) => page.getByRole("region", { name: title });
      for (const [name, title] of Object.entries(told.titles))
        await section(title).getByText(told.lines[name]!).waitFor();
      await section(told.core).getByText(told.lines.limit!).waitFor();
      expect(await page.getByText(told.lines.limit!).count()).toBe(1);
      await settled(page);
      expect(await page.evaluate("document.querySelector('main').scrollWidth")).toBeLessThanOrEqual(width);
      if (width === 1280) {
        await section(told.titles.who!).getByRole("link").click();
        await page.locator("#event-who.wanted").waitFor();
      }
    }
  });

  it("reads it in one request, and again when something changes", async () => {
    const scope = dashboard.memoir.scope("user:ben");
    await scope.remember("Ben prefers tea", { type: "preference" });
    const page = await dashboard.open("#/memories?scope=user%3Aben");
    await page.getByText("Ben prefers tea").waitFor();
    await settled(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: "Open the person's page" }).click();
    await page.getByRole("heading", { name: "Ben", level: 1 }).waitFor();
    await settled(page);
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual(["/api/ltm/person"]);
    await scope.remember("Ben files his taxes in May", { type: "task_state" });
    await page.getByRole("region", { name: "Plans" }).getByText("Ben files his taxes in May").waitFor();
  });

  it("a group has its members, each with their own part", async () => {
    const group = dashboard.memoir.scope("group:discord/7");
    await group.observe([
      { id: "g1", author: "101", authorName: "Wren", text: "I work as a baker in Bristol." },
      { id: "g2", author: "102", authorName: "阿文", text: "我在成都开了一家火锅店。" },
    ]);
    await expect.poll(async () => (await group.person("101"))?.sections.length).toBe(1);
    const page = await dashboard.open("#/person?scope=group%3Adiscord%2F7");
    await page.getByRole("heading", { name: "阿文", level: 1 }).waitFor();
    await page.getByText("我在成都开了一家火锅店。").waitFor();
    expect(await page.getByText("baker").count()).toBe(0);
    await page.getByRole("navigation", { name: "Members" }).getByRole("link", { name: "Wren" }).click();
    await page.getByRole("heading", { name: "Wren", level: 1 }).waitFor();
    await page.getByText("I work as a baker in Bristol.").waitFor();
    expect(await page.getByText("火锅店").count()).toBe(0);
  });

  it("says so where nothing is known", async () => {
    await dashboard.memoir.scope("user:cy").observe([{ id: "c1", text: "ok" }]);
    const page = await dashboard.open("#/person?scope=user%3Acy");
    await page.getByRole("heading", { name: "Nothing is known yet" }).waitFor();
    await page.goto(`${dashboard.url}/#/person?scope=group%3Anobody`);
    await page.getByRole("heading", { name: "Nobody has spoken here yet" }).waitFor();
  });
});

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { EventInput, ScopeHandle } from "../../../src/index.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { useDashboard } from "../../support/dashboard.ts";
import { BY_DEFAULT } from "../../support/program.ts";
import { oneOf } from "../../support/prove.ts";

interface Words {
  readonly title: string;
  readonly sorts: readonly string[];
  readonly out: string;
  readonly undo: string;
  readonly taken: string;
  readonly in: string;
}

const ENGLISH: Words = {
  title: "In every prompt",
  sorts: ["limit", "address", "wish"],
  out: "Take out",
  undo: "Undo",
  taken: "taken out of every prompt",
  in: "Let in again",
};
const CHINESE: Words = {
  title: "每次都带上",
  sorts: ["限制", "称呼", "要求"],
  out: "移出",
  undo: "撤销",
  taken: "已移出，不再每次带上",
  in: "重新加入",
};

describe.skipIf(SKIPS_BROWSER)("the dashboard's core", () => {
  const dashboard = useDashboard({}, BY_DEFAULT);

  const prompt = async (scope: ScopeHandle): Promise<string> => (await scope.recall("hi")).toPrompt();

  it.each<[locale: string, user: string, messages: EventInput[], wish: string, words: Words]>(
    oneOf([
      [
        "en-GB",
        "ann",
        [
          { id: "m1", text: "Call me Al." },
          { id: "m2", text: "I'm allergic to cashews." },
        ],
        "Ann wants short answers",
        ENGLISH,
      ],
      [
        "zh-CN",
        "hong",
        [
          { id: "m1", text: "叫我小艾就行。" },
          { id: "m2", text: "我对腰果过敏。" },
        ],
        "小红希望回答简短",
        CHINESE,
      ],
    ]),
  )(
    "shows every line with its sort and source, takes it out and lets it in again: %s",
    async (locale, user, messages, wish, words) => {
      const scope = dashboard.memoir.scope(`user:${user}`);
      const { memory } = await scope.remember(wish, { type: "constraint" });
      await scope.observe(messages);
      // The server makes the vectors, by which messages are judged, in the background.
      await expect.poll(async () => (await scope.core()).lines.length).toBe(3);
      const limit = messages[1]!.text!;

      const place = `#/memories?scope=user%3A${user}`;
      const page = await dashboard.open(place, { locale });
      const core = page.getByRole("list", { name: words.title });
      const line = (text: string): Locator => core.getByRole("listitem").filter({ hasText: text });
      await line(limit).waitFor();
      expect(await core.locator(".badge").allTextContents()).toEqual(words.sorts);

      await takeOut(line(limit), words);
      await line(limit).waitFor({ state: "detached" });
      expect(await prompt(scope)).not.toContain(limit);
      await undo(page, words);
      await line(limit).waitFor();
      expect(await prompt(scope)).toContain(limit);

      await takeOut(line(wish), words);
      await line(wish).waitFor({ state: "detached" });
      expect((await scope.memories.get(memory.id))?.status).toBe("soft_deleted");
      await page.getByRole("button", { name: words.undo }).last().click();
      await line(wish).waitFor();

      // Its source is one click away; there it is let in again when the toast is long gone.
      await scope.events.allowCore("m2", false);
      await page.goto(`${dashboard.url}/#/conversation?scope=user%3A${user}&event=m2`);
      await page.getByText(words.taken).waitFor();
      await page.getByRole("button", { name: words.in }).click();
      await page.getByText(words.taken).waitFor({ state: "detached" });
      await page.goto(`${dashboard.url}/${place}`);
      await line(limit).getByRole("link").click();
      await page.locator("#event-m2.wanted").waitFor();
    },
  );
});

async function takeOut(line: Locator, { out }: Words): Promise<void> {
  await line.getByRole("button", { name: out }).click();
}

async function undo(page: Page, words: Words): Promise<void> {
  await page.getByRole("button", { name: words.undo }).click();
}

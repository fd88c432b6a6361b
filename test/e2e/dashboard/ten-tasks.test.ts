import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUSY, fillBusy, REPLY } from "../../support/busy-bot.ts";
import { SKIPS_BROWSER } from "../../support/chromium.ts";
import { type Dashboard, settled, useDashboard } from "../../support/dashboard.ts";
import { type Effort, type Hands, handsOn } from "../../support/hands.ts";
import { figure, firstOf } from "../../support/prove.ts";

type Task = (hands: Hands, dashboard: Dashboard) => Promise<void>;

const view = ({ page }: Hands, name: string | RegExp): Locator =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
const tab = ({ page }: Hands, name: string): Locator =>
  page.getByRole("navigation", { name: "Operations" }).getByRole("link", { name });
const person = ({ page }: Hands, scope: string): Locator => page.getByRole("link", { name: scope });
const row = ({ page }: Hands, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const button = ({ page }: Hands, name: string | RegExp): Locator => page.getByRole("button", { name });

async function search(hands: Hands, text: string): Promise<void> {
  await hands.type(hands.page.getByRole("searchbox", { name: "Search all memories" }), text);
  await hands.press("Enter");
}

/** Somebody asks: how did the bot know that? The answer is the words that prove the line it was given. */
const findWhy: Task = async (hands) => {
  await hands.click(person(hands, REPLY.scope));
  await hands.click(view(hands, "Conversation"));
  const reply = hands.page.getByRole("listitem").filter({ hasText: "There is a small place in Kreuzberg" });
  await hands.click(reply.getByText("What it knew"));
  await hands.click(reply.getByRole("link", { name: REPLY.fact }));
  const proof = hands.page.getByRole("region", { name: "Why is this here?" });
  await proof.getByText("Remember that I live in Berlin now.").waitFor();
};

const correct: Task = async (hands, { memoir }) => {
  await search(hands, "sister");
  await hands.click(row(hands, "Mia").getByRole("link"));
  await hands.click(button(hands, "Edit"));
  const dialog = hands.page.getByRole("dialog");
  await hands.type(dialog.getByLabel("Text"), "Alice's sister Mia lives in Milan");
  await hands.click(dialog.getByRole("button", { name: "Save" }));
  await hands.page.getByRole("heading", { name: "Alice's sister Mia lives in Milan" }).waitFor();
  const { items } = await memoir.scope("user:alice").memories.list({ status: ["active"] });
  expect(items.map(({ text }) => text)).toContain("Alice's sister Mia lives in Milan");
};

/** In the list, on its row. */
const approve: Task = async (hands, { memoir }) => {
  const waiting = async (): Promise<number> => (await memoir.operator().review()).items.length;
  const before = await waiting();
  const jazz = row(hands, "Likes jazz from the sixties");
  await hands.click(jazz.getByRole("button", { name: "Approve" }));
  await jazz.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
  expect(await waiting()).toBe(before - 1);
};

/** Everything of a person: memories, messages, profile, what others said about them. */
const forgetPerson: Task = async (hands, { memoir }) => {
  const visitor = memoir.scope("user:visitor-3");
  expect((await visitor.memories.list()).items).toHaveLength(1);
  await hands.click(button(hands, "Forget everything of user:visitor-3"));
  const dialog = hands.page.getByRole("dialog");
  await hands.click(dialog.getByRole("button", { name: "Forget", exact: true }));
  await dialog.getByText("Forgotten. Nothing of it is used any more.").waitFor();
  expect((await visitor.memories.list()).items).toEqual([]);
};

const watchLive: Task = async (hands, { memoir }) => {
  await hands.click(person(hands, "user:bob"));
  await hands.click(view(hands, "Conversation"));
  await hands.page.getByText("Remember that I want to run a marathon next year.").waitFor();
  await memoir.scope("user:bob").observe([{ id: "live", text: "Remember that I bought a red canoe." }]);
  const message = hands.page.getByRole("listitem").filter({ hasText: "Remember that I bought a red canoe." });
  await message.getByText("added").waitFor();
};

/** Somebody else has changed it meanwhile, so there is no message with a button on the page. */
const undo: Task = async (hands, { memoir }) => {
  await search(hands, "train card");
  await hands.click(row(hands, "train card").getByRole("link"));
  await hands.click(button(hands, "Undo this change"));
  await hands.page.getByRole("heading", { name: "Bob's train card expires in June" }).waitFor();
  const { items } = await memoir.scope("user:bob").memories.list();
  expect(items.map(({ text }) => text)).toContain("Bob's train card expires in June");
  // Only its beginning is left, and that is forgotten, not undone.
  await button(hands, "Undo this change").waitFor({ state: "detached" });
};

const exportAll: Task = async (hands, { memoir }) => {
  await hands.click(view(hands, "Operations"));
  await hands.click(tab(hands, "Export & import"));
  const download = hands.page.waitForEvent("download");
  await hands.click(button(hands, "Download"));
  const lines = readFileSync(await (await download).path(), "utf8").split("\n");
  const { scopes } = await memoir.operator().stats();
  const memories = scopes.reduce((sum, one) => sum + one.memories, 0);
  expect(lines.filter((line) => line.includes(`"memory"`)).length).toBeGreaterThanOrEqual(memories);
};

const searchChinese: Task = async (hands) => {
  await search(hands, "绿茶");
  await row(hands, "绿茶").filter({ hasText: "user:林小雨" }).waitFor();
};

const stopWriting: Task = async (hands, { memoir }) => {
  await hands.click(person(hands, "user:visitor-5"));
  await hands.click(button(hands, "Stop writes to this scope"));
  await hands.page.getByText("Writes to user:visitor-5 are stopped.").waitFor();
  const write = memoir.scope("user:visitor-5").remember("Visitor 5 came again");
  await expect(write).rejects.toMatchObject({ code: "writes_disabled" });
};

/** The bot gets a new key, and the old one opens nothing. */
const rotateKey: Task = async (hands, { memoir }) => {
  await hands.click(view(hands, "Operations"));
  await hands.click(tab(hands, "Keys"));
  await hands.type(hands.page.getByLabel("Name"), "discord-bot-2");
  await hands.click(button(hands, "Create key"));
  await hands.page.getByText(/mk_/).waitFor();
  const old = hands.page
    .getByRole("row")
    .filter({ has: hands.page.getByText("discord-bot", { exact: true }) });
  await hands.click(old.getByRole("button", { name: "Revoke" }));
  await old.getByText("revoked").waitFor();
  const status = (await memoir.operator().keys.list()).map((one) => `${one.name} ${one.status}`);
  expect(status).toEqual(expect.arrayContaining(["discord-bot revoked", "discord-bot-2 active"]));
};

/** Each from the page that opens after signing in, with the clicks that it takes. */
const TASKS: readonly (readonly [name: string, run: Task, clicks: number])[] = [
  ["find why the bot said something", findWhy, 4],
  ["correct a memory", correct, 4],
  ["approve one that waits", approve, 1],
  ["forget a person", forgetPerson, 2],
  ["watch a message and its outcome arrive", watchLive, 2],
  ["undo somebody else's change", undo, 3],
  ["export everything", exportAll, 3],
  ["search in Chinese", searchChinese, 1],
  ["stop writing for one person", stopWriting, 2],
  ["rotate a key", rotateKey, 6],
];

function effortText({ clicks, texts, keys }: Effort): string {
  const parts = [
    [clicks, "click"],
    [texts, "text"],
    [keys, "key"],
  ] as const;
  return parts
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}${n === 1 ? "" : "s"}`)
    .join(", ");
}

describe.skipIf(SKIPS_BROWSER)("ten tasks on the dashboard, with their clicks", () => {
  const dashboard = useDashboard(BUSY);
  const table: (readonly [name: string, effort: string])[] = [];
  beforeAll(() => fillBusy(dashboard.memoir));
  afterAll(() => {
    for (const [name, effort] of table) figure(name, effort);
  });

  it.each(firstOf(TASKS, 5))("%s", async (name, run, clicks) => {
    const page = await dashboard.open("");
    await page.getByRole("row").first().waitFor();
    await settled(page);
    const hands = handsOn(page);
    await run(hands, dashboard);
    const effort = hands.effort();
    table.push([name, effortText(effort)]);
    expect(effort.clicks).toBe(clicks);
  });
});

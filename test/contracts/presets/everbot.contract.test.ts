import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MemoirEngine, ScopeHandle } from "../../../src/index.ts";
import { databases, useDatabase } from "../../support/databases.ts";
import { everything } from "../support/expect.ts";
import { sessionModel } from "../support/session-model.ts";

/** As seed 002 opens it: the preset and a model. Nobody is named, no limit is lifted and no folder is there. */
describe.each(databases)("the preset everbot as its seed uses it, on $name", (kind) => {
  const db = useDatabase(kind);
  let home: string;
  let memoir: MemoirEngine;
  let helper: ScopeHandle;
  let fake: ReturnType<typeof sessionModel>;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "memoir-home-"));
    vi.stubEnv("HOME", home);
    fake = sessionModel();
    memoir = await db.open({ preset: "everbot", model: fake.model });
    helper = memoir.scope("user:helper", { tenant: db.tenant });
  });
  afterEach(async () => {
    await memoir.close();
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  });
  const texts = async (): Promise<string[]> =>
    (await everything(helper.memories.list())).map(({ text }) => text).sort();
  let said = 0;
  const say = (session: string, text: string, role: "user" | "assistant" = "user") =>
    helper.observe([{ id: `${db.tenant}-${++said}`, role, text, session }]);

  it.each([
    ["我对花生过敏", "用户对花生过敏"],
    ["I like short answers", "The user likes short answers"],
  ])("R169: the user is never called by the agent's name: %s", async (words, fact) => {
    fake.tells([{ text: fact }]);
    await say("s1", words);
    expect(await helper.session("s1").end()).toMatchObject({ new: 1, failed: null });
    expect(fake.prompts[0]).toContain(words);
    expect(fake.prompts[0]).not.toMatch(/helper/i);
    expect(await texts()).toEqual([expect.stringContaining(fact)]);
    const told = await helper.commands.handle({ text: "Remember that I live in Rome" });
    expect(told.memories.map(({ text }) => text)).toEqual(["The user lives in Rome."]);
    expect((await helper.recall("*")).toPrompt()).not.toMatch(/helper/i);
  });

  it("R169: an author who is named keeps the name", async () => {
    fake.tells([{ text: "The user likes short answers" }]);
    const author = { author: "7", authorName: "Ming" };
    await helper.observe([{ id: `${db.tenant}-a`, text: "I like short answers", session: "s1", ...author }]);
    await helper.session("s1").end();
    expect(fake.prompts[0]).toContain("user Ming");
    expect(await texts()).toEqual(["Ming likes short answers"]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { EventInput, MemoirEngine, MemoirOptions, Memory, ScopeHandle } from "../../../src/index.ts";
import { anyDatabase, useDatabase } from "../../support/databases.ts";
import { DAY, everything } from "../support/expect.ts";
import { refusal, type SummaryModel, summaryModel } from "../support/summary-model.ts";

const MINUTE = 60_000;

/** As seed 003 opens it: the preset and a model for summaries. */
describe.each(anyDatabase)("the preset picobot as its seed uses it, on $name", (kind) => {
  const db = useDatabase(kind);
  let memoir: MemoirEngine;
  let agent: ScopeHandle;
  let model: SummaryModel;
  let said = 0;
  const open = async (settings: MemoirOptions["settings"] = {}): Promise<void> => {
    model = summaryModel(() => "User asked about Rust async patterns. No code was written.");
    memoir = await db.open({ preset: "picobot", model, settings });
    const origin = { platform: "feishu", userId: "ou_1" };
    agent = await memoir.scopeFor(origin, { tenant: db.tenant });
  };
  beforeEach(() => open());

  const call = async (name: string, args: object): Promise<string> =>
    agent
      .tools()
      .find((tool) => tool.name === name)!
      .execute(args);
  const store = (key: string, content: string, importance?: number): Promise<string> =>
    call("memory_store", {
      key,
      content,
      category: "knowledge",
      ...(importance === undefined ? {} : { importance }),
    });
  const knowledge = async (): Promise<[string, string][]> =>
    (await everything(agent.memories.list({ category: "knowledge", status: ["active"] })))
      .map(({ key, text }): [string, string] => [key, text])
      .sort();
  const timeline = async (): Promise<Memory[]> => everything(agent.memories.list({ kind: "timeline" }));
  const turn = (session: string, question: string, answer = "Done."): Promise<unknown> => {
    const of = (role: "user" | "assistant", text: string): EventInput => ({
      id: `${db.tenant}-${++said}`,
      role,
      text,
      session,
    });
    return agent.observe([of("user", question), of("assistant", answer)]);
  };

  describe("R219, R221: a key that was forgotten", () => {
    it.each([
      ["the same content", "User prefers Rust for all backend projects"],
      ["other content", "User prefers Go for all backend projects"],
      ["中文", "用户的后端项目都用 Rust"],
    ])("is stored again with %s", async (_, content) => {
      await store("user_prefers_rust", "User prefers Rust for all backend projects");
      await call("memory_forget", { key: "user_prefers_rust" });
      expect(await knowledge()).toEqual([]);
      expect(await store("user_prefers_rust", content)).toContain("user_prefers_rust");
      expect(await knowledge()).toEqual([["user_prefers_rust", content]]);
      // And again, after it was purged.
      await call("memory_forget", { key: "user_prefers_rust" });
      db.clock.advance(31 * DAY);
      await memoir.work();
      await store("user_prefers_rust", content);
      expect(await knowledge()).toEqual([["user_prefers_rust", content]]);
    });

    it("stays forgotten where tools are not trusted", async () => {
      await open({ writePolicy: { tools: "checked" } });
      await store("user_editor", "User edits with Helix");
      await call("memory_forget", { key: "user_editor" });
      await store("user_editor", "User edits with Helix").catch(() => undefined);
      expect(await knowledge()).toEqual([]);
    });
  });

  it("R219, R69: a full scope gives way to what is stored, the least important first", async () => {
    await open({ writePolicy: { maxItemsPerScope: 3 } });
    await store("user_language", "User speaks English and 中文", 0.9);
    await store("user_pet", "User has a cat", 0.2);
    await store("project_stack", "PicoBot uses Rust, axum, sqlx, ratatui and tokio", 0.7);
    await store("user_editor", "User edits with Helix", 0.5);
    await store("user_shell", "User works in fish", 0.6);
    expect((await knowledge()).map(([key]) => key)).toEqual(["project_stack", "user_language", "user_shell"]);
    // Nothing is lost: they are in the archive.
    const archived = await everything(agent.memories.list({ status: ["archived"] }));
    expect(archived.map(({ key }) => key).sort()).toEqual(["user_editor", "user_pet"]);
  });

  it.each([
    ["R234: of the preset", {}, 3],
    ["R234: of the settings", { timeline: { maxFailures: 2 } }, 2],
  ])(
    "R222, R223: failed summaries up to the limit %s block nothing, then the words are kept",
    async (_, settings, limit) => {
      await open(settings);
      model.failOn("tokio");
      await turn("s1", "How does tokio::select! work?");
      await turn("s1", "And what about backpressure in tokio?");
      await turn("s1", "And semaphores in tokio?");
      for (let tries = 1; tries < limit; tries += 1) {
        const { degraded, failures, entries } = await agent.session("s1").consolidate();
        expect([degraded === null, failures, entries.length]).toEqual([false, tries, 0]);
      }
      const { entries, failures } = await agent.session("s1").consolidate();
      expect([entries.length > 0, failures]).toEqual([true, 0]);
      expect(entries[0]!.text).toMatch(/^\[2026-03-01 12:00\] \[RAW\] .*tokio::select!/s);
    },
  );

  it.each([
    ["R232: ten of the preset", {}, 10],
    ["R232: two of the settings", { triggers: { idleMinutes: 2 } }, 2],
  ])("R207: a session is written down after silent minutes, %s", async (_, settings, minutes) => {
    await open(settings);
    await turn("s1", "How does tokio::select! work?");
    db.clock.advance(minutes * MINUTE - 1);
    await memoir.work();
    expect(await timeline()).toEqual([]);
    db.clock.advance(1);
    await memoir.work();
    expect((await timeline()).map(({ text }) => text)).toEqual([
      "[2026-03-01 12:00] User asked about Rust async patterns. No code was written.",
    ]);
  });

  it("a month: stores, turns, silences, an outage, and what a prompt holds of it", async () => {
    await store("user_prefers_rust", "User prefers Rust for all backend projects");
    await store("project_picobot_stack", "PicoBot uses Rust, axum, sqlx, ratatui, tokio");
    await store("user_workflow", "User prefers TDD workflow with cargo test --lib");
    // R202: one key, one memory; an hour of busy work, and more of them than other presets hold.
    for (let i = 0; i < 60; i += 1) await store(`note_${i}`, `Issue ${i} is about module m${i}`);
    for (let i = 60; i < 230; i += 1) {
      if (i % 10 === 0) db.clock.advance(60 * MINUTE);
      await store(`note_${i}`, `Issue ${i} is about module m${i}`);
    }
    await store("user_workflow", "User prefers TDD workflow with cargo nextest");
    expect(await knowledge()).toHaveLength(233);
    // R216, F6: five at most, the best match first.
    const prompt = (await agent.recall("Which workflow does the user prefer?")).toPrompt();
    expect(prompt.split("\n").slice(0, 3)).toEqual([
      "## Memory Context",
      "",
      "- user_workflow: User prefers TDD workflow with cargo nextest",
    ]);
    expect((await agent.recall("Rust issue module user")).toPrompt().split("\n").slice(2)).toHaveLength(5);

    // R206, R207: every third turn, and each silence.
    for (let day = 0; day < 4; day += 1) {
      for (const question of [
        "Which Rust async patterns are there?",
        "Is there code for semaphores?",
        "And backpressure?",
      ])
        await turn(`day${day}`, question);
      await memoir.work();
      await turn(`day${day}`, "Was any Rust code written?");
      db.clock.advance(11 * MINUTE);
      await memoir.work();
      db.clock.advance(DAY);
    }
    expect(await timeline()).toHaveLength(8);
    expect(await call("memory_recall", { query: "Rust async", category: "timeline", limit: 3 })).toContain(
      "async patterns",
    );
    expect((await agent.recall("Rust async patterns")).toPrompt()).not.toContain("No code was written");

    // R222: an outage of the model blocks nothing.
    model.next(refusal());
    await turn("bad", "Which Rust async patterns does axum use?");
    const { degraded, failures } = await agent.session("bad").consolidate();
    expect([degraded === null, failures]).toEqual([false, 1]);
    expect((await agent.session("bad").consolidate()).failures).toBe(0);
    expect(await timeline()).toHaveLength(9);

    // R221, R219: forgotten, and stored again.
    await call("memory_forget", { key: "user_prefers_rust" });
    expect((await agent.recall("Does the user prefer Rust?")).toPrompt()).not.toContain("user_prefers_rust");
    await store("user_prefers_rust", "User prefers Rust, and Go for small tools");
    expect((await agent.recall("Does the user prefer Rust?")).toPrompt()).toContain("Go for small tools");

    // R233: summaries go after 90 days, knowledge stays.
    db.clock.advance(91 * DAY);
    await memoir.work();
    expect(await timeline()).toEqual([]);
    expect(await knowledge()).toHaveLength(233);
  });
});

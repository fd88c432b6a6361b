import { afterEach, describe, expect, it } from "vitest";
import { parseScope } from "../../../domain/scope.ts";
import { resolveSettings } from "../../../domain/settings.ts";
import { PRESETS } from "../../../engine/presets/presets.ts";
import { createModelCaller } from "../../../models/language/call.ts";
import type { GenerateRequest, GenerateResult, LanguageModel } from "../../../models/language/port.ts";
import type { ModelTime } from "../../../models/language/retry.ts";
import { openStore } from "../../../store/open.ts";
import type { Store } from "../../../store/port.ts";
import { createDigests, type Digests } from "./context.ts";

/** Time that stands still until the test moves it: no test waits for a clock. */
function fakeTime(start: number): ModelTime & { advance(ms: number): void } {
  let now = start;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => now,
    elapsed: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

const NOW = Date.parse("2026-05-12T10:00:00Z");
const GUILD = parseScope("group:discord/42");
const OTHER = parseScope("group:discord/43");
let store: Store;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Two guilds in which somebody spoke today and yesterday. */
async function digestsWith(
  generate: (request: GenerateRequest) => Promise<GenerateResult>,
): Promise<{ digests: Digests; time: ReturnType<typeof fakeTime>; calls(): number }> {
  store = await openStore({ database: ":memory:" });
  const ending = new AbortController();
  closing.push(async () => {
    ending.abort();
    await store.close();
  });
  const settings = resolveSettings(PRESETS.urmom.settings, { models: { retries: 0 } });
  let calls = 0;
  const model: LanguageModel = {
    id: "fake",
    structured: true,
    generate: (request) => {
      calls += 1;
      return generate(request);
    },
  };
  const time = fakeTime(NOW);
  const models = { summary: model, merge: model, facts: model, alias: model };
  const ledger = { spent: async () => 0, add: async () => undefined };
  for (const scope of [GUILD, OTHER]) {
    const event = (id: string, text: string, at: string) => ({
      ...{ id, type: "message" as const, role: "user" as const, actor: "7", authorName: "Dana", text },
      ...{ content: null, platform: null, session: null, thread: null, turn: null },
      ...{ at: Date.parse(at), recordedAt: NOW },
    });
    const events = [
      event("a", "I painted my kitchen blue", "2026-05-12T09:00:00Z"),
      event("b", "My exam went really well", "2026-05-11T09:00:00Z"),
    ];
    await store.write("observe", { scope, at: NOW, events });
  }
  const digests = createDigests({
    ...{ store, settings, now: time.now, use: () => store.read, closed: ending.signal },
    caller: createModelCaller({ models, settings: settings.models, ledger, time }),
    whoseWords: async () => null,
    accept: (work) => {
      work.catch(() => undefined);
      return work;
    },
  });
  return { digests, time, calls: () => calls };
}

/** Lets everything that waits for no clock run. */
async function settle(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

const HANGS = (): Promise<GenerateResult> => new Promise(() => undefined);

describe("every context answers within its deadline (R312, R329)", () => {
  it("a model that hangs: the day's own lines when the time is up, not before, and again at once", async () => {
    const { digests, time } = await digestsWith(HANGS);
    let answered = false;
    const asking = digests.context(GUILD, "7", 1_000, undefined).then((answer) => {
      answered = true;
      return answer;
    });
    await settle();
    expect(answered).toBe(false);
    time.advance(999);
    await settle();
    expect(answered).toBe(false);
    time.advance(1);
    const { text, source, degraded } = await asking;
    expect(text).toContain("I painted my kitchen blue");
    expect(text).toContain("My exam went really well");
    expect(source).toBe("joined");
    expect(degraded?.reason).toBe("deadline");
    // The roles' own limits end the calls, the days' first and then the merge's; then nobody is waited for.
    for (let i = 0; i < 4; i += 1) {
      time.advance(30_000);
      await settle();
    }
    const second = await digests.context(GUILD, "7", 1_000, undefined);
    expect(second.text).toContain("I painted my kitchen blue");
    expect(second.degraded?.reason).toBe("model_timeout");
  });

  it.each<[string, () => Promise<GenerateResult>, string]>([
    // Of a day it is known for nonsense; a paragraph is taken as it is.
    ["nonsense", async () => ({ text: "blah {", finish: "stop" }), "model_bad_output"],
    ["nothing", async () => ({ text: "", finish: "stop" }), "model_bad_output"],
    [
      "an error",
      async () => Promise.reject(Object.assign(new Error("no"), { status: 500 })),
      "model_unavailable",
    ],
    [
      "a list of strangers",
      async () => ({ text: '{"summaries":[{"user_id":"99","summary":"x"}]}', finish: "stop" }),
      "",
    ],
  ])("a model that answers with %s", async (_name, generate, reason) => {
    const { digests } = await digestsWith(generate);
    const { text, degraded } = await digests.context(GUILD, "7", 1_000, undefined);
    expect(degraded?.reason ?? "").toBe(reason);
    if (reason !== "") expect(text).not.toBeNull();
  });

  it("a model that will not speak of one guild leaves the other one whole", async () => {
    const { digests } = await digestsWith(async ({ messages }) => {
      const prompt = messages.at(-1)!.content;
      if (prompt.includes("<target_users>")) {
        const blocked = count < 2;
        count += 1;
        if (blocked) return { text: "", finish: "refusal" };
        return { text: '{"summaries":[{"user_id":"7","summary":"Dana was fine."}]}', finish: "stop" };
      }
      return { text: "Dana, merged", finish: "stop" };
    });
    let count = 0;
    expect(await digests.context(GUILD, "7", 1_000, undefined)).toMatchObject({
      ...{ text: null, source: "nothing", degraded: { reason: "model_refused" } },
    });
    expect(await digests.context(OTHER, "7", 1_000, undefined)).toMatchObject({
      ...{ text: "Dana, merged", source: "merged", degraded: null },
    });
  });

  it("a caller that leaves is rejected at once, and the work goes on for the next one", async () => {
    let answer: (result: GenerateResult) => void = () => undefined;
    const { digests, calls } = await digestsWith(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const leaving = new AbortController();
    const left = digests.context(GUILD, "7", 1_000, leaving.signal);
    const stays = digests.context(GUILD, "7", 1_000, undefined);
    await settle();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    const before = calls();
    expect(before).toBe(2);
    answer({ text: "{}", finish: "stop" });
    void stays;
  });

  it("R103, R329: each role has limits of its own", async () => {
    const seen: number[] = [];
    const { digests } = await digestsWith(async ({ maxOutputTokens, messages }) => {
      seen.push(maxOutputTokens);
      return messages.at(-1)!.content.includes("<target_users>")
        ? { text: '{"summaries":[{"user_id":"7","summary":"Dana was fine."}]}', finish: "stop" }
        : { text: "Dana, merged", finish: "stop" };
    });
    await digests.context(GUILD, "7", 1_000, undefined);
    expect(seen).toEqual([4_096, 4_096, 600]);
  });
});

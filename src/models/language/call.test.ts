import { afterEach, describe, expect, it } from "vitest";
import { MemoirError } from "../../domain/errors.ts";
import { type ModelSettings, ModelsSection } from "../../domain/settings/models.ts";
import { recordTelemetry, stopRecording } from "../telemetry.fixture.ts";
import type { UsageEntry, UsageLedger } from "./budget.ts";
import { createModelCaller, type ModelCaller, type ModelsByRole } from "./call.ts";
import { type ManualTime, manualTime } from "./manual-time.fixture.ts";
import type { GenerateRequest, GenerateResult, LanguageModel } from "./port.ts";

type Answer = GenerateResult | Error | Promise<GenerateResult>;

/** A model that gives these answers in order, the last one for ever. */
function model(id: string, ...answers: Answer[]): LanguageModel & { asked: GenerateRequest[] } {
  const asked: GenerateRequest[] = [];
  return {
    id,
    asked,
    async generate(request) {
      asked.push(request);
      const answer = answers[asked.length - 1] ?? answers.at(-1);
      if (answer instanceof Error || answer === undefined) throw answer;
      return answer;
    },
  };
}

const said = (text: string, inputTokens = 10, outputTokens = 2): GenerateResult => ({
  text,
  finish: "stop",
  usage: { inputTokens, outputTokens },
});
const down = Object.assign(new Error("down"), { status: 503 });
const never = new Promise<GenerateResult>(() => undefined);

interface Setup {
  caller: ModelCaller;
  time: ManualTime;
  rows: UsageEntry[];
  /** The answer's text, or the error's code. */
  ask(role?: "extract" | "summary", tenant?: string, signal?: AbortSignal): Promise<string>;
}

function setUp(models: ModelsByRole, settings: object = {}, rows: UsageEntry[] = []): Setup {
  const time = manualTime();
  const ledger: UsageLedger = {
    async spent(tenant, day) {
      const own = rows.filter((row) => row.tenant === tenant && row.day === day);
      return own.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0);
    },
    async add(entry) {
      rows.push(entry);
    },
  };
  const parsed: ModelSettings = ModelsSection.parse(settings);
  const caller = createModelCaller({ models, settings: parsed, ledger, time, random: () => 0 });
  return {
    caller,
    time,
    rows,
    ask: (role = "extract", tenant = "acme", signal) =>
      time
        .drive(caller.call(role, tenant, { prompt: "hello", signal }))
        .then(({ text }) => text)
        .catch((error: unknown) => (MemoirError.is(error) ? error.code : String(error))),
  };
}

describe("call", () => {
  it("R102: asks at temperature 0 with an output limit, which a caller can lower but not raise", async () => {
    const one = model("m", said("hi"));
    const { caller, time } = setUp({ extract: one }, { maxOutputTokens: 500 });
    for (const maxOutputTokens of [undefined, 50, 5_000]) {
      await time.drive(caller.call("extract", "acme", { prompt: "x", maxOutputTokens }));
    }
    expect(one.asked.map((request) => request.maxOutputTokens)).toEqual([500, 50, 500]);
    expect(one.asked.every((request) => request.temperature === 0)).toBe(true);
    expect(one.asked[0]).toMatchObject({ messages: [{ role: "user", content: "x" }] });
  });

  it("R103: routes each role to its model", async () => {
    const { ask, caller } = setUp({ extract: model("small", said("s")), summary: model("big", said("b")) });
    expect([await ask("extract"), await ask("summary")]).toEqual(["s", "b"]);
    expect([caller.has("extract"), caller.has("alias")]).toEqual([true, false]);
    await expect(caller.call("alias", "acme", { prompt: "x" })).rejects.toMatchObject({
      code: "model_unavailable",
      message:
        "No language model is configured for alias. Pass openMemoir({ model }) or set models.roles.alias.",
    });
  });

  it("counts requests, failures and tokens for role, tenant, model and day", async () => {
    const { ask, rows, time } = setUp({ extract: model("m", down, said("a", 7, 3), said("b", 1, 1)) });
    await ask();
    time.advance(24 * 3_600_000);
    await ask("extract", "other");
    const row = { role: "extract", model: "m" };
    expect(rows).toEqual([
      { ...row, tenant: "acme", day: "2026-03-01", calls: 2, failures: 1, inputTokens: 7, outputTokens: 3 },
      { ...row, tenant: "other", day: "2026-03-02", calls: 1, failures: 0, inputTokens: 1, outputTokens: 1 },
    ]);
  });

  it("estimates the tokens that a provider does not count, and those of an answer that never came", async () => {
    const quiet = setUp({ extract: model("m", { text: "一二三四", finish: "stop" }) });
    await quiet.ask();
    expect(quiet.rows[0]).toMatchObject({ inputTokens: 10, outputTokens: 4 });
    const hanging = setUp({ extract: model("m", never) });
    expect(await hanging.ask()).toBe("model_timeout");
    expect(hanging.rows[0]).toMatchObject({ calls: 1, failures: 1, inputTokens: 10, outputTokens: 0 });
    const leaving = new AbortController();
    const left = setUp({ extract: model("m", never) });
    const asked = left.ask("extract", "acme", leaving.signal);
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    expect(await asked).toBe("aborted");
    expect(left.rows[0]).toMatchObject({ calls: 1, failures: 0, inputTokens: 10 });
    const refusing = setUp({ extract: model("m", down) });
    await refusing.ask();
    expect(refusing.rows[0]).toMatchObject({ calls: 3, failures: 3, inputTokens: 0, outputTokens: 0 });
  });

  it.each<[name: string, answer: Answer, code: string]>([
    ["a refusal", { text: "", finish: "refusal" }, "model_refused"],
    ["a half refusal", { text: "Well,", finish: "refusal" }, "model_refused"],
    ["nothing", { text: " \n", finish: "stop" }, "model_bad_output"],
    ["only thoughts", { text: "", finish: "length" }, "model_bad_output"],
    ["a call of a tool nobody offered", { text: "", finish: "tool" }, "model_bad_output"],
    ["an error for good", Object.assign(new Error("no"), { status: 401 }), "model_unavailable"],
    ["an outage", down, "model_unavailable"],
    ["a bug", new TypeError("x"), "model_unavailable"],
  ])("%s is %s", async (_name, answer, code) => {
    expect(await setUp({ extract: model("m", answer) }).ask()).toBe(code);
  });

  it("gives a cut answer as it is, and says so", async () => {
    const { caller, time } = setUp({ extract: model("m", { text: "Alice lik", finish: "length" }) });
    expect(await time.drive(caller.call("extract", "acme", { prompt: "x" }))).toMatchObject({
      finish: "length",
    });
  });

  it("does not ask when no time is left, and holds nobody to account for it", async () => {
    const one = model("m", said("a"));
    const { caller, rows } = setUp({ extract: one }, { breaker: { failures: 1 } });
    for (const timeoutMs of [0, -5, Number.NaN]) {
      await expect(caller.call("extract", "acme", { prompt: "x", timeoutMs })).rejects.toMatchObject({
        code: "model_timeout",
      });
    }
    expect([one.asked, rows, caller.states().size]).toEqual([[], [], 0]);
  });

  it("refuses a call without a question", async () => {
    await expect(setUp({ extract: model("m") }).caller.call("extract", "acme", {})).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("the budget of a call", () => {
  it("refuses before asking, for one tenant, until the day is over", async () => {
    const one = model("m", said("a", 100, 20));
    const { ask, time } = setUp(
      { extract: one, summary: one },
      { dailyTokenBudget: 1_200, maxOutputTokens: 1_000 },
    );
    expect([await ask(), await ask(), await ask("summary"), await ask("extract", "other")]).toEqual([
      "a",
      "a",
      "budget_exhausted",
      "a",
    ]);
    expect(one.asked).toHaveLength(3);
    time.advance(12 * 3_600_000);
    expect(await ask()).toBe("a");
  });

  it("holds over a restart: what counts is in the ledger", async () => {
    const rows: UsageEntry[] = [];
    const settings = { dailyTokenBudget: 1_100 };
    await setUp({ extract: model("m", said("a", 100, 0)) }, settings, rows).ask();
    expect(await setUp({ extract: model("m", said("a")) }, settings, rows).ask()).toBe("budget_exhausted");
  });

  it("holds for calls at once", async () => {
    const one = model("m", said("a", 10, 90));
    const { ask, rows } = setUp({ extract: one }, { dailyTokenBudget: 1_000, maxOutputTokens: 90 });
    const results = await Promise.all(Array.from({ length: 30 }, () => ask()));
    expect(results.filter((result) => result === "a")).toHaveLength(10);
    expect(rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0)).toBe(1_000);
  });
});

describe("the breaker of a call", () => {
  const settings = { retries: 0, breaker: { failures: 2, coolDownMs: 60_000 } };

  it("opens when the provider is down, spares it, tries again, and closes", async () => {
    const one = model("m", down, down, down, said("back"));
    const { ask, time, caller } = setUp({ extract: one }, settings);
    for (let i = 0; i < 5; i += 1) expect(await ask()).toBe("model_unavailable");
    expect(one.asked).toHaveLength(2);
    expect(caller.states().get("m")).toBe("open");
    time.advance(60_000);
    expect(await ask()).toBe("model_unavailable");
    expect(one.asked).toHaveLength(3);
    time.advance(60_000);
    expect(caller.states().get("m")).toBe("half-open");
    expect([await ask(), await ask()]).toEqual(["back", "back"]);
    expect(caller.states().get("m")).toBe("closed");
  });

  it("R329: a timeout counts", async () => {
    const one = model("m", never);
    const { ask } = setUp({ extract: one }, settings);
    expect([await ask(), await ask(), await ask()]).toEqual([
      "model_timeout",
      "model_timeout",
      "model_unavailable",
    ]);
    expect(one.asked).toHaveLength(2);
  });

  it("is each model's own, and shared by the roles that use it", async () => {
    const bad = model("bad", down);
    const { ask } = setUp({ extract: bad, summary: bad, check: model("good", said("a")) }, settings);
    await ask("extract");
    await ask("summary");
    await ask("extract");
    expect(bad.asked).toHaveLength(2);
    expect(await setUp({ extract: model("good", said("a")) }, settings).ask()).toBe("a");
  });

  it("does not open for a refusal, an empty answer or a caller that leaves", async () => {
    const answers: Answer[] = [
      { text: "", finish: "refusal" },
      { text: "", finish: "stop" },
    ];
    const one = model("m", ...answers, ...answers, said("a"));
    const { ask } = setUp({ extract: one }, settings);
    for (let i = 0; i < 4; i += 1) await ask();
    expect(await ask("extract", "acme", AbortSignal.abort())).toBe("aborted");
    expect(await ask()).toBe("a");
  });

  it("writes no row for a call that it refused", async () => {
    const { ask, rows } = setUp({ extract: model("m", down) }, settings);
    for (let i = 0; i < 4; i += 1) await ask();
    expect(rows.map((row) => row.calls)).toEqual([1, 1]);
  });
});

describe("R85: telemetry", () => {
  afterEach(stopRecording);

  it("makes a span and counters of each call, without a word of what was said", async () => {
    const { spans, counts } = recordTelemetry();
    const { ask } = setUp({ extract: model("m", said("secret words", 7, 3)), summary: model("m", down) });
    await ask();
    await ask("summary");
    expect(spans).toEqual([
      {
        name: "memoir.model.call",
        ended: true,
        attributes: {
          "memoir.role": "extract",
          "gen_ai.request.model": "m",
          "gen_ai.usage.input_tokens": 7,
          "gen_ai.usage.output_tokens": 3,
          "memoir.outcome": "ok",
        },
      },
      {
        name: "memoir.model.call",
        ended: true,
        attributes: {
          "memoir.role": "summary",
          "gen_ai.request.model": "m",
          "memoir.outcome": "model_unavailable",
          "error.type": "model_unavailable",
        },
      },
    ]);
    expect(counts).toContainEqual(["memoir.model.calls", 1, { role: "extract", model: "m", outcome: "ok" }]);
    expect(counts).toContainEqual(["memoir.model.requests", 3, { role: "summary", model: "m" }]);
    expect(counts).toContainEqual([
      "memoir.model.tokens",
      3,
      { role: "extract", model: "m", direction: "output" },
    ]);
    expect(JSON.stringify([spans, counts])).not.toMatch(/secret|hello|acme/);
  });
});

import { describe, expect, it } from "vitest";
import { MemoirError } from "../../domain/errors.ts";
import type { ModelFailure } from "./failure.ts";
import { type ManualTime, manualTime } from "./manual-time.fixture.ts";
import { createBreaker, type RetryOptions, withRetries } from "./retry.ts";

const busy = (fields: object = {}): Error => Object.assign(new Error("busy"), { status: 503, ...fields });

interface Setup {
  time: ManualTime;
  failures: ModelFailure[];
  run<T>(work: (signal: AbortSignal) => Promise<T>, options?: Partial<RetryOptions>): Promise<T>;
}

function setUp(): Setup {
  const time = manualTime();
  const failures: ModelFailure[] = [];
  return {
    time,
    failures,
    run: (work, options = {}) =>
      time.drive(
        withRetries(
          {
            model: "m",
            time,
            timeoutMs: 30_000,
            retries: 2,
            random: () => 1,
            onFailure: (failure) => failures.push(failure),
            ...options,
          },
          work,
        ),
      ),
  };
}

/** Fails with each error in turn, then answers. */
function failing(...errors: unknown[]): () => Promise<string> {
  return async () => {
    if (errors.length > 0) throw errors.shift();
    return "answer";
  };
}

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (MemoirError.is(error) ? error.code : error),
  );

describe("withRetries", () => {
  it("tries again after a failure that may pass, with growing waits", async () => {
    const { run, time, failures } = setUp();
    expect(await run(failing(busy(), busy()))).toBe("answer");
    expect(time.slept).toEqual([500, 1_000]);
    expect(failures).toHaveLength(2);
  });

  it.each([
    [0, 250],
    [0.5, 375],
    [1, 500],
  ])("waits a random share: %d gives %d ms", async (chance, ms) => {
    const { run, time } = setUp();
    await run(failing(busy()), { random: () => chance });
    expect(time.slept).toEqual([ms]);
  });

  it("stops after the last retry with the last error", async () => {
    const { run, failures } = setUp();
    expect(await code(run(failing(busy(), busy(), busy())))).toBe("model_unavailable");
    expect(failures).toHaveLength(3);
  });

  it("does not try again what cannot pass", async () => {
    const { run, time, failures } = setUp();
    expect(await code(run(failing(busy({ status: 401 }))))).toBe("model_unavailable");
    expect(await code(run(failing(busy({ status: 400 }))))).toBe("model_refused");
    expect([failures.length, time.slept]).toEqual([2, []]);
  });

  it("waits as long as the provider asked", async () => {
    const { run, time } = setUp();
    await run(failing(busy({ status: 429, retryAfterMs: 7_000 })), { random: () => 0 });
    expect(time.slept).toEqual([7_000]);
  });

  it("does not wait longer than 20 s, nor longer than is left: it says when to come back", async () => {
    const { run, time } = setUp();
    const long = busy({ status: 429, retryAfterMs: 60_000 });
    const error = await run(failing(long), { timeoutMs: 120_000 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "model_unavailable", details: { retryAfterMs: 60_000 } });
    expect(await code(run(failing(busy({ retryAfterMs: 5_000 })), { timeoutMs: 4_000 }))).toBe(
      "model_unavailable",
    );
    expect(time.slept).toEqual([]);
  });

  it("R329: a timeout is a failure, for all tries together, even if the model ignores its signal", async () => {
    const { run, time, failures } = setUp();
    let tries = 0;
    const deaf = (): Promise<never> => {
      tries += 1;
      return tries === 1 ? Promise.reject(busy()) : new Promise(() => undefined);
    };
    const error = await run(deaf, { timeoutMs: 2_000 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "model_timeout", message: "m did not answer within 2000 ms." });
    expect(time.elapsed()).toBe(2_000);
    expect(failures.map((failure) => failure.error.code)).toEqual(["model_unavailable", "model_timeout"]);
  });

  it("gives the model a signal that ends with the time", async () => {
    const { run } = setUp();
    let seen: AbortSignal | undefined;
    await code(
      run((signal) => {
        seen = signal;
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }),
    );
    expect(seen?.aborted).toBe(true);
  });

  it("ends when the caller aborts: before, during a try, during a wait", async () => {
    const { run, time, failures } = setUp();
    expect(await code(run(failing(), { signal: AbortSignal.abort() }))).toBe("aborted");
    for (const work of [() => new Promise<never>(() => undefined), failing(busy())]) {
      const leaving = new AbortController();
      const call = code(run(work, { signal: leaving.signal }));
      leaving.abort();
      expect(await call).toBe("aborted");
    }
    expect(time.elapsed()).toBe(0);
    expect(failures.length).toBeLessThanOrEqual(1);
  });

  it("leaves no timer and no listener behind", async () => {
    const { run, time } = setUp();
    await run(failing());
    time.advance(60_000);
    expect(time.slept).toEqual([]);
  });
});

function breakerAt(): { breaker: ReturnType<typeof createBreaker>; pass(ms: number): void } {
  let now = 0;
  return {
    breaker: createBreaker("m", { failures: 3, coolDownMs: 1_000 }, () => now),
    pass: (ms) => {
      now += ms;
    },
  };
}

function refusal(breaker: ReturnType<typeof createBreaker>): MemoirError {
  try {
    breaker.enter();
  } catch (error) {
    if (MemoirError.is(error)) return error;
  }
  throw new Error("expected a refusal");
}

describe("the breaker", () => {
  it("opens after so many failures in a row, and says when it tries again", () => {
    const { breaker, pass } = breakerAt();
    for (const wentWell of [false, false, true, false, false]) breaker.enter()(wentWell);
    expect(breaker.state).toBe("closed");
    breaker.enter()(false);
    expect(breaker.state).toBe("open");
    pass(400);
    const error = refusal(breaker);
    expect(error.code).toBe("model_unavailable");
    expect(error.message).toBe("m failed 3 times in a row and is left alone for now. Next try in 1 s.");
    expect(error.details).toMatchObject({ model: "m", failures: 3, retryAfterMs: 600 });
  });

  it("is half open after the cool-down: one call passes, and closes it", () => {
    const { breaker, pass } = breakerAt();
    for (let i = 0; i < 3; i += 1) breaker.enter()(false);
    pass(1_000);
    expect(breaker.state).toBe("half-open");
    const leave = breaker.enter();
    expect(refusal(breaker).message).toContain("One call is trying it now.");
    leave(true);
    expect(breaker.state).toBe("closed");
    breaker.enter()(false);
    expect(breaker.state).toBe("closed");
  });

  it("opens again when that call fails, for a whole cool-down", () => {
    const { breaker, pass } = breakerAt();
    for (let i = 0; i < 3; i += 1) breaker.enter()(false);
    pass(1_500);
    breaker.enter()(false);
    pass(999);
    expect(breaker.state).toBe("open");
    pass(1);
    expect(breaker.state).toBe("half-open");
  });

  it("learns nothing from a call that was aborted, and lets the next one try", () => {
    const { breaker, pass } = breakerAt();
    for (let i = 0; i < 3; i += 1) breaker.enter()(false);
    pass(1_000);
    breaker.enter()(undefined);
    expect(breaker.state).toBe("half-open");
    breaker.enter()(true);
    expect(breaker.state).toBe("closed");
  });

  it("does not wait longer for calls that were under way when it opened", () => {
    const { breaker, pass } = breakerAt();
    const calls = Array.from({ length: 5 }, () => breaker.enter());
    for (const leave of calls.slice(0, 3)) leave(false);
    pass(900);
    for (const leave of calls.slice(3)) leave(false);
    pass(100);
    expect(breaker.state).toBe("half-open");
  });
});

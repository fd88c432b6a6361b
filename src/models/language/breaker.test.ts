import { describe, expect, it } from "vitest";
import { MemoirError } from "../../domain/errors.ts";
import { createBreaker } from "./breaker.ts";

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

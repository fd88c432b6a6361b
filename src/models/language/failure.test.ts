import { describe, expect, it } from "vitest";
import { MemoirError, type MemoirErrorCode } from "../../domain/errors.ts";
import { type ModelFailure, understand } from "./failure.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const from = (fields: object): ModelFailure =>
  understand(Object.assign(new Error("they said"), fields), "m", NOW);

describe("understand", () => {
  it.each<[fields: object, code: MemoirErrorCode, passing: boolean, charged: boolean]>([
    [{ statusCode: 400 }, "model_refused", false, false],
    [{ statusCode: 401 }, "model_unavailable", false, false],
    [{ status: 403 }, "model_unavailable", false, false],
    [{ statusCode: 404 }, "model_unavailable", false, false],
    [{ statusCode: 408 }, "model_unavailable", true, false],
    [{ statusCode: 413 }, "model_refused", false, false],
    [{ statusCode: 422 }, "model_refused", false, false],
    [{ statusCode: 429 }, "model_unavailable", true, false],
    [{ statusCode: 429, data: { error: { code: "insufficient_quota" } } }, "model_unavailable", false, false],
    [{ status: 500 }, "model_unavailable", true, false],
    [{ statusCode: 529 }, "model_unavailable", true, false],
    [{ statusCode: 200 }, "model_unavailable", true, true],
    [{ cause: { code: "ECONNREFUSED" } }, "model_unavailable", true, false],
    [{ message: "fetch failed" }, "model_unavailable", true, false],
    [{ isRetryable: true }, "model_unavailable", true, false],
    [{ name: "AI_InvalidResponseDataError" }, "model_bad_output", false, true],
    [{}, "model_unavailable", false, false],
  ])("%j is %s", (fields, code, passing, charged) => {
    const failure = from(fields);
    expect({ code: failure.error.code, passing: failure.passing, charged: failure.charged }).toEqual({
      code,
      passing,
      charged,
    });
    expect(failure.error.message).toMatch(/^m .+[.?]$/);
  });

  it("keeps an error of ours as it is", () => {
    const own = new MemoirError("model_refused", "No.");
    expect(understand(own, "m", NOW)).toEqual({ error: own, passing: false, charged: false });
  });

  it.each([undefined, null, 7, "down", Symbol("s"), {}])("survives a thrown %s", (thrown) => {
    expect(understand(thrown, "m", NOW).error.code).toBe("model_unavailable");
  });

  it.each<[headers: Record<string, string>, ms: number | undefined]>([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after-ms": "150", "retry-after": "2" }, 150],
    [{ "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "-5" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
  ])("reads %j", (responseHeaders, ms) => {
    const failure = from({ statusCode: 429, responseHeaders });
    expect(failure.retryAfterMs).toBe(ms);
    expect(failure.error.details.retryAfterMs).toBe(ms);
  });

  it("takes the wait from a port's own error", () => {
    expect(from({ status: 429, retryAfterMs: 70 }).retryAfterMs).toBe(70);
  });

  it("carries neither the prompt nor the key, and cuts what the provider said", () => {
    const failure = from({
      statusCode: 400,
      message: `too\nlong ${"x".repeat(500)}`,
      requestBodyValues: { messages: ["secret"] },
    });
    expect(failure.error.cause).toBeUndefined();
    expect(failure.error.message.length).toBeLessThan(260);
    expect(failure.error.message).not.toContain("\n");
    expect(from({ statusCode: 401, message: "bad key sk-123" }).error.message).not.toContain("sk-123");
  });

  it("keeps a port's own mistake as the cause", () => {
    const mistake = new TypeError("x is not a function");
    expect(understand(mistake, "m", NOW).error).toMatchObject({
      message: "m threw TypeError: x is not a function.",
      cause: mistake,
    });
  });
});

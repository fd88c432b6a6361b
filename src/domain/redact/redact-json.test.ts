import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../steps.ts";
import { type RedactedJson, redactJsonInSteps } from "./redact-json.ts";

function redactJson(value: unknown): RedactedJson {
  return atOnce(redactJsonInSteps(value));
}

describe("redactJson (R328)", () => {
  it.each<[given: unknown, stored: unknown, count: number]>([
    [{ note: "my password is hunter2" }, { note: "my password is [secret]" }, 1],
    [{ args: { password: "x" } }, { args: { password: "[secret]" } }, 1],
    [{ password: 1234, otp: 482913 }, { password: "[secret]", otp: "[secret]" }, 2],
    [{ "API-Key": "k", client_secret: "s" }, { "API-Key": "[secret]", client_secret: "[secret]" }, 2],
    [{ headers: { Authorization: "Bearer a" } }, { headers: { Authorization: "[secret]" } }, 1],
    [{ cookies: ["a=b", "c=d"] }, { cookies: ["[secret]", "[secret]"] }, 2],
    [[{ name: "password", value: "x" }], [{ name: "password", value: "[secret]" }], 1],
    [{ 密码: "芝麻" }, { 密码: "[secret]" }, 1],
    [{ token: "ab12cd34ef56" }, { token: "[secret]" }, 1],
    [{ card: 4111111111111111 }, { card: "[secret]" }, 1],
    [{ "card 4111111111111111": 1 }, { "card [secret]": 1 }, 1],
    [{ deep: [[{ text: "<private>x</private>" }]] }, { deep: [[{ text: "[private]" }]] }, 1],
    [{ args: '{"password":"x1y2"}' }, { args: '{"password":"[secret]"}' }, 1],
  ])("%j is stored as %j", (given, stored, count) => {
    const redacted = redactJson(given);
    expect(JSON.parse(redacted.json!)).toEqual(stored);
    expect(redacted.count).toBe(count);
    expect(redactJson(stored)).toEqual({ json: redacted.json, count: 0, kinds: {} });
  });

  it.each([
    { token: "hello", logprob: -0.1 },
    { tokens: 4096, max_tokens: 128 },
    { password: null, secret: true, cookie: "" },
    { properties: { password: { type: "string", minLength: 8 } } },
    { secretary: "Bob", passport: "none", key: "home", author: "Ann" },
    { id: 1234567890123, at: 1740830400000, n: 1e21 },
    { city: "北京", args: [1, null, true, "晴"] },
  ])("%j is kept", (given) => {
    expect(redactJson(given)).toEqual({ json: JSON.stringify(given), count: 0, kinds: {} });
  });

  it("writes what JSON.stringify writes, and nothing twice", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactJson(value);
        if (once.count === 0) expect(once.json).toBe(JSON.stringify(value));
        expect(redactJson(JSON.parse(once.json!)).count).toBe(0);
      }),
    );
    expect(redactJson(new Date(0)).json).toBe('"1970-01-01T00:00:00.000Z"');
    expect(redactJson(undefined).json).toBeUndefined();
  });
});

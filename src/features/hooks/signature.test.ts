import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSecret, newSecret, signedHeaders, verifyHook } from "./signature.ts";

const AT = Date.parse("2026-03-01T12:00:00.700Z");
const secret = newSecret();
const body = JSON.stringify({ text: "小明喜欢喝绿茶" });
const headers = signedHeaders(secret, { id: "h-1", at: AT, body });

describe("the signature of a delivery", () => {
  it("is HMAC-SHA256 over id, seconds and body, as Standard Webhooks writes it", () => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signed = `h-1.${Math.floor(AT / 1_000)}.${body}`;
    expect(headers).toEqual({
      "webhook-id": "h-1",
      "webhook-timestamp": "1772366400",
      "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    });
  });

  const other = newSecret();
  const { "webhook-signature": signature = "" } = headers;
  it.each([
    ["as it was sent", headers, body, secret, AT, true],
    ["headers of fetch", new Headers(headers), body, secret, AT, true],
    ["a body of bytes", headers, Buffer.from(body), secret, AT, true],
    [
      "another signature before it",
      { ...headers, "webhook-signature": `v1,AAAA ${signature}` },
      body,
      secret,
      AT,
      true,
    ],
    ["five minutes late", headers, body, secret, AT + 299_000, true],
    ["too late", headers, body, secret, AT + 301_000, false],
    ["too early", headers, body, secret, AT - 302_000, false],
    ["another body", headers, body.replace("茶", "水"), secret, AT, false],
    ["another id", { ...headers, "webhook-id": "h-2" }, body, secret, AT, false],
    ["another time", { ...headers, "webhook-timestamp": "1772366401" }, body, secret, AT, false],
    ["no time", { ...headers, "webhook-timestamp": "now" }, body, secret, AT, false],
    [
      "another version",
      { ...headers, "webhook-signature": signature.replace("v1", "v2") },
      body,
      secret,
      AT,
      false,
    ],
    [
      "a signature cut short",
      { ...headers, "webhook-signature": signature.slice(0, -8) },
      body,
      secret,
      AT,
      false,
    ],
    ["no signature", { ...headers, "webhook-signature": undefined }, body, secret, AT, false],
    ["another secret", headers, body, other, AT, false],
    ["a clock that is none", headers, body, secret, Number.NaN, false],
  ])("%s", (_name, given, sent, key, now, valid) => {
    expect(verifyHook(given, sent, key, { now })).toBe(valid);
  });

  it("takes the system's clock by default", () => {
    const now = signedHeaders(secret, { id: "h-1", at: Date.now(), body });
    expect([verifyHook(now, body, secret), verifyHook(headers, body, secret)]).toEqual([true, false]);
  });

  it.each(["", "whsec_", "secret", `whsec_${"A".repeat(31)}`, `whsec_${"A".repeat(88)}`, 7, undefined])(
    "no secret: %s",
    (value) => {
      expect(() => checkSecret(value)).toThrow(/24 to 64 bytes/);
    },
  );
});

import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createReach } from "./address.ts";

const PRIVATE = "leads to a private address";
const PLAIN = "is not https";

describe("where hooks may go", () => {
  it.each([
    ["https://93.184.216.34/", null],
    ["https://example.com:8443/x", null],
    ["https://[2606:4700::1111]/", null],
    ["http://example.com/", PLAIN],
    ["http://127.0.0.1/", PLAIN],
    ["https://127.0.0.1/", PRIVATE],
    ["https://2130706433/", PRIVATE],
    ["https://0.0.0.0/", PRIVATE],
    ["https://10.1.2.3/", PRIVATE],
    ["https://100.64.0.1/", PRIVATE],
    ["https://169.254.169.254/latest", PRIVATE],
    ["https://172.31.255.255/", PRIVATE],
    ["https://192.168.0.1/", PRIVATE],
    ["https://224.0.0.1/", PRIVATE],
    ["https://255.255.255.255/", PRIVATE],
    ["https://[::]/", PRIVATE],
    ["https://[::1]/", PRIVATE],
    ["https://[::ffff:127.0.0.1]/", PRIVATE],
    ["https://[64:ff9b::7f00:1]/", PRIVATE],
    ["https://[fd00::1]/", PRIVATE],
    ["https://[fe80::1]/", PRIVATE],
    ["https://[2002:7f00:1::]/", PRIVATE],
    ["https://[2001:db8::1]/", PRIVATE],
  ])("%s", (url, refusal) => {
    expect(createReach([]).refusal(new URL(url))).toBe(refusal);
  });

  it.each([
    [["10.0.0.0/8"], "http://10.1.2.3/", null],
    [["10.0.0.0/8"], "http://11.1.2.3/", PLAIN],
    [["127.0.0.1"], "http://127.0.0.1:99/", null],
    [["127.0.0.1"], "https://127.0.0.2/", PRIVATE],
    [["fd00::/8"], "http://[fd12::1]/", null],
    [["Bot.Internal"], "http://bot.internal/", null],
    [["bot.internal"], "http://other.internal/", PLAIN],
  ])("with %s allowed: %s", (allow, url, refusal) => {
    expect(createReach(allow).refusal(new URL(url))).toBe(refusal);
  });

  it("a name that leads to loopback is refused when it is looked up, unless it is allowed", async () => {
    const look = (allow: string[]): Promise<unknown> =>
      promisify(createReach(allow).lookup)("localhost", { all: true });
    await expect(look([])).rejects.toMatchObject({ code: "not_allowed" });
    await expect(look(["127.0.0.0/8", "::1"])).resolves.not.toEqual([]);
    await expect(look(["localhost"])).resolves.not.toEqual([]);
  });
});

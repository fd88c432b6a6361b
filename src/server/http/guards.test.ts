import { describe, expect, it } from "vitest";
import { MemoirError } from "../../index.ts";
import { createRate, limitBody } from "./guards.ts";

const MAX_BYTES = 10;

async function read(body: string | null, headers: Record<string, string> = {}): Promise<string> {
  try {
    return await limitBody(
      new Request("http://localhost/", { method: "POST", body, headers }),
      MAX_BYTES,
    ).text();
  } catch (error) {
    if (MemoirError.is(error)) return error.code;
    throw error;
  }
}

describe("a body", () => {
  it.each([
    ["nothing", null, {}, ""],
    ["just enough", "0123456789", {}, "0123456789"],
    ["one more", "01234567890", {}, "too_large"],
    ["few characters of many bytes", "茶茶茶茶", {}, "too_large"],
    ["what says that it is too large", "0", { "content-length": "11" }, "too_large"],
    ["what is packed", "0", { "content-encoding": "gzip" }, "invalid_argument"],
    ["what says that it is not", "0", { "content-encoding": "identity" }, "0"],
  ])("%s", async (_what, body, headers, expected) => {
    expect(await read(body, headers)).toBe(expected);
  });

  it("is passed on as it comes, and ends where it is too much", async () => {
    let asked = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        asked += 1;
        controller.enqueue(new Uint8Array(4));
      },
    });
    const request = limitBody(
      new Request("http://localhost/", { method: "POST", body: endless, duplex: "half" }),
      MAX_BYTES,
    );
    const reader = request.body!.getReader();
    expect((await reader.read()).value).toHaveLength(4);
    expect(asked).toBeLessThan(5);
    expect((await reader.read()).value).toHaveLength(4);
    await expect(reader.read()).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("a rate", () => {
  let at = 0;
  const rateOf = (perSecond: number, burst: number) => createRate(perSecond, burst, () => at);
  const takes = (take: () => void): number | "ok" => {
    try {
      take();
      return "ok";
    } catch (error) {
      if (!MemoirError.is(error)) throw error;
      expect(error.code).toBe("rate_limited");
      return error.details.retryAfterSeconds as number;
    }
  };

  it.each([
    ["a burst, then none", 1, 2, [0, 0, 0], ["ok", "ok", 1]],
    ["one again after its time", 1, 1, [0, 500, 1_000], ["ok", 1, "ok"]],
    ["many a second", 10, 1, [0, 50, 100], ["ok", 1, "ok"]],
    [
      "no more than a burst, however long nobody came",
      1,
      2,
      [0, 60_000, 60_000, 60_000],
      ["ok", "ok", "ok", 1],
    ],
    ["who asks in vain waits no longer for it", 1, 1, [0, 900, 950, 1_000], ["ok", 1, 1, "ok"]],
  ] as const)("%s", (_what, perSecond, burst, times, answers) => {
    const rate = rateOf(perSecond, burst);
    expect(
      times.map((time) => {
        at = time;
        return takes(() => rate("one"));
      }),
    ).toEqual(answers);
  });

  it("is each caller's own", () => {
    at = 0;
    const rate = rateOf(1, 1);
    expect(["a", "b", "a", "b"].map((who) => takes(() => rate(who)))).toEqual(["ok", "ok", 1, 1]);
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

describe("proxy", () => {
  const cli = useRunner();
  const upstream = createServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(200, { "content-type": "application/json" });
    outgoing.end(JSON.stringify({ choices: [{ index: 0, message: { content: "Hello, Alice" } }] }));
  });
  let address = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  });
  afterAll(() => upstream.close());

  it("passes requests on until it is stopped, keeps what was said, and logs nobody's words", async () => {
    const stop = new AbortController();
    let failure: unknown;
    let visited = false;
    const visit = async (text: string): Promise<void> => {
      const start = JSON.parse(text) as { url: string };
      expect(start).toMatchObject({ event: "start", upstream: `${address}/v1`, preset: "astrbot" });
      const answer = await fetch(`${start.url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer sk-31415926" },
        body: JSON.stringify({ user: "alice", messages: [{ role: "user", content: "I like nuts" }] }),
      });
      expect(answer.headers.get("x-memoir-memory")).toBe("on");
      await answer.text();
    };
    const args = ["proxy", "--upstream", `${address}/v1`, "--port", "0", "--preset", "astrbot", "--json"];
    const { code, err } = await cli.memoir(args, {
      terminated: stop.signal,
      onOut: (text) => {
        if (visited || !text.includes("\n")) return;
        visited = true;
        visit(text)
          .catch((error: unknown) => {
            failure = error;
          })
          .finally(() => stop.abort());
      },
    });
    expect(failure).toBeUndefined();
    expect(code).toBe(0);
    expect(JSON.parse(err)).toMatchObject({
      ...{ event: "request", route: "/v1/chat/completions", status: 200, memory: "on", recalled: 0 },
    });
    expect(err).not.toMatch(/nuts|alice|sk-/i);
    await cli.library(async (memoir) => {
      const { items } = await memoir.scope("user:alice").events.list();
      expect(items.map(({ text }) => text)).toEqual(["Hello, Alice", "I like nuts"]);
    });
  });

  it.each([
    [["proxy"], /required option '--upstream <url>' not specified/i],
    [["proxy", "--upstream", "api.openai.com"], /must be an address such as https:\/\/api\.openai\.com/],
    [["proxy", "--upstream", "ftp://x"], /must be an address such as/],
    [["proxy", "--upstream", "https://me:secret@x"], /without a user, a password/],
    [["proxy", "--upstream", "http://x", "--host", "203.0.113.1", "--port", "0"], /Cannot listen on 203/],
  ])("%j says what is wrong", async (args, message) => {
    const { code, err } = await cli.memoir(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toContain("secret");
  });
});

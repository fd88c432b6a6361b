import { describe, expect, it } from "vitest";
import { connected, ERAS, httpTransport, mcpServer } from "../../support/mcp.ts";

describe.each(ERAS)("a call that takes long, of a client of %s", (era) => {
  it("tells of its progress, and ends in the engine when the client cancels it", async () => {
    let begun = (): void => undefined;
    let ended = (): void => undefined;
    const searching = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const cancelled = new Promise<void>((resolve) => {
      ended = resolve;
    });
    await using server = await mcpServer({
      settings: { readPolicy: { deadlineMs: 600_000 } },
      reranker: {
        rerank: (_query, _texts, { signal }) =>
          new Promise((_, reject) => {
            begun();
            signal?.addEventListener("abort", () => {
              ended();
              reject(new Error("cancelled"));
            });
          }),
      },
    });
    const alice = server.memoir.scope("user:alice");
    for (const text of ["Alice likes green tea", "Alice likes black tea"]) await alice.remember(text);
    await using one = await connected(httpTransport(`${server.url}/mcp`, await server.key()), { era });
    const abort = new AbortController();
    let heard = (_progress: number): void => undefined;
    const told = new Promise<number>((resolve) => {
      heard = resolve;
    });
    const call = one.client.callTool(
      { name: "memory_recall", arguments: { query: "which tea does Alice like?" } },
      { signal: abort.signal, onprogress: ({ progress }) => heard(progress) },
    );
    const failed = call.then(
      () => "answered",
      () => "cancelled",
    );
    await searching;
    expect(await told).toBe(0);
    abort.abort();
    expect(await failed).toBe("cancelled");
    await cancelled;
    expect((await one.client.listTools()).tools).toHaveLength(4);
  });
});

it("who listens hears of no other tenant's changes, under the same address", async () => {
  await using server = await mcpServer();
  const uri = "memoir://memories";
  const listening = async (tenant: string, era: (typeof ERAS)[number]) => {
    const key = await server.key({ tenant });
    const one = await connected(httpTransport(`${server.url}/mcp`, key), { era });
    if (era === "2025") await one.client.subscribeResource({ uri });
    else await one.client.listen({ resourceSubscriptions: [uri] });
    return one;
  };
  await using own25 = await listening("default", "2025");
  await using own26 = await listening("default", "2026");
  await using theirs25 = await listening("acme", "2025");
  await using theirs26 = await listening("acme", "2026");
  await server.memoir.scope("user:alice", { tenant: "acme" }).remember("Acme's Alice likes ink");
  await Promise.all([theirs25.told(uri), theirs26.told(uri)]);
  expect([...own25.updated, ...own26.updated]).toEqual([]);
  await server.memoir.scope("user:bob").remember("Bob likes soup");
  await server.memoir.scope("user:alice").remember("Alice likes tea");
  await Promise.all([own25.told(uri), own26.told(uri)]);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUBLIC } from "./catalogue.ts";
import { localEmbedder, Semaphore } from "./embedder.ts";

// Without a network and without files; the real models are in test/e2e/embedder.test.ts.
let cacheDir: string;
beforeAll(() => {
  cacheDir = mkdtempSync(join(tmpdir(), "memoir-embedder-"));
});
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));
const offline = (start: "now" | "first-use" = "now"): ReturnType<typeof localEmbedder> =>
  localEmbedder({
    family: PUBLIC,
    cacheDir,
    start,
    registry: "http://127.0.0.1:9/",
    hub: "http://127.0.0.1:9/",
  });

describe("localEmbedder without a model", () => {
  it("says soon what is wrong and what to do, and fails each call with it", async () => {
    const embedder = offline();
    expect(embedder.state().status).toBe("loading");
    await expect(embedder.ready()).rejects.toMatchObject({ code: "model_unavailable" });
    expect(embedder.state()).toMatchObject({
      status: "failed",
      detail: expect.stringMatching(/"memoir models pull [^"]+".*MEMOIR_MODELS_DIR/),
    });
    await expect(embedder.embedDocuments(["tea"])).rejects.toMatchObject({ code: "model_unavailable" });
    await expect(embedder.embedQuery("tea")).rejects.toMatchObject({ code: "model_unavailable" });
    await expect(embedder.embedDocuments(["绿茶"])).rejects.toMatchObject({
      message: expect.stringContaining("bge-small-zh"),
    });
    expect(await embedder.embedDocuments([])).toEqual([]);
    await embedder.close();
  });

  it("does nothing before its first use if told so, and knows its models already", async () => {
    const embedder = offline("first-use");
    expect(embedder.models).toEqual([
      { id: "local/all-MiniLM-L6-v2-int8", dims: 384 },
      { id: "local/bge-small-zh-v1.5-int8", dims: 512 },
    ]);
    expect(embedder.state()).toMatchObject({
      status: "loading",
      detail: expect.stringContaining("is loaded by the first text"),
    });
    await embedder.close();
  });

  it("refuses a model that is not its own, an aborted call, and every call once it is closed", async () => {
    const embedder = offline("first-use");
    await expect(embedder.embedQuery("tea", { models: ["openai/x"] })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("local/all-MiniLM-L6-v2-int8"),
    });
    const signal = AbortSignal.abort();
    await expect(embedder.embedDocuments(["tea"], { signal })).rejects.toMatchObject({ code: "aborted" });
    await Promise.all([embedder.close(), embedder.close()]);
    for (const call of [embedder.ready(), embedder.embedDocuments(["tea"]), embedder.embedQuery("tea")]) {
      await expect(call).rejects.toMatchObject({ code: "closed" });
    }
    expect(embedder.state()).toEqual({ status: "failed", detail: "The embedder is closed." });
  });

  it("ends what waits when it is closed", async () => {
    const embedder = offline();
    const waiting = embedder.ready();
    const closing = embedder.close();
    await expect(waiting).rejects.toMatchObject({ code: expect.stringMatching(/closed|model_unavailable/) });
    await closing;
  });
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("Gate", () => {
  it("lets so many in, and the others in the order they came", async () => {
    const gate = new Semaphore(2);
    const inside: number[] = [];
    for (let i = 0; i < 5; i++) void gate.enter().then(() => inside.push(i));
    await settle();
    expect(inside).toEqual([0, 1]);
    gate.leave();
    await settle();
    expect(inside).toEqual([0, 1, 2]);
    gate.leave();
    gate.leave();
    gate.leave();
    await settle();
    expect(inside).toEqual([0, 1, 2, 3, 4]);
  });

  it("forgets who gave up waiting, and keeps the place for the next", async () => {
    const gate = new Semaphore(1);
    await gate.enter();
    const giving = new AbortController();
    const gone = gate.enter(giving.signal);
    const next = gate.enter();
    giving.abort("gone");
    await expect(gone).rejects.toBe("gone");
    gate.leave();
    await next;
    await expect(gate.enter(AbortSignal.abort("late"))).rejects.toBe("late");
  });
});

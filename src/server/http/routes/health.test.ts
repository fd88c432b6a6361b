import { describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

describe("metrics", () => {
  const door = useDoor({ settings: { models: { dailyTokenBudget: 1_000 } } });

  it("tell the queue, the tokens, the requests and the process, in Prometheus' text", async () => {
    await door.memoir
      .operator()
      .jobs.enqueue(null, [{ kind: "test.one" }, { kind: "test.two", delayMs: 60_000 }]);
    const key = await door.key();
    await door.call("GET", "/api/ltm/jobs", { key });
    const { status, body, headers } = await door.call<string>("GET", "/metrics", { key });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = body.split("\n");
    expect(lines).toContain('memoir_jobs{kind="test.one",status="ready"} 1');
    expect(lines).toContain('memoir_jobs{kind="test.two",status="waiting"} 1');
    expect(lines).toContain('memoir_jobs{kind="test.two",status="dead"} 0');
    expect(lines).toContain("memoir_model_tokens_today 0");
    expect(lines).toContain("memoir_model_tokens_budget 1000");
    expect(lines).toContain('memoir_http_requests_total{route="/api/ltm/jobs",method="GET",status="200"} 1');
    expect(lines).toContain('memoir_info{version="0.0.0"} 1');
    expect(body).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
    expect(body).toMatch(/^memoir_jobs_oldest_seconds\{kind="test\.one"\} [\d.]+$/m);
    // Each name once with its help and type, and nothing that is not the format's.
    const types = lines.filter((line) => line.startsWith("# TYPE"));
    expect(new Set(types).size).toBe(types.length);
    for (const line of lines) {
      expect(line).toMatch(/^(|# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+)$/);
    }
  });

  it("R257, R276: tell what upkeep did today, as the figures of the day do", async () => {
    const key = await door.key();
    const alice = door.memoir.scope("user:alice");
    await alice.remember("Alice plays the cello", { key: "k1" });
    await alice.remember("Alice plays cello", { key: "k2" });
    const { status } = await door.call("POST", "/api/ltm/upkeep/jobs/compact/run", { key, body: {} });
    expect(status).toBe(200);
    const { body } = await door.call<string>("GET", "/metrics", { key });
    expect(body.split("\n")).toContain('memoir_figure_today{name="compact.merged"} 1');
    const { today } = await door.memoir.operator().stats();
    expect(today).toMatchObject({ "compact.found": 1, "compact.merged": 1 });
  });

  it("of another tenant's queue are not there", async () => {
    const { body } = await door.call<string>("GET", "/metrics", { key: await door.key({ tenant: "other" }) });
    expect(body).not.toContain("test.one");
  });
});

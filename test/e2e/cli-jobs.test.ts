import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { BY_DEFAULT, useProgram } from "../support/program.ts";

const cli = useProgram();
const DEFAULT = { env: BY_DEFAULT };

/** A bot that records and leaves the thinking to others. */
async function library<T>(work: (memoir: MemoirEngine) => Promise<T>): Promise<T> {
  const engine = await openMemoir({
    embedder: "none",
    background: false,
    database: join(cli.cwd, "memoir.db"),
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** System events need vectors, and no extraction. */
const say = (...texts: string[]): Promise<unknown> =>
  library((engine) =>
    engine.scope("user:mia").observe(texts.map((text) => ({ role: "system" as const, text }))),
  );

function sql<T>(query: string): T[] {
  const database = new DatabaseSync(join(cli.cwd, "memoir.db"), { readOnly: true });
  try {
    return database.prepare(query).all() as T[];
  } finally {
    database.close();
  }
}

describe("work", () => {
  it("--once makes the vectors that are missing, and leaves no job", async () => {
    await say("I take my tea without sugar", "我每周六早上练习书法");
    expect(sql("select * from vector")).toEqual([]);
    const { code, out, err } = await cli.memoir(["work", "--once"], DEFAULT);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/ {2}✓ embed of user:mia, .*\n✓ 1 job done; queue: empty\n$/);
    expect(sql("select * from job")).toEqual([]);
    expect(sql("select kind, model from vector order by ref")).toEqual([
      { kind: "e", model: "local/memoir-1" },
      { kind: "e", model: "local/memoir-1" },
    ]);
    const again = await cli.memoir(["work", "--once", "--json"], DEFAULT);
    expect(
      again.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event),
    ).toEqual(["start", "end"]);
  });

  it("goes on until it is told to stop, one JSON line for each job", async () => {
    await say("I take my tea without sugar");
    let told = false;
    const { code, out, err } = await cli.memoir(["work", "--json"], {
      ...DEFAULT,
      onText: (child, text) => {
        if (told || !text.includes('"outcome":"done"')) return;
        told = child.kill("SIGTERM");
      },
    });
    expect([code, err]).toEqual([0, ""]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ event: "start", embedder: "local", tenant: "default" });
    expect(lines.filter(({ event }) => event === "job")).toEqual([
      expect.objectContaining({ kind: "embed", scope: "user:mia", attempt: 1, outcome: "done", error: null }),
    ]);
    expect(lines.at(-1)).toMatchObject({ event: "end", done: 1, failed: 0, dead: 0, queue: null });
    expect(sql("select * from vector")).toHaveLength(1);
  });

  it("ends at once at the second Ctrl-C; its job waits for whoever takes it over", async () => {
    await say(
      ...Array.from({ length: 1_000 }, (_, i) => `Message ${i}: a long walk in the park, and then tea`),
    );
    let pressed = 0;
    const { code, signal, err } = await cli.memoir(["work"], {
      ...DEFAULT,
      onText: (child, text) => {
        const running = text.includes("is ready") ? 1 : 0;
        if (pressed < running + (text.includes("Stopping.") ? 1 : 0)) {
          pressed += 1;
          child.kill("SIGINT");
        }
      },
    });
    expect([code, signal, err]).toEqual([null, "SIGINT", expect.stringContaining("! Stopping.")]);
    const [job] = sql<{ status: string }>("select status from job");
    expect(job).toEqual({ status: "running" });
    const shown = await cli.memoir(["jobs", "list"]);
    expect(shown.out).toMatch(/embed {2}user:mia {2}running {2}1 of \d/);
  });
});

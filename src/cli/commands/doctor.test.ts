import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScriptedModel } from "../../testing/index.ts";
import { useBareMachine } from "../bare-machine.fixture.ts";

const machine = useBareMachine();
const { cli } = machine;
const NAMES = "node sqlite settings embedder model disk database".split(" ");

async function check(...args: string[]): Promise<{ code: number; byName: Record<string, string> }> {
  const { code, out } = await cli.memoir(["doctor", "--json", ...args]);
  const { checks } = JSON.parse(out) as { checks: { name: string; status: string }[] };
  return { code, byName: Object.fromEntries(checks.map(({ name, status }) => [name, status])) };
}

describe("doctor", () => {
  it("makes no database", async () => {
    const { code, out, err } = await cli.memoir(["doctor"]);
    expect([code, err, readdirSync(cli.cwd)]).toEqual([0, "", []]);
    expect(out).toContain("it will be created by the first add");
    expect(Object.keys((await check()).byName)).toEqual(NAMES);
  });

  it("finds a healthy one healthy", async () => {
    await cli.add("tea");
    const { code, out } = await cli.memoir(["doctor"]);
    expect(code).toBe(0);
    expect(out).toContain("✓ integrity   1 memory and 1 event in 1 scope, all sound\n\nAll is well.\n");
    expect((await check()).byName).toEqual(
      Object.fromEntries(
        [...NAMES, "wal", "rights", "writes", "queue", "vectors", "integrity"].map((name) => [name, "ok"]),
      ),
    );
  });

  it("reports what is no database, a folder that is not there, and bad settings", async () => {
    writeFileSync(join(cli.cwd, "notes.txt"), "not a database");
    const { code, out } = await cli.memoir(["doctor", "--database", "notes.txt"]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ database {4}.*notes\.txt is not a usable Memoir database.*\n {14}→ Pass another path/,
    );
    expect(readFileSync(join(cli.cwd, "notes.txt"), "utf8")).toBe("not a database");
    expect(await check("--database", "no/such/folder.db")).toMatchObject({
      code: 1,
      byName: { disk: "fail" },
    });
    expect(await check("--config", "nope.yaml")).toMatchObject({ code: 1, byName: { settings: "fail" } });
  });

  it("warns when nothing can be written", async () => {
    await cli.add("tea");
    await cli.library((engine) => engine.operator().readOnly(true));
    expect(await check()).toMatchObject({ code: 0, byName: { writes: "warn" } });
  });
});

describe("doctor of models", () => {
  interface Said {
    ok: boolean;
    checks: { name: string; status: string; detail: string; fix: string | null }[];
  }
  const check = async (
    name: string,
    env: Record<string, string>,
    ...args: string[]
  ): Promise<Said["checks"][number] | undefined> => {
    const { checks } = await machine.json<Said>(["doctor", ...args], {
      env: { MEMOIR_EMBEDDER: "none", ...env },
    });
    return checks.find((one) => one.name === name);
  };

  it("warns of an embedder without its files, and says how to get them", async () => {
    const { code, out } = await machine.memoir(["doctor"], { env: { MEMOIR_EMBEDDER: "local/minilm" } });
    expect(code).toBe(0);
    expect(out).toMatch(
      /! embedder {4}local\/minilm: .* is not on this machine.*\n {14}→ Fetch it now: memoir models pull all-MiniLM-L6-v2-int8 bge-small-zh-v1.5-int8\. Until then/,
    );
    expect(out).toContain("✓ model       no language model is configured, and none is needed\n");
    expect(existsSync(machine.cache)).toBe(false);
    expect(await check("embedder", {})).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("none"),
    });
  });

  it("finds the default embedder ready on a bare machine", async () => {
    expect(await check("embedder", { MEMOIR_EMBEDDER: "" })).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(
        /^local, 2 sentences embedded in .*: memoir-1-en is ready .* memoir-1-zh is ready/,
      ),
      fix: null,
    });
    expect(existsSync(machine.cache)).toBe(false);
  });

  it("tells what models are configured, and asks them only when told to", async () => {
    const server = await startScriptedModel({ answer: () => "ready" });
    try {
      const env = { MEMOIR_MODEL: "openai/scripted", OPENAI_BASE_URL: server.url };
      expect(await check("model", env)).toMatchObject({
        status: "ok",
        detail: "openai/scripted for everything; not asked, --online does",
      });
      const roles = { MEMOIR_MODELS__ROLES__EXTRACT: "ollama/qwen3", ...env };
      expect((await check("model", roles))?.detail).toMatch(
        /^ollama\/qwen3 for extract; openai\/scripted for check,/,
      );
      const remote = { ...env, MEMOIR_EMBEDDER: "openai/vectors" };
      expect((await check("embedder", remote))?.detail).toBe("openai/vectors, not asked; --online does");
      expect(server.calls.count).toBe(0);
      expect(await check("model", env, "--online")).toMatchObject({
        status: "ok",
        detail: expect.stringMatching(/^openai\/scripted answers in .* tokens\)$/),
      });
      expect(server.calls.count).toBe(1);
      expect((await check("embedder", remote, "--online"))?.detail).toMatch(
        /^openai\/vectors answers: one sentence/,
      );
      server.misbehave("unauthorized", "unauthorized");
      expect(await check("model", env, "--online")).toMatchObject({
        status: "fail",
        fix: expect.any(String),
      });
    } finally {
      await server.close();
    }
  });

  it.each(["MEMOIR_MODELS__ROLES__EXTRACT", "MEMOIR_EXTRACTION_PROVIDER_ID"])(
    "R63: finds a model without its key in %s, which keeps no other command from its work",
    async (name) => {
      const env = { [name]: "openai/gpt-5-mini" };
      expect(await check("model", env)).toMatchObject({
        status: "fail",
        detail: "openai needs a key.",
        fix: "Set OPENAI_API_KEY.",
      });
      const none = { ...env, MEMOIR_EMBEDDER: "none" };
      expect(await machine.memoir(["add", "tea"], { env: none })).toMatchObject({ code: 0, err: "" });
      expect(await machine.memoir(["list"], { env: none })).toMatchObject({ code: 0, err: "" });
      expect(
        (await machine.json<Said>(["doctor"], { env })).checks.find(({ name }) => name === "database")
          ?.status,
      ).toBe("ok");
    },
  );
});

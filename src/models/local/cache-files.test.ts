import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimPart, installVerified, leftParts, readVerified } from "./cache-files.ts";
import type { ModelFile } from "./catalogue.ts";

const pin = (text: string): { sha256: string; bytes: number } => ({
  sha256: createHash("sha256").update(text).digest("hex"),
  bytes: Buffer.byteLength(text),
});
const FILE: ModelFile = {
  name: "model.onnx",
  pins: [pin("the model"), pin("the same, written otherwise")],
  sources: [],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memoir-cache-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 4) yield Buffer.from(text.slice(at, at + 4));
}

describe("readVerified", () => {
  it.each(["the model", "the same, written otherwise"])("hands out pinned content: %s", async (text) => {
    const path = join(folder, "model.onnx");
    writeFileSync(path, text);
    const found = await readVerified(path, FILE);
    expect(found.status === "ok" && Buffer.from(found.bytes).toString()).toBe(text);
  });

  it.each([
    ["the modem", /sha256 is [0-9a-f]{64}, not [0-9a-f]{64} or [0-9a-f]{64}/],
    ["the mode", /has 8 bytes/],
    ["", /has 0 bytes/],
  ])("refuses %j", async (text, why) => {
    const path = join(folder, "model.onnx");
    writeFileSync(path, text);
    expect(await readVerified(path, FILE)).toMatchObject({
      status: "wrong",
      why: expect.stringMatching(why),
    });
  });

  it("says what is not there, and what is no file", async () => {
    expect(await readVerified(join(folder, "model.onnx"), FILE)).toEqual({ status: "absent" });
    expect(await readVerified(folder, FILE)).toMatchObject({ status: "wrong" });
  });
});

describe("installVerified", () => {
  it("puts a file where it belongs, making the folder", async () => {
    const target = join(folder, "new", "model.onnx");
    await installVerified(pieces("the model"), target, FILE, "a test");
    expect(readFileSync(target, "utf8")).toBe("the model");
    expect(readdirSync(join(folder, "new"))).toEqual(["model.onnx"]);
  });

  it.each([
    ["other content", "the modem", /a test is not the pinned file: its sha256/],
    ["too little", "the", /sha256/],
    ["too much", "x".repeat(10_000), /bytes or more/],
  ])("refuses %s, leaves nothing behind and what was there alone", async (_, text, why) => {
    const target = join(folder, "model.onnx");
    writeFileSync(target, "before");
    await expect(installVerified(pieces(text), target, FILE, "a test")).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(why),
    });
    expect(readdirSync(folder)).toEqual(["model.onnx"]);
    expect(readFileSync(target, "utf8")).toBe("before");
  });

  it("may run twice at once for the same file", async () => {
    const target = join(folder, "model.onnx");
    await Promise.all(
      Array.from({ length: 8 }, () => installVerified(pieces("the model"), target, FILE, "a test")),
    );
    expect(readdirSync(folder)).toEqual(["model.onnx"]);
  });

  it("removes what a killed process left, and not what one is writing", async () => {
    const [old, fresh] = [join(folder, "model.onnx.1.tmp"), join(folder, "model.onnx.2.tmp")];
    writeFileSync(old, "half");
    writeFileSync(fresh, "half");
    utimesSync(old, new Date(0), new Date(0));
    await installVerified(pieces("the model"), join(folder, "model.onnx"), FILE, "a test");
    expect(readdirSync(folder).sort()).toEqual(["model.onnx", "model.onnx.2.tmp"]);
  });

  it("says which folder cannot be written to", async () => {
    writeFileSync(join(folder, "file"), "");
    const target = join(folder, "file", "model.onnx");
    await expect(installVerified(pieces("the model"), target, FILE, "a test")).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("MEMOIR_CACHE_DIR"),
    });
  });
});

const NAME = "package@1.0.0";

/** A part of a process that is no more, on this machine or on another. */
function leave(
  text: string,
  { host = hostname().replaceAll(/[^A-Za-z0-9-]/g, "-"), old = false } = {},
): string {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const path = join(folder, `${NAME}~h-${host}~${pid}~00000000.part`);
  writeFileSync(path, text);
  if (old) utimesSync(path, new Date(0), new Date(0));
  return path;
}

describe("claimPart", () => {
  it("begins a new one where nothing was left", async () => {
    const part = await claimPart(join(folder, "new"), NAME);
    expect(readdirSync(join(folder, "new"))).toEqual([]);
    expect(basename(part.path)).toMatch(/^package@1\.0\.0~h-.+~\d+~[0-9a-f]{8}\.part$/);
  });

  it("takes over what was released", async () => {
    const first = await claimPart(folder, NAME);
    writeFileSync(first.path, "half");
    await first.release();
    const second = await claimPart(folder, NAME);
    expect(readFileSync(second.path, "utf8")).toBe("half");
    await second.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("takes over the largest that a killed process left", async () => {
    leave("larger half");
    renameSync(leave("half"), join(folder, `${NAME}~free~0~11111111.part`));
    leave("larger half");
    expect(readFileSync((await claimPart(folder, NAME)).path, "utf8")).toBe("larger half");
  });

  it("leaves alone what a living process is writing, or one of another machine, or other downloads", async () => {
    const living = await claimPart(folder, NAME);
    writeFileSync(living.path, "mine");
    leave("theirs", { host: "elsewhere" });
    writeFileSync(join(folder, "other@1.0.0~free~0~00000000.part"), "other");
    const part = await claimPart(folder, NAME);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(readdirSync(folder)).not.toContain(basename(part.path));
  });

  it("takes over what another machine has not touched for long", async () => {
    leave("theirs", { host: "elsewhere", old: true });
    const part = await claimPart(folder, NAME);
    expect(readFileSync(part.path, "utf8")).toBe("theirs");
    expect(await leftParts(folder)).toEqual([]);
  });

  it("gives a part that was left to only one of many", async () => {
    leave("half");
    const parts = await Promise.all(Array.from({ length: 8 }, () => claimPart(folder, NAME)));
    const entries = readdirSync(folder);
    expect(entries).toHaveLength(1);
    expect(parts.filter(({ path }) => entries.includes(basename(path)))).toHaveLength(1);
  });
});

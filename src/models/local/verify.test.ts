import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelFile } from "./catalogue.ts";
import { installVerified, readVerified } from "./verify.ts";

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
  folder = mkdtempSync(join(tmpdir(), "memoir-verify-"));
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

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createKernel } from "./kernel.ts";

describe("the kernel", () => {
  it("bytes.ts is what scan.as compiles to", () => {
    const script = new URL("../../../scripts/kernel.js", import.meta.url);
    expect(execFileSync(process.execPath, [script.pathname, "--check"], { encoding: "utf8" })).toBe("");
  });

  it("runs as WebAssembly on this machine", () => {
    expect(createKernel(65_536).dotsF32.toString()).toContain("native code");
    expect(createKernel(65_536, "plain").dotsF32.toString()).not.toContain("native code");
  });
});

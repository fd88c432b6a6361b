import { spawnSync } from "node:child_process";
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
import { claimPart, leftParts } from "./parts.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memoir-parts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

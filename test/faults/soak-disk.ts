import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/postgres-programs.ts";

/** A disk of its own for a database; where none can be mounted it is a folder, and never full. */
export interface SmallDisk {
  readonly folder: string;
  readonly canFill: boolean;
  /** Writes until nothing fits any more. */
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): void;
}

const MEGABYTE = 1_024 ** 2;
const [MOUNT, UNMOUNT] = ["mount", "umount"] as const;

export function mountDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(temporaryFolder({}), "memoir-soak-"));
  const filler = join(folder, "filler");
  let canFill = true;
  try {
    // The database servers' account makes folders in it.
    const options = `size=${megabytes}m,mode=1777`;
    execFileSync(MOUNT, ["-t", "tmpfs", "-o", options, "memoir-soak", folder], { stdio: "pipe" });
  } catch (error) {
    canFill = false;
    console.log(`No full disk: a small one cannot be mounted here (${String(error)}).`);
  }
  return {
    folder,
    canFill,
    async fill() {
      for (let size = 16 * MEGABYTE; size >= 1_024; ) {
        try {
          await appendFile(filler, Buffer.alloc(size));
        } catch {
          size = Math.floor(size / 2); // smaller pieces may still fit
        }
      }
    },
    free: () => rm(filler, { force: true }),
    close() {
      if (canFill) execFileSync(UNMOUNT, [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

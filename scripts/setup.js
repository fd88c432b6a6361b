// Makes a checkout ready to run: installs the dependencies and builds, each only if needed. Runs before
// `npm start`, `npm test` and `npm run prove`, on a fresh clone and on the machine's own Node, which may be
// older than what Memoir needs. So: no dependencies, and nothing newer than Node 20.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./lib/exec.js";
import { buildFingerprint, stampFile } from "./lib/fingerprint.js";
import { withLock } from "./lib/lock.js";
import { START_TOOLS } from "./lib/start-tools.js";

// On one platform this package would fetch GPU files of hundreds of megabytes that Memoir never loads.
process.env.ONNXRUNTIME_NODE_INSTALL ??= "skip";

const node24 = join(root, "node_modules", "node", "bin", "node");

/** `npm start` installs what a user needs; everything else also the tools of developers. */
const forStart = process.argv.includes("--start");

/** Whether npm's own record of what it installed agrees with the lock file. */
function isInstalled() {
  if (!existsSync(node24)) return false;
  const wanted = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    const found = installed[path];
    if (path === "") return true;
    if (forStart && dev === true && !START_TOOLS.includes(path.slice("node_modules/".length))) return true;
    if (found === undefined) return optional === true; // for another kind of machine
    return found.version === version && found.integrity === integrity;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return undefined;
  }
}

function isBuilt() {
  try {
    return readFileSync(stampFile, "utf8") === buildFingerprint();
  } catch {
    return false;
  }
}

async function install() {
  if (forStart) return installForStart();
  // Development dependencies are named because NODE_ENV=production leaves them out, and Node is one of them.
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  let { code, output } = await told("Installing dependencies", "npm", ["ci", ...options]);
  if (code !== 0 && isOnlyAboutOtherMachines(output)) {
    ({ code, output } = await told("Installing dependencies", "npm", ["install", "--no-save", ...options]));
  }
  checkInstalled(code, output);
}

/**
 * The same locked versions, without what only developers use: half of the megabytes. npm cannot leave out some of the
 * development dependencies, so it installs aside from a package.json that has no others.
 */
async function installForStart() {
  const aside = join(root, `.memoir-install-${process.pid}`);
  mkdirSync(aside);
  mkdirSync(join(root, "node_modules"), { recursive: true });
  try {
    const { devDependencies, ...rest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const tools = Object.fromEntries(START_TOOLS.map((name) => [name, devDependencies[name]]));
    writeFileSync(join(aside, "package.json"), JSON.stringify({ ...rest, devDependencies: tools }));
    cpSync(join(root, "package-lock.json"), join(aside, "package-lock.json"));
    const options = ["--no-save", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const { code, output } = await told("Installing dependencies", "npm", ["install", ...options], aside);
    if (code !== 0) checkInstalled(code, output);
    for (const name of readdirSync(join(aside, "node_modules"))) {
      rmSync(join(root, "node_modules", name), { recursive: true, force: true });
      renameSync(join(aside, "node_modules", name), join(root, "node_modules", name));
    }
    checkInstalled(code, output);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function checkInstalled(code, output) {
  if (code !== 0) fail(`npm failed with code ${code}${reasonIn(output)}`, output);
  if (!existsSync(node24)) {
    fail(
      `${node24} is missing: npm did not run install scripts; allow them (npm config delete ignore-scripts)`,
    );
  }
}

/**
 * A lock file written against a partial mirror lacks the optional packages of other kinds of machines, and
 * `npm ci` refuses it for each of them: `Missing: @biomejs/cli-win32-x64@ from lock file`, with no version.
 * `npm install --no-save` takes the same locked versions and leaves the lock file alone.
 */
function isOnlyAboutOtherMachines(output) {
  const complaints = output.match(/(Missing|Invalid): .*lock file.*/g) ?? [];
  return complaints.length > 0 && complaints.every((line) => /^Missing: \S+@ from lock file$/.test(line));
}

async function build() {
  const { code, output } = await told("Building", "node", ["scripts/build.js"]);
  if (code !== 0) fail("the build failed", output);
}

/** Runs a program quietly and says how long it has been at it: a first start takes a minute on a slow line. */
async function told(what, command, args, cwd = root) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1_000);
  const { isTTY } = process.stdout;
  process.stdout.write(`${what}…${isTTY ? "" : "\n"}`);
  const tick = setInterval(
    () => process.stdout.write(isTTY ? `\r${what}… ${seconds()} s` : `${what}… ${seconds()} s\n`),
    isTTY ? 1_000 : 15_000,
  );
  try {
    return await run(command, args, { quiet: true, cwd });
  } finally {
    clearInterval(tick);
    process.stdout.write(isTTY ? `\r${what}… ${seconds()} s\n` : "");
  }
}

function reasonIn(output) {
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET)\b/.test(output)) {
    return ": the package registry is out of reach; check the network and run it again";
  }
  if (/\bENOSPC\b/.test(output)) return ": the disk is full";
  if (/can only install .* in sync/s.test(output)) {
    return ': package.json and package-lock.json disagree; run "npm install"';
  }
  return "";
}

function fail(message, output = "") {
  if (output !== "") process.stderr.write(output.endsWith("\n") ? output : `${output}\n`);
  console.error(`setup: ${message}`);
  process.exit(1);
}

async function main() {
  if (isInstalled() && isBuilt()) return;
  const checkout = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const owner = process.getuid?.() ?? "user";
  await withLock(join(tmpdir(), `memoir-setup-${owner}-${checkout}`), async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

await main();

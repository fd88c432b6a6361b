// `npm run release`: all checks, then everything that is handed out in the folder `release`: the package, the package for
// each kind of machine, the list of components and the checksums. `--draft` tries it before the changelog names the
// version, `--no-tests` leaves the tests out, `--json` prints one JSON document.
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { notAllowed } from "./lib/components.js";
import { root, run } from "./lib/exec.js";
import {
  contentProblems,
  installedSizes,
  MAX_INSTALLED_BYTES,
  PLATFORMS,
  pack,
  packFor,
  unpack,
} from "./lib/package.js";

const { values: options } = parseArgs({
  options: {
    draft: { type: "boolean", default: false },
    "no-tests": { type: "boolean", default: false },
    platform: { type: "string", multiple: true, default: PLATFORMS },
    json: { type: "boolean", default: false },
  },
});
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const target = join(root, "release");

/** @returns {Promise<string[]>} problems */
async function command(name, ...args) {
  const { code, output } = await run(name, args, { quiet: true });
  return code === 0 ? [] : [`${[name, ...args].join(" ")} ended with ${code}\n${output}`];
}

async function checkCheckout() {
  const { output } = await run("git", ["status", "--porcelain"], { quiet: true });
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const heading = new RegExp(`^## ${manifest.version.replaceAll(".", "\\.")} - \\d{4}-\\d\\d-\\d\\d$`, "m");
  return [
    ...(output === "" ? [] : [`there are changes that are not committed:\n${output}`]),
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no heading "## ${manifest.version} - YYYY-MM-DD"`]),
  ];
}

async function checkPublint() {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true });
  return messages.map((message) => formatMessage(message, pkg) ?? message.code);
}

function checkLicences() {
  const { components } = JSON.parse(readFileSync(join(root, "dist", "sbom.cdx.json"), "utf8"));
  const named = components.map(({ name, version, licenses: [{ license, expression }] }) => ({
    name: `${name} ${version}`,
    license: license?.id ?? expression,
  }));
  return notAllowed(named).map(
    ({ name, license }) => `${name} has the licence ${license}, which is not allowed`,
  );
}

function checkSize(name, folder, report) {
  const packages = installedSizes(folder);
  const bytes = packages.reduce((sum, one) => sum + one.bytes, 0);
  report.sizes[name] = { bytes, packages };
  return bytes <= MAX_INSTALLED_BYTES
    ? []
    : [`${name} takes ${megabytes(bytes)} installed; ${megabytes(MAX_INSTALLED_BYTES)} are allowed`];
}

async function packAll(folder, report) {
  const tarball = await pack(target);
  const unpacked = join(folder, "memoir");
  await unpack(tarball, unpacked);
  const problems = [...contentProblems(unpacked), ...checkSize(basename(tarball), unpacked, report)];
  for (const platform of options.platform) {
    const name = `memoir-${manifest.version}-${platform}.tgz`;
    await packFor(platform, unpacked, join(target, name));
    await unpack(join(target, name), join(folder, platform));
    problems.push(...checkSize(name, join(folder, platform), report));
  }
  return problems;
}

function writeChecksums(report) {
  cpSync(join(root, "dist", "sbom.cdx.json"), join(target, `memoir-${manifest.version}.cdx.json`));
  report.files = readdirSync(target)
    .sort()
    .map((name) => ({
      name,
      bytes: statSync(join(target, name)).size,
      sha256: createHash("sha256")
        .update(readFileSync(join(target, name)))
        .digest("hex"),
    }));
  writeFileSync(
    join(target, "SHA256SUMS"),
    report.files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""),
  );
  return [];
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const say = (line) => options.json || console.log(line);

function printReport(report) {
  for (const [name, { bytes, packages }] of Object.entries(report.sizes)) {
    say(`\n${name}: ${megabytes(bytes)} installed`);
    for (const one of packages.filter((each) => each.bytes >= 100_000))
      say(`  ${megabytes(one.bytes).padStart(9)}  ${one.name}`);
  }
  say("");
  for (const { name, bytes, sha256 } of report.files) say(`${sha256}  ${name} (${megabytes(bytes)})`);
}

const PACKAGE_TESTS = ["packed", "packed-release", "published"].map((name) => `test/e2e/${name}.test.ts`);

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "memoir-release-"));
  const report = { version: manifest.version, ok: false, problems: [], sizes: {}, files: [] };
  const steps = [
    ["checkout and changelog", checkCheckout, options.draft],
    ["install and build", () => command("node", "scripts/setup.js")],
    ["static checks", () => command("npm", "run", "check"), options.draft],
    ...(options["no-tests"]
      ? []
      : [
          ["tests", () => command("node", "scripts/test.js")],
          ["tests of the package, all cases", () => command("npm", "run", "prove", ...PACKAGE_TESTS)],
        ]),
    ["publint", checkPublint],
    ["licences", checkLicences],
    ["packages, their files and sizes", () => packAll(folder, report)],
    ["components and checksums", () => writeChecksums(report)],
  ];
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  try {
    for (const [name, check, onlyTold = false] of steps) {
      say(`${name}…`);
      const problems = await check();
      for (const problem of problems) say(`  ${onlyTold ? "warning" : "error"}: ${problem}`);
      report.problems.push(...problems.map((problem) => ({ step: name, problem, isError: !onlyTold })));
      if (problems.length > 0 && !onlyTold) break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report.ok = report.problems.every(({ isError }) => !isError);
  if (report.ok) printReport(report);
  if (options.json) console.log(JSON.stringify(report, null, 2));
  say(
    report.ok
      ? `\nThe release is in ${target}.`
      : "\nNothing may be handed out: mend the error and run it again.",
  );
  return report.ok ? 0 : 1;
}

process.exitCode = await main();

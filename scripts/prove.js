// `npm run prove`: the tests that `npm test` runs in part or small, with all their cases and at full size, the mutations
// (test/mutations.json), then the benchmarks; their figures go to bench/RESULTS.md. Arguments choose test files, as with vitest; `npm run prove mutations` runs the
// mutations alone, `npm run prove mutations R63 R64` some of them. What takes long is of full size only when it is named: the year of
// upkeep (`npm run prove year`, hours), the soak (`npm run prove soak`, an hour) and several servers on a database of 2
// million memories (`npm run prove servers`, half an hour, 20 GB of disk). MEMOIR_SERVERS_TENANTS=100 makes that a smaller
// one; MEMOIR_SERVERS_POSTGRES names a PostgreSQL server on which it stays, to be used again.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./lib/exec.js";
import { MUTATIONS, runMutations } from "./lib/mutate.js";
import { replaceSection } from "./lib/sections.js";
import { isGreen, runVitest, summaryOf } from "./lib/vitest.js";

const results = join(root, "bench", "RESULTS.md");
const folder = mkdtempSync(join(tmpdir(), "memoir-prove-"));
const figures = join(folder, "figures.jsonl");
writeFileSync(figures, "");

process.env.MEMOIR_PROVE = "1";
process.env.MEMOIR_FIGURES = figures;

const LONG = ["year.test.ts", "soak.test.ts", "servers.test.ts"];
/** Tests that are larger here than in `npm test`, and all fault tests. */
const larger = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root })
  .filter(
    (file) =>
      file.startsWith(join("test", "faults")) ||
      /support\/prove\.ts"|\bany(?:Database|Memoir)\b/.test(readFileSync(join(root, file), "utf8")),
  )
  .sort();
/** A fault test may be named by its name alone. */
const fileOf = (name) => {
  const file = `test/faults/${name}.test.ts`;
  return existsSync(join(root, file)) ? file : name;
};
const chosen = process.argv.slice(2);
if (LONG.some((name) => chosen.some((one) => fileOf(one).endsWith(name))))
  process.env.MEMOIR_PROVE_NAMED = "1";
const where = `${availableParallelism()} cores (${cpus()[0]?.model.trim() || process.arch}), ${process.platform}, ${new Date().toISOString().slice(0, 10)}`;

/** Says whether the tests noticed every mutation. */
async function proveMutations(requirements) {
  const wanted = MUTATIONS.filter(
    ({ requirement }) => requirements.length === 0 || requirements.includes(requirement),
  );
  if (wanted.length === 0) throw new Error(`No mutation is of ${requirements.join(", ")}.`);
  const { killed, survived } = await runMutations(wanted);
  console.log(`Mutations: ${killed} killed, ${survived.length} survived`);
  return survived.length === 0;
}

function save(section, lines) {
  writeFileSync(results, replaceSection(readFileSync(results, "utf8"), section, lines.join("\n")));
}

async function proveAll() {
  // One file at a time: each of them wants the whole machine.
  const counts = await runVitest([
    ...(chosen.length > 0 ? chosen.map(fileOf) : larger),
    "--no-file-parallelism",
  ]);
  const measured = readFileSync(figures, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  for (const { section, lines } of measured.filter((one) => "section" in one))
    save(section, [`\`npm run prove ${section}\`: ${summaryOf(counts)}; ${where}.`, "", ...lines]);
  let noticed = true;
  if (chosen.length === 0) {
    save("faults", [
      `\`npm run prove\`: ${summaryOf(counts)}; ${where}.`,
      "",
      ...measured.filter((one) => "name" in one).map(({ name, value }) => `- **${name}**: ${value}.`),
    ]);
    noticed = await proveMutations([]);
    // It keeps its table by itself.
    const { code } = await run("node", ["bench/run.ts", "ratios"]);
    if (code !== 0) throw new Error("bench ratios failed");
    for (const name of ["jobs", "embed"]) {
      const { code, output } = await run("node", ["bench/run.ts", name], { quiet: true });
      process.stdout.write(output);
      if (code !== 0) throw new Error(`bench ${name} failed`);
      save(name, [`\`npm run bench ${name}\`; ${where}.`, "", "```", output.trim(), "```"]);
    }
  }
  console.log(summaryOf(counts));
  process.exitCode = isGreen(counts) && noticed ? 0 : 1;
}

try {
  if (chosen[0] === "mutations") process.exitCode = (await proveMutations(chosen.slice(1))) ? 0 : 1;
  else await proveAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./exec.js";
import { isGreen, runVitest } from "./vitest.js";

/**
 * One requirement broken on purpose: where `file` says `text`, it says `instead`, and some test in `tests` whose title names
 * the requirement must fail.
 *
 * @typedef {{ requirement: string, file: string, text: string, instead: string, tests: string[] }} Mutation
 */

/** @type {readonly Mutation[]} */
export const MUTATIONS = JSON.parse(readFileSync(join(root, "test", "mutations.json"), "utf8"));

/** What tests read and never write is linked; the rest is copied, because a mutation changes it. */
const LINKED = ["dist", "docs", "models"];
const COPIED = ["src", "test", "scripts", "bin", "examples", "bench", "package.json", "package-lock.json"];
const CONFIGS = ["tsconfig.json", "vitest.config.ts", "README.md", "CHANGELOG.md"];

/**
 * The source of a mutation's file with the mutation in it. A text that is not there exactly once is an error: the row has
 * to follow the source.
 *
 * @param {Mutation} mutation
 * @param {string} source
 */
export function mutated({ requirement, file, text, instead }, source) {
  const found = text === "" ? 0 : source.split(text).length - 1;
  if (found === 1) return source.replace(text, () => instead);
  throw new Error(
    `test/mutations.json, ${requirement}: ${file} has ${JSON.stringify(text)} ${found} times instead of once. Correct the row.`,
  );
}

/**
 * Breaks each requirement in a copy of the checkout, one after the other, and runs its tests. Returns the rows that no
 * test noticed.
 *
 * @param {readonly Mutation[]} mutations
 * @returns {Promise<{ killed: number, survived: Mutation[] }>}
 */
export async function runMutations(mutations) {
  for (const one of mutations) mutated(one, readFileSync(join(root, one.file), "utf8"));
  const copy = copyOfCheckout();
  try {
    const unbroken = await testsOf(copy, mutations);
    if (!isGreen(unbroken)) throw new Error("The tests of the mutations fail without any mutation.");
    const survived = [];
    for (const one of mutations) {
      const file = join(copy, one.file);
      const source = readFileSync(file, "utf8");
      writeFileSync(file, mutated(one, source));
      const { failed, failures } = await testsOf(copy, [one]);
      writeFileSync(file, source);
      // A run that broke otherwise proves nothing.
      const noticed = failures.some((test) => new RegExp(`\\b${one.requirement}\\b`).test(test));
      if (failed > 0 && !noticed)
        throw new Error(`The tests of ${one.requirement} could not run:\n${failures}`);
      if (!noticed) survived.push(one);
      console.log(`${noticed ? "killed" : "SURVIVED"}: ${one.requirement} ${one.file}: ${one.text}`);
    }
    return { killed: mutations.length - survived.length, survived };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Only the tests that name the requirements: others may fail, too, and prove nothing. */
function testsOf(cwd, mutations) {
  const files = new Set(mutations.flatMap(({ tests }) => tests));
  const requirements = new Set(mutations.map(({ requirement }) => requirement));
  const titles = `\\b(?:${[...requirements].join("|")})\\b`;
  return runVitest([...files, "--testNamePattern", titles], {
    cwd,
    quiet: true,
    env: { ...process.env, MEMOIR_PROVE: "" },
  });
}

function copyOfCheckout() {
  const copy = mkdtempSync(join(tmpdir(), "memoir-mutations-"));
  for (const name of [...COPIED, ...CONFIGS]) cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(root, name), join(copy, name));
  // Each package by itself: the cache of the tests is in there, and must not be shared.
  const modules = join(root, "node_modules");
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(modules)) {
    if (name !== ".cache") symlinkSync(join(modules, name), join(copy, "node_modules", name));
  }
  return copy;
}

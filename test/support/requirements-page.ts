import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PAGE = `${ROOT}docs/reference/requirements.md`;

/** The title of a test or of a group: the first string behind `it(`, `describe.each(table)(` and the like. */
const TITLE =
  /(?:^|\W)(?:it|test|describe)[\s\S]{0,4000}?\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
/** `R12`, and the ends of `R205–R207`. */
const CODE = /\b([RCF])(\d{1,3})(?:[–-]\1?(\d{1,3}))?\b/g;
const ROW = /^\| ([RCF]\d+) \| (.*) \| ([^|]*) \|$/gm;

/** The page with its last column as the tests are now. */
export function requirementsPage(page: string): string {
  const tests = testsByCode();
  return page.replace(ROW, (_row, code: string, text: string) => {
    const files = [...(tests.get(code) ?? [])].sort();
    return `| ${code} | ${text} | ${files.length === 0 ? "–" : files.map((file) => `\`${file}\``).join(", ")} |`;
  });
}

/** The numbers that the page explains. */
export function explained(page: string): Set<string> {
  return new Set([...page.matchAll(ROW)].map(([, code]) => code!));
}

/** The numbers that titles of tests name, with the files. */
function testsByCode(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of testFiles()) {
    for (const title of titlesIn(readFileSync(ROOT + file, "utf8"))) {
      for (const code of codesIn(title)) {
        const name = file.replace(/^(?:test|src)\//, "").replace(/(?:\.contract)?\.test\.ts$/, "");
        found.set(code, (found.get(code) ?? new Set()).add(name));
      }
    }
  }
  return found;
}

/** The numbers that titles name, and that the page therefore must explain. */
export function named(): Set<string> {
  return new Set(testsByCode().keys());
}

function testFiles(): string[] {
  return ["src", "test", "examples"].flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, { cwd: ROOT }).map((file) => file.replaceAll("\\", "/")),
  );
}

function titlesIn(source: string): string[] {
  return source
    .split(/(?=^\s*(?:it|test|describe)\b)/m)
    .flatMap((part) => [...part.matchAll(TITLE)].map(([, plain, template]) => plain ?? template ?? ""));
}

function* codesIn(title: string): Generator<string> {
  for (const [, letter, first, last = first] of title.matchAll(CODE)) {
    const [from, to] = [Number(first), Number(last)];
    for (let n = from; n <= Math.max(from, to) && n - from < 100; n += 1) yield `${letter}${n}`;
  }
}

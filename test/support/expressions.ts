import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";
import { nodesIn } from "./source-file.ts";

/** A regular expression of ours, and the file it comes from. */
export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const src = new URL("../../src/", import.meta.url);

/** The TypeScript files of `src/` that make up the product. */
function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/\.(?:test|fixture|d)\.ts$/.test(path))
    .sort();
}

/** Every literal, and everything that the modules construct when they are loaded. */
export async function expressionsOf(isLeftOut: (file: string) => boolean): Promise<Expression[]> {
  const found = new Map<string, Expression>();
  const add = (file: string, source: string, flags: string): void => {
    const key = `/${source}/${flags}`;
    if (!found.has(key)) found.set(key, { file, source, flags });
  };
  const constructing: string[] = [];
  for (const file of sourceFiles().filter((path) => !isLeftOut(path))) {
    const code = readFileSync(fileURLToPath(new URL(file, src)), "utf8");
    for (const node of nodesIn(parseAst(code, { lang: "ts" }))) {
      const literal = node.regex as { pattern: string; flags: string } | undefined;
      if (node.type === "Literal" && literal) add(file, literal.pattern, literal.flags);
    }
    if (/\bRegExp\(/.test(code)) constructing.push(file);
  }
  const Plain = globalThis.RegExp;
  for (const file of constructing) {
    globalThis.RegExp = new Proxy(Plain, {
      construct(target, given: [string, string?], by): RegExp {
        const made = Reflect.construct(target, given, by) as RegExp;
        const [, maker = file] = /\/src\/([\w./-]+\.ts)/.exec(new Error().stack ?? "") ?? [];
        if (!isLeftOut(maker)) add(maker, made.source, made.flags);
        return made;
      },
    });
    try {
      await import(new URL(file, src).href);
    } finally {
      globalThis.RegExp = Plain;
    }
  }
  return [...found.values()];
}

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
/** Where `regex` makes expressions for others. */
const TAG = "language/shared/words.ts";

/** The TypeScript files of `src/` that make up the product. */
function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/\.(?:test|fixture|d)\.ts$/.test(path))
    .sort();
}

/** The regular expressions of `src/`, and the places whose expressions cannot be known before they run. */
export interface Expressions {
  readonly known: readonly Expression[];
  /** `new RegExp(…)` and the templates of `regex` that no module runs when it is loaded, as `file:line`. */
  readonly late: readonly string[];
}

/** Every literal, and everything that the modules construct when they are loaded. */
export async function expressions(): Promise<Expressions> {
  const found = new Map<string, Expression>();
  const add = (file: string, source: string, flags: string): void => {
    const key = `/${source}/${flags}`;
    if (!found.has(key)) found.set(key, { file, source, flags });
  };
  const late = new Set<string>();
  for (const file of sourceFiles()) {
    const code = readFileSync(fileURLToPath(new URL(file, src)), "utf8");
    for (const node of nodesIn(parseAst(code, { lang: "ts" }))) {
      const literal = node.regex as { pattern: string; flags: string } | undefined;
      if (node.type === "Literal" && literal) add(file, literal.pattern, literal.flags);
      const made = /^(?:New|Call)Expression$/.test(node.type) && (node.callee as { name?: string }).name;
      const tag = node.type === "TaggedTemplateExpression" && (node.tag as { object?: { name?: string } });
      if (made === "RegExp" || (tag && tag.object?.name === "regex"))
        late.add(`${file}:${code.slice(0, node.start).split("\n").length}`);
    }
  }
  const Plain = globalThis.RegExp;
  for (const file of new Set([...late].map((place) => place.replace(/:.*/, "")))) {
    globalThis.RegExp = new Proxy(Plain, {
      construct(target, given: [string, string?], by): RegExp {
        const made = Reflect.construct(target, given, by) as RegExp;
        const frames = [...(new Error().stack ?? "").matchAll(/\/src\/([\w./-]+\.ts):(\d+)/g)];
        add(frames.find(([, maker]) => maker !== TAG)?.[1] ?? file, made.source, made.flags);
        for (const [, maker, line] of frames) late.delete(`${maker}:${line}`);
        return made;
      },
    });
    try {
      await import(new URL(file, src).href);
    } finally {
      globalThis.RegExp = Plain;
    }
  }
  return { known: [...found.values()], late: [...late] };
}

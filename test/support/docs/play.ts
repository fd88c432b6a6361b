import { stripTypeScriptTypes } from "node:module";
import type { Block } from "./pages.ts";

type Values = Readonly<Record<string, unknown>>;

const IMPORT = /^import (?:type )?\{([^}]*)\} from "([^"]+)";/gm;
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs a block of TypeScript with the given names, and with these modules in the place of what it imports. */
export async function play({ text }: Block, names: Values, modules: Values): Promise<void> {
  const code = stripTypeScriptTypes(text).replaceAll(IMPORT, (_line, list: string, from: string) => {
    if (modules[from] === undefined) throw new Error(`the test has no module ${from}`);
    return `const {${list.replaceAll(" as ", ": ")}} = modules[${JSON.stringify(from)}];`;
  });
  // In a scope of its own, so that the block may declare names that it is also given.
  await new AsyncFunction(...Object.keys(names), "modules", `{${code}\n}`)(...Object.values(names), modules);
}

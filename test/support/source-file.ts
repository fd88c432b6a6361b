import { parseAst } from "vitest/node";

export interface Found {
  line: number;
  text: string;
}

/** The parts of a TypeScript file that the style rules are about, from its syntax tree. */
export interface SourceFile {
  lines: number;
  /** import and export … from, types too; import(); import types. */
  imports: Found[];
  /** The same without those that are types only: what is loaded when the file is. */
  loads: Found[];
  /** Statements that leave something behind when types are erased, imports aside. */
  runs: Found[];
  /** new URL("./x", import.meta.url) and import.meta.resolve("./x"). */
  urls: Found[];
  anys: Found[];
  defaultExports: Found[];
  consoles: Found[];
  /** Functions of more lines than a reader keeps in mind; `text` says how many. */
  longFunctions: Found[];
}

const MAX_FUNCTION_LINES = 60;
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export function readSource(code: string): SourceFile {
  const found: SourceFile = {
    lines: code.replace(/\n$/, "").split("\n").length,
    imports: [],
    loads: [],
    runs: [],
    urls: [],
    anys: [],
    defaultExports: [],
    consoles: [],
    longFunctions: [],
  };
  const tree = parseAst(code, { lang: "ts" });
  for (const node of tree.body as unknown as Node[]) {
    if (node.type === "ImportDeclaration" || isErased(node)) continue;
    found.runs.push({ line: lineOf(code, node), text: node.type });
  }
  for (const node of nodesIn(tree)) {
    const line = lineOf(code, node);
    const add = (list: Found[], text: string): number => list.push({ line, text });
    for (const specifier of importedBy(node)) {
      add(found.imports, specifier);
      if (!isErased(node)) add(found.loads, specifier);
    }
    for (const specifier of urlsOf(node)) add(found.urls, specifier);
    const length = FUNCTIONS.has(node.type) ? code.slice(node.start, node.end).split("\n").length : 0;
    if (length > MAX_FUNCTION_LINES) add(found.longFunctions, `a function of ${length} lines`);
    if (node.type === "TSAnyKeyword") add(found.anys, "any");
    if (isDefaultExport(node)) add(found.defaultExports, "export default");
    if (node.type === "MemberExpression" && isIdentifier(node.object, "console")) {
      add(found.consoles, code.slice(node.start, node.end));
    }
  }
  return found;
}

function lineOf(code: string, { start }: Node): number {
  return code.slice(0, start).split("\n").length;
}

/** Whether nothing of a statement is left once types are. */
function isErased(node: Node): boolean {
  if (node.type === "TSImportType" || node.type === "TSInterfaceDeclaration") return true;
  if (node.type === "TSTypeAliasDeclaration") return true;
  if (node.importKind === "type" || node.exportKind === "type") return true;
  if (node.type !== "ImportDeclaration" && node.type !== "ExportNamedDeclaration") return false;
  if (isNode(node.declaration)) return isErased(node.declaration);
  const specifiers = node.specifiers as Node[];
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === "type" || one.exportKind === "type")
  );
}

function importedBy(node: Node): string[] {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "TSImportType":
      return stringsIn(node.source);
    case "ImportExpression":
      return isNode(node.source) && node.source.type === "Literal"
        ? stringsIn(node.source)
        : stringsIn(node.source).filter(isRelative);
    default:
      return [];
  }
}

function urlsOf(node: Node): string[] {
  const isUrl =
    node.type === "NewExpression" && isIdentifier(node.callee, "URL") && isMeta(argumentsOf(node)[1], "url");
  const isResolve = node.type === "CallExpression" && isMeta(node.callee, "resolve");
  return isUrl || isResolve ? stringsIn(argumentsOf(node)[0]).filter(isRelative) : [];
}

/** Every string in an expression: both sides of a condition, the beginning of a template. */
function stringsIn(expression: unknown): string[] {
  const strings: string[] = [];
  for (const node of nodesIn(expression)) {
    if (node.type === "Literal" && typeof node.value === "string") strings.push(node.value);
    if (node.type === "TemplateLiteral") {
      const [first] = node.quasis as { value: { cooked: string } }[];
      if (first) strings.push(first.value.cooked);
    }
  }
  return strings;
}

function isDefaultExport(node: Node): boolean {
  if (node.type === "ExportDefaultDeclaration") return true;
  return node.type === "ExportSpecifier" && isIdentifier(node.exported, "default");
}

function isMeta(node: unknown, property: string): boolean {
  return (
    isNode(node) &&
    node.type === "MemberExpression" &&
    isNode(node.object) &&
    node.object.type === "MetaProperty" &&
    isIdentifier(node.property, property)
  );
}

function isIdentifier(node: unknown, name: string): boolean {
  return isNode(node) && node.type === "Identifier" && node.name === name;
}

function isRelative(specifier: string): boolean {
  return /^\.\.?\//.test(specifier);
}

function argumentsOf(node: Node): unknown[] {
  return Array.isArray(node.arguments) ? node.arguments : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** A node and all in it, in the order of the source. */
export function* nodesIn(tree: unknown): Generator<Node> {
  const waiting = [tree];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isNode(value)) yield value;
    else if (!Array.isArray(value)) continue;
    const children = Object.values(value);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]);
  }
}

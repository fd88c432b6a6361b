import { posix } from "node:path";

/**
 * The rooms of src, lowest first. A room may import from itself and from earlier rows; not from the other rooms of the
 * same row, nor from later ones. `index` is src/index.ts, the only file beside the rooms.
 */
const rows = [
  ["domain"],
  ["api", "runtime"],
  ["language"],
  ["store", "models"],
  ["jobs"],
  ["scope-index"],
  ["write", "read"],
  ["features/tuning"],
  [
    ...["features/upkeep", "features/summaries", "features/markdown", "features/checkpoints"],
    ...["features/documents", "features/transfer", "features/hooks", "engine/presets"],
  ],
  ["features/chat-commands"],
  ["engine"],
  ["engine/handles"],
  ["index"],
  // mem0's shapes and filters, which its routes and its class share; the sample, told through the public interface.
  ["server/mem0", "server/sample"],
  ["client", "server/http", "server/mcp", "adapters", "testing"],
  ["cli"],
];

/** Rooms that may import less than their row would let them. */
const only: Record<string, string[]> = {
  api: ["domain"],
  runtime: ["domain"],
  "engine/presets": ["domain", "api"],
  testing: ["domain", "models"],
};

/** Rooms that use the public interfaces, never the store. */
const withoutStore = ["cli", "adapters", "server/mem0"];

/** Rooms that check their options and call the rooms below; these query the tables. */
const withoutTables = ["engine/handles"];

/** Folders inside a room that do not know each other. Undefined: all of the room's folders. */
const strangers: Record<string, string[] | undefined> = {
  store: ["sqlite", "postgres"],
  language: ["english", "chinese"],
  adapters: undefined,
};

/**
 * Folders inside a room, lowest first. A folder may import from itself and from earlier rows; not from the other folders
 * of the same row, nor from later ones. Files beside the folders are `.`; where that is not named, they are above all.
 */
const stages: Record<string, string[][]> = {
  read: [["shared"], ["parse"], ["retrieve"], ["rank"], ["select"], ["render"], ["."], ["views"]],
  write: [["tools"], ["observe", "extract", "decide"], ["commit"], ["verbs"]],
};

const packagesOfDomain = ["zod"];

/** Additional imports allowed in tests beside the code. */
const forTests = ["testing", "engine/presets", "language"];

export interface ImportStatement {
  /** A path inside src: `store/sqlite/driver.ts`. */
  file: string;
  /** As written: `../domain/scope.ts`, `node:fs`, `zod`. */
  specifier: string;
  /** `new URL("./x", import.meta.url)` may also name a folder that only the build makes. */
  isUrl?: boolean;
}

/** Why this import may not be, or undefined if it may. */
export function whyNot({ file, specifier, isUrl = false }: ImportStatement): string | undefined {
  const isTest = /\.(?:test|fixture)\.ts$/.test(file);
  const from = roomOf(file);
  if (rowOf(from) < 0) return unplaced(from);
  if (!specifier.startsWith(".")) return whyNotPackage(from, specifier, isTest);

  const path = posix.join("src", posix.dirname(file), specifier);
  if (!path.startsWith("src/")) {
    if (path === "package.json" || (isUrl && !/^(test|bench)\//.test(path))) return undefined;
    return `src is complete in itself and does not import from ${path.split("/")[0]}/`;
  }
  const target = path.slice("src/".length);
  const to = roomOf(target);
  if (rowOf(to) < 0) return isUrl ? undefined : unplaced(to);
  if (!isTest && target.endsWith(".test.ts")) return "a test is not there to be imported";
  if (withoutTables.includes(from) && target.startsWith("store/tables/"))
    return `${from} does not query the tables; call a function of a room below`;
  if (from === to)
    return (isTest ? undefined : whyNotStage(from, file, target)) ?? whyNotInside(from, file, target);
  if (isTest && forTests.includes(to)) return undefined;
  return whyNotBetween(from, to);
}

function whyNotPackage(from: string, specifier: string, isTest: boolean): string | undefined {
  if (/^memoir(\/|$)/.test(specifier)) return "src does not import its own package; name the file";
  if (from !== "domain" || isTest || packagesOfDomain.includes(specifier)) return undefined;
  return `domain is pure: besides itself it imports only ${packagesOfDomain.join(", ")}`;
}

function whyNotBetween(from: string, to: string): string | undefined {
  if (to === "store" && withoutStore.includes(from))
    return `${from} uses the public interfaces, never the store`;
  const allowed = only[from];
  if (allowed !== undefined) {
    return allowed.includes(to) ? undefined : `${from} may import only ${allowed.join(" and ")}`;
  }
  if (rowOf(to) < rowOf(from)) return undefined;
  if (rowOf(to) > rowOf(from)) return `${to} is above ${from}; nobody imports upward`;
  return `${from} and ${to} are on the same level and do not import each other`;
}

function whyNotInside(room: string, file: string, target: string): string | undefined {
  if (!(room in strangers)) return undefined;
  const [a, b] = [folderInRoom(room, file), folderInRoom(room, target)];
  if (a === undefined || b === undefined || a === b) return undefined;
  const apart = strangers[room] ?? [a, b];
  return apart.includes(a) && apart.includes(b)
    ? `${room}/${a} and ${room}/${b} do not know each other`
    : undefined;
}

function whyNotStage(room: string, file: string, target: string): string | undefined {
  const order = stages[room];
  if (order === undefined) return undefined;
  const [from, to] = [folderInRoom(room, file), folderInRoom(room, target)];
  const rowOfFolder = (folder = "."): number => {
    const row = order.findIndex((folders) => folders.includes(folder));
    return row < 0 && folder === "." ? order.length : row;
  };
  for (const folder of [from, to]) if (rowOfFolder(folder) < 0) return unplaced(`${room}/${folder}`);
  if (from === to || rowOfFolder(to) < rowOfFolder(from)) return undefined;
  const name = to === undefined ? target : `${room}/${to}`;
  return rowOfFolder(to) > rowOfFolder(from)
    ? `${name} is a later stage than ${room}/${from}`
    : `${room}/${from} and ${name} are stages of one level and do not import each other`;
}

/** The innermost room that holds it. Of a file beside the rooms, its own name: only `index` has a place. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  const inner = `${first}/${second}`;
  if (rowOf(inner) >= 0) return inner;
  return path.includes("/") ? first : path.replace(/\.ts$/, "");
}

function folderInRoom(room: string, path: string): string | undefined {
  const parts = path.slice(room.length + 1).split("/");
  return parts.length > 1 ? parts[0] : undefined;
}

function rowOf(room: string): number {
  return rows.findIndex((row) => row.includes(room));
}

function unplaced(room: string): string {
  return `src/${room} is not in the table of test/support/architecture.ts; give it a place there`;
}

/** Circles among files: each is a list in which every file imports a later one, and the last the first. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const begun = path.indexOf(file);
    if (begun >= 0) circles.push([...path.slice(begun), file]);
    if (begun >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

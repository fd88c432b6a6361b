import { stripVTControlCharacters } from "node:util";
import pc from "picocolors";
import type { GlobalFlags, Io } from "./io.ts";
import { cutToWidth, oneLine, pad, width, wrap } from "./width.ts";

export type Colors = ReturnType<typeof pc.createColors>;

/** Lines for a person. Lists may be nested; what is `false` or `null` is left out. */
export type Lines = readonly (string | false | null | Lines)[];

export function flatLines(lines: Lines): string[] {
  return lines.flatMap((line) => (typeof line === "string" ? [line] : flatLines(line || [])));
}

/** The terminal that output for people is drawn on. */
export interface Screen {
  readonly colors: Colors;
  /** Stands before what was done. */
  readonly tick: string;
  /** Infinite where the output is no terminal: a file or a pipe gets whole texts. */
  readonly columns: number;
  readonly now: Date;
  readonly suggest: Suggest;
}

/** Where a command's answer goes: lines for a person, or one JSON document. */
export interface Output {
  readonly json: boolean;
  readonly screen: Screen;
  lines(lines: Lines): void;
  document(value: unknown): void;
  /** One line of JSON, for a command that tells as it goes. */
  record(value: unknown): void;
  /** The one or the other, whichever was asked for. */
  answer(document: unknown, lines: (screen: Screen) => Lines): void;
  /** The same for a command that tells as it goes. */
  tell(record: unknown, lines: (screen: Screen) => Lines): void;
  /** Something worth knowing that is not the answer; on stderr, and not with `--json`. */
  notice(text: string): void;
}

/** NO_COLOR counts when it is not empty (https://no-color.org). */
export function colorsFor(stream: { readonly isTTY?: boolean }, env: Io["env"]): Colors {
  return pc.createColors(stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb");
}

export function createOutput(io: Io, flags: GlobalFlags): Output {
  const { stdout, stderr } = io;
  const json = flags.json === true;
  const colors = colorsFor(stdout, io.env);
  const screen: Screen = {
    colors,
    tick: colors.green("✓"),
    columns: stdout.isTTY === true ? Math.max(40, stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    now: new Date(),
    suggest: suggester(io.self, flags),
  };
  const output: Output = {
    json,
    screen,
    lines: (lines) => {
      const flat = flatLines(lines);
      stdout.write(flat.map((line) => `${line}\n`).join(""));
    },
    document: (value) => {
      stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    record: (value) => {
      stdout.write(`${JSON.stringify(value)}\n`);
    },
    answer: (document, lines) => {
      if (json) output.document(document);
      else output.lines(lines(screen));
    },
    tell: (record, lines) => {
      if (json) output.record(record);
      else output.lines(lines(screen));
    },
    notice: (text) => {
      if (!json) stderr.write(`${colorsFor(stderr, io.env).yellow("!")} ${text}\n`);
    },
  };
  return output;
}

type Style = (text: string) => string;

/** A title, the text of a row, and how it is painted after the padding: colours have no width, but they have a length. */
type Column<T> = readonly [
  title: string,
  text: (row: T) => string,
  style?: ((text: string, row: T) => string) | undefined,
];

/** Rows under titles. The last column takes what is left of the line, and is cut there. */
export function table<T>(screen: Screen, rows: readonly T[], columns: readonly Column<T>[]): string[] {
  const widths = columns.map(([title, text]) =>
    Math.max(width(title), ...rows.map((row) => width(text(row)))),
  );
  const before = widths.slice(0, -1).reduce((sum, columnsOfOne) => sum + columnsOfOne + 2, 0);
  const room = Math.max(20, screen.columns - before);
  const fitted = (text: string, i: number): string =>
    i === columns.length - 1 ? cutToWidth(text, room) : pad(text, widths[i] ?? 0);
  const styled = (row: T, [, text, style]: Column<T>, i: number): string => {
    const cell = fitted(text(row), i);
    return style === undefined ? cell : style(cell, row);
  };
  return [
    screen.colors.dim(columns.map(([title], i) => fitted(title, i)).join("  ")),
    ...rows.map((row) => columns.map((column, i) => styled(row, column, i)).join("  ")),
  ];
}

/** A name, its value, and how the value is painted. Entries without a value are left out. */
export type Pair = readonly [name: string, value: string | null, style?: Style | undefined];

/** Names and values in two columns, the names dim. */
export function pairs(screen: Screen, entries: readonly Pair[]): string[] {
  const filled = entries.filter(([, value]) => value !== null);
  const widest = Math.max(...filled.map(([name]) => width(name)));
  return filled.flatMap(([name, value, style]) =>
    beside(screen, `  ${screen.colors.dim(pad(name, widest))}`, value ?? "", style),
  );
}

/** A short id or a score, and a text beside it that goes on under itself. */
export function beside(
  { columns }: Screen,
  lead: string,
  text: string,
  style: Style = (plain) => plain,
): string[] {
  const leadColumns = width(stripVTControlCharacters(lead));
  // Painted last: what is painted can be neither measured nor made harmless.
  const [first = "", ...rest] = wrap(oneLine(text), columns - leadColumns - 2).map(style);
  return [`${lead}  ${first}`, ...rest.map((line) => `${" ".repeat(leadColumns + 2)}${line}`)];
}

/** The first of a long list, and whether there are more. */
export async function firstOf<T>(
  all: AsyncIterable<T>,
  limit: number,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  for await (const item of all) {
    if (items.length >= limit) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

export function moreLine({ colors }: Screen, more: boolean, limit: number, also = ""): string | false {
  return more && colors.dim(`There are more. Show them with --limit ${limit * 4}${also}.`);
}

/** Writes a command that the user can run next, in the same place: with the options this one was given. */
export type Suggest = (command: string, options?: { inScope?: boolean }) => string;

const PLACE = ["server", "database", "config", "preset", "tenant"] as const;
const SCOPE = ["user", "group", "project"] as const;

export function suggester(self: string, flags: GlobalFlags): Suggest {
  const flagsSet = (names: readonly (keyof GlobalFlags)[]): string[] =>
    names.flatMap((name) => {
      const value = flags[name];
      return typeof value === "string" ? [`--${name} ${shellWord(value)}`] : [];
    });
  return (command, { inScope = true } = {}) =>
    [
      self,
      command,
      ...(inScope ? flagsSet(SCOPE) : []),
      ...(inScope && flags.global === true ? ["--global"] : []),
      ...flagsSet(PLACE),
    ].join(" ");
}

/** A database's URL may carry a password, which does not belong on the screen; a server's address has none. */
export function shellWord(value: string): string {
  if (value.includes("://") && !/^https?:\/\/[^@]*$/.test(value)) return "…";
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

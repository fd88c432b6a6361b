import { stripVTControlCharacters } from "node:util";
import pc from "picocolors";
import type { GlobalFlags } from "./flags.ts";
import type { Io } from "./io.ts";
import { type Suggest, suggester } from "./suggest.ts";
import { cut, oneLine, pad, width, wrap } from "./width.ts";

export type Colors = ReturnType<typeof pc.createColors>;

/** The terminal that output for people is drawn on. */
export interface Screen {
  readonly colors: Colors;
  /** Infinite where the output is no terminal: a file or a pipe gets whole texts. */
  readonly columns: number;
  readonly now: Date;
  readonly suggest: Suggest;
}

/** Where a command's answer goes: lines for a person, or one JSON document. */
export interface Output {
  readonly json: boolean;
  readonly screen: Screen;
  lines(lines: readonly string[]): void;
  document(value: unknown): void;
  /** One line of JSON, for a command that tells as it goes. */
  record(value: unknown): void;
  /** The one or the other, whichever was asked for. */
  answer(document: unknown, lines: (screen: Screen) => readonly string[]): void;
  /** The same for a command that tells as it goes. */
  tell(record: unknown, lines: (screen: Screen) => readonly string[]): void;
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
  const screen: Screen = {
    colors: colorsFor(stdout, io.env),
    columns: stdout.isTTY === true ? Math.max(40, stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    now: new Date(),
    suggest: suggester(io.self, flags),
  };
  const output: Output = {
    json,
    screen,
    lines: (lines) => {
      stdout.write(lines.map((line) => `${line}\n`).join(""));
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

export interface Column<T> {
  readonly title: string;
  text(row: T): string;
  /** Applied after the padding: colours have no width, but they have a length. */
  style?(text: string, row: T): string;
}

/** Rows under titles. The last column takes what is left of the line, and is cut there. */
export function table<T>(screen: Screen, columns: readonly Column<T>[], rows: readonly T[]): string[] {
  const widths = columns.map((column) =>
    Math.max(width(column.title), ...rows.map((row) => width(column.text(row)))),
  );
  const before = widths.slice(0, -1).reduce((sum, columnsOfOne) => sum + columnsOfOne + 2, 0);
  const room = Math.max(20, screen.columns - before);
  const fitted = (text: string, i: number): string =>
    i === columns.length - 1 ? cut(text, room) : pad(text, widths[i] ?? 0);
  return [
    screen.colors.dim(columns.map((column, i) => fitted(column.title, i)).join("  ")),
    ...rows.map((row) =>
      columns
        .map((column, i) => {
          const text = fitted(column.text(row), i);
          return column.style === undefined ? text : column.style(text, row);
        })
        .join("  "),
    ),
  ];
}

/** A name, its value, and how the value is painted. What has no value is left out. */
export type Pair = readonly [
  name: string,
  value: string | null,
  style?: ((text: string) => string) | undefined,
];

/** Names and values in two columns, the names dim. */
export function pairs(screen: Screen, entries: readonly Pair[]): string[] {
  const known = entries.filter(([, value]) => value !== null);
  const widest = Math.max(...known.map(([name]) => width(name)));
  return known.flatMap(([name, value, style]) =>
    beside(screen, `  ${screen.colors.dim(pad(name, widest))}`, value ?? "", style),
  );
}

/** A short id or a score, and a text beside it that goes on under itself. */
export function beside(
  { columns }: Screen,
  lead: string,
  text: string,
  style: (text: string) => string = (plain) => plain,
): string[] {
  const leadColumns = width(stripVTControlCharacters(lead));
  // Painted last: what is painted can be neither measured nor made harmless.
  const [first = "", ...rest] = wrap(oneLine(text), columns - leadColumns - 2).map(style);
  return [`${lead}  ${first}`, ...rest.map((line) => `${" ".repeat(leadColumns + 2)}${line}`)];
}

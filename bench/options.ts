import { parseArgs } from "node:util";

/** Options of `bench recall`, `bench ratios` and `bench sizes`. */
export interface BenchOptions {
  /** The folder with the public data sets. */
  readonly data: string | undefined;
  /** Only these sets or parts; empty = all. */
  readonly only: readonly string[];
  /** Conversations of each set, for a quick look; `null` = all. */
  readonly limit: number | null;
  /** Conversations with an even or an odd number. */
  readonly half: "even" | "odd" | null;
  /** Where databases and packages are kept between two runs. */
  readonly cache: string | undefined;
  /** Rebuild the databases. */
  readonly rebuild: boolean;
  readonly floor: boolean;
  /** What weights fitted anew would find. */
  readonly fit: boolean;
  readonly errata: boolean;
  /** LoCoMo's questions as its speakers would ask them about themselves, beside the same in the third person. */
  readonly firstPerson: boolean;
  /** Words alone: nothing is embedded. */
  readonly words: boolean;
  /** Memories of the large database of `bench ratios` and `bench sizes`. */
  readonly rows: number;
}

const ROWS = 1_000_000;

/** How `--rows` was typed, where it makes a difference. */
export function fewerRows({ rows }: BenchOptions): string {
  return rows === ROWS ? "" : ` -- --rows ${rows}`;
}

/** An error that the caller has to fix. */
export class UsageError extends Error {}

export function benchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      limit: { type: "string" },
      half: { type: "string" },
      cache: { type: "string" },
      rebuild: { type: "boolean", default: false },
      floor: { type: "boolean", default: false },
      fit: { type: "boolean", default: false },
      errata: { type: "boolean", default: false },
      "first-person": { type: "boolean", default: false },
      words: { type: "boolean", default: false },
      rows: { type: "string", default: String(ROWS) },
      json: { type: "boolean", default: false },
    },
  });
  const { data, cache, rebuild, floor, fit, errata, words } = values;
  return {
    data,
    only: values.only.flatMap((names) => names.split(",")),
    limit: values.limit === undefined ? null : wholeNumber("--limit", values.limit),
    half: values.half === undefined ? null : oneOf("--half", values.half, ["even", "odd"] as const),
    cache,
    rebuild,
    floor,
    fit,
    errata,
    firstPerson: values["first-person"],
    words,
    rows: wholeNumber("--rows", values.rows),
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`${name} takes a whole number from 1 up, got "${text}".`);
  return value;
}

function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${name} takes ${allowed.join(" or ")}, got "${text}".`);
  return found;
}

/** Those of `all` that `--only` names. */
export function chosen<T extends string>(only: readonly string[], all: readonly T[]): T[] {
  const unknown = only.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`--only takes ${all.join(", ")}, got "${unknown}".`);
  return all.filter((name) => only.length === 0 || only.includes(name));
}

import { parseArgs } from "node:util";
import { chosen, UsageError } from "../options.ts";

export const SETS = ["companion", "read", "people", "locomo", "beam", "sizes"] as const;
export type SetId = (typeof SETS)[number];

export interface PeersOptions {
  /** The folder with the data that are not in the checkout. */
  readonly data: string | undefined;
  readonly only: readonly SetId[];
  /** Ids of peers; all of them by default. */
  readonly peers: readonly string[];
  readonly sizes: readonly number[];
  /** Every question of every conversation. */
  readonly full: boolean;
  /** Tokens of a prompt, instead of those of each set. */
  readonly budget: number | undefined;
  /** A file with the rows measured so far: a run that was stopped goes on there. */
  readonly resume: string | undefined;
  readonly cache: string | undefined;
  /** Whether docs/comparison.md and its picture are written. */
  readonly save: boolean;
}

export const SIZES = [100, 1_000, 10_000] as const;

export function peersOptions(args: readonly string[], peers: readonly string[]): PeersOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      peers: { type: "string", multiple: true, default: [] },
      sizes: { type: "string" },
      full: { type: "boolean", default: false },
      budget: { type: "string" },
      resume: { type: "string" },
      cache: { type: "string" },
      save: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const listed = (names: readonly string[]): string[] => names.flatMap((name) => name.split(","));
  const wanted = listed(values.peers);
  const unknown = wanted.find((name) => !peers.includes(name));
  if (unknown !== undefined) throw new UsageError(`--peers takes ${peers.join(", ")}, got "${unknown}".`);
  return {
    data: values.data,
    only: chosen(listed(values.only), SETS),
    peers: wanted.length === 0 ? peers : wanted,
    sizes: values.sizes === undefined ? SIZES : listed([values.sizes]).map(sizeOf),
    budget: values.budget === undefined ? undefined : budgetOf(values.budget),
    ...{ full: values.full, resume: values.resume, cache: values.cache, save: values.save },
  };
}

/** Fewer than a hundred do not hold the person who is looked for, more than ten thousand are not written. */
function sizeOf(text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size >= 100 && size <= 10_000) return size;
  throw new UsageError(`--sizes takes whole numbers from 100 to 10000, got "${text}".`);
}

function budgetOf(text: string): number {
  const budget = Number(text);
  if (Number.isInteger(budget) && budget >= 1) return budget;
  throw new UsageError(`--budget takes a whole number of tokens, got "${text}".`);
}

/** The command of a run, as somebody else would type it. */
export function commandOf({ data, only, peers, sizes, full, budget }: PeersOptions, all: number): string {
  const args = [
    ...(data === undefined ? [] : ["--data FOLDER"]),
    ...(only.length === SETS.length ? [] : [`--only ${only.join(",")}`]),
    ...(peers.length === all ? [] : [`--peers ${peers.join(",")}`]),
    ...(sizes === SIZES ? [] : [`--sizes ${sizes.join(",")}`]),
    ...(budget === undefined ? [] : [`--budget ${budget}`]),
    ...(full ? ["--full"] : []),
  ];
  return ["npm run bench peers", ...(args.length === 0 ? [] : ["--", ...args])].join(" ");
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../options.ts";

/** One message of a conversation. */
export interface Line {
  /** Days since the conversation began. */
  readonly day: number;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** The platform id of who said it; in groups only. */
  readonly author?: string;
}

/** The memories a careful human would keep: every expression of `has` matches one kept line. */
export interface ExpectedFact {
  readonly id: string;
  readonly text: string;
  readonly has: readonly string[];
}

/** A kept line that matches is wrong. */
export interface WrongLine {
  readonly why: string;
  readonly re: string;
}

/** A question as this person types it. */
export interface Probe {
  readonly q: string;
  /** The asker; in groups only. */
  readonly as?: string;
  readonly kind?: "own" | "overview" | "constraint" | "corrected" | "off";
  /** Each must match some line that is shown. */
  readonly want: readonly string[];
  /** None may match a line that is shown. */
  readonly avoid?: readonly string[];
  /** A shown line that matches none of these is noise. */
  readonly relevant: readonly string[];
  /** Nothing personal is needed. */
  readonly none?: boolean;
}

export interface Companion {
  readonly id: string;
  readonly lang: "en" | "zh";
  readonly kind: "solo" | "group";
  readonly user?: string;
  /** Display names by platform id, when the conversation begins. */
  readonly members?: Readonly<Record<string, string>>;
  readonly renames?: readonly { readonly day: number; readonly id: string; readonly name: string }[];
  readonly start: string;
  readonly lines: readonly Line[];
  readonly facts: readonly ExpectedFact[];
  readonly stale: readonly WrongLine[];
  readonly junk: readonly WrongLine[];
  readonly probes: readonly Probe[];
}

/** The conversations of a folder, in the order of their names. */
export function readCompanions(folder: string): Companion[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new UsageError(`${folder} holds no conversations (*.json).`);
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Companion);
}

/** The three kinds that figures are given for. */
export const KINDS = ["english", "chinese", "groups"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf({ kind, lang }: Companion): Kind {
  if (kind === "group") return "groups";
  return lang === "zh" ? "chinese" : "english";
}

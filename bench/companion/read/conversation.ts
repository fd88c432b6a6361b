import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../options.ts";
import type { Companion, ExpectedFact, Probe, WrongLine } from "../conversation.ts";

interface ReadLine {
  /** Days since the conversation began. */
  readonly day: number;
  readonly author: string;
  readonly name?: string;
  readonly text: string;
}

/** A conversation to be read by a language model, as its file has it. */
interface ReadFile {
  readonly id: string;
  readonly language: "en" | "zh";
  readonly kind: "one" | "group";
  /** Who asks the questions; in a group the platform id of whoever asks where a question does not say. */
  readonly user: string;
  readonly start: string;
  readonly lines: readonly ReadLine[];
  readonly facts: readonly { readonly what: string; readonly has: readonly string[] }[];
  readonly stale: readonly string[];
  readonly junk: readonly string[];
  readonly probes: readonly Pick<Probe, "q" | "as" | "want" | "avoid" | "kind">[];
}

/** A conversation to be read by a language model, its labels as those of all conversations. */
export interface ReadConversation extends Omit<Companion, "lines"> {
  readonly lines: readonly ReadLine[];
}

/** The conversations of a folder, in the order of their names. */
export function readConversations(folder: string): ReadConversation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  if (files.length === 0) throw new UsageError(`${folder} holds no conversations (*.json).`);
  return files.sort().map((file) => labelled(JSON.parse(readFileSync(join(folder, file), "utf8"))));
}

function labelled({ id, language, kind, user, start, lines, ...labels }: ReadFile): ReadConversation {
  const facts = labels.facts.map(({ what, has }, i): ExpectedFact => ({ id: `${i + 1}`, text: what, has }));
  const wrong = (why: string, all: readonly string[]): WrongLine[] => all.map((re) => ({ why, re }));
  const probes = labels.probes.map(
    (probe): Probe => ({
      ...(kind === "group" ? { as: user } : {}),
      ...probe,
      relevant: [],
      none: probe.kind === "off",
    }),
  );
  return {
    ...{ id, lang: language, kind: kind === "group" ? "group" : "solo", user, start, lines, facts, probes },
    stale: wrong("no longer true", labels.stale),
    junk: wrong("not to be kept", labels.junk),
  };
}

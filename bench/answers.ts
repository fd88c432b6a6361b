import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Answer, recallAnswers } from "./answers/recalls.ts";
import { type State, statesAfter } from "./answers/state.ts";
import { UsageError } from "./options.ts";
import type { BenchResult } from "./support.ts";

interface Answers {
  readonly recalls: readonly Answer[];
  readonly states: readonly State[];
}

interface Compared {
  readonly name: string;
  readonly compared: number;
  readonly differ: number;
  /** The first of the differences. */
  readonly examples: readonly string[];
}

const EXAMPLES = 5;

/**
 * Memoir's answers to 1,200 questions, and the memories left of 600 claims: stored in a file, or compared with another
 * version's file. A change for speed must not change any of it.
 */
export async function answers(args: readonly string[]): Promise<BenchResult> {
  const { out, against } = optionsOf(args);
  const progress = (what: string): void => {
    process.stderr.write(`answers: ${what}\n`);
  };
  progress("1,200 recalls");
  const now: Answers = {
    recalls: await recallAnswers(),
    states: await statesAfter((way) => progress(`600 claims, ${way}`)),
  };
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(now, null, 1)}\n`);
  const lines = now.states.map(({ way, outcomes, memories }) => {
    const said = Object.entries(outcomes)
      .sort()
      .map(([name, count]) => `${count} ${name}`);
    return `      600 claims, ${way}: ${memories.length} memories (${said.join(", ")})`;
  });
  if (against === undefined) return { document: now, lines };
  const before = JSON.parse(readFileSync(against, "utf8")) as Answers;
  const compared = compare(before, now);
  if (compared.some(({ differ }) => differ > 0)) process.exitCode = 1;
  return {
    document: compared,
    lines: [
      ...lines,
      ...compared.flatMap(({ name, compared: all, differ, examples }) => [
        `${differ === 0 ? "ok  " : "miss"}  ${name}: ${differ} of ${all} differ`,
        ...examples,
      ]),
    ],
  };
}

function optionsOf(args: readonly string[]): { out: string | undefined; against: string | undefined } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { out: { type: "string" }, against: { type: "string" }, json: { type: "boolean" } },
    });
    return { out: values.out, against: values.against };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Question by question, and memory by memory. */
export function compare(before: Answers, now: Answers): Compared[] {
  const other = new Map(before.recalls.map(({ asked, lines }) => [asked, lines]));
  const recalls = now.recalls.flatMap(({ asked, lines }) => {
    const was = other.get(asked) ?? [];
    const first = lines.findIndex((line, i) => line !== was[i]);
    if (first < 0 && was.length === lines.length) return [];
    const at = first < 0 ? lines.length : first;
    return [`        ${asked}\n          before: ${was[at] ?? "–"}\n          now:    ${lines[at] ?? "–"}`];
  });
  return [
    named("recalls", now.recalls.length, recalls),
    ...now.states.map(({ way, memories }) => {
      const was = before.states.find((state) => state.way === way)?.memories ?? [];
      const differences = [
        ...without(was, memories).map((line) => `        before: ${line}`),
        ...without(memories, was).map((line) => `        now:    ${line}`),
      ];
      return named(`memories after 600 claims, ${way}`, Math.max(was.length, memories.length), differences);
    }),
  ];
}

function named(name: string, compared: number, differences: readonly string[]): Compared {
  return { name, compared, differ: differences.length, examples: differences.slice(0, EXAMPLES) };
}

/** Those of a list that another lacks; what is there twice must be there twice. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return list.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

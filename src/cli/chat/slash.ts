import { nearest } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { ScopeHandle } from "../../index.ts";
import { whyLines, whyOf } from "../commands/show.ts";
import { undoneLines } from "../commands/undo.ts";
import { EXIT, exitCodeOf } from "../failure.ts";
import { memoryLines, theMemory } from "../memory-view.ts";
import { flatLines, type Lines, type Screen } from "../output.ts";
import { harmless, oneLine } from "../width.ts";
import { recalledLines } from "./view.ts";

/** The answer of a command: a document for programs, lines for a person. */
export interface CommandOutput {
  readonly document: Readonly<Record<string, unknown>>;
  readonly lines: Lines;
}

interface Command {
  readonly usage: string;
  readonly purpose: string;
  /** The name of its argument. Default: it has none. */
  readonly wants?: string;
  run(scope: ScopeHandle, rest: string, screen: Screen, signal: AbortSignal): Promise<CommandOutput>;
}

const NEWEST = 20;

const COMMANDS: Readonly<Record<string, Command>> = {
  memories: {
    usage: "/memories",
    purpose: "what is remembered, newest first",
    async run(scope, _rest, screen, signal) {
      const { items, next } = await scope.memories.list({ status: ["active"], limit: NEWEST, signal });
      return {
        document: { memories: items, more: next !== null },
        lines: [
          items.length === 0 && "  Nothing is remembered yet. Say: remember that I like tea",
          items.map((memory) => memoryLines(screen, memory)),
          next !== null && screen.colors.dim(`  There are more: ${screen.suggest("list")}`),
        ],
      };
    },
  },
  why: {
    usage: "/why ID",
    purpose: "the words behind a memory, its numbers and its history",
    wants: "the id of a memory",
    async run(scope, id, screen) {
      const answer = await whyOf(scope, id, screen.now);
      const lines = flatLines(whyLines(screen, answer));
      return { document: { ...answer }, lines: lines.map((line) => `  ${line}`.trimEnd()) };
    },
  },
  forget: {
    usage: "/forget ID",
    purpose: "forget a memory; undo brings it back",
    wants: "the id of a memory",
    async run(scope, id, screen, signal) {
      const { id: whole } = await theMemory(scope, id);
      const { memories } = await scope.forget({ id: whole }, { signal });
      const [memory] = memories;
      return {
        document: { memories },
        lines:
          memory === undefined
            ? ["  It is forgotten already."]
            : [
                "  Forgotten:",
                memoryLines(screen, memory),
                screen.colors.dim(`  Bring it back later: ${screen.suggest(`undo ${memory.shortId}`)}`),
              ],
      };
    },
  },
  undo: {
    usage: "/undo",
    purpose: "take back the last change here, also a forgotten message",
    async run(scope, _rest, screen, signal) {
      const { memory, undone } = await scope.memories.undo(undefined, { signal });
      return { document: { memory, undone }, lines: undoneLines(screen, memory, undone) };
    },
  },
  recall: {
    usage: "/recall WORDS",
    purpose: "what would be recalled for these words",
    wants: "some words",
    async run(scope, query, screen, signal) {
      const recall = await scope.recall(query, { signal });
      const { hits, degraded } = recall;
      return { document: { query, hits, degraded }, lines: recalledLines(screen, recall) };
    },
  },
};

/** Runs a line that begins with a slash; `"quit"` ends the chat. */
export async function slash(
  line: string,
  scope: ScopeHandle,
  screen: Screen,
  signal: AbortSignal,
): Promise<CommandOutput | "quit"> {
  const [, name = "", rest = ""] = /^\/(\S*)(?:\s+(\S.*))?$/su.exec(line.trim()) ?? [];
  if (name === "quit") return "quit";
  if (name === "help") return helpOf(screen);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return problem(unknown(name));
  if (command.wants !== undefined && rest === "") {
    return problem(`/${name} needs ${command.wants}: ${command.usage}`);
  }
  try {
    return await command.run(scope, rest, screen, signal);
  } catch (error) {
    // A mistyped id is no reason for the chat to end badly.
    if (MemoirError.is(error) && exitCodeOf(error.code) === EXIT.no)
      return problem(error.message, error.code);
    throw error;
  }
}

function helpOf({ colors }: Screen): CommandOutput {
  const all = [
    ...Object.values(COMMANDS),
    { usage: "/help", purpose: "this list" },
    { usage: "/quit", purpose: "end the chat, as Ctrl-D and Ctrl-C do" },
  ];
  return {
    document: { commands: all.map(({ usage, purpose }) => ({ usage, purpose })) },
    lines: all.map(({ usage, purpose }) => `  ${colors.cyan(usage.padEnd(14))}  ${purpose}`),
  };
}

function unknown(name: string): string {
  const suggestion = nearest(name, [...Object.keys(COMMANDS), "help", "quit"]);
  const advice = suggestion === undefined ? "/help lists what there is." : `Did you mean /${suggestion}?`;
  return `There is no /${oneLine(name)}. ${advice}`;
}

function problem(message: string, code = "invalid_argument"): CommandOutput {
  return { document: { error: { code, message } }, lines: [`  ${harmless(message)}`] };
}

import { type Command, Option } from "commander";
import { given } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { WAITING, type WaitingStatus } from "../../domain/memory.ts";
import { parseScope } from "../../domain/scope.ts";
import type { Memory, Proposal, ReasonOptions, Waiting } from "../../index.ts";
import { newCommand, words } from "../command.ts";
import { canAsk, confirm } from "../confirm.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { count } from "../format.ts";
import { memoryLines } from "../memory-view.ts";
import { inScope, type Opened, withMemoir } from "../open.ts";
import type { Screen } from "../output.ts";
import { shellWord } from "../suggest.ts";
import { oneLine } from "../width.ts";
import { scopeOfWaiting, theWaiting, WAITING_ID_HELP, waitingIn, waitingLines } from "./waiting.ts";

interface DecideFlags {
  readonly all?: boolean;
  readonly status?: WaitingStatus;
  readonly reason?: string;
  readonly yes?: boolean;
}

const WORDS = {
  approve: {
    purpose: "Approve what waits; the memories that it contradicts are superseded.",
    ask: "Approve",
    done: "Approved",
    profile: "Set",
  },
  reject: {
    purpose: "Refuse what waits: it stays out, also when it is said again.",
    ask: "Reject",
    done: "Rejected",
    profile: "Declined",
  },
} as const;
type Verdict = keyof typeof WORDS;

export function decideCommand(host: Host, verdict: Verdict): Command {
  return newCommand(host, verdict, WORDS[verdict].purpose, [
    `review ${verdict} 3f2a1c 9b04de`,
    `review ${verdict} --all --status pending --user alice`,
  ])
    .argument("[ids...]", WAITING_ID_HELP)
    .option("--all", "all memories that wait for approval; asks first, and leaves profiles to their users")
    .addOption(new Option("--status <status>", "with --all: which (default: pending)").choices(WAITING))
    .option("--reason <words>", "why, for the history")
    .option("--yes", "do not ask")
    .action((ids: string[], flags: DecideFlags) =>
      host.run((context) => decide(context, verdict, ids, flags)),
    );
}

async function decide(
  context: Context,
  verdict: Verdict,
  ids: readonly string[],
  flags: DecideFlags,
): Promise<ExitCode | undefined> {
  const { io, out } = context;
  refuseUnclear(verdict, ids, flags);
  const asks = flags.all === true && flags.yes !== true;
  if (asks && !canAsk(io)) {
    throw new MemoirError(
      "invalid_argument",
      `review ${verdict} --all asks first, and here is no terminal to ask on. Add --yes to do it; review shows what waits.`,
    );
  }
  return withMemoir(context, { creates: false }, async (opened) => {
    const waiting = await meant(context, opened, ids, flags);
    if (asks && waiting.length > 0) {
      io.stderr.write(`${waiting.flatMap((one) => waitingLines(out.screen, one)).join("\n")}\n`);
      const many = count(waiting.length, "memory", "memories");
      if (!(await confirm(io, `${WORDS[verdict].ask} ${many}?`))) {
        out.answer({ tenant: opened.scope.tenant, decided: [] }, () => ["Nothing was decided."]);
        return EXIT.no;
      }
    }
    const decided: Decided[] = [];
    const options = given({ reason: flags.reason, signal: io.signal });
    for (const one of waiting) decided.push(await settle(opened, one, verdict, options));
    out.answer({ tenant: opened.scope.tenant, decided }, (screen) =>
      decided.length === 0
        ? ["Nothing waits; nothing was decided."]
        : decided.flatMap((one) => decidedLines(screen, verdict, one)),
    );
    return undefined;
  });
}

function refuseUnclear(verdict: Verdict, ids: readonly string[], { all, status }: DecideFlags): void {
  if ((ids.length === 0) === (all !== true)) {
    throw new MemoirError("invalid_argument", `Say what to ${verdict} in one way: ids, or --all.`);
  }
  if (status !== undefined && all !== true) {
    throw new MemoirError("invalid_argument", "--status goes with --all; an id needs none.");
  }
}

async function meant(
  context: Context,
  opened: Opened,
  ids: readonly string[],
  { all, status = "pending" }: DecideFlags,
): Promise<Waiting[]> {
  const found = new Map<string, Waiting>();
  const add = (one: Waiting): void => {
    found.set(one.kind === "memory" ? one.memory.id : `${one.scope} ${one.proposal.id}`, one);
  };
  // All of them are looked up first: a wrong id decides nothing.
  for (const id of ids) add(await theWaiting(context, opened, id));
  if (all === true) {
    for await (const one of await waitingIn(context, opened, { status, limit: 200 })) {
      // Requests of tools to forget are decided one by one.
      if (one.kind === "memory" && one.asks === "keep") add(one);
    }
  }
  return [...found.values()];
}

type Decided =
  | {
      readonly kind: "memory";
      readonly scope: string;
      readonly memory: Memory;
      readonly replaced: readonly Memory[];
    }
  | { readonly kind: "profile"; readonly scope: string; readonly proposal: Proposal };

/** Decides about one, in its own scope. */
async function settle(
  opened: Opened,
  waiting: Waiting,
  verdict: Verdict,
  options: ReasonOptions & { signal: AbortSignal },
): Promise<Decided> {
  const handle = scopeOfWaiting(opened, waiting);
  const { scope } = waiting;
  if (waiting.kind === "profile") {
    const answer = { accept: verdict === "approve", signal: options.signal };
    return { kind: "profile", scope, proposal: await handle.profile.confirm(waiting.proposal.id, answer) };
  }
  const memory = await handle.memories[verdict](waiting.memory.id, options);
  const replaced = (await Promise.all(waiting.replaces.map(({ id }) => handle.memories.get(id)))).filter(
    (old) => old !== null && old.supersededBy === memory.id,
  );
  return { kind: "memory", scope, memory, replaced: replaced as Memory[] };
}

function decidedLines(screen: Screen, verdict: Verdict, decided: Decided): string[] {
  const { green, dim } = screen.colors;
  const { done, profile } = WORDS[verdict];
  if (decided.kind === "profile") {
    const { field, newValue } = decided.proposal;
    return [
      `${green("✓")} ${profile} in the profile of ${oneLine(decided.scope)}: ${field} ${oneLine(newValue ?? "")}`,
    ];
  }
  const { memory, scope, replaced } = decided;
  return [
    `${green("✓")} ${done} in ${oneLine(scope)}`,
    ...memoryLines(screen, memory),
    ...(replaced.length === 0
      ? []
      : ["  No longer so:", ...replaced.flatMap((old) => memoryLines(screen, old))]),
    dim(
      `  Take it back: ${screen.suggest(`undo ${memory.shortId} ${scopeFlags(scope)}`, { inScope: false })}`,
    ),
  ];
}

/** The flags that lead to a scope: `user:alice` → `--user alice`. */
function scopeFlags(scope: string): string {
  const { kind, id } = parseScope(scope);
  return kind === "global" ? "--global" : `--${kind} ${shellWord(id)}`;
}

export function editCommand(host: Host): Command {
  return newCommand(host, "edit", "Let in a memory that waits, in words of your own.", [
    'review edit 3f2a1c "Alice lives in Potsdam"',
    'review edit 3f2a1c "Alice lives in Potsdam" --user alice --reason "she told me"',
  ])
    .argument("<id>", WAITING_ID_HELP)
    .argument("<text...>", "what it is to say")
    .option("--reason <words>", "why, for the history")
    .action((id: string, parts: string[], { reason }: Pick<DecideFlags, "reason">) => {
      const text = words(parts);
      return inScope(host, { creates: false, words: text }, async (at) => {
        const waiting = await theWaiting(at, at, id);
        if (waiting.kind === "profile") {
          throw new MemoirError(
            "invalid_argument",
            "A change of a profile is approved or rejected as it is. Reject it, and set another value.",
          );
        }
        if (waiting.asks === "forget") {
          throw new MemoirError(
            "invalid_argument",
            "A tool asks to forget this memory. Approve that, or reject it and change the memory: update.",
          );
        }
        const { memories } = scopeOfWaiting(at, waiting);
        const options = given({ reason, signal: at.io.signal });
        await memories.update(waiting.memory.id, { text }, { ...options, ifRev: waiting.memory.rev });
        const decided = await settle(at, waiting, "approve", options);
        at.out.answer({ tenant: at.here.tenant, decided: [decided] }, (screen) =>
          decidedLines(screen, "approve", decided),
        );
        tellFailure(at.embedder, at.out);
      });
    });
}
